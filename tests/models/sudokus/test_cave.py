"""A cave beside digits: what is shaded, counted by brute force, and the clues that speak of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import pytest

from minuet.models import ModelError, ShapedSudoku, Sudoku
from minuet.models.formats import read
from minuet.models.picture import Circle
from minuet.models.sudokus.constraints import (
    Cave,
    CaveCount,
    Constraint,
    ShadedCells,
    ShadedCount,
    YinYang,
)
from minuet.solvers import count, solutions

from oracle.shadings import DIGITS, GRID, STEPS, Cell, connected, joined
from oracle.shidokus import ALL

Shaded = frozenset[Cell]


@cache
def caves(rows: int, cols: int) -> tuple[Shaded, ...]:
    """All ways to shade cells so that the others are connected and each shaded one is let out."""
    cells = set(product(range(rows), range(cols)))
    rim = {(r, c) for r, c in cells if r in (0, rows - 1) or c in (0, cols - 1)}
    found = []
    for told in product((False, True), repeat=len(cells)):
        walls = {cell for cell, on in zip(sorted(cells), told, strict=True) if on}
        cave = cells - walls
        if connected(cave) and joined(walls, walls & rim):
            found.append(frozenset(walls))
    return tuple(found)


def seen(cell: Cell, walls: Shaded, rows: int = 4, cols: int = 4) -> int:
    """How many cells of the cave are seen from one of it, itself among them; of a wall: none."""
    if cell in walls:
        return 0
    total = 1
    for down, right in STEPS:
        row, col = cell[0] + down, cell[1] + right
        while 0 <= row < rows and 0 <= col < cols and (row, col) not in walls:
            total += 1
            row, col = row + down, col + right
    return total


def filled(*clues: Constraint) -> Sudoku:
    return Sudoku("\n".join(GRID), constraints=clues)


@pytest.mark.parametrize("engine", ["propagate:tree", "cpsat"])
def test_every_cave_comes_once(engine: str) -> None:
    puzzle = filled(Cave(), CaveCount("R1C3"), CaveCount("R4C1"), ShadedCells("R2C2"))
    wanted = [
        walls
        for walls in caves(4, 4)
        if (seen((0, 2), walls), seen((3, 0), walls)) == (3, 4) and (1, 1) in walls
    ]
    assert len(wanted) > 20
    answers = list(solutions(puzzle, engine))
    assert all(puzzle.check(answer) for answer in answers)
    assert sorted(map(sorted, map(puzzle.shaded, answers))) == sorted(map(sorted, wanted))


def test_cave_and_digits_are_independent_without_clues() -> None:
    assert count(filled(Cave())).count == len(caves(4, 4))
    puzzle = ShapedSudoku(2, 4, regions=(), constraints=[Cave()])
    digits = count(ShapedSudoku(2, 4, regions=())).count
    assert digits is not None
    assert count(puzzle, "propagate:tree").count == digits * len(caves(2, 4))


CLUES: dict[str, tuple[Constraint, Callable[[Mapping[Cell, int], Shaded], bool]]] = {
    "seen in the middle": (CaveCount("R2C3"), lambda d, s: d[1, 2] == seen((1, 2), s)),
    "seen in a corner": (CaveCount("R4C4"), lambda d, s: d[3, 3] == seen((3, 3), s)),
    "shaded": (ShadedCells("R1C1 R2C3"), lambda d, s: {(0, 0), (1, 2)} <= s),
    "count of cells": (
        ShadedCount("R1C2", "R4C1-R4C4"),
        lambda d, s: d[0, 1] == sum((3, c) in s for c in range(4)),
    ),
}


@pytest.mark.parametrize("name", CLUES)
def test_a_clue_keeps_what_its_words_allow(name: str) -> None:
    clue, holds = CLUES[name]
    among = [grid for grid in ALL if grid[0, 0] == 1 and grid[0, 1] == 2]
    puzzle = Sudoku("12.. .... .... ....", constraints=[Cave(), clue])
    wanted = sum(holds(digits, walls) for digits in among for walls in caves(4, 4))
    assert wanted > 0
    assert count(puzzle, "propagate:tree").count == wanted


def test_a_clue_that_says_how_much_is_seen_asks_for_a_cave() -> None:
    assert count(filled(CaveCount("R1C3"))).count == sum(
        seen((0, 2), walls) == 3 for walls in caves(4, 4)
    )


def test_check_asks_each_clue_itself() -> None:
    puzzle = filled(Cave())
    every = list(solutions(puzzle, "propagate:tree"))
    for clue, holds in CLUES.values():
        told = [(holds(DIGITS, puzzle.shaded(answer)), answer) for answer in every]
        puzzle.constraints = (Cave(), clue)  # as if a mistake had made no rules of it
        for wanted in (False, True):
            answers = [answer for held, answer in told if held is wanted][:5]
            assert answers
            assert [bool(puzzle.check(answer)) for answer in answers] == [wanted] * len(answers)


def test_a_cell_that_sees_is_drawn_as_a_circle() -> None:
    assert list(CaveCount("R2C3").shapes(Sudoku(size=4).grid_shape)) == [
        Circle((1, 2), "ring", title="cave count")
    ]


TOML = """[sudoku]
size = 4
cave = true
[[sudoku.cave-count]]
cell = "R2C2"
"""


def test_toml_says_it() -> None:
    (puzzle,) = read(TOML, form="toml").problems
    assert isinstance(puzzle, Sudoku)
    assert {one.settled() for one in puzzle.constraints} == {Cave(), CaveCount(((1, 1),))}


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ([CaveCount("R1C1 R1C2")], "cave count 1: 2 cells with the digit, expected one"),
        (
            [CaveCount("R9C9")],
            "cave count 1: R9C9 is outside the grid of 4x4, expected R1C1 to R4C4",
        ),
        ([Cave(), YinYang()], "yin yang beside a cave, expected one kind of shading"),
        ([YinYang(), CaveCount("R1C1")], "yin yang beside a cave, expected one kind of shading"),
    ],
)
def test_a_mistake_is_named(constraints: list[Constraint], message: str) -> None:
    with pytest.raises(ModelError) as error:
        Sudoku(size=4, constraints=constraints)
    assert str(error.value) == message
