"""Constraints whose digits add up: cages, arrows, lines with sums.

summed.py says how a sum is demanded: by an automaton or by a weighted item.
"""

__all__ = ["arrows", "cages", "sum_lines", "summed"]
