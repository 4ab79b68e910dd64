"""The work of the scripts: files of tests/data, and instances that are made here."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from minuet.models import ExactCover, ExactCoverBuilder, Packing, Sudoku, TargetSudoku
from minuet.models.formats import read
from minuet.models.packings import Board, Piece

__all__ = [
    "DATA",
    "dominoes",
    "instance",
    "lines",
    "options_of",
    "pentominoes",
    "queens",
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

    `queensN`
    """
    path = DATA / "instances" / f"{name}.dlx"
    return _read(path) if path.exists() else queens(int(name.removeprefix("queens")))


def _read(path: Path) -> ExactCover:
    (matrix,) = read(path.read_bytes(), file=path.name).problems
    assert isinstance(matrix, ExactCover)
    return matrix


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
