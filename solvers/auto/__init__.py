"""The solver `auto`: which solvers answer a query, in which order, for how long.

auto.py is the solver; plans.py has the plans; scheduler.py lets the solvers of a plan take turns,
and runs.py has what each of them does in its turn; relay.py hands a batch from one solver on to the
next. It knows solvers through the registry alone; the second opinions use its plans and its team.
"""

__all__ = ["auto", "plans", "relay", "runs", "scheduler"]
