"""Objectives of several levels, and of fractions and decimals, against brute force."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Puzzle
from minuet.solvers import improving, solve
from minuet.solvers.conformance import all_solutions

from ..drawing import few

CELLS = 4
COSTS = st.lists(st.integers(-3, 3), min_size=8, max_size=8)
FRACTIONS = st.lists(
    st.one_of(st.fractions(-3, 3, max_denominator=6), st.decimals(-3, 3, places=2)),
    min_size=8,
    max_size=8,
)
ROWS = st.lists(st.sets(st.integers(0, CELLS - 1), min_size=1, max_size=3), max_size=8)


def puzzle_of(rows: list[set[int]]) -> tuple[Puzzle, Choices]:
    puzzle = Puzzle()
    table = puzzle.choices("row", number=range(len(rows)))
    puzzle.exactly_one(table, covering=lambda number: rows[number], over=range(CELLS))
    return puzzle, table


@few(30)
@given(
    ROWS,
    st.lists(COSTS, min_size=3, max_size=3),
    st.lists(st.sampled_from([1, -1]), min_size=3, max_size=3),
)
def test_a_higher_level_comes_first(
    rows: list[set[int]], costs: list[list[int]], signs: list[int]
) -> None:
    puzzle, table = puzzle_of(rows)
    for level, (of_level, sign) in enumerate(zip(costs, signs, strict=True)):
        aim = puzzle.minimize if sign > 0 else puzzle.maximize
        aim(table, lambda number, of_level=of_level: of_level[number], level=2 - level)
    totals = [
        tuple(sum(of_level[option] for option in one) for of_level in costs)
        for one in all_solutions(puzzle.matrix)
    ]
    result = solve(puzzle, "propagate")
    if not totals:
        assert result.options is None
        return
    best = min(totals, key=lambda one: [s * total for s, total in zip(signs, one, strict=True)])
    assert result.objectives == best
    assert result.answer is not None
    assert result.answer.objective == result.objective


@few(20)
@given(ROWS, FRACTIONS, st.booleans())
def test_fractions_and_decimals_are_exact(
    rows: list[set[int]], costs: list[Fraction | Decimal], upwards: bool
) -> None:
    puzzle, table = puzzle_of(rows)
    (puzzle.maximize if upwards else puzzle.minimize)(table, lambda number: costs[number])
    exact = [Fraction(cost) for cost in costs]
    totals = [sum(exact[k] for k in one) for one in all_solutions(puzzle.matrix)]
    best = (max if upwards else min)(totals, default=None)
    result = solve(puzzle, "propagate")
    assert result.objective == best
    if best is not None:
        assert (result.bound, result.objectives) == (best, (best,))
        json.dumps(result.to_dict())
        with improving(puzzle, "propagate") as stream:
            assert list(stream)[-1].objective == best


def test_levels_have_denominators_of_their_own() -> None:
    puzzle, table = puzzle_of([{0, 1, 2, 3}, {0, 1}, {2, 3}])
    puzzle.minimize(table, Fraction(1, 3), level=1)
    puzzle.maximize(table, lambda number: Decimal("0.25") * number)
    result = solve(puzzle, "propagate")
    assert result.objectives == (Fraction(1, 3), 0)
    assert "minimize a total over row at level 1" in puzzle.describe()
    assert "maximize a total over row\n" in puzzle.describe()


def test_preferences_count_at_their_level() -> None:
    puzzle, table = puzzle_of([{0, 1, 2, 3}, {0, 1}, {2, 3}])
    puzzle.minimize(table, Fraction(1, 2))
    rule = puzzle.between(2, 2, table, by=lambda number: 0, name="two")
    puzzle.prefer(rule, 1, level=1)
    result = solve(puzzle, "propagate")
    assert result.objectives == (0, 1)
    puzzle.prefer(puzzle.between(1, 1, table, by=lambda number: 0, name="one"), 1, level=2)
    assert solve(puzzle, "propagate").objectives == (0, 1, Fraction(1, 2))


@pytest.mark.parametrize(
    ("cost", "level", "wrong"),
    [
        (0.5, 0, "has 0.5, a float, expected an integer, Fraction or Decimal"),
        (Decimal("nan"), 0, "expected an integer"),
        (1, 0.5, "level 0.5, expected an integer"),
        (2**61, 0, "expected less than 2.62"),
    ],
)
def test_what_is_no_cost_is_refused(cost: object, level: object, wrong: str) -> None:
    puzzle, table = puzzle_of([{0}, {1}, {2, 3}])
    with pytest.raises(ModelError, match=wrong):
        puzzle.minimize(table, (lambda number: cost) if cost == 0.5 else cost, level=level)  # type: ignore[arg-type]


def test_levels_that_do_not_fit_are_refused() -> None:
    puzzle, table = puzzle_of([{0}, {1}, {2, 3}])
    puzzle.minimize(table, 2**30)
    puzzle.minimize(table, 2**30, level=1)
    with pytest.raises(ModelError, match=r"objective: costs that sum to .* over the levels 0, 1"):
        puzzle.matrix  # noqa: B018
    with pytest.raises(
        ModelError,
        match="maximize at level 1, which already has minimize",
    ):
        puzzle.maximize(table, level=1)
