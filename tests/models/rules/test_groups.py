"""The groups of a rule: which there are, which rows are in them, and mistakes in saying so."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Puzzle, Rows
from minuet.models.formats import read
from minuet.solvers import count, solve
from minuet.solvers.conformance import all_solutions

NEAR = {(0, 0): "north", (0, 1): "north", (1, 1): "south"}


def board() -> tuple[Puzzle, Choices]:
    puzzle = Puzzle("board")
    return puzzle, puzzle.choices("tent", row=range(2), col=range(2))


def test_a_row_whose_key_is_none_is_in_no_group() -> None:
    puzzle, tent = board()
    rule = puzzle.exactly_one(tent, by=lambda row, col: NEAR.get((row, col)), name="near")
    assert rule.groups == ["north", "south"]
    assert len(puzzle.matrix.items) == 2 and puzzle.matrix.option(2) == []
    assert count(puzzle).count == 4  # two of the north, one of the south, and (1, 0) as one likes
    assert puzzle.check(puzzle.read([0, 2, 3])) and not puzzle.check(puzzle.read([0, 2]))


def test_none_in_a_column_is_no_group_and_within_a_tuple_a_part_of_one() -> None:
    puzzle = Puzzle()
    use = puzzle.choices("use", rows=[{"n": k, "day": d} for k, d in enumerate(["mo", None, None])])
    assert puzzle.exactly_one(use, by="day").groups == ["mo"]
    assert puzzle.at_most_one(use, by=("day", "n")).groups == [("mo", 0), (None, 1), (None, 2)]
    assert count(puzzle).count == 4


@pytest.mark.parametrize("counted", [False, True])
def test_none_among_several_keys_is_no_group(counted: bool) -> None:
    puzzle, tent = board()

    def keys(row: int, col: int) -> list[str | None]:
        return [NEAR.get((row, col)), f"row {row}"]

    if counted:
        puzzle.exactly({"north": 1, "south": 1, "row 0": 1, "row 1": 2}, tent, covering=keys)
    else:
        assert None not in puzzle.exactly_one(tent, covering=keys).groups
    assert count(puzzle).count == 2
    assert puzzle.check(solve(puzzle).answer)  # type: ignore[arg-type]


def test_choices_agree_on_no_key_that_is_none() -> None:
    puzzle, tent = board()
    puzzle.agree({tent: lambda row, col: [(None, (row, col)), ("row", row)]})
    assert count(puzzle).count == 7
    assert puzzle.check(puzzle.read([0, 1])) and not puzzle.check(puzzle.read([0, 2]))


@given(st.lists(st.sampled_from([None, "a", "b", ("a", None)]), max_size=6), st.integers(0, 2))
def test_rules_with_rows_in_no_group_mean_what_they_say(keys: list[Any], most: int) -> None:
    puzzle = Puzzle()
    use = puzzle.choices("use", rows=[{"n": n, "key": key} for n, key in enumerate(keys)])
    puzzle.between(0, most, use, by=lambda key: key)
    puzzle.exactly(1, use, by="key", over=["a", "b", ("a", None)])
    groups = set(keys) - {None}
    expected = {
        tuple(k for k, taken in enumerate(mask) if taken)
        for mask in product((0, 1), repeat=len(keys))
        if all(
            sum(taken for taken, key in zip(mask, keys, strict=True) if key == one) == 1
            for one in ("a", "b", ("a", None))
        )
        and (most or not groups)
    }
    assert all_solutions(puzzle.matrix) == expected


def test_a_count_of_a_group_that_no_choice_can_reach_is_demanded() -> None:
    for add in (
        lambda p, t: p.exactly(2, t, by="row", over=[0, 1, 7]),
        lambda p, t: p.exactly({0: 1, 1: 1, 7: 2}, t, by="row"),
        lambda p, t: p.exactly({0: 1, 1: 1, 7: 2}, t, by="row", over=[7, 1, 0]),
        lambda p, t: p.between(1, None, t, by="row", over=[0, 1, 7]),
    ):
        puzzle, tent = board()
        add(puzzle, tent)
        assert solve(puzzle).status == "INFEASIBLE"
        wrong = puzzle.check(puzzle.read(range(4))).violations
        assert any(" 7: 0 chosen" in line for line in wrong)
    puzzle, tent = board()
    puzzle.exactly({0: 1, 1: 2, 7: 0}, tent, by="row")
    assert count(puzzle).count == 2


MISTAKES: dict[str, Callable[[Puzzle, Choices, Choices], object]] = {
    "`over` names 1 twice, expected each key once": lambda p, t, u: p.exactly_one(
        t, by="row", over=[0, 1, 1]
    ),
    "`over` names (0,1) twice": lambda p, t, u: p.agree(
        {t: lambda row, col: {(row, col): 1}}, over=[(0, 1), (0, 1)]
    ),
    "`over` names None, which is no group": lambda p, t, u: p.between(
        0, 1, t, by="row", over=[0, 1, None]
    ),
    "names None, which is no group": lambda p, t, u: p.exactly({0: 1, None: 1}, t, by="row"),
    "`over` names [0]: unhashable": lambda p, t, u: p.exactly_one(t, by="row", over=[[0]]),  # type: ignore[list-item]
    "over 3, expected the keys of groups": lambda p, t, u: p.exactly_one(t, by="row", over=3),  # type: ignore[arg-type]
    "2 has no number, expected the same groups": lambda p, t, u: p.exactly(
        {0: 1, 1: 1}, t, by="row", over=[0, 1, 2]
    ),
    "1 `over` does not name": lambda p, t, u: p.exactly({0: 1, 1: 1}, t, by="row", over=[0]),
    "tent(row=1, col=0) is in the group 1, which `over` does not name": lambda p, t, u: (
        p.exactly(2, t, by="row", over=[0]).entries
    ),
    "is in the group (0,0), which `over` does not name": lambda p, t, u: (
        p.agree({t: lambda row, col: {(row, col): 1}}, over=[(0, 1)]).entries
    ),
    "columns for 'tent' twice, expected them once": lambda p, t, u: p.agree(
        {t: lambda row: {row: 1}, "tent": lambda col: {col: 1}}
    ),
    "columns for other tables, expected those of tent; 'tree' is none": lambda p, t, u: (
        p.exactly_one(t, by={t: "row", u: "place"})
    ),
    "columns for other tables, expected those of tent; 5 is none": lambda p, t, u: p.exactly_one(
        t, by={t: "row", 5: "place"}
    ),
    "no columns for 'tree', expected them": lambda p, t, u: p.exactly_one([t, u], by={t: "row"}),
    "parameter **row, expected plain ones": lambda p, t, u: p.exactly_one(t, by=lambda **row: row),
    "parameter *row, expected plain ones": lambda p, t, u: p.exactly_one(t, by=lambda *row: row),
    "table 'tent' has no column 3": lambda p, t, u: p.exactly_one(t, by=("row", 3)),  # type: ignore[arg-type]
    "'tent' twice": lambda p, t, u: p.exactly_one(t, covering={t: "row", "tent": "col"}),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_in_the_groups_is_an_error_that_names_it(message: str) -> None:
    puzzle, tent = board()
    tree = puzzle.choices("tree", place=range(2))
    with pytest.raises(ModelError) as caught:
        MISTAKES[message](puzzle, tent, tree)
    assert message in str(caught.value)
    assert "test_groups.py:" in str(caught.value)


def test_columns_may_be_told_by_the_names_of_tables() -> None:
    puzzle, tent = board()
    tree = puzzle.choices("tree", place=range(2))
    rule = puzzle.exactly_one([tent, tree], by={"tent": "row", tree: "place"})
    assert rule.tables == (tent, tree) and rule.groups == [0, 1]
    assert count(puzzle).count == 9


@pytest.mark.parametrize("column", ["self", "choices", "where", "rows", "values", "name", "table"])
def test_a_column_may_be_called_as_one_likes(column: str) -> None:
    puzzle = Puzzle()
    one = puzzle.choices("one", {column: range(3), "other": range(2)})
    assert one.columns == (column, "other") and len(one) == 6
    puzzle.exactly_one(one, by=column)
    puzzle.given(one, {column: 1, "other": 0})
    puzzle.forbid(one, {column: 2, "other": lambda value: value == 0})
    assert puzzle.given_options == (2,) and puzzle.forbidden_options == {4}
    if column not in ("rows", "where"):
        assert puzzle.choices("two", **{column: range(3)}).columns == (column,)
    if column != "where":
        assert puzzle.given(one, **{column: 0, "other": 1}).option == 1
        puzzle.forbid(one, **{column: 0})
        assert puzzle.forbidden_options == {0, 1, 4}
    text = f"""
        [choices.one]
        {column if column not in ("rows", "where") else "other"} = "0..2"
        [given]
        one = [{{ {column if column not in ("rows", "where") else "other"} = 1 }}]
    """
    other = read(text).problems[0]
    assert isinstance(other, Puzzle) and other.given_options == (1,)


def test_values_of_columns_are_told_once_and_as_a_mapping() -> None:
    puzzle, tent = board()
    with pytest.raises(ModelError, match="column 'row' twice, expected it once"):
        puzzle.given(tent, {"row": 1}, row=1, col=1)
    with pytest.raises(ModelError, match="where is 3, expected a mapping"):
        puzzle.forbid(tent, 3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="rows is 3, expected an iterable of rows"):
        puzzle.choices("bad", 3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="rows and columns given"):
        puzzle.choices("bad", {"row": [1]}, col=[2])
    with pytest.raises(ModelError, match="row 1: 1 values, expected 2"):
        puzzle.choices("bad", Rows(("row", "col"), [(1, 2), (3,)]))
    for wrong in (5, None):
        with pytest.raises(ModelError, match=f"{wrong}, expected a table or several"):
            puzzle.exactly_one(wrong, by="row")  # type: ignore[arg-type]
        with pytest.raises(ModelError, match=f"agree: {wrong}, expected columns by table"):
            puzzle.agree(wrong)  # type: ignore[arg-type]
    puzzle.at_most_one(tent, by="row")
    for number in (-1, 4):
        with pytest.raises(ModelError, match=f"option number {number}, expected 0 to 3"):
            puzzle.describe(number)
        with pytest.raises(ModelError, match=f"option number {number}, expected 0 to 3"):
            puzzle.matrix.option(number)


def test_values_that_cannot_be_hashed_are_found_in_their_row() -> None:
    puzzle = Puzzle()
    lay = puzzle.choices("lay", rows=[{"n": 0, "cells": [1, 2]}, {"n": 1, "cells": [3]}])
    assert puzzle.given(lay, n=1, cells=[3]).option == 1
    with pytest.raises(ModelError, match="no such choice"):
        puzzle.given(lay, n=0, cells=[3])


def test_an_empty_range_keeps_the_name_of_its_column() -> None:
    text = '[choices.q]\nx = "1..0"\ny = "1..2"\n[rules]\nx = { at_most_one = "q", by = "x" }'
    puzzle = read(text).problems[0]
    assert isinstance(puzzle, Puzzle)
    assert puzzle.table("q").columns == ("x", "y")
    assert "x: nothing" in puzzle.describe() and count(puzzle).count == 1
    wrong = text.replace('by = "x"', 'by = "z"')
    with pytest.raises(Exception, match="z"):
        read(wrong)
