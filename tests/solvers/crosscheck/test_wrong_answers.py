"""What no solution, count or bound can be is a wrong answer, and the check says whose."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import ExactCover, Puzzle
from minuet.solvers import crosscheck
from minuet.solvers.contract import Progress, Query, Solver

from oracle.odd import FAST, Odd
from oracle.problems import queens

pytestmark = pytest.mark.usefixtures("in_this_process")


class HandsOver(Odd):
    """Hands over something else behind the first solution."""

    what: Any = None

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        stream = one_by_one(super().solutions(query, progress))
        yield [next(stream)]
        yield [self.what]
        yield from singly(stream)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (None, "hands over None, expected option numbers"),
        ("abc", "expected option numbers"),
        ((0.5, 1.0), "expected option numbers"),
        (7, "expected option numbers"),
        ((), "is covered 0 times"),
        ((1 << 70,), "expected 0 to 35"),
        ((10**6000,), "hands over a number of 19932 bits, expected option numbers"),
        (range(10**8), "hands over more than 36 option numbers"),
        (itertools.repeat(0), "hands over more than 36 option numbers"),
        ((-1,), "expected 0 to 35"),
        ((0, 0), "an option is chosen twice"),
    ],
)
@pytest.mark.parametrize("query", ["all", pytest.param("best", marks=pytest.mark.slow)])
def test_what_is_no_solution_is_a_wrong_answer(
    what: object, said: str, query: str, langford: ExactCover
) -> None:
    solver = HandsOver()
    solver.what = what
    problem: Puzzle | ExactCover = queens(6)
    if query == "best":
        problem, said = langford, said.replace("35", "83").replace("36", "84")
    report = crosscheck(problem, [solver, *FAST], query=query)
    assert report.verdict == "disagreed"
    assert said in report.disagreements[0]
    assert len(report.outcomes[0].found) == 1


class Counts(Odd):
    """Lists rightly, and counts as it likes."""

    number: Any = 4

    def count(self, query: Query, progress: Progress) -> Any:
        progress.complete = True
        return self.number


@pytest.mark.parametrize("number", [None, "4", -1, 4.0, 3, 5, 0, 1 << 80])
def test_a_wrong_count_is_a_wrong_answer(number: object) -> None:
    solver = Counts()
    assert crosscheck(queens(6), [solver, "sat"])
    solver.number = number
    report = crosscheck(queens(6), [solver, "sat"])
    assert report.verdict == "disagreed"
    assert "odd: counts" in report.disagreements[0]


class Improves(Odd):
    """Yields what it likes of the solutions, dearest first, and bounds."""

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        listed = one_by_one(DancingLinks.solutions(self, query, progress))
        every = sorted(listed, key=query.matrix.cost)[::-1]
        progress.complete, progress.bound = False, None
        yield from self.some(query, progress, every)

    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        raise NotImplementedError


class Optimum(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield from (every[0], every[-1])
        progress.complete = True


class FindsAWorseOneLater(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield from (every[-1], every[0])
        progress.complete = True


class FindsTheSameAgain(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield from (every[-1], every[-1])
        progress.complete = True


class ClaimsAnOptimumTooSoon(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[0]
        progress.complete = True
        yield every[-1]


class BoundsAboveALaterOne(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[0]
        progress.bound = query.matrix.cost(every[0])
        yield every[-1]
        progress.bound = query.matrix.cost(every[-1])
        progress.complete = True


class BoundsAboveItsOwn(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[-1]
        progress.bound = query.matrix.cost(every[-1]) + 1


class BoundsByAWord(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[-1]
        progress.bound = "low"  # type: ignore[assignment]


class BoundsByAFraction(Improves):
    def some(self, query: Query, progress: Progress, every: list[Options]) -> Iterator[Options]:
        yield every[-1]
        progress.bound = 98.5  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (FindsAWorseOneLater, "a solution of cost"),
        (FindsTheSameAgain, "a solution comes twice"),
        (ClaimsAnOptimumTooSoon, "says that its search is over, and finds a better one"),
        (BoundsAboveALaterOne, "it says, but one costs 99"),
        (BoundsAboveItsOwn, "no solution costs less than 100, it says, but one costs 99"),
        (BoundsByAWord, "no solution costs less than 'low'"),
        (BoundsByAFraction, "no solution costs less than 98.5"),
    ],
)
def test_a_false_bound_or_order_is_a_wrong_answer(
    fault: type[Solver], said: str, langford: ExactCover
) -> None:
    assert crosscheck(langford, ["dlx", Optimum()])
    report = crosscheck(langford, ["dlx", fault()])
    assert report.verdict == "disagreed"
    assert said in report.disagreements[0]


class IgnoresWhatIsGiven(Odd):
    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        anywhere = replace(query, given=(), forbidden=frozenset())
        return DancingLinks.solutions(self, anywhere, progress)


def test_who_leaves_the_branch_it_is_asked_about_is_wrong() -> None:
    report = crosscheck(queens(8), [IgnoresWhatIsGiven(), *FAST], limit=10)
    assert report.verdict == "disagreed"
    assert "was to be left out" in report.disagreements[0]
    puzzle = queens(6)
    puzzle.given(puzzle.table("queen"), row=0, col=1)
    report = crosscheck(puzzle, [IgnoresWhatIsGiven(), *FAST])
    assert "is given, but not chosen" in report.disagreements[0]
