"""Boards and pieces on the square lattice.

A board is a networkx graph of cells (row, col) with an edge between neighbours, so it may have any
shape; a piece is a set of cells that may be turned and, if wanted, turned over. Orientations and
placements are sets of cells, so a symmetric piece gives each of them once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from .errors import ModelError

__all__ = ["Board", "Cell", "Piece", "Placement", "placements"]

Cell = tuple[int, int]
Cells = tuple[Cell, ...]


class Board(nx.Graph):  # type: ignore[misc]
    """A graph of cells; `Board.of(cells)` joins lattice neighbours by edges."""

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Board:
        """Return the board of these cells, neighbours on the square lattice joined."""
        board = cls()
        board.add_nodes_from(cells)
        for row, col in list(board):
            for other in ((row + 1, col), (row, col + 1)):
                if other in board:
                    board.add_edge((row, col), other)
        return board

    @classmethod
    def rectangle(cls, rows: int, cols: int) -> Board:
        """Return a board of rows x cols cells."""
        return cls.of((row, col) for row in range(rows) for col in range(cols))

    @classmethod
    def triangle(cls, side: int) -> Board:
        """Return the staircase whose row i has the cells (i, 0) .. (i, i)."""
        return cls.of((row, col) for row in range(side) for col in range(row + 1))

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Return the board that `#` draws; `.` and blanks are holes, `/` also ends a row."""
        return cls.of(_drawn(text))


@dataclass(frozen=True)
class Piece:
    """A piece: its name and cells, and whether it may be turned and turned over."""

    name: str
    cells: frozenset[Cell]
    rotations: bool = True
    reflections: bool = True

    @classmethod
    def from_text(
        cls, name: str, text: str, *, rotations: bool = True, reflections: bool = True
    ) -> Piece:
        """Return the piece that `#` draws, as in `##/#.`; `/` or a new line ends a row."""
        return cls(name, frozenset(_drawn(text)), rotations, reflections)

    def orientations(self) -> list[Cells]:
        """Return the distinct orientations, each moved to rows and columns from 0."""
        if not self.cells:
            raise ModelError(f"piece {self.name!r} has no cells")
        found: dict[Cells, None] = {}
        for flipped in (False, True)[: 1 + self.reflections]:
            cells = [(r, -c) for r, c in self.cells] if flipped else list(self.cells)
            for _ in range(4 if self.rotations else 1):
                found[_normal(cells)] = None
                cells = [(c, -r) for r, c in cells]
        return list(found)


class Placement(NamedTuple):
    """A piece, named, on the cells of a board."""

    piece: str
    cells: Cells


def placements(board: nx.Graph, pieces: Sequence[Piece]) -> list[Placement]:
    """Return every way to lay every piece on the board: piece by piece, each set of cells once."""
    free = set(board)
    return [Placement(piece.name, cells) for piece in pieces for cells in _fits(free, board, piece)]


def _fits(free: set[Cell], board: Iterable[Cell], piece: Piece) -> Iterator[Cells]:
    for shape in piece.orientations():
        first_row, first_col = shape[0]
        offsets = [(r - first_row, c - first_col) for r, c in shape]
        last = offsets[-1]
        for row, col in board:
            if (row + last[0], col + last[1]) not in free:
                continue  # most misses show at the far end, without building the cells
            cells = tuple([(row + r, col + c) for r, c in offsets])
            if free.issuperset(cells):
                yield cells


def _normal(cells: Iterable[Cell]) -> Cells:
    cells = list(cells)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


def _drawn(text: str) -> Iterator[Cell]:
    for row, line in enumerate(text.replace("/", "\n").splitlines()):
        for col, mark in enumerate(line):
            if mark == "#":
                yield row, col
            elif mark not in ". ":
                raise ModelError(f"row {row + 1}, column {col + 1}: {mark!r}, expected # or .")
