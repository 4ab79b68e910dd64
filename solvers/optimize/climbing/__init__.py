"""The techniques climbing and pairs: branch and bound by prices that are made anew at every node.

climbing.py has the techniques, deepening.py the search for the cheapest solution; the rest is
native (solvers/native/ascent/).
"""

__all__ = ["climbing", "deepening"]
