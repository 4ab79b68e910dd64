"""Solvers of one question that contradict each other: `auto` names both, and hides neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from own_plans import auto_of
from own_solvers import DancingLinks, Options, one_by_one, singly

from minuet.models import ExactCover, WrongAnswer
from minuet.models.formats import read
from minuet.setting import is_unique
from minuet.solvers import Status, count, solutions, solve, solve_many
from minuet.solvers.contract import Progress, Query, Solver

from oracle.problems import queens


@cache
def honest_solutions(matrix: ExactCover) -> list[Options]:
    """All solutions as dancing links find them, whatever the limit."""
    return list(one_by_one(DancingLinks().solutions(Query(matrix), Progress())))


class Scripted(Solver):
    """Hands over as many solutions as it is told, and claims what it is told."""

    summary = "for tests"

    def __init__(
        self,
        name: str,
        found: int | None = 0,
        *,
        complete: bool = False,
        bound: int | None = None,
        dearest: bool = False,
    ) -> None:
        super().__init__()
        self.name = name  # type: ignore[misc]
        self._found, self._complete = found, complete
        self._bound, self._dearest = bound, dearest

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield from singly(islice(honest_solutions(query.matrix), self._found))
        progress.complete = self._complete
        while not (progress.complete or query.deadline.passed()):
            pass

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        every = sorted(honest_solutions(query.matrix), key=query.matrix.cost)
        yield from islice(reversed(every) if self._dearest else every, self._found)
        progress.complete, progress.bound = self._complete, self._bound


@pytest.fixture(scope="module")
def costly(data: Path) -> ExactCover:
    (matrix,) = read((data / "instances/langford8_cost.dlx").read_bytes()).problems
    assert isinstance(matrix, ExactCover)
    return matrix


@pytest.mark.parametrize(
    "liar",
    [
        Scripted("liar", 1, complete=True, dearest=True),  # a worse optimum
        Scripted("liar", 0, complete=True),  # no solution
        Scripted("liar", 0, bound=100),  # a bound above what is in hand
        Scripted("liar", 1, bound=100, complete=True),  # a bound above its own solution
    ],
    ids=["worse optimum", "infeasible", "bound", "own bound"],
)
def test_a_later_proof_against_a_solution_in_hand_is_a_wrong_answer(
    liar: Solver, costly: ExactCover
) -> None:
    with pytest.raises(WrongAnswer, match=r"(?s)^(?=.*\bliar\b).*\bhonest\b.*|liar.*liar"):
        solve(costly, auto_of(Scripted("honest", 1), liar))


def test_a_solution_below_an_earlier_bound_is_a_wrong_answer(costly: ExactCover) -> None:
    with pytest.raises(WrongAnswer, match=r"solvers liar and honest contradict .* 100, .* 99"):
        solve(costly, auto_of(Scripted("liar", 0, bound=100), Scripted("honest", 1)))


def test_stages_that_agree_prove_the_optimum_together(costly: ExactCover) -> None:
    first = Scripted("first", 1, dearest=True, bound=90)
    result = solve(costly, auto_of(first, Scripted("second", 300, complete=True, bound=99)))
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 99, 99)
    assert result.solver == "second"


def test_a_solution_that_costs_what_another_one_proved_ends_the_search(costly: ExactCover) -> None:
    class Never(Scripted):
        def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
            raise AssertionError("asked for more")

    last = Never("last")
    result = solve(costly, auto_of(Scripted("bound", 0, bound=99), Scripted("best", 1), last))
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 99, 99)
    result = solve(costly, auto_of(Scripted("best", 1), Scripted("bound", 0, bound=99), last))
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, 99, 99)
    assert "none better: claimed by bound" in str(result.evidence)


def test_nobody_who_finishes_leaves_the_search_open(costly: ExactCover) -> None:
    result = solve(costly, auto_of(Scripted("first", 1), Scripted("second", 0, bound=98)))
    assert (result.status, result.objective, result.bound) == (Status.FEASIBLE, 99, 98)
    assert not result.complete


@pytest.mark.parametrize("number", [0, 2, 3])
def test_a_count_below_what_another_found_is_a_wrong_answer(number: int) -> None:
    liar = Scripted("liar", number, complete=True)
    with pytest.raises(WrongAnswer, match=f"honest found 4 solutions, liar counts {number}"):
        count(queens(6), auto_of(Scripted("honest", 4), liar))


def test_more_than_another_found_is_no_contradiction() -> None:
    result = count(queens(6), auto_of(Scripted("slow", 3), Scripted("fast", 4, complete=True)))
    assert (result.count, result.complete, result.solver) == (4, True, "fast")
    result = count(queens(6), auto_of(Scripted("one", 3), Scripted("other", 1)))
    assert (result.count, result.complete, result.solver) == (3, False, "one")


@pytest.mark.parametrize("number", [0, 1])
def test_uniqueness_against_what_another_found_is_a_wrong_answer(number: int) -> None:
    class FindsOneFewer(Scripted):
        """Finds all but one of those that are asked for, and says that they are all."""

        def many(
            self, query: Query, progress: Progress, selections: Iterable[Options], limit: int
        ) -> Iterator[tuple[int, Options | None]]:
            raise AssertionError("asked for a batch")

    honest, liar = Scripted("honest", 1), FindsOneFewer("liar", 0, complete=True)
    asked = auto_of(honest, liar, batches=())
    puzzle = queens(6)
    with pytest.raises(WrongAnswer, match="honest found 1 solution, liar counts 0"):
        if number:
            is_unique(puzzle, asked)
        else:
            list(solve_many(puzzle, [()], asked, unique=True))


def test_a_solution_that_comes_twice_is_not_a_second_one() -> None:
    class Twice(Scripted):
        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            first = DancingLinks().first(query, Progress())
            assert first is not None
            yield [first, tuple(reversed(first))]

    asked = auto_of(Twice("twice"), batches=())
    with pytest.raises(WrongAnswer, match="twice: a solution comes twice"):
        is_unique(queens(6), asked)


def test_a_first_solution_against_an_earlier_proof_needs_another_stage_to_show() -> None:
    class SaysSo(Scripted):
        """Says of a first solution that it found some, but hands none over."""

        def first(self, query: Query, progress: Progress) -> Options | None:
            progress.found = 1
            return None

    with pytest.raises(WrongAnswer, match="honest found 1 solution, liar counts 0"):
        solve(queens(6), auto_of(SaysSo("honest"), Scripted("liar", 0, complete=True)))


def test_a_solver_that_stops_early_is_no_proof() -> None:
    class StopsEarly(Scripted):
        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            yield from ()

    asked = auto_of(StopsEarly("early"), "dlx")
    assert solve(queens(6), asked).status is Status.OPTIMAL
    assert count(queens(6), auto_of(StopsEarly("early"), "dlx")).count == 4
    assert len(list(solutions(queens(6), auto_of(StopsEarly("early"), "dlx")))) == 4


class ChangesItsMind(Scripted):
    """Counts ten solutions in its first turn, and five, all of them, in its second."""

    def __init__(self) -> None:
        super().__init__("turncoat")
        self.turns = 0

    def count(self, query: Query, progress: Progress) -> int:
        self.turns += 1
        if self.turns > 1:
            progress.complete = True
            return 5
        while not query.deadline.passed():
            pass
        return 10


def test_a_solver_that_contradicts_itself_from_turn_to_turn_is_caught() -> None:
    with pytest.raises(WrongAnswer, match="turncoat"):
        count(queens(6), auto_of(ChangesItsMind(), seconds=0.1, growth=2))
