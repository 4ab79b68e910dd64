"""`same_sum` against plain loops over all subsets of choices, and partitions that are published."""

from __future__ import annotations

import pickle
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import count, explain, solutions, solve

ROWS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(-2, 3)), min_size=1, max_size=7)


def puzzle_of(rows: list[tuple[str, int]], over: str | None = None) -> Puzzle:
    puzzle = Puzzle("sums")
    table = puzzle.choices("row", number=range(len(rows)))
    puzzle.same_sum(
        table,
        by=lambda number: rows[number][0],
        weight=lambda number: rows[number][1],
        over=over,
        name="same",
    )
    return puzzle


def are_same(rows: list[tuple[str, int]], chosen: tuple[int, ...], groups: set[str]) -> bool:
    sums = {sum(rows[k][1] for k in chosen if rows[k][0] == group) for group in groups}
    return len(sums) <= 1


@given(ROWS, st.booleans())
def test_the_solutions_are_the_subsets_whose_groups_have_equal_sums(
    rows: list[tuple[str, int]], named: bool
) -> None:
    puzzle = puzzle_of(rows, "abc" if named else None)
    groups = set("abc") if named else {key for key, _ in rows}
    every = [one for size in range(len(rows) + 1) for one in combinations(range(len(rows)), size)]
    right = {one for one in every if are_same(rows, one, groups)}
    for made in (puzzle, pickle.loads(pickle.dumps(puzzle))):
        assert {answer.options for answer in solutions(made, "propagate")} == right
        for one in every:
            assert bool(made.check(made.read(one))) is (one in right)


@pytest.mark.parametrize("engine", ["propagate", "cpsat", "sat", "mip"])
def test_a_magic_square_of_unknown_sum(engine: str) -> None:
    puzzle = Puzzle("magic square of order 3")
    cell = puzzle.choices("cell", row=range(3), col=range(3), value=range(1, 10))
    puzzle.exactly_one(cell, by=("row", "col"))
    puzzle.exactly_one(cell, by="value")
    puzzle.same_sum(cell, covering=lines, weight="value", name="line")
    if engine != "propagate":
        assert solve(puzzle, engine).answer is not None
        return
    assert count(puzzle, engine).count == 8


def lines(row: int, col: int) -> list[tuple[str, int]]:
    found = [("row", row), ("col", col)]
    found += [("down", 0)] * (row == col) + [("up", 0)] * (row + col == 2)
    return found


def test_it_holds_where_a_choice_is_made() -> None:
    puzzle = Puzzle("parts")
    weights = [1, 1, 2]
    put = puzzle.choices("put", item=range(3), part=["x", "y"])
    fair = puzzle.choices("fair", it=[True])
    puzzle.exactly_one(put, by="item")
    puzzle.if_chosen(
        fair.where(it=True),
        puzzle.same_sum(put, by="part", weight=lambda item: weights[item], name="same"),
    )
    equal = sum(
        2 * sum(w for w, part in zip(weights, parts, strict=True) if part == "x") == 4
        for parts in product("xy", repeat=3)
    )
    assert count(puzzle).count == 8 + equal


def test_what_is_wrong_is_named() -> None:
    puzzle = puzzle_of([("a", 1), ("b", 2)])
    assert puzzle.check([(0,), (1,)]).violations == ("same (a,b): 1 and 2, expected the same sum",)
    assert "same: the same sum in each of 2 groups" in puzzle.describe()
    puzzle.given("row", number=0)
    assert "same (a,b) needs the same sum" in str(explain(puzzle))


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({}, "expected one of `by` and `covering`"),
        ({"by": "number", "weight": "half"}, "has no column 'half'"),
        ({"by": "number", "over": [0]}, "is in the group 1, which `over` does not name"),
    ],
)
def test_mistakes_are_named_at_the_line_of_the_rule(arguments: Any, what: str) -> None:
    puzzle = Puzzle("p")
    table = puzzle.choices("row", number=range(2))
    with pytest.raises(ModelError, match=rf"test_same_sum.py:\d+.*{what}"):
        puzzle.same_sum(table, **arguments)


def test_a_text_says_it() -> None:
    text = """\
[choices.put]
item = "1..4"
part = ["x", "y"]
[rules]
once = { exactly_one = "put", by = "item" }
same = { same_sum = "put", by = "part", weight = "item" }
"""
    (puzzle,) = read(text).problems
    assert count(puzzle).count == 2  # 1 and 4, or 2 and 3
    (again,) = read(write(puzzle, "toml")).problems
    assert count(again).count == 2
