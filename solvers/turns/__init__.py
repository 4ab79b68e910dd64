"""Turn-taking: several solvers search the same matrix by turns, and the first that is done answers.

plan.py has plans: which solvers, in which order, for how long, and plan.py the shapes of matrices
that these depend on; scheduler.py gives the solvers their turns; scheduler.py has a turn in the
search for the best solution, and choosing.py is the base of the solvers that let others search for
it: `auto`, and `optimize` with its techniques. It knows solvers through the registry alone.
"""
