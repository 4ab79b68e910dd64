"""Solvers for the cheapest solution alone, a room for each.

`blocks` proves it where a family of items divides the matrix.
"""

__all__ = ["blocks"]
