"""Random constraints of every kind on 4x4 and 6x6 against brute force.

The grids are found by trying digit by digit, and the rules are those of oracle.variant_rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Sudoku
from minuet.models.sudokus.constraints import CONSTRAINTS, Constraint, Doppelganger
from minuet.solvers import solutions

from drawing import few
from oracle.drawn_constraints import DRAWN, THIRDS, drawn
from oracle.variant_rules import Board, Cell, Grid

FOUR, SIX = Board(4, 2, 2), Board(6, 2, 3)


def filled(board: Board, given: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
    """Yield each way to fill the board, by trying digit by digit."""
    empty = [cell for cell in board.cells if cell not in given]
    if not empty:
        yield given
        return
    row, col = empty[0]
    seen = {
        value
        for (r, c), value in given.items()
        if r == row or c == col or board.box((r, c)) == board.box((row, col))
    }
    for value in sorted(set(range(1, board.size + 1)) - seen):
        yield from filled(board, {**given, (row, col): value})


@cache
def small_grids() -> list[dict[Cell, int]]:
    return list(filled(FOUR, {}))


@cache
def large_grids() -> list[dict[Cell, int]]:
    """Return the grids of 6x6 that begin with these two rows."""
    rows = ([1, 2, 3, 4, 5, 6], [4, 5, 6, 1, 2, 3])
    return list(filled(SIX, {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row)}))


def turned(rng: Random) -> tuple[Board, Sequence[Grid], Grid]:
    """Return grids of 6x6 after the same random symmetry, and what all of them have in common."""
    digits = rng.sample(range(1, 7), 6)
    bands, stacks = rng.sample(range(3), 3), rng.sample(range(2), 2)
    rows = [2 * band + k for band in bands for k in rng.sample(range(2), 2)]
    cols = [3 * stack + k for stack in stacks for k in rng.sample(range(3), 3)]
    down = rng.random() < 0.5
    places = {(r, c): (cols[c], rows[r]) if down else (rows[r], cols[c]) for r, c in SIX.cells}
    grids = [
        dict(sorted((places[cell], digits[value - 1]) for cell, value in grid.items()))
        for grid in large_grids()
    ]
    common = {places[r, c]: grids[0][places[r, c]] for r in (0, 1) for c in range(6)}
    return (Board(6, 3, 2) if down else SIX), grids, common


def found_by(engine: str, board: Board, given: Grid, constraint: Constraint) -> Sequence[object]:
    rows = [[given.get((r, c), 0) for c in range(board.size)] for r in range(board.size)]
    puzzle = Sudoku(rows, box=(board.tall, board.wide), constraints=[constraint])
    return sorted(tuple(map(tuple, puzzle.grid(one))) for one in solutions(puzzle, engine))


def kept(board: Board, grids: Sequence[Grid]) -> Sequence[object]:
    side = range(board.size)
    return sorted(tuple(tuple(grid[r, c] for c in side) for r in side) for grid in grids)


def try_one(kind: type[Constraint], seed: int, *, large: bool, engine: str = "propagate") -> None:
    rng = Random(seed)
    board, grids, common = turned(rng) if large else (FOUR, small_grids(), {})
    constraint, holds = drawn(kind, rng, board, list(grids))
    found = found_by(engine, board, common, constraint)
    assert found == kept(board, [grid for grid in grids if holds(grid)]), constraint


def test_every_kind_is_drawn() -> None:
    elsewhere = {
        kind for kind in CONSTRAINTS.values() if kind.finds_regions or kind.finds_shading
    } | {Doppelganger}
    assert set(DRAWN) | elsewhere == set(CONSTRAINTS.values())
    assert len(small_grids()) == 288
    assert len(large_grids()) > 1000


@pytest.mark.parametrize("kind", [kind for kind in DRAWN if kind.__name__ not in THIRDS])
@given(seed=st.integers(0, 2**32))
@few(3)
def test_a_constraint_on_four_is_what_its_words_say(kind: type[Constraint], seed: int) -> None:
    try_one(kind, seed, large=False)


@pytest.mark.parametrize("kind", DRAWN)
@given(seed=st.integers(0, 2**32))
@few(1)
def test_a_constraint_on_six_is_what_its_words_say(kind: type[Constraint], seed: int) -> None:
    try_one(kind, seed, large=True)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["propagate", "sat", "propagate:tree"])
@pytest.mark.parametrize("kind", DRAWN)
@given(seed=st.integers(0, 2**32))
@few(10)
def test_many_constraints_on_six_are_what_their_words_say(
    kind: type[Constraint], engine: str, seed: int
) -> None:
    try_one(kind, seed, large=True, engine=engine)
