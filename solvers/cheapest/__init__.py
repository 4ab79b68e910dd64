"""Solvers for the cheapest solution alone, a room for each.

`blocks` proves it where a family of items divides the matrix, `ascent` by prices that climb at
every node; `neighborhoods` comes near it soon. groups.py reads families of groups off the names of
the items, as rows and digits are; first_solution.py is where two of them may begin.
"""

__all__ = ["ascent", "blocks", "first_solution", "groups", "neighborhoods"]
