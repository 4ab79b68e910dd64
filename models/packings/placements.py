"""The placements of pieces on a board, each set of cells once.

A large board has a million placements. They are found an orientation at a time: the board's cells
become whole numbers in which a translation is an addition, and numpy looks up where the sums are
cells again. Rows of placements are made only when they are asked for, and share the board's own
cell tuples, for copies would cost a gigabyte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, compress, groupby, islice, repeat
from operator import itemgetter
from typing import NamedTuple

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError
from ..matrix.collector import collector_paused
from .board import lattice_of
from .coloring import Coloring, Colors
from .lattices import Cell, Cells, Lattice
from .piece import Piece

__all__ = ["Laid", "Placement", "placements"]

Numbers = npt.NDArray[np.int64]
Owned = tuple[int, Cells]  # a shape, and the number of its piece
SPARSE = 64  # times as many keys as cells at most are looked up in a table
AT_ONCE = 1 << 15  # cells of places, about, that are looked up together


class Placement(NamedTuple):
    """A piece, named, on the cells of a board."""

    piece: str
    cells: Cells


class Laid:
    """All placements of pieces on a board, by number: the rows of a packing's table.

    board    the board's cells
    columns  the columns of the table
    pieces   int64[placements]: the number of the piece
    cells    int64: the numbers of the placements' cells, one placement after the other
    sizes    int64[placements]: how many cells each has
    """

    def __init__(
        self, board: nx.Graph, pieces: Sequence[Piece], coloring: Coloring | None = None
    ) -> None:
        lattice = lattice_of(board)
        for piece in pieces:
            if piece.lattice is not lattice:
                raise ModelError(
                    f"piece {piece.name!r} is of {piece.lattice.name}, the board of {lattice.name}"
                )
        self.board: list[Cell] = list(board)
        self._names = [piece.name for piece in pieces]
        self._parts: list[tuple[int, Numbers]] = []  # a piece, and the cells of its placements
        self._colors: list[Colors] | None = None if coloring is None else []  # of each part's cells
        self.columns = ("piece", "cells") if coloring is None else ("piece", "cells", "colors")
        if self.board and coloring is None:
            self._lay(_NumberedBoard(self.board, lattice), pieces)
        elif self.board and coloring is not None:
            numbered = _NumberedBoard(self.board, lattice)
            tints = np.array(coloring.tints(self.board), np.int64)
            self._colors = []
            for number, piece in enumerate(pieces):
                for shape, colors in coloring.turns(piece):
                    spend()
                    cells, _ = numbered.fits((shape,))
                    self._parts.append((number, cells[coloring.fitting(colors, tints[cells])]))
                    self._colors.append(colors)
        counts = np.array([len(cells) for _, cells in self._parts], np.int64)
        sizes = np.array([cells.shape[1] for _, cells in self._parts], np.int64)
        self.pieces = np.repeat(np.array([k for k, _ in self._parts], np.int64), counts)
        self.sizes = np.repeat(sizes, counts)
        self.cells = np.concatenate(
            [np.zeros(0, np.int64), *(cells.ravel() for _, cells in self._parts)]
        )

    def _lay(self, numbered: _NumberedBoard, pieces: Sequence[Piece]) -> None:
        shapes = [(k, shape) for k, piece in enumerate(pieces) for shape in piece.orientations()]
        for size, alike in groupby(shapes, key=lambda shape: len(shape[1])):
            for some in _batched(alike, 1 + AT_ONCE // (size * len(self.board))):
                spend()
                owners, cells = zip(*some, strict=True)
                self._parts += _by_piece(owners, *numbered.fits(cells))

    def __len__(self) -> int:
        return len(self.pieces)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of the table: the placements, with their colors where there are some."""
        if self._colors is None:
            return self.placements()
        counts = (len(cells) for _, cells in self._parts)
        colors = chain.from_iterable(map(repeat, self._colors, counts))
        return ((*one, tints) for one, tints in zip(self.placements(), colors, strict=True))

    def placements(self) -> Iterator[Placement]:
        """Yield the placements: piece by piece, each set of cells once for each of its colors."""
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
        cells = np.array(board, np.int64)
        self._kinds = cells.sum(axis=1) % len(lattice.steps)
        self._lattice = lattice
        # No step within the board leads further than `reach`, so no key lies outside the table.
        reach = sum((n - 1) * weight for n, weight in zip(self._spans, self._weights, strict=True))
        keys = (cells - np.array(lows, np.int64)) @ np.array(self._weights, np.int64) + reach
        self._keys = keys
        self._table = self._order = self._sorted = np.zeros(0, np.int64)
        if 3 * reach < SPARSE * len(keys):
            self._table = np.full(3 * reach + 1, -1)
            self._table[keys] = np.arange(len(keys))
        else:
            self._order = np.argsort(keys)
            self._sorted = keys[self._order]

    def fits(self, shapes: Sequence[Cells]) -> tuple[Numbers, Numbers]:
        """Return the numbers of the cells of every place where a shape fits, a place a row.

        shapes  of as many cells each

        The places stand shape by shape, in the order of the board; with them comes how many each
        shape has.
        """
        widest = max(self._spans)
        near = [all(max(cell) <= widest for cell in shape) for shape in shapes]
        counts = np.zeros(len(shapes), np.int64)
        if not any(near):
            return np.zeros((0, len(shapes[0])), np.int64), counts
        cells = np.array(list(compress(shapes, near)), np.int64)
        roomy = (np.ptp(cells, axis=1) < self._spans).all(axis=1)
        own = np.flatnonzero(near)[roomy]
        cells = cells[roomy]
        steps = (cells - cells[:, :1]) @ np.array(self._weights, np.int64)
        # The numbers of the cells that have these keys, -1 where none has.
        keys = self._keys[:, None] + steps[:, None, :]
        if len(self._table):
            numbers = self._table[keys]
        else:
            places = np.minimum(np.searchsorted(self._sorted, keys), len(self._sorted) - 1)
            numbers = np.where(self._sorted[places] == keys, self._order[places], -1)
        fit = (numbers >= 0).all(axis=2)
        if len(self._lattice.steps) > 1:
            kinds = cells[:, 0].sum(axis=1) % len(self._lattice.steps)
            fit &= kinds[:, None] == self._kinds
        counts[own] = np.count_nonzero(fit, axis=1)
        return numbers[fit], counts


def _batched(shapes: Iterator[Owned], size: int) -> Iterator[list[Owned]]:
    while some := list(islice(shapes, size)):
        yield some


def _by_piece(
    owners: Sequence[int], cells: Numbers, counts: Numbers
) -> Iterator[tuple[int, Numbers]]:
    """Yield (piece, the cells of its placements) of placements that stand piece by piece.

    owners, counts  the piece of each shape, and how many placements it has
    """
    end = 0
    for owner, shapes in groupby(zip(owners, counts.tolist(), strict=True), key=itemgetter(0)):
        begin, end = end, end + sum(count for _, count in shapes)
        yield owner, cells[begin:end]
