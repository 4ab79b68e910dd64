"""The work: files of tests/data, and instances that are made here from a seed.

A quasigroup with holes is a random Latin square (a cyclic one, shuffled, then mixed by switching
cycles between two rows, two columns or two values: Jacobson and Matthews walk further, this is
enough to be irregular) of which cells are emptied at random.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import numpy as np

from minuet.models import Board, ExactCover, ExactCoverBuilder, Packing, Piece, Sudoku, TargetSudoku
from minuet.models.formats import read
from minuet.models.gallery import entry

__all__ = [
    "DATA",
    "dominoes",
    "instance",
    "lines",
    "options_of",
    "pentominoes",
    "quasigroup",
    "queens",
    "square",
    "sudokus",
    "weighted_sudoku",
]

ONE = ord("1")  # a dot and a zero stand before it
DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
SHAPES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "###./..##",
    "P": "###/##.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}


def instance(name: str) -> ExactCover:
    """Return the matrix of a file of tests/data/instances, or one that is made here.

    `dominoNxM`, `queensN`, `qwhN:HOLES:SEED`, `latinN`, `reducedN`, `sudokuRxC` (boxes of R x C),
    `gallery:NAME`
    """
    if name.startswith("gallery:"):
        return entry(name.removeprefix("gallery:")).load().matrix
    if ":" in name:
        order, holes, seed = map(int, name.removeprefix("qwh").split(":"))
        return quasigroup(order, holes, seed)
    path = DATA / "instances" / f"{name}.dlx"
    return _read(path) if path.exists() else _made(name)


def _read(path: Path) -> ExactCover:
    (matrix,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def _made(name: str) -> ExactCover:
    if name.startswith("domino"):
        rows, cols = map(int, name.removeprefix("domino").split("x"))
        return dominoes(rows, cols)
    if name.startswith("queens"):
        return queens(int(name.removeprefix("queens")))
    if name.startswith("latin"):
        return square(int(name.removeprefix("latin")))
    if name.startswith("reduced"):
        return square(int(name.removeprefix("reduced")), reduced=True)
    down, across = map(int, name.removeprefix("sudoku").split("x"))
    return square(down * across, (down, across))


def lines(name: str) -> list[str]:
    """Return the lines of a file of tests/data/sudoku."""
    return (DATA / "sudoku" / name).read_text().split("\n")


def sudokus(name: str) -> list[Sudoku]:
    """Return the puzzles of a file of tests/data/sudoku; they share one matrix."""
    problems = read((DATA / "sudoku" / name).read_bytes(), file=name).problems
    return [puzzle for puzzle in problems if isinstance(puzzle, Sudoku)]


def dominoes(rows: int, cols: int) -> ExactCover:
    """Return the domino tilings of a board."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    pairs = [(r * cols + c, r * cols + c + 1) for r, c in cells if c + 1 < cols]
    pairs += [(r * cols + c, r * cols + c + cols) for r, c in cells if r + 1 < rows]
    return _matrix(len(cells), pairs)


def queens(size: int) -> ExactCover:
    """Return the placements of queens that do not attack each other, the middle lines first."""
    lines = sorted(range(size), key=lambda line: abs(2 * line + 1 - size))
    builder = ExactCoverBuilder()
    for line in lines:
        builder.item(("row", line))
        builder.item(("col", line))
    for diagonal in range(2 * size - 1):
        builder.secondary(("up", diagonal))
        builder.secondary(("down", diagonal))
    for r in range(size):
        for c in range(size):
            attacked = [("row", r), ("col", c), ("up", r + c), ("down", r - c + size - 1)]
            builder.option(attacked)
    return builder.build()


def square(order: int, box: tuple[int, int] | None = None, *, reduced: bool = False) -> ExactCover:
    """Return all Latin squares; with boxes (rows, columns), all sudokus.

    reduced  only those whose first row and column are in order, which are left out
    """
    options = []
    free = range(int(reduced), order)
    for row, col, value in product(free, free, range(order)):
        if reduced and value in (row, col):
            continue
        option = [("cell", row, col), ("row", row, value), ("column", col, value)]
        if box:
            number = row // box[0] * (order // box[1]) + col // box[1]
            option.append(("box", number, value))
        options.append(option)
    items = sorted({item for option in options for item in option})
    numbers = {item: number for number, item in enumerate(items)}
    return _matrix(len(items), [[numbers[item] for item in option] for option in options])


def quasigroup(order: int, holes: int, seed: int) -> ExactCover:
    """Return a Latin square with holes, as an exact cover of what is missing."""
    rng = random.Random(seed)
    square = _latin_square(order, rng)
    spots = rng.sample([(r, c) for r in range(order) for c in range(order)], holes)
    for r, c in spots:
        square[r, c] = -1
    left_in_row = [set(range(order)) - set(row.tolist()) for row in square]
    left_in_col = [set(range(order)) - set(col.tolist()) for col in square.T]
    items: dict[tuple[str, int, int], int] = {}
    options = []
    for r, c in sorted(spots):
        for v in sorted(left_in_row[r] & left_in_col[c]):
            keys = (("cell", r, c), ("row", r, v), ("col", c, v))
            options.append([items.setdefault(key, len(items)) for key in keys])
    return _matrix(len(items), options)


def _latin_square(order: int, rng: random.Random) -> np.ndarray:
    rows, cols, values = (np.array(rng.sample(range(order), order)) for _ in range(3))
    square = values[(rows[:, None] + cols[None, :]) % order]
    for _ in range(order * order):
        _switch(square if rng.random() < 0.5 else square.T, rng)
    return np.array(square)


def _switch(square: np.ndarray, rng: random.Random) -> None:
    """Exchange two rows on one cycle of columns; what every column holds stays the same set."""
    order = len(square)
    one, two = rng.sample(range(order), 2)
    column = rng.randrange(order)
    place = {value: k for k, value in enumerate(square[one].tolist())}
    cycle = [column]
    while (column := place[int(square[two, column])]) != cycle[0]:
        cycle.append(column)
    square[one, cycle], square[two, cycle] = square[two, cycle], square[one, cycle]


def pentominoes(rows: int, cols: int) -> Packing:
    """Return the twelve pentominoes on a board; on most boards it only serves to be compiled."""
    pieces = [Piece.from_text(name, drawing) for name, drawing in SHAPES.items()]
    return Packing(Board.rectangle(rows, cols), pieces)


def weighted_sudoku(seed: int, clues: int) -> TargetSudoku:
    """Return a target sudoku with random weights, and that many givens of a hard sudoku."""
    rng = random.Random(seed)
    weights = [[rng.randint(0, 99) for _ in range(9)] for _ in range(9)]
    cells = ["."] * 81
    line = rng.choice([one for one in lines("magictour_1465.txt") if one])
    places = [k for k, mark in enumerate(line) if mark not in ".0"]
    for k in rng.sample(places, min(clues, len(places))):
        cells[k] = line[k]
    return TargetSudoku("".join(cells), weights=weights)


def _matrix(items: int, options: list[tuple[int, int]] | list[list[int]]) -> ExactCover:
    return ExactCover(
        primary=items,
        items=[str(k) for k in range(items)],
        starts=np.cumsum([0, *map(len, options)]),
        members=[item for option in options for item in option],
    )


def options_of(line: str) -> list[int]:
    """Return the options that the givens of a line choose, in the order of Sudoku's table."""
    return [9 * cell + mark - ONE for cell, mark in enumerate(line.encode()) if mark >= ONE]
