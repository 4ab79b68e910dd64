"""What f-puzzles' page can hold of lines and groups, and what it cannot."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from minuet.models import ModelError, Sudoku
from minuet.models.formats import read, same_cover, write
from minuet.models.sudokus.constraints import (
    AntiKing,
    Constraint,
    DisjointGroups,
    EntropicLine,
    LockoutLine,
    ModularLine,
    Pairing,
    Thermometer,
)
from minuet.solvers import count

FORMS = ("f-puzzles", "f-puzzles-json", "sudokupad")
LINE = ["R1C1", "R2C2", "R3C3"]


def puzzle_of(grid: Any = None, **said: Any) -> Sudoku:
    blank = [[{} for _ in range(4)] for _ in range(4)]
    (puzzle,) = read(json.dumps({"grid": grid or blank, **said})).problems
    assert isinstance(puzzle, Sudoku)
    return puzzle


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (LockoutLine("R1C1-R3C3", 3), "a lockout line with a difference of 3, expected 2"),
        (ModularLine("R1C1-R3C3", 2), "a modular line with a modulus of 2, expected 3"),
        (Pairing("R1C1 R2C3", [(1, 3)], every=True), "pairing of other pairs than digits that are"),
        (Pairing("R1C1 R2C3", [(1, 3), (1, 4), (2, 4), (3, 1), (4, 1), (4, 2)]), "of other pairs"),
    ],
)
def test_a_line_by_another_measure_than_the_page_has_is_not_written(
    said: Constraint, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        write(Sudoku(size=4, constraints=[said]), "f-puzzles-json")


def test_lines_of_thirds_are_read_back() -> None:
    puzzle = Sudoku(size=6, constraints=[EntropicLine("R1C1-R1C6"), Thermometer("R2C1 R3C2")])
    (again,) = read(write(puzzle, "f-puzzles-json")).problems
    assert isinstance(again, Sudoku)
    assert same_cover(again.matrix, puzzle.matrix)
    assert count(again).count == count(puzzle).count > 0


@pytest.mark.parametrize("shape", [{"size": 4}, {"size": 4, "box": (1, 4)}])
def test_disjoint_groups_are_read_back(shape: dict[str, Any]) -> None:
    puzzle = Sudoku(constraints=[DisjointGroups()], **shape)
    (again,) = read(write(puzzle, "f-puzzles-json")).problems
    assert isinstance(again, Sudoku)
    assert again.constraints == puzzle.constraints
    assert count(again).count == count(puzzle).count > 0


@pytest.mark.parametrize("form", FORMS)
def test_a_rule_of_the_whole_grid_may_be_said_twice(form: str) -> None:
    twice = Sudoku(size=4, anti_king=True, constraints=[AntiKing()])
    assert write(twice, form) == write(Sudoku(size=4, anti_king=True), form)


def test_disjoint_groups_of_a_jigsaw_are_those_of_its_regions() -> None:
    layout = "1112132233243444"
    grid = [[{"region": int(layout[4 * r + c])} for c in range(4)] for r in range(4)]
    groups: list[list[tuple[int, int]]] = [[], [], [], []]
    for label in "1234":
        for place, k in enumerate(k for k in range(16) if layout[k] == label):
            groups[place].append(divmod(k, 4))
    puzzle, wanted = puzzle_of(grid, disjointgroups=True), Sudoku(regions=layout, extra=groups)
    assert same_cover(puzzle.matrix, wanted.matrix)
    with pytest.raises(ModelError, match="rules or costs of its own"):
        write(Sudoku(regions=layout, constraints=[DisjointGroups()]), "f-puzzles-json")


def test_what_an_added_tool_draws_of_its_own_is_no_drawing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lines: Any = [LINE]
    with caplog.at_level(logging.WARNING, "minuet"):
        puzzle_of(lockout=[{"lines": lines}], line=[{"lines": lines, "isNewConstraint": True}])
    assert not caplog.records
