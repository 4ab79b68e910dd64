"""Below a picture in text: a line for each clue that marks in cells cannot show.

cage 9: R1C1 R1C2
white dot: R1C4 R1C5
sandwich 7: above R1C3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, dist, floor

from ..picture import Picture
from ..shapes import Cage, Cell, Circle, Line, Place, Shape, Square, Text
from .splits import cell_and_corner, split_cells

__all__ = ["told_below"]

FEW, WIDEST = 12, 78  # lines that stand in one column, and the width of several
# Parts of other clues, and what an answer chose.
_UNTOLD = ("edge", "pointer", "path", "way", "double way")
_LESS = {"∧": "<", "∨": ">"}
_DOTS = {"white": "white dot", "black": "black dot"}


def told_below(picture: Picture) -> list[str]:
    """Return the lines, each once; none on other lattices than squares."""
    board = sorted({one.place for one in picture.shapes if isinstance(one, Cell)})
    if picture.lattice != "squares" or not board:
        return []
    teller = _Teller(board, split_cells(picture))
    # Few lines as they are, many in columns, which are read downwards.
    lines = list(dict.fromkeys(teller.lines(picture.shapes)))
    width = max(map(len, lines), default=0) + 3
    columns = max(1, (WIDEST + 3) // width)
    if len(lines) <= FEW or columns == 1:
        return lines
    rows = ceil(len(lines) / columns)
    return ["".join(one.ljust(width) for one in lines[row::rows]).rstrip() for row in range(rows)]


class _Teller:
    """Names the cells of a board by row and column, counted from its upper left one."""

    def __init__(self, board: list[Place], split: set[Place]) -> None:
        self.board, self.split = board, split
        self.least = tuple(min(axis) for axis in zip(*board, strict=True))

    def _name(self, cell: Place) -> str:
        row, col = (int(a - b) + 1 for a, b in zip(cell, self.least, strict=True))
        return f"R{row}C{col}"

    def _names(self, cells: Iterable[Place]) -> str:
        return " ".join(map(self._name, cells))

    def lines(self, shapes: Iterable[Shape]) -> Iterator[str]:
        """Yield the lines of clues, then what stands below the picture itself."""
        every = list(shapes)
        together: dict[str, list[Place]] = {}
        for shape in every:
            if isinstance(shape, Cell) and shape.title and shape.role in ("shaded", "plain"):
                together.setdefault(shape.title, []).append(shape.place)
        shaded = {title: f"{title}: {self._names(cells)}" for title, cells in together.items()}
        yield from shaded.values()
        for place, title, inner in _corners(every):
            yield f"{title} {inner}: {self._names(self._around(place))}"
        for shape in every:
            told = self._told(shape)
            if told and shape.title not in shaded:
                yield told
        for shape in every:
            if isinstance(shape, Text) and shape.role == "caption":
                yield shape.text

    def _told(self, shape: Shape) -> str:
        """Return the line of a clue; empty for what is none."""
        title = shape.title
        if isinstance(shape, Cage):
            return f"{_with(title or shape.role, shape.label)}: {self._names(shape.cells)}"
        if isinstance(shape, Line):
            if shape.role == "diagonal":
                return title or shape.role
            named = "" if shape.role in _UNTOLD else title or shape.role
            return f"{named}: {self._names(shape.places)}" if named else ""
        if isinstance(shape, Circle) and shape.role in _DOTS:
            return f"{_DOTS[shape.role]}: {self._names(self._pair(shape))}"
        if isinstance(shape, Circle | Square) and shape.role == "shade":
            return f"{title or shape.role}: {self._name(shape.place)}"
        return self._text(shape) if isinstance(shape, Text) else ""

    def _text(self, shape: Text) -> str:
        if shape.role == "sign":
            sign, cells = _LESS.get(shape.text, shape.text), self._pair(shape)
            if sign in "<>" and len(cells) == 2:
                return f" {sign} ".join(map(self._name, cells))
            return f"{sign.upper()}: {self._names(cells)}"
        if shape.role == "clue":
            return f"{_with(shape.title, shape.text)}: {self._name(shape.place)}"
        if shape.role == "outside":
            return f"{_with(shape.title, shape.text)}: {self._beside(shape.place)}"
        return self._in_corner(shape) if shape.role == "label" else ""

    def _in_corner(self, label: Text) -> str:
        """Return the line of a label in a corner of its cell; empty for one amid it."""
        cell, (down, right) = cell_and_corner(label)
        if not (down and right) or cell in self.split:
            return ""
        corner = f"{'upper' if down < 0 else 'lower'} {'left' if right < 0 else 'right'}"
        return f"{self._name(cell)} {corner}: {label.text}"

    def _pair(self, shape: Circle | Text) -> list[Place]:
        """Return the cells that a dot or a sign stands for."""
        return sorted(shape.between) or self._around(shape.place)

    def _around(self, place: Place) -> list[Place]:
        """Return the cells whose side or corner lies at a place."""
        rows, cols = ([floor(at), ceil(at)] for at in place)
        return sorted({(row, col) for row in rows for col in cols})

    def _beside(self, place: Place) -> str:
        """Return where a place beside the board is, seen from the nearest cell."""
        nearest = min(self.board, key=lambda cell: (dist(cell, place), cell))
        down, right = (a - b for a, b in zip(place, nearest, strict=True))
        ways = [("above" if down < 0 else "below") * bool(down)]
        ways.append(("left of" if right < 0 else "right of") * bool(right))
        return " ".join((*filter(None, ways), self._name(nearest)))


def _with(title: str, label: str) -> str:
    return f"{title} {label}".strip()


def _corners(shapes: Iterable[Shape]) -> Iterator[tuple[Place, str, str]]:
    """Yield each quadruple: its place, its title, and the values in it."""
    place: Place | None = None
    found: dict[Place, list[str]] = {}
    titles: dict[Place, str] = {}
    for shape in shapes:
        if isinstance(shape, Circle) and shape.role == "quadruple":
            place = shape.place
            titles[place] = shape.title or "quadruple"
        elif isinstance(shape, Text) and shape.role == "corner" and place is not None:
            found.setdefault(place, []).append(shape.text)
    for at, texts in found.items():
        yield at, titles[at], " ".join(texts)
