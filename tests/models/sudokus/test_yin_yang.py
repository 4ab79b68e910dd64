"""Yin-yang beside digits: what is shaded, counted by brute force, and clues that speak of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import pytest

from minuet.models import ModelError, Samurai, ShapedSudoku, Sudoku
from minuet.models.formats import read
from minuet.models.picture import Cell as Field
from minuet.models.sudokus.constraints import (
    Constraint,
    ShadedCells,
    ShadedCount,
    YinYang,
)
from minuet.solvers import count, solutions

from oracle.shadings import DIGITS, GRID, Cell, connected
from oracle.shidokus import ALL

Shaded = frozenset[Cell]


@cache
def shadings(rows: int, cols: int) -> tuple[Shaded, ...]:
    """All ways to shade cells so that both kinds are connected and no 2x2 is of one."""
    cells = list(product(range(rows), range(cols)))
    squares = [
        {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
        for r, c in product(range(rows - 1), range(cols - 1))
    ]
    found = []
    for told in product((False, True), repeat=len(cells)):
        shaded = {cell for cell, on in zip(cells, told, strict=True) if on}
        if all(0 < len(square & shaded) < 4 for square in squares) and (
            connected(shaded) and connected(set(cells) - shaded)
        ):
            found.append(frozenset(shaded))
    return tuple(found)


def filled(*clues: Constraint) -> Sudoku:
    return Sudoku("\n".join(GRID), constraints=clues)


@pytest.mark.parametrize("engine", ["sat", "auto"])
def test_every_shading_comes_once(engine: str) -> None:
    puzzle = filled(YinYang())
    answers = list(solutions(puzzle, engine))
    assert all(puzzle.check(answer) for answer in answers)
    assert sorted(map(sorted, map(puzzle.shaded, answers))) == sorted(map(sorted, shadings(4, 4)))


def test_shading_and_digits_are_independent_without_clues() -> None:
    assert count(Sudoku(size=4, constraints=[YinYang()])).count == 288 * len(shadings(4, 4))
    puzzle = ShapedSudoku(2, 5, regions=(), constraints=[YinYang()])
    digits = count(ShapedSudoku(2, 5, regions=())).count
    assert digits is not None
    assert count(puzzle, "propagate:tree").count == digits * len(shadings(2, 5))


AROUND = list(product((0, 1, 2), repeat=2))
CLUES: dict[str, tuple[Constraint, Callable[[Mapping[Cell, int], Shaded], bool]]] = {
    "shaded": (ShadedCells("R1C1 R2C3"), lambda d, s: {(0, 0), (1, 2)} <= s),
    "not shaded": (
        ShadedCells("R1C1 R2C3", shaded=False),
        lambda d, s: not {(0, 0), (1, 2)} & s,
    ),
    "count around": (ShadedCount("R2C2"), lambda d, s: d[1, 1] == sum(c in s for c in AROUND)),
    "count around a corner": (
        ShadedCount("R4C4"),
        lambda d, s: d[3, 3] == sum(c in s for c in product((2, 3), repeat=2)),
    ),
    "count of cells": (
        ShadedCount("R1C2", "R4C1-R4C4"),
        lambda d, s: d[0, 1] == sum((3, c) in s for c in range(4)),
    ),
}


@pytest.mark.parametrize("name", CLUES)
def test_a_clue_alone_keeps_what_its_words_allow(name: str) -> None:
    clue, holds = CLUES[name]
    puzzle = Sudoku(size=4, constraints=[clue])
    wanted = sum(holds(digits, shaded) for digits in ALL for shaded in shadings(4, 4))
    assert wanted > 0
    assert count(puzzle, "propagate:tree").count == wanted


def test_check_asks_each_clue_itself() -> None:
    puzzle = filled(YinYang())
    answers = list(solutions(puzzle, "propagate:tree"))
    for clue, holds in CLUES.values():
        puzzle.constraints = (YinYang(), clue)  # as if a mistake had made no rules of it
        told = [holds(DIGITS, puzzle.shaded(answer)) for answer in answers]
        assert [bool(puzzle.check(answer)) for answer in answers] == told
        assert False in told


def test_what_is_shaded_is_shown_and_drawn() -> None:
    puzzle = filled(YinYang(), ShadedCells("R1C1"))
    answer = next(solutions(puzzle, "propagate:tree"))
    shaded = puzzle.shaded(answer)
    marks = "".join(puzzle.show(answer).split()[-4:])
    assert {divmod(k, 4) for k, mark in enumerate(marks) if mark == "#"} == shaded
    drawn = [
        one.place
        for one in puzzle.picture(answer).shapes
        if isinstance(one, Field) and one.role == "shaded"
    ]
    assert set(drawn) == shaded
    assert not [one for one in puzzle.picture().shapes if getattr(one, "role", "") == "shaded"]


TOML = """[sudoku]
size = 4
yin_yang = true
[[sudoku.shaded-count]]
cell = "R2C2"
[[sudoku.shaded-cells]]
cells = "R1C1"
shaded = false
"""


def test_toml_says_it() -> None:
    (puzzle,) = read(TOML, form="toml").problems
    assert isinstance(puzzle, Sudoku)
    assert {one.settled() for one in puzzle.constraints} == {
        YinYang(),
        ShadedCount(((1, 1),)),
        ShadedCells(((0, 0),), shaded=False),
    }


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        (ShadedCount("R1C1 R1C2"), "shaded count 1: 2 cells with the digit, expected one"),
        (
            ShadedCells("R9C9"),
            "shaded cells 1: R9C9 is outside the grid of 4x4, expected R1C1 to R4C4",
        ),
        (ShadedCount("R1C1", "R1C2 R1C2"), "shaded count 1: R1C2 twice, expected each cell once"),
        (ShadedCells("R1C1", shaded=2), "shaded cells 1: a shaded of '2', expected True or False"),  # type: ignore[arg-type]
    ],
)
def test_a_mistake_in_a_clue_is_named(clue: Constraint, message: str) -> None:
    with pytest.raises(ModelError) as error:
        Sudoku(size=4, constraints=[YinYang(), clue])
    assert str(error.value) == message


def test_where_nothing_can_be_shaded_is_said() -> None:
    with pytest.raises(ModelError, match="overlapping grids, expected one rectangle"):
        Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2), constraints=[YinYang()])
