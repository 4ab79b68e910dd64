"""Better answers and bounds, as they come; and answers that are near enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options

from minuet.models import ModelError, Puzzle, WrongAnswer
from minuet.solvers import Interrupted, Snapshot, Status, improving, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Progress, Query, Solver
from minuet.solvers.contract.numbers import gap_of, near

from ....drawing import few
from oracle.costed import one_of

COSTS = [100, 60, 55, 50]
MATRIX = one_of(COSTS)
Step = tuple[str, int]


class Scripted(Solver):
    """Does as it is told: tells option n, or proves a bound and looks at its deadline."""

    def __init__(self, script: Sequence[Step] = (), *, ends: bool = False) -> None:
        super().__init__()
        self._script, self._ends = script, ends
        self.done: list[Step] = []

    def version(self) -> str:
        return "1"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        yield from ()

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        for what, number in self._script:
            if query.deadline.passed():
                return
            self.done.append((what, number))
            if what == "tell":
                yield (number,)
            elif what == "bound":
                progress.bound = number
            elif what == "interrupt":
                raise KeyboardInterrupt
        progress.complete = self._ends


def shown(stream: Iterator[Any]) -> list[tuple[str, int | None, int | None]]:
    return [(one.better, one.objective, one.bound) for one in stream]


def test_each_better_answer_is_told_with_the_bound_by_then() -> None:
    script = [("tell", 0), ("bound", 10), ("tell", 1), ("tell", 3)]
    with improving(MATRIX, Scripted(script, ends=True)) as stream:
        told = list(stream)
        result = stream.result()
    answers = [one for one in told if one.better == "answer"]
    assert [one.objective for one in answers] == [100, 60, 50]
    assert [one.options for one in answers] == [(0,), (1,), (3,)]
    assert [one.bound for one in answers] == [None, 10, 10]
    assert (told[-1].better, told[-1].bound, told[-1].gap) == ("bound", 50, 0)
    assert all(one.solver == "scripted" for one in told)
    assert sorted(one.seconds for one in told) == [one.seconds for one in told]
    assert (result.status, result.objective, result.gap) == (Status.OPTIMAL, 50, 0)


def test_where_nothing_costs_a_hint_is_the_answer_and_nothing_follows() -> None:
    puzzle = Puzzle("all alike")
    place = puzzle.choices("place", row=range(3), col=range(3))
    puzzle.exactly_one(place, by="row")
    puzzle.exactly_one(place, by="col")
    puzzle.minimize(place, lambda row, col: 0)
    with improving(puzzle, "dlx", hint=[2, 4, 6]) as stream:
        assert [(event.solver, event.options) for event in stream] == [("hint", (2, 4, 6))]
    assert stream.result().options == (2, 4, 6)


def test_a_hint_is_told_first_and_nothing_dearer() -> None:
    with improving(MATRIX, Scripted([("tell", 0), ("tell", 3)]), hint=[2]) as stream:
        told = [(one.solver, one.objective) for one in stream if one.better == "answer"]
        assert stream.result().status is Status.FEASIBLE
    assert told == [("hint", 55), ("scripted", 50)]


@pytest.mark.parametrize(
    ("wanted", "last"),
    [({"gap": 0.2}, 2), ({"gap_absolute": 10}, 2), ({"gap": 0.5}, 1), ({"gap": 0.1}, 3)],
)
def test_the_search_stops_where_an_answer_is_near_enough(
    wanted: dict[str, float], last: int
) -> None:
    script = [("bound", 45), ("tell", 0), ("tell", 1), ("tell", 2), ("tell", 3), ("bound", 50)]
    solver = Scripted(script)
    result = solve(MATRIX, solver, **wanted)
    assert result.options == (last,)
    assert (result.status, result.bound) == (Status.FEASIBLE, 45)
    assert solver.done[-1] == ("tell", last)
    assert result.gap == pytest.approx((COSTS[last] - 45) / COSTS[last])
    with improving(MATRIX, Scripted(script), **wanted) as stream:
        assert [one.objective for one in stream][-1] == COSTS[last]
        assert stream.result().bound == 45


def test_a_bound_that_meets_the_answer_proves_it() -> None:
    result = solve(MATRIX, Scripted([("tell", 3), ("bound", 50)]))
    assert (result.status, result.complete) == (Status.OPTIMAL, True)


def test_a_bound_that_is_too_high_is_a_wrong_answer() -> None:
    with pytest.raises(WrongAnswer):
        solve(MATRIX, Scripted([("tell", 3), ("bound", 51)]), gap=0.0)


def test_no_bound_is_told_once_more_where_there_is_no_answer() -> None:
    script = [("bound", 45), ("wait", 0)]
    with improving(MATRIX, Scripted(script, ends=True)) as stream:
        assert [one.bound for one in stream] in ([], [45])
        assert stream.result().status is Status.INFEASIBLE


def test_closing_stops_the_search_and_keeps_the_best() -> None:
    solver = Scripted([("tell", 0), *[("wait", 0)] * 10**6])
    with improving(MATRIX, solver) as stream:
        assert next(stream).objective == 100
    assert stream.result().status is Status.FEASIBLE
    assert list(stream) == []


def test_an_interrupt_has_the_best() -> None:
    with pytest.raises(Interrupted) as stopped:
        list(improving(MATRIX, Scripted([("tell", 1), ("interrupt", 0)])))
    assert stopped.value.result.objective == 60


def test_without_time_nothing_is_known() -> None:
    with improving(MATRIX, "dlx", time_limit=0) as stream:
        assert list(stream) == []
        assert stream.result().status in (Status.UNKNOWN, Status.OPTIMAL)


def test_without_costs_there_is_one_answer() -> None:
    with improving(one_of([0, 0]), "dlx") as stream:
        assert shown(stream) == [("answer", None, None)]


def test_a_watch_is_told_of_the_gap() -> None:
    seen: list[Snapshot] = []
    list(improving(MATRIX, Scripted([("bound", 45), ("tell", 3)]), progress=seen.append))
    assert (seen[-1].best, seen[-1].bound, seen[-1].gap) == (50, 45, 0.1)


@pytest.mark.parametrize("ask", [solve, improving])
@pytest.mark.parametrize("wrong", [{"gap": -1}, {"gap_absolute": float("nan")}, {"gap": "1"}])
def test_a_gap_that_is_none_is_refused(ask: Callable[..., object], wrong: object) -> None:
    with pytest.raises(ModelError, match="expected a number of 0 or more"):
        ask(MATRIX, **wrong)


def test_what_is_near_enough_is_not_agreed_on() -> None:
    with pytest.raises(ModelError, match=r"gap: not beside evidence, .* one solver's word"):
        solve(MATRIX, gap=0.1, evidence="agreed")


def test_gaps_are_exact() -> None:
    large = 2**62
    enough = near(None, 1)
    assert enough is not None
    assert enough.holds(large, large - 1)
    assert not enough.holds(large, large - 2)
    assert gap_of(Fraction(1, 2), 0) == 0.5
    assert gap_of(0, 0) == 0
    assert gap_of(-4, -5) == 0.25
    assert gap_of(None, 3) is None


@few(12)
@given(
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True), max_size=12),
    st.lists(st.integers(-9, 9), min_size=12, max_size=12),
    st.sampled_from(["dlx", "auto", "bitmask"]),
    st.booleans(),
)
def test_the_stream_ends_where_solve_does(
    options: list[list[int]], costs: list[int], name: str, upwards: bool
) -> None:
    puzzle = Puzzle()
    table = puzzle.choices("row", number=range(len(options)))
    puzzle.exactly_one(table, covering=lambda number: options[number], over=range(6))
    (puzzle.maximize if upwards else puzzle.minimize)(table, lambda number: costs[number])
    if name == "bitmask" and not puzzle.matrix.has_costs:
        name = "dlx"
    known = [puzzle.objective(puzzle.matrix.cost(one)) for one in all_solutions(puzzle.matrix)]
    best = (max if upwards else min)(known, default=None)
    with improving(puzzle, name) as stream:
        answers = [one for one in stream if one.better == "answer"]
        result = stream.result()
    assert [one.objective for one in answers][-1:] == ([] if best is None else [best])
    for one in answers:
        assert one.answer is not None
        assert puzzle.check(one.answer)
        assert one.bound is None or (one.bound >= best if upwards else one.bound <= best)
    assert (result.objective, result.complete) == (best, True)
