"""The solver ascent: branch and bound where prices on the items climb at every node.

ascent.py is the solver, deepening.py the search for the cheapest solution; the rest is native
(solvers/native/ascent/). The registry alone imports this room.
"""

__all__ = ["ascent", "deepening"]
