"""Sudokus: grids of any size, jigsaws, variants with constraints, samurai.

sudoku.py is the puzzle, grid_puzzle.py the base of all, grid_shape.py cells and houses.
constraints/ has a class for each constraint, which is stated in demands (demands.py);
constraint_rules.py makes rules of these. shaped_sudoku.py and samurai.py are further puzzles.
"""
