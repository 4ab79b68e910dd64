"""Sudokus: grids of any size, jigsaws, variants with all their constraints, samurai.

sudoku.py, sudoku.py, shaped_sudoku.py (any sides and values) and samurai.py are the puzzles;
constraints/ holds what variants demand (`Cage`, `Arrow`, `Thermometer` ...), a class each, said in
kinds of demands.py. What they share: cells.py (cells by name), grid_puzzle.py (what all are),
grid_shape.py (cells and houses), grid_values.py (numbers as people write them), grid_shape.py
(grids as text), drawing.py (pictures), grid_puzzle.py (sudokus that differ in their givens are
described once). found_regions/ is chaos construction: regions that are to be found.
constraint_rules.py makes rules of demands, with demand_keys/ and candidates.py. Formats, fuzzing
and users import the puzzles and `constraints`; nothing here knows a format.
"""
