"""The solver `auto`: it chooses solvers for a query, and lets them take turns.

auto.py is the solver; plans.py has the plans: which solvers, in which order, for how long;
scheduler.py gives the solvers of a plan their turns, and runs.py has what each of them does in its
turn. It knows solvers through the registry alone; the second opinions use its plans and its
scheduler.
"""

__all__ = ["auto", "plans", "runs", "scheduler"]
