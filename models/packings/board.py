"""Boards, pieces, and the placements of pieces on boards.

A board is a networkx graph of cells of a lattice with an edge between neighbours, so it may have
any shape and any holes; a piece is a set of cells that may be turned and, if wanted, turned over.
Orientations and placements are sets of cells, so a symmetric piece gives each of them once.

A large board has a million placements. They are found an orientation at a time: the board's cells
become whole numbers in which a translation is an addition, and numpy looks up where the sums are
cells again. Placements share the board's own cell tuples, for copies would cost a gigabyte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product, repeat
from typing import NamedTuple, TypeGuard

import networkx as nx
import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError
from ..matrix.collector import collector_paused
from .cell_text import read_cells
from .lattices import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cell, Cells, Lattice, lattice_named

__all__ = ["Board", "Cell", "Piece", "Placement", "lattice_of", "placements"]

Copies = int | tuple[int, int | None]


class Board(nx.Graph):  # type: ignore[misc]
    """A graph of cells; `Board.of(cells)` joins lattice neighbours by edges.

    `lattice` says what the cells are; it is kept in the graph's attribute of that name, so copies
    and subgraphs keep it too.

    >>> Board.rectangle(6, 10), Board.box(3, 3, 3), Board.hexagon(3)
    (Board(60 squares), Board(27 cubes), Board(19 hexagons))
    """

    @classmethod
    def of(cls, cells: Iterable[Cell], lattice: Lattice | str = SQUARES) -> Board:
        """Return the board of these cells. Raises ModelError for what is no cell."""
        board, lattice = cls(), lattice_named(lattice)
        board.graph["lattice"] = lattice
        board.add_nodes_from(cells)
        lattice.require(board, "board")
        for cell in list(board):
            joined = (other for other in lattice.neighbours(cell) if other in board)
            board.add_edges_from((cell, other) for other in joined)
        return board

    @classmethod
    def rectangle(cls, rows: int, cols: int) -> Board:
        """Return a board of rows x cols squares."""
        return cls.of(product(range(rows), range(cols)))

    @classmethod
    def box(cls, layers: int, rows: int, cols: int) -> Board:
        """Return a box of layers x rows x cols cubes."""
        return cls.of(product(range(layers), range(rows), range(cols)), CUBES)

    @classmethod
    def triangle(cls, side: int, lattice: Lattice | str = SQUARES) -> Board:
        """Return a triangle of that side.

        squares    the staircase whose row i has the cells (i, 0) .. (i, i)
        hexagons   the same number of cells, each row one longer than the one above
        triangles  side x side cells, one that points up at the top
        """
        lattice = lattice_named(lattice)
        if lattice is TRIANGLES:
            return cls.of(((r, c) for r in range(side) for c in range(-r, r + 1)), lattice)
        left = -1 if lattice is HEXAGONS else 0
        _flat(lattice, "triangle")
        return cls.of(((r, left * r + c) for r in range(side) for c in range(r + 1)), lattice)

    @classmethod
    def hexagon(cls, side: int, lattice: Lattice | str = HEXAGONS) -> Board:
        """Return a hexagon of 3 side (side - 1) + 1 hexagons, or of 6 side^2 triangles.

        Raises ModelError for another lattice.
        """
        lattice = lattice_named(lattice)
        reach = range(1 - side, side)
        if lattice is HEXAGONS:
            return cls.of(((r, c) for r in reach for c in reach if abs(r + c) < side), lattice)
        if lattice is TRIANGLES:
            rows = ((r, 2 * side - 1 - (r if r >= 0 else -1 - r)) for r in range(-side, side))
            return cls.of(((r, c) for r, far in rows for c in range(-far, far + 1)), lattice)
        raise ModelError(f"a hexagon of {lattice.name}, expected hexagons or triangles")

    @classmethod
    def parallelogram(cls, rows: int, cols: int, lattice: Lattice | str = HEXAGONS) -> Board:
        """Return rows x cols hexagons, or as many pairs of triangles; squares: the rectangle.

        Each row of hexagons lies half a cell further right, each row of triangles further left.
        Raises ModelError for cubes.
        """
        lattice = _flat(lattice_named(lattice), "parallelogram")
        if lattice is TRIANGLES:
            rows_of = ((r, range(-r, 2 * cols - r)) for r in range(rows))
            return cls.of(((r, c) for r, columns in rows_of for c in columns), lattice)
        return cls.of(product(range(rows), range(cols)), lattice)

    @classmethod
    def from_text(cls, text: str, lattice: Lattice | str = SQUARES) -> Board:
        """Return the board that `#` draws; `.` and blanks are holes, `/` also ends a row.

        How each lattice is drawn says cell_text.py. Raises ModelError that names row and column.
        """
        lattice = lattice_named(lattice)
        return cls.of(read_cells(text, lattice), lattice)

    @property
    def lattice(self) -> Lattice:
        """The lattice on which the cells lie."""
        return lattice_of(self)

    def __repr__(self) -> str:
        return f"Board({len(self)} {self.lattice.name})"


def lattice_of(board: nx.Graph) -> Lattice:
    """Return a board's lattice; a graph that names none is of squares."""
    return lattice_named(board.graph.get("lattice", SQUARES))


def _flat(lattice: Lattice, what: str) -> Lattice:
    if lattice is CUBES:
        raise ModelError(f"a {what} of cubes, expected a flat lattice")
    return lattice


@dataclass(frozen=True)
class Piece:
    """A piece: its name and cells, and whether it may be turned and turned over.

    reflections  None: as is usual on the lattice, yes for flat pieces and no for solid ones
    lattice      where its cells lie, or the lattice's name
    copies       how many of it a packing takes: a number, or (least, most); most None: any number

    Raises ModelError for what is no cell of the lattice and for copies that cannot be.

    >>> Piece.from_text("L", "#./#./##", copies=2)
    Piece('L', 4 squares, copies=2)
    >>> len(Piece.from_text("L", "#./#./##", reflections=False).orientations())
    4
    """

    name: str
    cells: frozenset[Cell]
    rotations: bool = True
    reflections: bool | None = None
    lattice: Lattice = SQUARES
    copies: Copies = 1

    def __post_init__(self) -> None:
        lattice = lattice_named(self.lattice)
        object.__setattr__(self, "lattice", lattice)
        object.__setattr__(self, "cells", frozenset(self.cells))
        if self.reflections is None:
            object.__setattr__(self, "reflections", lattice.two_sided)
        lattice.require(self.cells, f"piece {self.name!r}")
        copies_of(self.name, self.copies)

    @classmethod
    def from_text(
        cls,
        name: str,
        text: str,
        *,
        rotations: bool = True,
        reflections: bool | None = None,
        lattice: Lattice | str = SQUARES,
        copies: Copies = 1,
    ) -> Piece:
        """Return the piece that `#` draws, as in `##/#.`; `/` or a new line ends a row.

        Other lattices are drawn as cell_text.py says. Raises ModelError that names row and column.
        """
        lattice = lattice_named(lattice)
        cells = frozenset(read_cells(text, lattice))
        return cls(name, cells, rotations, reflections, lattice, copies)

    def __repr__(self) -> str:
        copies = "" if self.copies == 1 else f", copies={self.copies}"
        return f"Piece({self.name!r}, {len(self.cells)} {self.lattice.name}{copies})"

    def orientations(self) -> list[Cells]:
        """Return the distinct orientations, each moved to coordinates from 0.

        Raises ModelError for a piece without cells.
        """
        if not self.cells:
            raise ModelError(f"piece {self.name!r} has no cells")
        return self.lattice.orientations(
            self.cells, rotations=self.rotations, reflections=bool(self.reflections)
        )


def copies_of(name: str, copies: Copies) -> tuple[int, int | None]:
    """Return (least, most) of what `copies` says. Raises ModelError for what cannot be."""
    least, most = copies if isinstance(copies, tuple) and len(copies) == 2 else (copies, copies)
    if not _is_number(least) or not (most is None or _is_number(most)):
        raise ModelError(f"piece {name!r}: {copies!r} copies, expected a number or (least, most)")
    if not 0 <= least <= (least if most is None else most):
        raise ModelError(f"piece {name!r}: {copies!r} copies, expected 0 <= least <= most")
    return least, most


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


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
