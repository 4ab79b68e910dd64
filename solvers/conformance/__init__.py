"""The contract of solvers as tests that install with the package.

`python -m minuet.solvers.conformance NAME` tests one solver, minuet's own or another package's;
`check(solver)` does so from Python. suite.py runs the requirements, which are in answers.py and
behavior.py. `all_solutions` and `is_solution` are the brute force that answers are compared with.
"""

from ...models.lazily import lazily

with lazily(__name__):
    from ..fuzz.oracles import TooLarge, all_solutions, is_solution
    from .requirement import Nonconforming, Requirement
    from .suite import REQUIREMENTS, Verdict, check

__all__ = [
    "REQUIREMENTS",
    "Nonconforming",
    "Requirement",
    "TooLarge",
    "Verdict",
    "all_solutions",
    "check",
    "is_solution",
]
