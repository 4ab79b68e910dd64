"""Suites: parse a suite's text, load its instances, and plan its runs.

Start with suite.py (a suite as a value) and reading.py (the parser), which uses sources.py for
instances, variants.py for solvers, programs.py for programs, and targets.py for targets.
loading.py loads the instances; plan.py lists the runs and selects some by patterns.
"""
