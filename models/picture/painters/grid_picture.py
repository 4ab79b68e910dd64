"""A picture of marks on cells, and how marks look.

Every chosen row of a table puts a mark on a cell, or on several. A puzzle that lays marks on cells
says which table holds them and where a row puts its mark; text and drawing then come from the same
marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from ...answer import Answer
from ...errors import ModelError, did_you_mean, excerpt
from ...tables.table import Choices, Columns, Predicate
from ..elements import CHESSMEN, SYMBOLS
from ..picture import Area, Cell, Circle, Outline, Picture, Place, Shape, Symbol, Text
from ..planes import Plane, plane_of
from .painter import LIGHT_AND_DARK, PainterWords, TablePainter, place_of, read_marks, tints_of

__all__ = ["GridPicture", "Look"]

# ---- Looks of marks ------------------------------------------------------------------------------


CORNERS = {
    "upper left": (-0.24, -0.22),
    "upper right": (-0.24, 0.22),
    "lower left": (0.24, -0.22),
    "lower right": (0.24, 0.22),
}
_OF_ROWS = ("color", "regions", "where")
_GROUNDS = ("plain", "shaded", "blocked", "split", "ring")


@dataclass(frozen=True)
class Look:
    """How marks and cells look.

    symbol     what is drawn in place of the mark: queen, king, star, dot, tent ... (elements.py)
    color      a column or a function: cells of one value share a color; False: no colors
    regions    a column or a function: the cells of one value are outlined
    where      a condition, as a mapping or a function: the rows that meet it are shown
    printed    all rows are shown, chosen or not: they belong to the puzzle
    letters    the letters of a mark stand one in each cell that a row covers
    label      whether an area's mark is written on it; a terminal always shows it
    corner     the corner of the cell in which the mark stands, small
    ground     what the marked cells are: plain, shaded, blocked, split from corner to corner, or
               no cells but a ring around the mark
    around     what further cells are on which no row lies: plain, shaded or blocked
    left, top  headings of rows and columns, in their order; True: their numbers
    checkered  whether the cells are a chessboard's; else where the symbol is a chessman
    """

    symbol: str | None = None
    color: Columns | bool | None = None
    regions: Columns | None = None
    where: Predicate | None = None
    printed: bool = False
    letters: bool = False
    label: bool = True
    corner: str | None = None
    ground: str = "plain"
    around: str = "plain"
    left: Sequence[Any] | bool = ()
    top: Sequence[Any] | bool = ()
    checkered: bool | None = None

    def __post_init__(self) -> None:
        for name, words in (
            ("symbol", (None, *SYMBOLS)),
            ("corner", (None, *CORNERS)),
            ("ground", _GROUNDS),
            ("around", _GROUNDS[:3]),
        ):
            word = getattr(self, name)
            if word not in words:
                wanted = ", ".join(choice for choice in words if choice is not None)
                raise ModelError(f"picture: {name} {excerpt(str(word))}, expected one of {wanted}")

    def plain(self) -> dict[str, Any]:
        """Return the words that take a value and differ from their defaults."""
        of_rows = ("regions", "where") if isinstance(self.color, bool) else _OF_ROWS
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        usual = {field.name: field.default for field in fields(self)}
        return {
            name: it for name, it in values.items() if it != usual[name] and name not in of_rows
        }

    @classmethod
    def words(cls) -> tuple[str, ...]:
        """Return the names of all words."""
        return tuple(field.name for field in fields(cls))


# ---- The picture ---------------------------------------------------------------------------------

LATTICES = ("squares", "triangles", "hexagons")


class GridPicture(TablePainter):
    """A grid in which every chosen row of a table puts a mark.

    table     the table
    at        the columns that give the cell (row, col)
    mark      a column, several, or a function of columns; or, if no column is called so, the mark
    covering  instead of `at`: a column, or a function, that gives several cells
    blank     the mark of cells on which nothing is put; None: a dot, and nothing with `covering`
    cells     further cells of the grid, marked or not
    lattice   "squares", "triangles" or "hexagons": what (row, col) means, as in a `Picture`
    look      how the marks look (see `Look`)

    Called with an answer, it gives the answer's picture.
    """

    def __init__(
        self,
        table: Choices,
        at: Columns = ("row", "col"),
        mark: Columns = "value",
        *,
        covering: Columns | None = None,
        blank: str | None = None,
        cells: Iterable[Place] = (),
        lattice: str = "squares",
        look: Look | None = None,
    ) -> None:
        look = look or Look()
        if lattice not in LATTICES:
            wanted = ", ".join(LATTICES) + did_you_mean(lattice, LATTICES)
            raise ModelError(f"picture: lattice {excerpt(lattice)}, expected one of {wanted}")
        super().__init__(table, look.where, printed=look.printed)
        self.several, self.lattice = covering is not None, lattice
        self.blank = ("" if self.several else ".") if blank is None else blank
        self.cells = tuple(place_of(cell, self.purpose) for cell in cells)
        self._at: Sequence[Any] = table.column(at if covering is None else covering, self.purpose)
        self._mark = read_marks(table, mark, self.purpose)
        self._plain_look, self._given_blank = look.plain(), blank
        self._symbol, self._letters, self._label = look.symbol, look.letters, look.label
        self._corner, self._ground, self._around = look.corner, look.ground, look.around
        self._plane = plane_of(lattice)
        self._left, self._top, self._checkered = look.left, look.top, look.checkered
        colored = look.color is not None and not isinstance(look.color, bool)
        self._color = self._read(look.color) if colored else None
        self._colorless = look.color is False
        self._regions = None if look.regions is None else self._read(look.regions)

    def _read(self, columns: Any) -> Sequence[Any]:
        return self.table.column(columns, self.purpose)

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        return self._words("grid", self._plain_look, self._plain, self._columns)

    @property
    def _plain(self) -> dict[str, Any]:
        lattice = None if self.lattice == LATTICES[0] else self.lattice
        return {"blank": self._given_blank, "cells": self.cells or None, "lattice": lattice}

    @property
    def _columns(self) -> dict[str, Sequence[Sequence[Any]] | None]:
        """The words that take columns, with the columns' values."""
        return {
            "covering" if self.several else "by": [self._at],
            "show": [self._mark],
            "color": None if self._color is None else [self._color],
            "regions": None if self._regions is None else [self._regions],
        }

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer: what has equal marks shares a color.

        Cells that one row covers are an area, unless another row covers one of them, too.
        """
        shown = self.shown(answer)
        put: dict[Place, list[tuple[int, str]]] = {}
        for number in shown:
            mark = str(self._mark[number])
            for place, cell in enumerate(self.places(number)):
                put.setdefault(cell, []).append(
                    (number, mark[place : place + 1] if self._letters else mark)
                )
        pieces = self.several and not self._letters and not self._symbol
        if pieces and all(len(marks) == 1 for marks in put.values()):
            shapes = [*self._board_shapes(put), *self._areas(shown)]
        else:
            shapes = [*self._board_shapes({}), *self._marks(put, self.given(answer))]
        description = f"{self.table.name}: {len(shown)} shown" if self.printed else ""
        description = description or f"{self.table.name}: {len(shown)} chosen"
        return Picture(tuple(shapes), self.lattice, answer.puzzle.name, description)

    def places(self, number: int) -> tuple[Place, ...]:
        """Return the cells on which a row puts its mark. Raises ModelError for what is none."""
        cells = tuple(self._at[number]) if self.several else (self._at[number],)
        return tuple(place_of(cell, self.purpose) for cell in cells)

    # ---- Marks ----------------------------------------------------------------------------

    def _areas(self, shown: Iterable[int]) -> Iterable[Shape]:
        for number in shown:
            mark, cells = str(self._mark[number]), self.places(number)
            if not cells:
                continue
            tint = self._tint(number, mark)
            for part in _parts(cells, self._plane):
                yield Area(part, mark if self._label else "", tint, title=mark)
            if not self._label:
                yield from (Text(cell, mark, "blank") for cell in cells)

    def _marks(
        self, put: Mapping[Place, list[tuple[int, str]]], given: set[int]
    ) -> Iterable[Shape]:
        for cell, marks in put.items():
            text = ",".join(dict.fromkeys(mark for _, mark in marks))
            number = marks[-1][0]
            role = "given" if any(n in given for n, _ in marks) else "answer"
            tint = self._tint(number, marks[-1][1])
            if self._symbol is not None:
                side = None if self._color is None else str(self._color[number]).lower()
                look = LIGHT_AND_DARK.get(side or "", role) if self._two_sides else role
                yield Symbol(cell, self._symbol, text, look)  # type: ignore[arg-type]
            elif self._corner is not None:
                if self._ground != "plain":
                    yield Cell(cell, self._ground)  # type: ignore[arg-type]
                down, right = CORNERS[self._corner]
                yield Text((cell[0] + down, cell[1] + right), text, "label")
            else:
                if self._ground == "ring":
                    yield Circle(cell, "node", tint)
                else:
                    yield Cell(cell, self._ground, tint=tint)  # type: ignore[arg-type]
                yield Text(cell, text, role)  # type: ignore[arg-type]

    def _tint(self, number: int, mark: str) -> int | None:
        if self._colorless:
            return None
        return self._tints.get(mark if self._color is None else str(self._color[number]))

    @cached_property
    def _tints(self) -> Mapping[str, int | None]:
        """The tint of each mark, or color; none where no two cells could share one."""
        if self._color is not None:
            return {} if self._two_sides else tints_of(self._color)
        if self._letters or self._symbol is not None or self._corner is not None:
            return {}
        tints = tints_of(self._mark)
        if not self.several and (self._regions is not None or len(tints) >= len(self._board)):
            return {}
        return tints

    @cached_property
    def _two_sides(self) -> bool:
        """Whether the colors are those of white and black men."""
        sides = set() if self._color is None else {str(side).lower() for side in self._color}
        return self._symbol is not None and bool(sides) and sides <= set(LIGHT_AND_DARK)

    # ---- The board ------------------------------------------------------------------------

    def _board_shapes(self, hidden: Iterable[Place]) -> Iterable[Shape]:
        """Yield the shapes of the cells but for those that are hidden, and what frames them."""
        dark = self._checkered is True or (
            self._checkered is None and self._symbol in CHESSMEN and self._color_of == {}
        )
        for cell in self._board:
            if cell in hidden:
                continue
            ground = "vacant" if self.several and not self.blank else "plain"
            yield Cell(cell, ground, tint=self._color_of.get(cell))  # type: ignore[arg-type]
            if dark and sum(cell) % 2:
                yield Cell(cell, "dark")
            if self.blank:
                yield Text(cell, self.blank, "blank")
        for cell in self.cells:
            if cell not in self._board:
                yield Cell(cell, "vacant")
                yield Cell(cell, self._around)  # type: ignore[arg-type]
        yield from (Outline(cells) for cells in self._outlined)
        yield from self._headings()

    @cached_property
    def _board(self) -> dict[Place, int | None]:
        """The cells on which rows lie, each with one of them; None: several that differ in color.

        Corners mark cells that are others', and have none of their own.
        """
        if self._corner is not None:
            return {}
        board: dict[Place, int | None] = {}
        for number in range(len(self.table)):
            if self._where is not None and not self._where[number]:
                continue
            for cell in self.places(number):
                owner = board.setdefault(cell, number)
                color = self._color
                if color is not None and owner is not None and color[owner] != color[number]:
                    board[cell] = None
        return board

    @cached_property
    def _color_of(self) -> Mapping[Place, int | None]:
        """The tints of cells whose rows all have one color."""
        if self._color is None or self._two_sides or self.several:
            return {}
        tints = self._tints
        return {
            cell: tints[str(self._color[number])]
            for cell, number in self._board.items()
            if number is not None
        }

    @cached_property
    def _outlined(self) -> Sequence[tuple[Place, ...]]:
        """The regions, each as its cells."""
        if self._regions is None:
            return ()
        regions: dict[Any, dict[Place, None]] = {}
        for number in range(len(self.table)):
            for cell in self.places(number):
                regions.setdefault(self._regions[number], {})[cell] = None
        return tuple(map(tuple, regions.values()))

    def _headings(self) -> Iterable[Text]:
        cells = [*self._board, *self.cells]
        if not cells:
            return
        rows, cols = ({cell[axis] for cell in cells} for axis in (0, 1))
        for texts, axis in ((self._left, rows), (self._top, cols)):
            if texts is False or texts == ():
                continue
            span = range(int(min(axis)), int(max(axis)) + 1)
            for place, text in zip(span, span if texts is True else texts, strict=False):
                corner = (place, min(cols) - 1) if axis is rows else (min(rows) - 1, place)
                yield Text(corner, str(text), "heading")


def _parts(cells: Iterable[Place], plane: Plane) -> list[tuple[Place, ...]]:
    """Return cells in parts, each of cells that hang together by their sides."""
    corners = {cell: set(plane.corners(cell)) for cell in cells}
    left, parts = dict.fromkeys(corners), []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for member in part:
            for cell in [other for other in left if len(corners[member] & corners[other]) == 2]:
                del left[cell]
                part.append(cell)
        parts.append(tuple(sorted(part)))
    return parts
