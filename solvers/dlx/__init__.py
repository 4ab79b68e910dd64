"""The solver dlx: native dancing links, with costs, with memory, and beyond covers.

dlx.py is the solver; memo.py counts with memory; where there are costs, best_prices.py asks a
linear program for prices on the items and iterative_deepening.py searches; propagation.py takes
weights and conditions. The registry alone imports this room.
"""

__all__ = ["best_prices", "dlx", "iterative_deepening", "memo", "propagation"]
