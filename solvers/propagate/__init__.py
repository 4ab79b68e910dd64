"""The search by propagation as a solver: for sums, graph rules and statements.

propagate.py is the solver, engines.py makes its engines, costs.py searches for the cheapest.
"""

__all__ = ["costs", "engines", "propagate"]
