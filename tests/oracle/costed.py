"""Matrices and puzzles with costs, of a kind that several tests ask about."""

from __future__ import annotations

import random
from collections.abc import Sequence

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle


def one_of(costs: Sequence[int]) -> ExactCover:
    """One item, an option for each cost: each option is a solution."""
    builder = ExactCoverBuilder()
    builder.item("one")
    for cost in costs:
        builder.option(["one"], cost=cost)
    return builder.build()


def domination(size: int) -> ExactCover:
    """The least number of queens that reach every cell: every item at least once."""
    cells = [(row, col) for row in range(size) for col in range(size)]
    builder = ExactCoverBuilder()
    for cell in cells:
        builder.item(cell, 1, len(cells))
    for row, col in cells:
        reached = [(r, c) for r, c in cells if r == row or c == col or abs(r - row) == abs(c - col)]
        builder.option(reached, cost=1)
    return builder.build()


def square(size: int, boxes: tuple[int, int] | None, weights: Sequence[int]) -> Puzzle:
    """Return a blank Latin square or sudoku whose choices, in order, are worth so much."""
    puzzle = Puzzle("square")
    digit = puzzle.choices("digit", row=range(size), col=range(size), value=range(size))
    for by in (("row", "col"), ("row", "value"), ("col", "value")):
        puzzle.exactly_one(digit, by=by)
    if boxes:
        high, wide = boxes
        puzzle.exactly_one(digit, by=lambda row, col, value: (row // high, col // wide, value))
    puzzle.maximize(digit, lambda row, col, value: weights[(row * size + col) * size + value])
    return puzzle


def drawn(seed: int, size: int) -> list[int]:
    """Draw a weight from 0 to 99 for each choice of a square."""
    rng = random.Random(seed)
    return [rng.randint(0, 99) for _ in range(size**3)]
