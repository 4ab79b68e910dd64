"""Searches: what is asked, of which problem, and how; and what answers them.

search.py is the value, goal.py what may be asked, settings.py how, place.py on which workers;
verbs.py has the functions that people call. running.py is a search on its way to a solver, which
selection.py turns into a matrix and what is given of it. solved.py, counted.py, listed.py,
ranked.py and many.py (with many_run.py and givens.py) answer a goal each, stream.py are solutions
on their way back, confirmed.py is what is left of a result after a second opinion. frames.py makes
one table of all solutions. checkpoint/ keeps what a search has found where no kill can tear it, and
writes all solutions into a file, symmetries/ tells what need not be looked at, classes/ counts and
lists what is not alike, estimate/ tells how large a search is before one starts it, workers/ shares
a search among processes, here or on other machines, optima/ tells better answers as they come,
solution_sets/ holds all solutions as one folded tree. All of them know solvers through the registry
and auto.
"""

__all__ = [
    "checkpoint",
    "classes",
    "confirmed",
    "counted",
    "estimate",
    "frames",
    "givens",
    "goal",
    "listed",
    "many",
    "many_run",
    "optima",
    "place",
    "ranked",
    "running",
    "search",
    "selection",
    "settings",
    "solution_sets",
    "solved",
    "stream",
    "symmetries",
    "verbs",
    "workers",
]
