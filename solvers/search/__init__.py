"""Searches: a problem, a goal and settings, and the code that runs them.

Start with verbs.py (the functions that users call), search.py (the value that each verb makes),
settings.py (every setting) and running.py (what all searches share while they run). checkpoint/
resumes searches after a kill, workers/ distributes them, solution_sets/ holds all solutions as one
folded tree. Solvers are reached through solvers/registry.py and `auto` alone.
"""
