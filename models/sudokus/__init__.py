"""Sudokus: grids of any size, jigsaws, variants with all their constraints, samurai.

`minuet.models.sudokus.constraints` holds the constraints (`Cage`, `Arrow`, `Thermometer` ...), and
`minuet.models.sudokus.demands` what a constraint of one's own is written in.
"""

__all__ = [
    "cells",
    "constraints",
    "demands",
    "grid_numbers",
    "grid_shape",
    "samurai",
    "sudoku",
    "supports",
    "variant_rules",
    "walks",
]
