"""For who sets puzzles: is it unique, which givens can be spared, how hard is it, a new one.

is_unique(puzzle)         whether there is exactly one solution
redundant_givens(puzzle)  which givens follow from the others
minimal_givens(puzzle)    givens that suffice, of which none can be spared
generate(puzzle, n)       a puzzle with n givens and one solution
rate(puzzle)              how hard it is: singles, trials of one choice, or guessing

givens.py asks about givens, generate.py makes puzzles, rate.py says how hard one is, uniqueness.py
says thousands of times whether some givens are enough.
"""

from ..models.lazily import lazily

with lazily(__name__):
    from ..solvers.search.many import is_unique
    from .generate import generate
    from .givens import minimal_givens, redundant_givens
    from .rate import rate

__all__ = [
    "generate",
    "is_unique",
    "minimal_givens",
    "rate",
    "redundant_givens",
]
