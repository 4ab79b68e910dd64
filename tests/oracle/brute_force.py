"""Brute force comes with the fuzzer; this is where tests that came before look for it."""

from minuet.solvers.fuzz.brute_force import all_solutions

__all__ = ["all_solutions"]
