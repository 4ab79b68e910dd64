"""The native engines (C++), and their drivers in Python.

Start with solver.py (the base of the solvers with native engines), engine.py (runs an engine in
steps) and split.py (shares a tree among threads). Each engine has its own folder of C++ sources;
shared/ holds what several of them use. tests/arrows.py lists which folder may include which.
"""
