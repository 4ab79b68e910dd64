"""A puzzle of the layer as a description in TOML: the way back from what the readers read.

puzzle.py writes the whole and reads it again; sudoku.py writes a sudoku's own table.
"""

__all__ = [
    "puzzle",
    "sudoku",
]
