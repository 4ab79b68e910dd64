"""Dancing links and dancing cells as a solver.

dlx.py is the solver, weighted.py its technique `weights`; best_prices.py and iterative_deepening.py
are for costs.
"""

__all__ = ["best_prices", "dlx", "iterative_deepening", "weighted"]
