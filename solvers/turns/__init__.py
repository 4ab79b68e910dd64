"""Turn-taking: several solvers search one matrix in turns until the first one is done.

plan.py says which solvers take part, scheduler.py gives them turns, choosing.py is the base of the
solvers `auto` and `optimize`. Solvers are reached through solvers/registry.py alone.
"""
