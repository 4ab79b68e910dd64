"""Bottlenecks, Pareto fronts and answers that differ, against brute force."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_solvers import Options

from minuet.models import Choices, ExactCover, ModelError, Puzzle, Unsupported
from minuet.solvers import Status, bottleneck, diverse, pareto
from minuet.solvers.conformance import all_solutions

from ....drawing import few

CELLS = 5
COSTS = st.lists(st.integers(-4, 4), min_size=9, max_size=9)
ROWS = st.lists(st.sets(st.integers(0, CELLS - 1), min_size=1, max_size=3), max_size=9)


def puzzle_of(rows: list[set[int]]) -> tuple[Puzzle, Choices, list[Options]]:
    """A puzzle, its table and its solutions."""
    puzzle = Puzzle()
    table = puzzle.choices("row", number=range(len(rows)))
    puzzle.exactly_one(table, covering=lambda number: rows[number], over=range(CELLS))
    return puzzle, table, sorted(all_solutions(puzzle.matrix))


@few(30)
@given(ROWS, COSTS, st.booleans())
def test_a_bottleneck_is_the_least_largest_cost(
    rows: list[set[int]], costs: list[int], upwards: bool
) -> None:
    puzzle, table, known = puzzle_of(rows)
    (puzzle.maximize if upwards else puzzle.minimize)(table, lambda number: costs[number])
    result = bottleneck(puzzle, "dlx")
    if not known:
        assert result.status is Status.INFEASIBLE
        return
    if upwards:
        right = max(min(costs[option] for option in one) for one in known)
    else:
        right = min(max(costs[option] for option in one) for one in known)
    assert (result.status, result.objective, result.bound) == (Status.OPTIMAL, right, right)
    assert result.options in known


@few(12)
@given(ROWS, COSTS, COSTS, st.sampled_from(["dlx", "cpsat"]))
def test_a_front_has_each_point_once(
    rows: list[set[int]], first: list[int], second: list[int], name: str
) -> None:
    puzzle, table, known = puzzle_of(rows)
    totals = {(sum(first[k] for k in one), sum(second[k] for k in one)) for one in known}
    right = sorted(
        one
        for one in totals
        if not any(a <= one[0] and b <= one[1] and (a, b) != one for a, b in totals)
    )
    front = pareto(
        puzzle, (table, lambda number: first[number]), (table, lambda number: second[number]), name
    )
    found = list(front)
    assert [(point.first, point.second) for point in found] == right
    assert front.complete
    for point in found:
        assert point.answer is not None
        assert puzzle.check(point.answer)


@few(8)
@given(ROWS, COSTS, COSTS, st.booleans())
def test_the_levels_of_a_puzzle_are_two_totals(
    rows: list[set[int]], first: list[int], second: list[int], upwards: bool
) -> None:
    puzzle, table, known = puzzle_of(rows)
    halves = [Fraction(one, 2) for one in second]
    (puzzle.maximize if upwards else puzzle.minimize)(table, lambda number: first[number], level=3)
    puzzle.minimize(table, lambda number: halves[number])
    sign = -1 if upwards else 1
    totals = {(sign * sum(first[k] for k in one), sum(halves[k] for k in one)) for one in known}
    right = sorted(
        one
        for one in totals
        if not any(a <= one[0] and b <= one[1] and (a, b) != one for a, b in totals)
    )
    front = pareto(puzzle, solver="dlx")
    assert [(sign * point.first, point.second) for point in front] == right
    assert front.complete


@few(6)
@given(ROWS.filter(lambda rows: len(rows) > 5), COSTS, st.integers(0, 6))
def test_each_answer_is_as_far_from_those_before_as_can_be(
    rows: list[set[int]], costs: list[int], within: int
) -> None:
    more = [*rows, {0, 1}, {2, 3}, {4}, {0}, {1, 2}, {3, 4}]
    puzzle, table, known = puzzle_of(more)
    costs = [*costs, 1, 2, 0, 1, 2, 0]
    puzzle.minimize(table, lambda number: costs[number])
    found = [one.options for one in diverse(puzzle, 4, within=within)]  # type: ignore[union-attr]
    total = puzzle.matrix.cost
    least = min(map(total, known))
    allowed = [one for one in known if total(one) <= least + within]
    assert total(found[0]) == least
    assert len(found) == len(set(found)) == min(4, len(allowed))
    for place in range(1, len(found)):
        before, left = found[:place], set(allowed).difference(found[:place])

        def apart(one: Options, before: list[Options] = before) -> int:
            return sum(len(set(one) ^ set(other)) for other in before)

        assert apart(found[place]) == max(map(apart, left))


def test_without_time_what_is_known_is_told() -> None:
    puzzle, table, _ = puzzle_of([{0, 1}, {2, 3, 4}])
    puzzle.minimize(table, lambda number: number)
    assert bottleneck(puzzle, time_limit=0).status is Status.UNKNOWN
    front = pareto(puzzle, (table, 1), (table, 1), time_limit=0)
    assert (list(front), front.complete) == ([], False)
    cut = diverse(puzzle, 2, time_limit=0)
    assert (list(cut), cut.complete) == ([], False)
    whole = diverse(puzzle, 2)
    assert (len(list(whole)), whole.complete) == (1, True)


def test_a_total_of_nothing_has_one_point() -> None:
    puzzle, table, _ = puzzle_of([{0, 1}, {2, 3, 4}, {0, 1, 2, 3}])
    front = pareto(puzzle, (table, 1), (table, 0), "dlx")
    assert [(point.first, point.second) for point in front] == [(2, 0)]
    assert front.complete


def test_a_matrix_without_options_has_a_front_too() -> None:
    empty, lacking = (
        ExactCover(primary=k, items=["a"][:k], starts=[0], members=[]) for k in (0, 1)
    )
    assert [(point.first, point.second) for point in pareto(empty, [], [])] == [(0, 0)]
    front = pareto(lacking, [], [])
    assert (list(front), front.complete) == ([], True)


def test_what_cannot_be_asked_is_refused() -> None:
    puzzle, table, _ = puzzle_of([{0, 1}, {2, 3, 4}])
    with pytest.raises(ModelError, match="bottleneck: a puzzle without costs"):
        bottleneck(puzzle)
    with pytest.raises(ModelError, match=r"second: 3, expected a pair \(choices, cost\)"):
        pareto(puzzle, (table, 1), 3)
    with pytest.raises(ModelError, match="first: expected 2 integers, one for each option"):
        pareto(puzzle.matrix, [1], [2])
    with pytest.raises(ModelError, match="pareto: no two totals in the puzzle, expected an obj"):
        pareto(puzzle)
    with pytest.raises(ModelError, match="in one cost, expected less than"):
        pareto(puzzle, (table, 1 << 30), (table, 1 << 30))
    with pytest.raises(ModelError, match="within: a puzzle without costs"):
        diverse(puzzle, 2, within=1)
    with pytest.raises(Unsupported, match="solver dlx cannot leave known solutions out"):
        diverse(puzzle, 2, "dlx")
