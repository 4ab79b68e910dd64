"""A puzzle of the layer as a description in TOML: the way back from what the readers read.

puzzle.py writes the whole and reads it again; sudoku.py writes a sudoku's own table, fitting.py
finds the expressions that say a rule's groups, lines.py writes rules on lines, selections.py
statements, values.py writes values. The format imports puzzle.py alone.
"""

__all__ = ["fitting", "lines", "puzzle", "selections", "sudoku", "values"]
