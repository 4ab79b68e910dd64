"""The solver blocks: prices on the items that link independent blocks, and one cover a block.

blocks.py is the solver, deepening.py the search for the cheapest solution; the rest is native
(solvers/native/blocks/). The registry alone imports this room.
"""

__all__ = ["blocks", "deepening"]
