"""Solvers of other traditions, behind our contract: CP-SAT, integer programming, and clingo.

They answer what ours find hard, and check it: they share no code with the native engines. The
registry alone imports this room, and the features, which ask for a relaxation (mip/relaxation.py).
"""
