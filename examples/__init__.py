"""Pencil puzzles by the kind: the rules of each, and a command that answers folders of grids.

python -m examples KIND FOLDER      every grid of a folder: right, not unique, differs, open
python -m examples KIND FOLDER --write DIR      puzzles in TOML, and a suite of experiments of them

grid         a grid as it is written down: its size, its marks, its regions
collection   the grids of a folder or a file
loops        a loop as the sides by which it leaves each cell
passages     the same, where it may cross itself or end
cells        edges, blocks of 2x2 cells and regions, and the numbers beside rows and columns
answering    one grid answered, and compared with its stored solution
kinds/       a file for each kind: `puzzle(grid)` and `solution(grid, answer)`
grids/       a small grid or two of each kind, made for the tests
"""

__all__ = [
    "answering",
    "cells",
    "collection",
    "grid",
    "kinds",
    "loops",
    "passages",
]
