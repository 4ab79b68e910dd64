"""The solver `auto`: it chooses solvers for a query, and lets them take turns.

auto.py is the solver; plans.py has the plans: which solvers, in which order, for how long; runs.py
has what each of them does in its turn, and waiting.py the selections of a batch. It knows solvers
through the registry alone; turns are given by solvers/turns/.
"""

__all__ = ["auto", "plans", "runs", "waiting"]
