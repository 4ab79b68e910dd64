"""Cardinality: so many choices of each group."""

from __future__ import annotations

from itertools import product

import pytest

from minuet.models import ModelError, Puzzle
from minuet.solvers import count, solve


def test_between_wants_some_of_each_group() -> None:
    puzzle = Puzzle("knights")
    knight = puzzle.choices("knight", row=range(4), col=range(4))
    puzzle.between(2, 2, knight, by="row")
    rule = puzzle.between(2, 2, knight, by="col")
    assert rule.wanted == "exactly 2"
    assert count(puzzle).count == 90  # 4x4 binary matrices of line sums 2 (OEIS A001499)
    assert puzzle.between(1, 3, knight, by="row").wanted == "1 to 3"
    assert puzzle.between(0, 3, knight, by="row").wanted == "at most 3"


def test_between_without_an_upper_end_asks_for_a_cheapest_cover() -> None:
    puzzle = Puzzle("domination")
    queen = puzzle.choices("queen", row=range(5), col=range(5))

    def attacked(row: int, col: int) -> list[tuple[int, int]]:
        return [
            (r, c)
            for r, c in product(range(5), repeat=2)
            if r == row or c == col or abs(r - row) == abs(c - col)
        ]

    rule = puzzle.between(1, None, queen, covering=attacked, name="attacked")
    puzzle.minimize(queen, lambda: 1)
    assert rule.wanted == "at least one"
    result = solve(puzzle)
    assert (result.objective, result.complete) == (3, True)
    assert result.answer is not None and puzzle.check(result.answer)


@pytest.mark.parametrize(("low", "high"), [(2, 1), (-1, 1), (1.0, 2), (0, "3")])
def test_between_refuses_what_is_no_range(low: int, high: int) -> None:
    puzzle = Puzzle()
    choice = puzzle.choices("choice", x=range(3))
    with pytest.raises(ModelError, match="between"):
        puzzle.between(low, high, choice, by="x")


def test_exactly_wants_a_number_of_each_group_or_each_its_own() -> None:
    puzzle = Puzzle("battleship counts")
    ship = puzzle.choices("ship", row=range(3), col=range(3))
    rows = puzzle.exactly({0: 2, 1: 0, 2: 2}, ship, by="row", name="row")
    cols = puzzle.exactly(2, ship, by=lambda col: col // 2, name="half")
    assert (rows.name, rows.wanted) == ("row", "exactly 2 or exactly 0")
    assert [rows.demand(row) for row in range(3)] == [
        "row 0 needs exactly 2",
        "row 1 allows exactly 0",
        "row 2 needs exactly 2",
    ]
    assert cols.wanted == "exactly 2"
    expected = sum(
        [sum(line) for line in lines] == [2, 0, 2] and sum(line[2] for line in lines) == 2
        for lines in product(product((0, 1), repeat=3), repeat=3)
    )
    assert count(puzzle).count == expected > 0
    with pytest.raises(ModelError, match="is in the group 2, which has no number"):
        puzzle.exactly({0: 1, 1: 1}, ship, by="row")
    with pytest.raises(ModelError, match="exactly -1 of 0, expected a number from 0"):
        puzzle.exactly({0: -1, 1: 1, 2: 1}, ship, by="row")
    with pytest.raises(ModelError, match="expected integers"):
        puzzle.exactly("2", ship, by="row")  # type: ignore[arg-type]
