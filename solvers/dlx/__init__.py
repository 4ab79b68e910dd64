"""The solver dlx: native dancing links, with costs and with memory.

dlx.py is the solver; memo.py counts with memory; where there are costs, prices.py asks a linear
program for prices on the items, priced.py works them out in integers and deepening.py searches.
The registry alone imports this room.
"""

__all__ = ["deepening", "dlx", "memo", "priced", "prices"]
