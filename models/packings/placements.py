"""The placements of pieces on a board, each set of cells once.

A large board has a million placements. They are found an orientation at a time: the board's cells
become whole numbers in which a translation is an addition, and numpy looks up where the sums are
cells again. Rows of placements are made only when they are asked for, and share the board's own
cell tuples, for copies would cost a gigabyte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

__all__ = ["Laid", "Placement", "placements"]

Numbers = npt.NDArray[np.int64]
SPARSE = 64  # times as many keys as cells at most are looked up in a table


class Placement(NamedTuple):
    """A piece, named, on the cells of a board."""

    piece: str
    cells: Cells


class Laid:
    """All placements of pieces on a board, by number: the rows of a packing's table.

    board   the board's cells
    pieces  int64[placements]: the number of the piece
    cells   int64: the numbers of the placements' cells, one placement after the other
    sizes   int64[placements]: how many cells each has
    """

    def __init__(self, board: nx.Graph, pieces: Sequence[Piece]) -> None:
        lattice = lattice_of(board)
        for piece in pieces:
            if piece.lattice is not lattice:
                raise ModelError(
                    f"piece {piece.name!r} is of {piece.lattice.name}, the board of {lattice.name}"
                )
        shapes = [(k, shape) for k, piece in enumerate(pieces) for shape in piece.orientations()]
        self.board: list[Cell] = list(board)
        self._names = [piece.name for piece in pieces]
        self._parts: list[tuple[int, Numbers]] = []  # a piece, and the cells of its placements
        if self.board:
            numbered = _NumberedBoard(self.board, lattice)
            for number, shape in shapes:
                spend()
                self._parts.append((number, numbered.fits(shape)))
        counts = [len(cells) for _, cells in self._parts]
        self.pieces = np.repeat([number for number, _ in self._parts], counts).astype(np.int64)
        self.sizes = np.repeat([cells.shape[1] for _, cells in self._parts], counts)
        self.cells = np.concatenate(
            [np.zeros(0, np.int64), *(cells.ravel() for _, cells in self._parts)]
        )

    def __len__(self) -> int:
        return len(self.pieces)

    def placements(self) -> Iterator[Placement]:
        """Yield the placements: piece by piece, each set of cells once."""
        made = partial(tuple.__new__, Placement)  # as `Placement._make`, without a call in Python
        cell = self.board.__getitem__
        for number, cells in self._parts:
            columns = [map(cell, column) for column in cells.T.tolist()]
            yield from map(made, zip(repeat(self._names[number]), zip(*columns, strict=True)))


def placements(board: nx.Graph, pieces: Sequence[Piece]) -> list[Placement]:
    """Return every way to lay every piece on the board: piece by piece, each set of cells once.

    Raises ModelError for a piece that lies on another lattice than the board.
    """
    laid = Laid(board, pieces)
    with collector_paused():
        return list(laid.placements())


class _NumberedBoard:
    """A board whose cells are known by numbers, in which moving a cell is adding a number."""

    def __init__(self, board: Sequence[Cell], lattice: Lattice) -> None:
        lattice.require(board, "board")
        lows, highs = ([f(axis) for axis in zip(*board, strict=True)] for f in (min, max))
        self._spans = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
        # Twice the span, so that a step across the border never comes out as another row's cell.
        self._weights = [1]
        for span in self._spans[:0:-1]:
            self._weights.insert(0, self._weights[0] * 2 * span)
        if self._weights[0] * 2 * self._spans[0] >= 1 << 62:
            raise ModelError("the board's cells lie too far apart, expected coordinates below 2^30")
        places = np.array(board, np.int64) - np.array(lows, np.int64)
        keys = places @ np.array(self._weights, np.int64)
        kinds = np.array([lattice.kind(cell) for cell in board])
        self._lattice, self._keys, self._kinds = lattice, keys, kinds
        self._least, self._most = int(keys.min()), int(keys.max())
        self._table = self._order = self._sorted = np.zeros(0, np.int64)
        if self._most - self._least <= SPARSE * len(keys):
            self._table = np.full(self._most - self._least + 2, -1)
            self._table[keys - self._least] = np.arange(len(keys))
        else:
            self._order = np.argsort(keys)
            self._sorted = keys[self._order]

    def fits(self, shape: Cells) -> Numbers:
        """Return the numbers of the cells of every place where the shape fits, a place a row.

        The places are in the order of the board.
        """
        if any(
            max(axis) - min(axis) >= span
            for axis, span in zip(zip(*shape, strict=True), self._spans, strict=True)
        ):
            return np.zeros((0, len(shape)), np.int64)
        first = np.flatnonzero(self._kinds == self._lattice.kind(shape[0]))
        weights = self._weights
        steps = [
            sum((a - b) * weight for a, b, weight in zip(cell, shape[0], weights, strict=True))
            for cell in shape
        ]
        numbers = self._find(self._keys[first][:, None] + np.array(steps, np.int64))
        return numbers[(numbers >= 0).all(axis=1)]

    def _find(self, keys: Numbers) -> Numbers:
        """Return the numbers of the cells that have these keys, -1 where none has."""
        if len(self._table):
            places = keys - self._least
            places[(places < 0) | (keys > self._most)] = len(self._table) - 1
            return self._table[places]
        places = np.minimum(np.searchsorted(self._sorted, keys), len(self._sorted) - 1)
        return np.where(self._sorted[places] == keys, self._order[places], -1)
