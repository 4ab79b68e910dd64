"""Sudokus: grids of any size, jigsaws, variants with all their constraints, samurai.

sudoku.py, target_sudoku.py and samurai.py are the puzzles; constraints/ holds what variants demand
(`Cage`, `Arrow`, `Thermometer` ...), a class each, said in kinds of demands.py. What they share:
cells.py (cells by name), grid_puzzle.py (what all are), grid_shape.py (cells and houses),
grid_values.py (numbers as people write them), layouts.py (grids as text), drawing.py (pictures),
twins.py (sudokus that differ in their givens are described once).
constraint_rules.py makes rules of demands, with digit_rules.py, line_rules.py, automata.py and
arc_consistency.py. Formats, fuzzing and users import the puzzles and `constraints`; nothing here
knows a format.
"""

__all__ = [
    "arc_consistency",
    "automata",
    "candidates",
    "cells",
    "constraint_rules",
    "constraints",
    "demands",
    "digit_rules",
    "drawing",
    "grid_puzzle",
    "grid_shape",
    "grid_values",
    "layouts",
    "line_rules",
    "samurai",
    "sudoku",
    "target_sudoku",
    "twins",
]
