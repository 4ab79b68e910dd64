"""Dancing links and dancing cells as a solver.

dlx.py is the solver, weighted.py its technique `weights`; iterative_deepening.py and
iterative_deepening.py are for costs.
"""
