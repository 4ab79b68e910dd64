"""Solvers for the cheapest solution alone, a room for each.

`blocks` proves it where a family of items divides the matrix, `ascent` by prices that climb at
every node; `neighborhoods` comes near it soon.
"""

__all__ = ["ascent", "blocks", "neighborhoods"]
