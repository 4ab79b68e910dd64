"""The placements of pieces on a board, each set of cells once; colors of cells; capacity.

A large board has a million placements. They are found an orientation at a time: the board's cells
become whole numbers in which a translation is an addition, and numpy looks up where the sums are
cells again. Rows of placements are made only when they are asked for, and share the board's own
cell tuples, for copies would cost a gigabyte.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from itertools import chain, groupby, pairwise, repeat
from typing import NamedTuple

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError
from ..matrix.builder import collector_paused
from ..spelling import counted
from .board import lattice_of
from .lattices import Cell, Cells, Lattice
from .piece import Piece

__all__ = ["Coloring", "Colors", "Laid", "Lot", "Placement", "misfit", "placements"]

# ---- Colors of cells -----------------------------------------------------------------------------
# A cell of a piece that has a color lies only on cells whose color goes with it, or on cells that
# have none; one that has none lies anywhere. A piece whose colors distinguish its turns can lie on
# the same cells in several ways, and these are placements of their own.


Colors = tuple[int, ...]  # of cells, in their order; 0: none
Numbers = npt.NDArray[np.int64]

MOST = 10_000
_COLORS = frozenset(range(1, MOST + 1))


@dataclass(frozen=True)
class Coloring:
    """The colors of a board and of pieces; colors are numbers from 1 on.

    board    the colors of the board's cells; a cell that is not named has none
    pieces   by piece name, the colors of its cells; a cell that is not named has none
    allowed  the pairs (color of a piece's cell, color of the board's cell) that go together

    >>> Coloring({(0, 0): 1}, {"L": {(0, 0): 2}}, {(2, 1)}).tints([(0, 0), (0, 1)])
    (1, 0)
    """

    board: Mapping[Cell, int] = field(default_factory=dict)
    pieces: Mapping[str, Mapping[Cell, int]] = field(default_factory=dict)
    allowed: Collection[tuple[int, int]] = ()

    def require(self, board: Iterable[Cell], pieces: Iterable[Piece]) -> None:
        """Raise ModelError for a color of what is not there, or one that is no number from 1 on."""
        by_name = {piece.name: piece.cells for piece in pieces}
        for name in self.pieces:
            if name not in by_name:
                raise ModelError(f"colors of {name!r}, expected one of {', '.join(by_name)}")
        colored = [("the board", frozenset(board), self.board)]
        colored += [
            (f"piece {name!r}", by_name[name], tints) for name, tints in self.pieces.items()
        ]
        for whose, cells, tints in colored:
            if not tints.keys() <= cells:
                cell = next(cell for cell in tints if cell not in cells)
                raise ModelError(f"{whose}: the color of {cell!r}, expected one of its cells")
            if set(map(type, tints.values())) != {int} or not set(tints.values()) <= _COLORS:
                for color in tints.values():
                    _require_color(whose, color)
        for pair in self.allowed:
            for color in pair:
                _require_color("allowed", color)

    def tints(self, cells: Iterable[Cell]) -> Colors:
        """Return the colors of cells of the board."""
        return tuple(self.board.get(cell, 0) for cell in cells)

    @cached_property
    def _table(self) -> npt.NDArray[np.bool_]:
        """Whether a piece's color may lie on a board's color."""
        named = [
            *self.board.values(),
            *(c for tints in self.pieces.values() for c in tints.values()),
        ]
        size = 1 + max(named, default=0)
        table = np.zeros((size, size), bool)
        table[0] = table[:, 0] = True
        for color, other in self.allowed:
            if max(color, other) < size:
                table[color, other] = True
        return table

    def fitting(self, colors: Numbers, below: Numbers) -> npt.NDArray[np.bool_]:
        """Return which places allow the colors of a piece.

        colors, below  the colors of the piece's cells, and of the board's below them, a place a row
        """
        allowed: npt.NDArray[np.bool_] = np.logical_and.reduce(self._table[colors, below], axis=1)
        return allowed


def _require_color(whose: str, color: object) -> None:
    if isinstance(color, bool) or not isinstance(color, int) or not 1 <= color <= MOST:
        raise ModelError(f"{whose}: color {color!r}, expected a number from 1 to {MOST}")


# ---- Placements ----------------------------------------------------------------------------------

SPARSE = 64  # times as many keys as cells at most are looked up in a table
AT_ONCE = 1 << 20  # cells of places, about, that are looked up together
SHORT = 32  # cells
LARGEST = 1 << 40  # coordinates of a piece; on no board are cells as far apart


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
    names    the pieces' names
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
        self.names = [piece.name for piece in pieces]
        # A piece, the cells of its placements, and their colors.
        self._parts: list[tuple[int, Numbers, Numbers | None]] = []
        self.columns = ("piece", "cells") if coloring is None else ("piece", "cells", "colors")
        if self.board:
            self._lay(_NumberedBoard(self.board, lattice), pieces, coloring)
        counts = np.array([len(cells) for _, cells, _ in self._parts], np.int64)
        sizes = np.array([cells.shape[1] for _, cells, _ in self._parts], np.int64)
        self.pieces = np.repeat(np.array([k for k, *_ in self._parts], np.int64), counts)
        self.sizes = np.repeat(sizes, counts)
        self.cells = np.concatenate(
            [np.zeros(0, np.int64), *(cells.ravel() for _, cells, _ in self._parts)]
        )

    def _lay(
        self, numbered: _NumberedBoard, pieces: Sequence[Piece], coloring: Coloring | None
    ) -> None:
        below = np.zeros(0, np.int64)
        if coloring is not None:
            below = np.array(coloring.tints(self.board), np.int64)
        turns: list[tuple[int, Numbers, Numbers]] = []
        for number, piece in enumerate(pieces):
            spend()
            own = {} if coloring is None else coloring.pieces.get(piece.name, {})
            turns.append((number, *_turned(piece, own)))
        for size, alike in groupby(turns, key=lambda turn: turn[1].shape[1]):
            numbers, shapes_of, tints_of = zip(*alike, strict=True)
            owners = np.repeat(np.array(numbers, np.int64), list(map(len, shapes_of)))
            shapes, tints = np.concatenate(shapes_of), np.concatenate(tints_of)
            batch = 1 + AT_ONCE // (size * len(self.board))
            for first in range(0, len(owners), batch):
                spend()
                some = slice(first, first + batch)
                cells, counts = numbered.fits(shapes[some])
                pieces_of = np.repeat(owners[some], counts)
                colors = None
                if coloring is not None:
                    colors = np.repeat(tints[some], counts, axis=0)
                    there = coloring.fitting(colors, below[cells])
                    pieces_of, cells, colors = pieces_of[there], cells[there], colors[there]
                ends = np.flatnonzero(np.diff(pieces_of, append=-1)) + 1
                for begin, end in pairwise([0, *ends.tolist()]):
                    part = None if colors is None else colors[begin:end]
                    self._parts.append((int(pieces_of[begin]), cells[begin:end], part))

    def __len__(self) -> int:
        return len(self.pieces)

    @property
    def colors(self) -> Numbers:
        """The color of each of the placements' cells, 0 for none."""
        colors = [
            np.zeros(0, np.int64),
            *(part.ravel() for *_, part in self._parts if part is not None),
        ]
        return np.concatenate(colors) if len(colors) > 1 else np.zeros(len(self.cells), np.int64)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of the table: the placements, with their colors where there are some."""
        if len(self.columns) == 2:
            return self.placements()
        colors = (map(tuple, part.tolist()) for *_, part in self._parts if part is not None)
        tints = chain.from_iterable(colors)
        return ((*row, own) for row, own in zip(self.placements(), tints, strict=True))

    def placements(self) -> Iterator[Placement]:
        """Yield the placements: piece by piece, each set of cells once for each of its colors."""
        make = partial(tuple.__new__, Placement)  # as `Placement._make`, without a call in Python
        cell = self.board.__getitem__
        for number, cells, _ in self._parts:
            columns = [map(cell, column) for column in cells.T.tolist()]
            yield from map(make, zip(repeat(self.names[number]), zip(*columns, strict=True)))


def placements(board: nx.Graph, pieces: Sequence[Piece]) -> list[Placement]:
    """Return every way to lay every piece on the board: piece by piece, each set of cells once.

    Raises ModelError for a piece that lies on another lattice than the board.
    """
    laid = Laid(board, pieces)
    with collector_paused():
        return list(laid.placements())


def _turned(piece: Piece, colors: Mapping[Cell, int]) -> tuple[Numbers, Numbers]:
    """Return the distinct orientations of a piece with their colors, in the order of its turns.

    They are int64[orientations, cells, axes], the cells of each ascending, and int64[orientations,
    cells]. Of a piece of cells that lie too far apart for any board there are none.
    """
    cells, lattice = list(piece.cells), piece.lattice
    places = lattice.places(cells)
    if not cells:
        raise ModelError(f"piece {piece.name!r} has no cells")
    if places.max() >= LARGEST:
        return np.zeros((0, *places.shape), np.int64), np.zeros((0, len(places)), np.int64)
    matrices = lattice.symmetries(rotations=piece.rotations, reflections=bool(piece.reflections))
    images = lattice.turned(matrices, places.astype(np.int64))
    orders = np.lexsort(tuple(np.moveaxis(images, 2, 0)[::-1]))
    tints = np.array([colors.get(cell, 0) for cell in cells], np.int64)[orders]
    shapes = np.take_along_axis(images, orders[:, :, None], axis=1)
    whole = np.concatenate((shapes.reshape(len(shapes), -1), tints), axis=1)
    first: dict[bytes, int] = {}
    for number, row in enumerate(whole):
        first.setdefault(row.tobytes(), number)
    distinct = list(first.values())
    return shapes[distinct], tints[distinct]


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
        self._kinds = lattice.kinds(cells)
        self._lattice = lattice
        # No step within the board leads further than `reach`, so no key lies outside the table.
        reach = sum((n - 1) * weight for n, weight in zip(self._spans, self._weights, strict=True))
        own = cells - np.array(lows, np.int64)
        self._places = own.T.astype(np.int32)
        keys = own @ np.array(self._weights, np.int64) + reach
        self._keys = keys
        self._table = self._order = self._sorted = np.zeros(0, np.int64)
        if 3 * reach < SPARSE * len(keys):
            self._table = np.full(3 * reach + 1, -1)
            self._table[keys] = np.arange(len(keys))
        else:
            self._order = np.argsort(keys)
            self._sorted = keys[self._order]

    def fits(self, shapes: Numbers) -> tuple[Numbers, Numbers]:
        """Return the numbers of the cells of every place where a shape fits, a place a row.

        shapes  int64[shapes, cells, axes]

        The places stand shape by shape, in the order of the board; with them comes how many each
        shape has.
        """
        size = shapes.shape[1]
        counts = np.zeros(len(shapes), np.int64)
        axes = np.ascontiguousarray(np.moveaxis(shapes, 2, 0))  # quicker than along short rows
        spans = np.array(self._spans)[:, None]
        lows, highs = axes.min(axis=2), axes.max(axis=2)
        widest = max(self._spans) + 2 * self._lattice.period
        own = np.flatnonzero((highs.max(axis=0) <= widest) & (highs - lows < spans).all(axis=0))
        if not len(own):
            return np.zeros((0, size), np.int64), counts
        cells = shapes[own]
        lows, highs = ((ends - axes[:, :, 0])[:, own].astype(np.int32) for ends in (lows, highs))
        steps = (cells - cells[:, :1]) @ np.array(self._weights, np.int64)
        # Where the shape lies in the board's box, its last cell and the middle one are looked up,
        # and where these lie on the board, all of them.
        fit = np.ones((len(cells), len(self._keys)), bool)
        for place, span, low, high in zip(self._places, self._spans, lows, highs, strict=True):
            fit &= place >= -low[:, None]
            fit &= place < span - high[:, None]
        if len(self._lattice.steps) > 1:
            kinds = self._lattice.kinds(cells[:, 0])
            fit &= kinds[:, None] == self._kinds
        shape, first = np.nonzero(fit)
        for place in {size - 1, size // 2}:
            on = np.flatnonzero(self._numbers(self._keys[first] + steps[shape, place]) >= 0)
            shape, first = shape[on], first[on]
        numbers = self._numbers(self._keys[first, None] + steps[shape])
        if size < SHORT:
            there = reduce(np.logical_and, (numbers >= 0).T)  # quicker than along short rows
        else:
            there = (numbers >= 0).all(axis=1)
        counts[own] = np.bincount(shape[there], minlength=len(cells))
        return numbers[there], counts

    def _numbers(self, keys: Numbers) -> Numbers:
        """Return the numbers of the cells that have these keys, -1 where none has."""
        if len(self._table):
            return self._table[keys]
        places = np.minimum(np.searchsorted(self._sorted, keys), len(self._sorted) - 1)
        return np.where(self._sorted[places] == keys, self._order[places], -1)


# ---- Capacity ------------------------------------------------------------------------------------
# Whether the pieces can cover the board at all, by counting cells: the pieces that must be laid fit
# on the board, those that may be laid suffice for the cells that must be covered, and some numbers
# of copies add up to a number of cells between the two. Pieces of five cells never cover 64.


LARGEST = 200_000  # cells of a board whose sums are added up


class Lot(NamedTuple):
    """A piece: of how many cells it is, and how few and how many of it are laid; None: any."""

    cells: int
    least: int
    most: int | None


def misfit(lots: Iterable[Lot], least: int, most: int) -> str:
    """Return why the pieces cannot cover `least` to `most` cells; "" if unknown."""
    all_lots = list(lots)
    fewest = sum(lot.cells * lot.least for lot in all_lots)
    if fewest > most:
        need = "the pieces that must be laid have"
        return f"{need} {counted(fewest, 'cell')}, and there are {most} to cover"
    some = [lot for lot in all_lots if lot.most is None]
    greatest = sum(lot.cells * lot.most for lot in all_lots if lot.most is not None)
    if not some and greatest < least:
        return f"the pieces have {counted(greatest, 'cell')} in all, and {least} are to be covered"
    if most > LARGEST or _adds_up(all_lots, least, most):
        return ""
    sizes = sorted({lot.cells for lot in all_lots})
    named = counted(sizes[0], "cell") if len(sizes) == 1 else "these sizes"
    wanted = str(least) if least == most else f"{least} to {most}"
    return f"no number of pieces of {named} covers {wanted} cells"


def _adds_up(lots: Iterable[Lot], least: int, most: int) -> bool:
    """Whether some numbers of copies have so many cells together."""
    whole = (1 << most + 1) - 1
    sums = 1  # bit n: n cells can be had
    for cells, few, many in lots:
        sums = sums << cells * few & whole
        left = most // cells - few if many is None else min(many, most // cells) - few
        step = 1
        while left > 0:  # any number up to `left` is a sum of these steps
            step = min(step, left)
            sums |= sums << cells * step & whole
            left, step = left - step, step * 2
    return bool(sums >> least)
