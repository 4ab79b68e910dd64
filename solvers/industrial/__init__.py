"""Solvers of other makers behind minuet's contract: CP-SAT, SCIP, HiGHS and clingo.

They share no code with the native engines, so they also confirm the answers of these. cpsat.py,
mip.py (SCIP and HiGHS) and clingo.py are the solvers.
"""
