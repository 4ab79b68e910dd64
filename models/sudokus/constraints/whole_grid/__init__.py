"""Constraints of the whole grid.

moves.py has those on cells that are some steps apart and on squares, missing_values.py those on the
values that houses lack or share, full_rank.py the order of rows and columns read as numbers,
yin_yang.py and cave.py cells that are to be shaded.
"""

__all__ = ["cave", "full_rank", "missing_values", "moves", "yin_yang"]
