"""Boards: graphs of the cells of a lattice, their drawings in text, and named shapes.

A board is a networkx graph of cells with an edge between neighbours, so it may have any shape and
any holes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from operator import index
from typing import NamedTuple

import networkx as nx

from ..errors import ModelError
from .lattices import CUBES, HEXAGONS, SQUARES, TRIANGLES, Cell, Lattice, lattice_named

__all__ = ["BOARD_SHAPES", "Board", "BoardShape", "Cell", "Misdrawn", "lattice_of", "read_cells"]

# ---- Drawings of cells ---------------------------------------------------------------------------
# squares    row by row:  ##/#.
# triangles  row by row. The mark in the top left corner points up, its neighbours down, and so on
#            as on a chessboard. `^` (up) and `v` (down) may be drawn instead of `#`: they say
#            which way the triangles point, wherever the corner is:  .^./^v^
# hexagons   marks two columns apart, each row moved by one column against the next:  ` # #/# # #`
# cubes      layer by layer, an empty row between two of them (or `//`):  ##/#.//#.  So a layer's
#            own empty row is drawn with a dot.
#
# Rows that are empty before the first mark do not count. Pictures of packings (picture/text.py)
# write their marks in the same places.


class Misdrawn(ModelError):
    """A mark that cannot stand where it stands; `place` is its offset in the text."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place

    def __reduce__(self) -> tuple[type[Misdrawn], tuple[str, int]]:
        return Misdrawn, (str(self), self.place)


class _Mark(NamedTuple):
    """A character that is no blank, with its place: counted from 0, empty first rows skipped.

    line   its line in words; place: its offset in the text
    """

    mark: str
    layer: int
    row: int
    col: int
    line: str
    place: int

    def refuse(self, expected: str) -> Misdrawn:
        where = f"{self.line}, column {self.col + 1}"
        return Misdrawn(f"{where}: {self.mark!r}, expected {expected}", self.place)


def read_cells(text: str, lattice: Lattice) -> list[Cell]:
    """Return the cells that the text draws. Raises ModelError that names row and column."""
    marks = list(_marks(text, lattice))
    allowed = "#.^v" if lattice is TRIANGLES else "#."
    for mark in marks:
        if mark.mark not in allowed:
            raise mark.refuse("#, ^, v or ." if lattice is TRIANGLES else "# or .")
    if lattice.solid:
        return [(m.layer, m.row, m.col) for m in marks if m.mark != "."]
    if lattice is TRIANGLES:
        return _triangles(marks)
    if lattice is HEXAGONS:
        shift = (marks[0].col - marks[0].row) % 2 if marks else 0
        for mark in marks:
            if (mark.col - mark.row - shift) % 2:
                raise mark.refuse("a blank, for each row is moved by one column against the next")
        return [(m.row, (m.col - m.row - shift) // 2) for m in marks if m.mark != "."]
    return [(m.row, m.col) for m in marks if m.mark != "."]


def _marks(text: str, lattice: Lattice) -> Iterator[_Mark]:
    layer = row = start = 0
    begun = ended = False
    for number, ended_line in enumerate(text.replace("/", "\n").splitlines(keepends=True), 1):
        begin, start = start, start + len(ended_line)
        (line,) = ended_line.splitlines()
        if lattice.solid and not line.strip():
            ended = begun
            continue
        if ended:
            layer, row, ended = layer + 1, 0, False
        if begun or line.strip():
            begun = True
            place = f"layer {layer + 1}, row {row + 1}" if lattice.solid else f"row {number}"
            for col, mark in enumerate(line):
                if mark != " ":
                    yield _Mark(mark, layer, row, col, place, begin + col)
            row += 1


def _triangles(marks: list[_Mark]) -> list[Cell]:
    pointing = [mark for mark in marks if mark.mark in "^v"]
    shift = 0
    if pointing:
        first = pointing[0]
        shift = (first.row + first.col + (first.mark == "v")) % 2
    for mark in pointing:
        if (mark.row + mark.col + shift) % 2 != (mark.mark == "v"):
            other = "^" if mark.mark == "v" else "v"
            raise mark.refuse(f"{other}, for triangles point up and down in turn")
    return [(mark.row, mark.col + shift) for mark in marks if mark.mark != "."]


# ---- Boards --------------------------------------------------------------------------------------


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
        adjacent = board._adj  # a third of the time of `add_edges_from`
        for cell, near in adjacent.items():
            for other in lattice.next(cell):
                if other in adjacent:
                    near[other] = adjacent[other][cell] = {}
        return board

    @classmethod
    def rectangle(cls, rows: int, cols: int) -> Board:
        """Return a board of rows x cols squares. Raises ModelError for a side below 1."""
        _require("rectangle", rows=rows, cols=cols)
        return cls.of(product(range(rows), range(cols)))

    @classmethod
    def box(cls, layers: int, rows: int, cols: int) -> Board:
        """Return a box of layers x rows x cols cubes. Raises ModelError for a side below 1."""
        _require("box", layers=layers, rows=rows, cols=cols)
        return cls.of(product(range(layers), range(rows), range(cols)), CUBES)

    @classmethod
    def triangle(cls, side: int, lattice: Lattice | str = SQUARES) -> Board:
        """Return a triangle of that side.

        squares    the staircase whose row i has the cells (i, 0) .. (i, i)
        hexagons   the same number of cells, each row one longer than the one above
        triangles  side x side cells, one that points up at the top

        Raises ModelError for a side below 1, and for cubes.
        """
        _require("triangle", side=side)
        lattice = lattice_named(lattice)
        if lattice is TRIANGLES:
            return cls.of(((r, c) for r in range(side) for c in range(-r, r + 1)), lattice)
        left = -1 if lattice is HEXAGONS else 0
        _flat(lattice, "triangle")
        return cls.of(((r, left * r + c) for r in range(side) for c in range(r + 1)), lattice)

    @classmethod
    def hexagon(cls, side: int, lattice: Lattice | str = HEXAGONS) -> Board:
        """Return a hexagon of 3 side (side - 1) + 1 hexagons, or of 6 side^2 triangles.

        Raises ModelError for another lattice, and for a side below 1.
        """
        _require("hexagon", side=side)
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
        Raises ModelError for a side below 1, and for cubes.
        """
        _require("parallelogram", rows=rows, cols=cols)
        lattice = _flat(lattice_named(lattice), "parallelogram")
        if lattice is TRIANGLES:
            rows_of = ((r, range(-r, 2 * cols - r)) for r in range(rows))
            return cls.of(((r, c) for r, columns in rows_of for c in columns), lattice)
        return cls.of(product(range(rows), range(cols)), lattice)

    @classmethod
    def from_text(cls, text: str, lattice: Lattice | str = SQUARES) -> Board:
        """Return the board that `#` draws; `.` and blanks are holes, `/` also ends a row.

        Raises ModelError that names row and column.
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


def _require(shape: str, **sides: object) -> None:
    for name, side in sides.items():
        if isinstance(side, bool) or not hasattr(side, "__index__") or index(side) < 1:
            raise ModelError(f"{shape}: {name} is {side!r}, expected an integer of at least 1")


def _flat(lattice: Lattice, noun: str) -> Lattice:
    if lattice.solid:
        raise ModelError(f"a {noun} of {lattice.name}, expected a flat lattice")
    return lattice


@dataclass(frozen=True)
class BoardShape:
    """A shape of boards that has a name.

    name     what texts call it, as in `board = { rectangle = [6, 10] }`
    sides    what its numbers are
    build    makes the board: build(*sides, lattice)
    lattice  the one that it lies on; None: any that `build` allows
    cells    how many cells it has on a lattice: cells(*sides, lattice)
    doc      what it is, for the table of docs/toml.md
    """

    name: str
    sides: tuple[str, ...]
    build: Callable[..., Board]
    lattice: Lattice | None
    cells: Callable[..., int]
    doc: str


def _triangle_cells(side: int, lattice: Lattice) -> int:
    return side * side if lattice is TRIANGLES else side * (side + 1) // 2


def _hexagon_cells(side: int, lattice: Lattice) -> int:
    return 6 * side * side if lattice is TRIANGLES else 3 * side * (side - 1) + 1


def _parallelogram_cells(rows: int, cols: int, lattice: Lattice) -> int:
    return 2 * rows * cols if lattice is TRIANGLES else rows * cols


BOARD_SHAPES: Mapping[str, BoardShape] = {
    shape.name: shape
    for shape in (
        BoardShape(
            "rectangle",
            ("rows", "cols"),
            lambda rows, cols, lattice: Board.rectangle(rows, cols),
            SQUARES,
            lambda rows, cols, lattice: rows * cols,
            "rows and columns of squares",
        ),
        BoardShape(
            "box",
            ("layers", "rows", "cols"),
            lambda layers, rows, cols, lattice: Board.box(layers, rows, cols),
            CUBES,
            lambda layers, rows, cols, lattice: layers * rows * cols,
            "layers, rows and columns of cubes",
        ),
        BoardShape(
            "triangle",
            ("side",),
            Board.triangle,
            None,
            _triangle_cells,
            "a triangle of that side: of triangles or hexagons, or a staircase of squares",
        ),
        BoardShape(
            "hexagon",
            ("side",),
            Board.hexagon,
            None,
            _hexagon_cells,
            "a hexagon of that side, of hexagons or triangles",
        ),
        BoardShape(
            "parallelogram",
            ("rows", "cols"),
            Board.parallelogram,
            None,
            _parallelogram_cells,
            "rows and columns of hexagons, of pairs of triangles or of squares, row beside row",
        ),
    )
}
