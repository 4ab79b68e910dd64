"""Compare the claims of the solvers of one search; share the best solution between them.

Every claim bounds one number: the number of solutions, or the least cost. A solver that yields n
solutions claims that there are at least n; a complete search claims the exact number. A solution
bounds the least cost from above; a proof bounds it from below, and so does the proof that there is
no solution, which then costs infinitely much. If the highest lower bound is above the lowest upper
bound, one of the two solvers that gave them is wrong, and `Claims` raises.

The parts: claims, and the incumbent.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...models.errors import SolverError, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from .batch import Options
from .evidence import solutions_in_words
from .progress import Progress
from .verify import Verifier

__all__ = ["Claims", "Incumbent", "Known"]


@dataclass(frozen=True)
class _Claim:
    value: float | int  # an int of any size, or infinity
    solver: str
    describe: Callable[[], str]  # asked only of two who contradict each other


class Claims:
    """The tightest bounds that were claimed on one number, and the solvers that claimed them.

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
                f"{low.solver} {low.describe()}, {high.solver} {high.describe()}"
            )


# ---- The incumbent: the best known solution, shared by concurrent searches -----------------------
#
# Where several threads search for the best solution of one query, each in its own way, `Query`
# carries one incumbent. A solver yields its solutions as always, and `offered` offers each of them;
# it is verified before another solver sees it. A solver that supports it checks between two steps
# for a better solution and continues as if that had come as the hint: it yields what it took over,
# and searches for nothing that costs as much. Any other solver begins at the best solution of all
# in its next turn.
#
# The bound is shared too, since the search is over as soon as the best solution of one solver costs
# what another one proves. All claims are compared, so two threads that contradict each other are a
# WrongAnswer that names both solvers.
#
# The state is one tuple, which is replaced as a whole: reading it takes no lock, and some tens of
# nanoseconds, so a solver may do so between any two steps.


class Known(NamedTuple):
    """A solution, its options ascending, what it costs, and who found it."""

    cost: int
    options: Options
    solver: str


class Incumbent:
    """The best solution and the highest bound of those who search one query side by side.

    best      the cheapest solution so far; None before there is one
    bound     no solution costs less than this, as `bounder` proved; None: nothing is proved
    complete  whether a solver searched everything: there is no better solution, or none at all
    """

    def __init__(
        self,
        matrix: ExactCover,
        given: Iterable[int] = (),
        forbidden: Iterable[int] = (),
        hint: Options = (),
        *,
        shared: bool = True,
    ) -> None:
        """Begin at a hint, a solution that was verified; empty: at none.

        shared  whether several threads know it; what one thread finds its caller verifies
        """
        self._matrix, self._claims = matrix, Claims()
        self._verifier = Verifier(matrix, given, forbidden) if shared else None
        self._changed = threading.Condition()
        self.best: Known | None = None
        if hint:
            self.best = Known(matrix.cost(hint), tuple(sorted(hint)), "")
        self.bound: int | None = None
        self.bounder = ""
        self.complete = False
        self._turns: tuple[tuple[str, Progress], ...] = ()  # at work: the solver, what it proves

    @property
    def settled(self) -> bool:
        """Whether no better solution is to be looked for."""
        return self.complete or (self.best is not None and self.best.cost == self.bound)

    def cheaper_than(self, cost: int | None) -> Known | None:
        """Return the best solution if it costs less; of None: if there is one."""
        best = self.best
        return best if best is not None and (cost is None or best.cost < cost) else None

    def offer(self, solver: str, options: Sequence[int]) -> int:
        """Let a solution be the best one if it is cheaper; return what it costs.

        Raises WrongAnswer for one that is none, or that a bound excludes.
        """
        cost = self._matrix.cost(options)
        best = self.best
        if self._verifier is not None and (best is None or cost < best.cost):
            self._verifier.require(options, solver)
        with self._changed:
            self._claims.cost(solver, cost)
            if self.best is None or cost < self.best.cost:
                self.best = Known(cost, tuple(sorted(options)), solver)
                self._changed.notify_all()
        return cost

    def offered(
        self, solver: str, solutions: Iterable[Options], progress: Progress
    ) -> Iterator[int]:
        """Offer all solutions of a search, and note what it proves; yield what each costs.

        progress  of the search; what it proves meanwhile is seen by `look`

        Raises WrongAnswer; of a search that raises SolverError the bound is noted.
        """
        turn, least = (solver, progress), None
        with self._changed:
            self._turns = (*self._turns, turn)
        try:
            for options in solutions:
                cost = self.offer(solver, options)
                least = cost if least is None else min(least, cost)
                yield cost
            self.note_bound(solver, progress.bound)
            if progress.complete:
                self.note_complete(solver, least)
        except SolverError:
            progress.complete = False
            self.note_bound(solver, progress.bound)
            raise
        finally:
            with self._changed:
                self._turns = tuple(other for other in self._turns if other is not turn)
                bound = progress.bound  # of a search that was stopped amid its turn
                if bound is not None and (self.bound is None or bound > self.bound):
                    self.bound, self.bounder = bound, solver

    def look(self) -> None:
        """Note what the searches at work have proved by now. Raises WrongAnswer."""
        for solver, progress in self._turns:
            self.note_bound(solver, progress.bound)

    def note_bound(self, solver: str, bound: int | None) -> None:
        """Note that no solution costs less. Raises WrongAnswer if one is known that does."""
        if bound is None or (self.bound is not None and bound <= self.bound):
            return
        with self._changed:
            self._claims.bound(solver, bound)
            if self.bound is None or bound > self.bound:
                self.bound, self.bounder = bound, solver
                self._changed.notify_all()

    def note_complete(self, solver: str, least: int | None) -> None:
        """Note that a solver searched everything and that nothing costs less; None: there is none.

        Raises WrongAnswer if a solution is known that contradicts it.
        """
        with self._changed:
            if least is None:
                self._claims.infeasible(solver)
            else:
                self._claims.bound(solver, least)
            self.complete, self.bounder = True, solver
            if least is not None:
                self.bound = least
            self._changed.notify_all()

    def wait(self, cost: int | None, seconds: float) -> None:
        """Wait for news on a solution of this cost, or to be woken, but not for long."""
        with self._changed:
            if not self.settled and self.cheaper_than(cost) is None:
                self._changed.wait(seconds)

    def wake(self) -> None:
        """Have those who wait look again."""
        with self._changed:
            self._changed.notify_all()
