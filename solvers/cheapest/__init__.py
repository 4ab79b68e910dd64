"""Solvers for the cheapest solution alone, a room for each.

`blocks` proves it where a family of items divides the matrix; `neighborhoods` comes near it soon.
"""

__all__ = ["blocks", "neighborhoods"]
