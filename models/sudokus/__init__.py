"""Sudokus: grids of any size, jigsaws, variants with all their constraints, samurai.

sudoku.py, target_sudoku.py, shaped_sudoku.py (any sides and values) and samurai.py are the puzzles;
constraints/ holds what variants demand (`Cage`, `Arrow`, `Thermometer` ...), a class each, said in
kinds of demands.py. What they share: cells.py (cells by name), grid_puzzle.py (what all are),
grid_shape.py (cells and houses), grid_values.py (numbers as people write them), layouts.py (grids
as text), drawing.py (pictures), twins.py (sudokus that differ in their givens are described once).
found_regions/ is chaos construction: regions that are to be found. constraint_rules.py makes rules
of demands, with demand_keys/ and arc_consistency.py. Formats, fuzzing and users import the puzzles
and `constraints`; nothing here knows a format.
"""

__all__ = [
    "arc_consistency",
    "candidates",
    "cells",
    "constraint_rules",
    "constraints",
    "demand_keys",
    "demands",
    "drawing",
    "found_regions",
    "grid_puzzle",
    "grid_shape",
    "grid_values",
    "layouts",
    "samurai",
    "shaped_sudoku",
    "sudoku",
    "target_sudoku",
    "twins",
]
