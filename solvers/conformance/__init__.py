"""What every solver must do: the contract as tests that install with the package.

`python -m minuet.solvers.conformance NAME` runs them for one solver, minuet's own or one of another
package; `check(solver)` does so from Python. requirement.py says what a requirement is, answers.py
has those on answers to random small matrices, which brute force knows, behavior.py those on what
goes on around them; suite.py runs them. `all_solutions` and `is_solution` are that brute force, to
measure other things by. Nothing imports this room but minuet's own tests.
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
