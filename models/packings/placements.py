"""The placements of pieces on a board, each set of cells once.

A large board has a million placements. They are found an orientation at a time: the board's cells
become whole numbers in which a translation is an addition, and numpy looks up where the sums are
cells again. Placements share the board's own cell tuples, for copies would cost a gigabyte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError
from ..matrix.collector import collector_paused
from .board import lattice_of
from .lattices import Cell, Cells, Lattice
from .piece import Piece

__all__ = ["Placement", "placements"]


class Placement(NamedTuple):
    """A piece, named, on the cells of a board."""

    piece: str
    cells: Cells


def placements(board: nx.Graph, pieces: Sequence[Piece]) -> list[Placement]:
    """Return every way to lay every piece on the board: piece by piece, each set of cells once.

    Raises ModelError for a piece that lies on another lattice than the board.
    """
    lattice = lattice_of(board)
    for piece in pieces:
        if piece.lattice is not lattice:
            raise ModelError(
                f"piece {piece.name!r} is of {piece.lattice.name}, the board of {lattice.name}"
            )
    shapes = [(piece.name, shape) for piece in pieces for shape in piece.orientations()]
    found: list[Placement] = []
    if board:
        numbered = _NumberedBoard(board, lattice)
        made = partial(tuple.__new__, Placement)  # as `Placement._make`, without a call in Python
        with collector_paused():
            for name, shape in shapes:
                spend()
                found.extend(map(made, zip(repeat(name), numbered.fits(shape), strict=False)))
    return found


class _NumberedBoard:
    """A board whose cells are known by numbers, in which moving a cell is adding a number."""

    def __init__(self, board: nx.Graph, lattice: Lattice) -> None:
        self._cells: list[Cell] = list(board)
        lattice.require(self._cells, "board")
        lows, highs = ([f(axis) for axis in zip(*board, strict=True)] for f in (min, max))
        self._spans = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
        # Twice the span, so that a step across the border never comes out as another row's cell.
        self._weights = [1]
        for span in self._spans[:0:-1]:
            self._weights.insert(0, self._weights[0] * 2 * span)
        if self._weights[0] * 2 * self._spans[0] >= 1 << 62:
            raise ModelError("the board's cells lie too far apart, expected coordinates below 2^30")
        places = np.array(self._cells, np.int64) - np.array(lows, np.int64)
        keys = places @ np.array(self._weights, np.int64)
        self._order = np.argsort(keys)
        self._sorted = keys[self._order]
        kinds = np.array([lattice.kind(cell) for cell in self._cells])
        self._lattice, self._keys, self._kinds = lattice, keys, kinds

    def fits(self, shape: Cells) -> Iterable[Cells]:
        """Return the cells of every place where the shape fits, in the order of the board."""
        if any(
            max(axis) - min(axis) >= span
            for axis, span in zip(zip(*shape, strict=True), self._spans, strict=True)
        ):
            return ()
        first = np.flatnonzero(self._kinds == self._lattice.kind(shape[0]))
        columns = [first]
        for cell in reversed(shape[1:]):  # most misses show at the far end
            way = [a - b for a, b in zip(cell, shape[0], strict=True)]
            step = sum(a * weight for a, weight in zip(way, self._weights, strict=True))
            numbers, hits = self._find(self._keys[columns[0]] + step)
            columns = [column[hits] for column in columns] + [numbers]
        columns = [columns[0], *reversed(columns[1:])]
        cells = self._cells.__getitem__
        return zip(*(map(cells, column.tolist()) for column in columns), strict=True)

    def _find(
        self, keys: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Return the numbers of the cells that have these keys, and which keys have a cell."""
        places = np.minimum(np.searchsorted(self._sorted, keys), len(self._sorted) - 1)
        hits = self._sorted[places] == keys
        return self._order[places[hits]], hits
