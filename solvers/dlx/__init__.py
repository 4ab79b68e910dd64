"""The solver `dlx`: dancing links and dancing cells.

dlx.py is the solver, weighted.py its technique `dlx:weights`; iterative_deepening.py finds the
cheapest solution.
"""
