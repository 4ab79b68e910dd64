"""Tools for setters of puzzles: uniqueness, redundant givens, difficulty, new puzzles.

Start with givens.py (redundant and minimal givens) and rules.py (redundant rules); generate.py
makes puzzles, rate.py rates their difficulty, and uniqueness.py tests quickly, thousands of times,
whether givens leave one solution.
"""

from ..models.lazily import lazily

with lazily(__name__):
    from ..solvers.search.many import is_unique
    from .generate import generate
    from .givens import minimal_givens, redundant_givens
    from .rate import rate
    from .rules import redundant_rules

__all__ = [
    "generate",
    "is_unique",
    "minimal_givens",
    "rate",
    "redundant_givens",
    "redundant_rules",
]
