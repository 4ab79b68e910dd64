"""Instances that are drawn by seed: set partitions, packings with values, priced sudokus.

And matrices in disguise: what changes nothing of a set partition for who reads the problem, and
much for who reads the numbers.
"""

from __future__ import annotations

import random

import numpy as np

from minuet.models import ExactCover, ExactCoverBuilder, Packing, Puzzle
from minuet.models.packings import Board, Piece

from ..airlines import airline
from ..best import weighted_grid
from ..instances import lines

__all__ = [
    "FACTOR",
    "disguised",
    "disguised_airline",
    "packing",
    "partition",
    "priced_sudoku",
]

FACTOR = 1000  # that all costs have in common, of an instance in disguise
PRICES = 10_000  # a row's is below this
SIZES = (4, 6)  # of the pieces of a packing, least and most


def partition(rows: int, options: int, seed: int, *, by_size: bool = True) -> ExactCover:
    """Return a set partition: options of 3 to 8 rows; one solution is planted, in options of 5.

    by_size  an option costs 100 a row and 0 to 99 more; else 1 to 1000, whatever its size
    """
    draw = random.Random(seed)
    builder = ExactCoverBuilder()
    for row in range(rows):
        builder.item(row)
    order = list(range(rows))
    draw.shuffle(order)
    sets = [order[first : first + 5] for first in range(0, rows, 5)]
    sets += [draw.sample(range(rows), draw.randint(3, 8)) for _ in range(options - len(sets))]
    for one in sets:
        cost = 100 * len(one) + draw.randint(0, 99) if by_size else draw.randint(1, 1000)
        builder.option(one, cost=cost)
    return builder.build()


def packing(side: int, seed: int) -> Packing:
    """Return a packing of a square board, for the most worth: pieces of half as many cells again.

    They are grown at random and may be turned, but not turned over; each is worth 10 a cell and 0
    to 19 more. Pieces may be left over and cells stay empty.
    """
    draw = random.Random(seed)
    pieces: list[Piece] = []
    while 2 * sum(len(piece.cells) for piece in pieces) < 3 * side * side:
        name = f"piece {len(pieces) + 1}"
        pieces.append(Piece(name, _grown(draw, draw.randint(*SIZES)), reflections=False))
    worth = {piece.name: 10 * len(piece.cells) + draw.randint(0, 19) for piece in pieces}
    board = Board.rectangle(side, side)
    puzzle = Packing(board, pieces, f"{side}x{side}, seed {seed}", leftover=True, uncovered=True)
    puzzle.maximize(puzzle.place, lambda piece: worth[piece])
    return puzzle


def _grown(draw: random.Random, size: int) -> frozenset[tuple[int, int]]:
    """Return a shape of so many cells: one, and ever a neighbour more."""
    cells = {(0, 0)}
    while len(cells) < size:
        beside = {(r + d, c + e) for r, c in cells for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        cells.add(draw.choice(sorted(beside - cells)))
    return frozenset(cells)


def priced_sudoku(seed: int, clues: int) -> Puzzle:
    """Return a grid with a random weight for each digit in each cell, and a sudoku's clues."""
    puzzle = weighted_grid(9, 3, 3, seed)
    draw = random.Random(seed)
    line = draw.choice([one for one in lines("magictour_1465.txt") if one])
    places = [place for place, mark in enumerate(line) if mark not in ".0"]
    (digit,) = puzzle.tables
    for place in sorted(draw.sample(places, clues)):
        row, col = divmod(place, 9)
        puzzle.given(digit, row=row, col=col, value=int(line[place]) - 1)
    return puzzle


def disguised(matrix: ExactCover, seed: int) -> ExactCover:
    """Return a set partition in disguise: its optimum is FACTOR times as much.

    Each option costs the prices of its rows besides, which are drawn by seed and come to 0 in sum,
    so that all solutions cost what they did; then FACTOR times as much. Rows and options are in
    another order.
    """
    rng = np.random.default_rng(seed)
    rows = len(matrix.items)
    prices = rng.integers(0, PRICES, rows)
    prices -= rng.permutation(prices)
    places = rng.permutation(rows)
    options = np.split(matrix.members, matrix.starts[1:-1])
    costs = [int(cost + prices[one].sum()) for one, cost in zip(options, matrix.costs, strict=True)]
    order = rng.permutation(len(options)).tolist()
    return ExactCover(
        primary=rows,
        items=[f"row {row}" for row in range(1, rows + 1)],
        starts=np.cumsum([0, *(len(options[k]) for k in order)]),
        members=np.concatenate([np.sort(places[options[k]]) for k in order]),
        costs=[FACTOR * costs[k] for k in order],
    )


def disguised_airline(path: str, seed: int) -> ExactCover:
    """Return an airline's set partition in disguise."""
    return disguised(airline(path), seed)
