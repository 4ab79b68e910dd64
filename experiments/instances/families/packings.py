"""Boards that are filled by pieces: dominoes, and the twelve pentominoes.

Dominoes on a rectangle: every cell is covered by one of 2 cells.

Counted in closed form by Kasteleyn, and by Temperley and Fisher, in 1961.

The twelve pentominoes on boards with holes, after Dana Scott's puzzle of 1958.

Of a board of rows x cols all but 60 cells are drawn to be holes. Holes that leave a part of the
board whose cells are no multiple of 5 are drawn anew, for nothing could fill it: those boards need
no search. Whether the twelve pieces fit is open.
"""

from __future__ import annotations

from itertools import product

import networkx as nx

from ....models.errors import ModelError
from ....models.packings.board import Board
from ....models.packings.packing import Packing
from ....models.packings.piece import pentominoes
from ....models.puzzle import Puzzle
from ....models.tables.rows import Rows
from ..draws import Draws
from ..generator import SEED, Generator, Parameter

__all__ = ["GENERATORS"]


def _dominoes(rows: int, cols: int) -> Puzzle:
    puzzle = Puzzle(f"dominoes {rows} x {cols}")
    places = [
        (row, col, turn)
        for row, col, turn in product(range(1, rows + 1), range(1, cols + 1), "-|")
        if (col < cols if turn == "-" else row < rows)
    ]
    domino = puzzle.choices("domino", Rows(("row", "col", "turn"), places))

    def cells(row: int, col: int, turn: str) -> tuple[tuple[int, int], ...]:
        return (row, col), (row, col + 1) if turn == "-" else (row + 1, col)

    board = list(product(range(1, rows + 1), range(1, cols + 1)))
    puzzle.exactly_one(domino, covering=cells, over=board, name="cell")
    puzzle.drawn(domino, covering=cells, show="turn", label=False)
    return puzzle


DOMINOES = (
    Generator(
        "dominoes",
        "A board of rows x cols is covered by dominoes.",
        "Kasteleyn 1961; Temperley and Fisher 1961; OEIS A099390",
        {
            "rows": Parameter(6, "cells down", 1, 300),
            "cols": Parameter(6, "cells across", 1, 300),
        },
        "rows",
        _dominoes,
    ),
)


CELLS = 60
TRIES = 1000


def _pentominoes(rows: int, cols: int, seed: int) -> Packing:
    holes = rows * cols - CELLS
    if holes < 0:
        raise ModelError(f"a board of {rows} x {cols}, expected at least the {CELLS} cells")
    draws = Draws(seed)
    cells = list(product(range(rows), range(cols)))
    for _ in range(TRIES):
        empty = set(draws.sample(len(cells), holes))
        board = Board.of(cell for place, cell in enumerate(cells) if place not in empty)
        if all(len(part) % 5 == 0 for part in nx.connected_components(board)):
            return Packing(board, pentominoes(), f"pentominoes on {rows} x {cols} with holes")
    reason = (
        f"no board of {rows} x {cols} that falls into parts of 5 cells, or 10, ... in {TRIES:,}"
    )
    raise ModelError(f"{reason} tries, expected fewer holes")


PENTOMINOES = (
    Generator(
        "pentominoes",
        "The twelve pentominoes, each once, on a board of which all but 60 cells are holes, drawn "
        "at random; perhaps there is no way to lay them.",
        "after Dana Scott, Programming a combinatorial puzzle, 1958",
        {
            "rows": Parameter(8, "cells down", 3, 20),
            "cols": Parameter(8, "cells across", 3, 20),
            "seed": SEED,
        },
        "rows",
        _pentominoes,
    ),
)

GENERATORS = (*DOMINOES, *PENTOMINOES)
