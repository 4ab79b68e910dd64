"""For who sets puzzles: is it unique, which givens can be spared, a new one.

givens.py has the questions about givens, generate.py makes puzzles, rate.py says how hard one is,
uniqueness.py says thousands of times whether some givens are enough. Nothing but the command line
and the contests imports this room.
"""

__all__ = ["generate", "givens", "rate", "uniqueness"]
