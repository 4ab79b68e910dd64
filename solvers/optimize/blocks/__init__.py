"""The technique blocks: prices on the items that link independent blocks, and one cover a block.

blocks.py is the technique; prices.py asks for the blocks, improvement.py lets deepening.py, which
proves, and freeing.py, which improves, take turns; the rest is native (solvers/native/blocks/).
"""

__all__ = ["blocks", "deepening", "freeing", "improvement", "prices"]
