"""Searches: a problem, a goal and settings; and what runs them.

search.py is the value, settings.py has the settings, place.py names workers;
verbs.py has the functions that people call. running.py runs a search, for which selection.py turns
the problem into a matrix and a selection. single.py makes the answer of searches with one result,
stream.py of those with many solutions, many.py of those with many sets of givens; confirmed.py is
what is left of a result after a second opinion. checkpoint/ stores a search so that no kill can
tear it, and writes all solutions into a file; symmetries/ finds what a search may leave out;
classes/ counts and lists solutions up to symmetry; estimate/ estimates the size of a search;
workers/ shares a search among processes, here or on other machines; optima/ has the searches for
better and several good answers; solution_sets/ holds all solutions as one folded tree. All of them
know solvers through the registry and auto.
"""
