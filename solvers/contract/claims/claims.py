"""What the solvers of one question claimed, so that no two of them contradict each other unseen.

Every claim bounds one number: the number of solutions, or the least cost. Whoever hands over n
solutions says that there are at least n; whoever searched everything says how many there are. A
solution bounds the least cost from above; a proof bounds it from below, and so does the proof that
there is no solution, which then costs infinitely much. Where the highest lower bound is above the
lowest upper bound, one of the two who gave them is wrong, and nobody can say which.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from ....models.errors import WrongAnswer
from ..statements import solutions_in_words

__all__ = ["Claims"]


@dataclass(frozen=True)
class _Claim:
    value: float | int  # an int of any size, or infinity
    solver: str
    said: Callable[[], str]  # asked only of two who contradict each other


class Claims:
    """The tightest bounds that were claimed on one number, and by whom.

    Each method raises WrongAnswer, which names both solvers, if the claim contradicts an earlier
    one.
    """

    def __init__(self) -> None:
        self._lower: _Claim | None = None
        self._upper: _Claim | None = None

    def found(self, solver: str, number: int) -> None:
        """Of the number of solutions: the solver found so many."""
        self._at_least(_Claim(number, solver, lambda: f"found {solutions_in_words(number)}"))

    def counted(self, solver: str, number: int) -> None:
        """Of the number of solutions: the solver searched everything and found so many."""
        claim = _Claim(number, solver, lambda: f"counts {solutions_in_words(number)} in all")
        self._at_least(claim)
        self._at_most(claim)

    def cost(self, solver: str, cost: int) -> None:
        """Of the least cost: the solver found a solution that costs so much."""
        self._at_most(_Claim(cost, solver, lambda: f"found a solution that costs {cost}"))

    def bound(self, solver: str, bound: int) -> None:
        """Of the least cost: the solver proved that no solution costs less."""
        self._at_least(_Claim(bound, solver, lambda: f"proves that none costs less than {bound}"))

    def infeasible(self, solver: str) -> None:
        """Of the least cost: the solver proved that there is no solution."""
        self._at_least(_Claim(math.inf, solver, lambda: "proves that there is no solution"))

    def _at_least(self, claim: _Claim) -> None:
        if self._lower is None or claim.value > self._lower.value:
            self._lower = claim
            self._check()

    def _at_most(self, claim: _Claim) -> None:
        if self._upper is None or claim.value < self._upper.value:
            self._upper = claim
            self._check()

    def _check(self) -> None:
        low, high = self._lower, self._upper
        if low is not None and high is not None and low.value > high.value:
            raise WrongAnswer(
                f"solvers {low.solver} and {high.solver} contradict each other: "
                f"{low.solver} {low.said()}, {high.solver} {high.said()}"
            )
