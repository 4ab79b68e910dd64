"""The twelve pentominoes on boards with holes, after Dana Scott's puzzle of 1958.

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
from ....models.packings.piece_sets import pentominoes
from ..draws import Draws
from ..generator import SEED, Generator, Parameter

__all__ = ["GENERATORS"]

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
    what = f"no board of {rows} x {cols} that falls into parts of 5 cells, or 10, ... in {TRIES:,}"
    raise ModelError(f"{what} tries, expected fewer holes")


GENERATORS = (
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
