"""The solver blocks: prices on the items that link independent blocks, and one cover a block.

blocks.py is the solver; prices.py asks for the blocks, improvement.py lets deepening.py, which
proves, and freeing.py, which improves, take turns; the rest is native (solvers/native/blocks/). The
registry alone imports this room.
"""

__all__ = ["blocks", "deepening", "freeing", "improvement", "prices"]
