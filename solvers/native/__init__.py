"""The native engines, and what drives them from Python.

arrays.py is what they are built from, ticks.py runs one without deafness, split.py shares a tree
among threads, batches.py answers many selections. The C++ sources stand in the folders beside, an
engine a folder; what they have in common is in shared/. The solvers dlx and bitmask import this
room.
"""

__all__ = ["arrays", "batches", "split", "ticks"]
