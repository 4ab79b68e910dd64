"""Cells marked as least or greatest of their neighbours: written as f-puzzles has them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Sudoku
from minuet.models.formats import read, same_cover, write
from minuet.models.sudokus.constraints import AntiKnight, Less, NonConsecutive

CELLS = st.sets(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=6)


def marked(least: set[tuple[int, int]], greatest: set[tuple[int, int]]) -> str:
    grid = [[{} for _ in range(4)] for _ in range(4)]
    said: dict[str, Any] = {"size": 4, "grid": grid}
    for key, cells in (("minimum", least), ("maximum", greatest)):
        if cells:
            said[key] = [{"cell": f"R{row}C{col}"} for row, col in sorted(cells)]
    return json.dumps(said)


@given(CELLS, CELLS)
def test_marks_are_read_back(least: set[tuple[int, int]], greatest: set[tuple[int, int]]) -> None:
    (puzzle,) = read(marked(least, greatest), form="f-puzzles-json").problems
    assert isinstance(puzzle, Sudoku)
    try:
        text = write(puzzle, "f-puzzles-json")
    except ModelError:
        assert least and greatest  # next to each other they may mean what other marks do
        return
    (again,) = read(text, form="f-puzzles-json").problems
    assert isinstance(again, Sudoku)
    assert same_cover(again.matrix, puzzle.matrix)


@given(CELLS, st.booleans())
def test_marks_of_one_kind_are_always_written(cells: set[tuple[int, int]], low: bool) -> None:
    (puzzle,) = read(
        marked(cells if low else set(), set() if low else cells), form="f-puzzles-json"
    ).problems
    said = json.loads(write(puzzle, "f-puzzles-json"))
    (again,) = read(json.dumps(said), form="f-puzzles-json").problems
    assert same_cover(again.matrix, puzzle.matrix)  # type: ignore[union-attr]


def test_least_and_greatest_side_by_side() -> None:
    (puzzle,) = read(marked({(1, 1)}, {(1, 2)}), form="f-puzzles-json").problems
    said = json.loads(write(puzzle, "f-puzzles-json"))
    assert (said["minimum"], said["maximum"]) == ([{"cell": "R1C1"}], [{"cell": "R1C2"}])


@pytest.mark.parametrize("twice", [AntiKnight, NonConsecutive])
@pytest.mark.parametrize("form", ["scl", "f-puzzles-json"])
def test_a_rule_of_the_whole_grid_said_twice_is_written_once(form: str, twice: type) -> None:
    puzzle = Sudoku(size=9, constraints=[twice(), twice()])
    (again,) = read(write(puzzle, form), form=form).problems
    assert isinstance(again, Sudoku)
    assert again.constraints == (twice(),)


def test_an_inequality_that_no_mark_says_is_refused() -> None:
    with pytest.raises(ModelError, match=r"^f-puzzles: inequality, which the page has not"):
        write(Sudoku(size=4, constraints=[Less("R1C1 R1C2")]), "f-puzzles")
