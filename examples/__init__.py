"""Pencil puzzles by kind: the rules of each, and a command that answers folders of grids.

    python -m examples KIND FOLDER              each grid: right, not unique, differs, open
    python -m examples KIND FOLDER --write DIR  puzzles in TOML, and a suite of experiments of them

Start with one file of kinds/ (`puzzle(grid)` and `solution(grid, answer)`) and grid.py, the text of
a grid. loops.py, passages.py, cells.py, latin.py, squares.py and variants.py are shared by kinds;
collection.py reads the grids of a folder, and answering.py compares answers with stored solutions.
grids/ has a small grid or two of each kind for the tests.
"""
