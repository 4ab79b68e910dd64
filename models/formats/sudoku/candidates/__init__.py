"""Sudokus with candidates: what is left to each cell, as solving programs and forums write it.

candidate_lines.py (729 characters), framed_grids.py (Simple Sudoku's files and pencil marks) and
sdx_text.py (SudoCue's files) read and write them; candidate_grids.py makes puzzles of what is read,
candidates_left.py reads off a puzzle what is written.
"""

__all__ = [
    "candidate_grids",
    "candidate_lines",
    "candidates_left",
    "framed_grids",
    "sdx_text",
]
