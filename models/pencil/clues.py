"""The parts of a grid's clues: how each is checked, drawn, and read from a board of Penpa+."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..picture.picture import Border, Outline, Place, Shape, Text
from .grid import BLANKS, Cell, Draft, Grid
from .signs import NO_SIGNS, NUMBERS, WORDS, Signs

if TYPE_CHECKING:
    from .penpa import Board

__all__ = [
    "Cells",
    "Corners",
    "Lists",
    "Outside",
    "Part",
    "Regions",
    "Sides",
    "Walls",
    "dotted",
    "regions_of",
]


@dataclass(frozen=True)
class Part:
    """A part of a grid's text.

    name   what SHAPES calls it
    signs  the marks that it may have
    """

    name: str
    signs: Signs = NUMBERS

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark that the kind does not know."""
        for line, words in enumerate(grid.parts[self.name]):
            for place, mark in enumerate(words):
                if mark not in BLANKS and not self.signs.has(mark):
                    message = f"{mark!r}, expected {self.signs.expected}"
                    raise grid.error(message, self.name, line, place, first)

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        return line, word

    def margins(self, grid: Grid) -> dict[str, int]:
        """Return how many rows or columns it needs beside the grid, by `top`, `left` ..."""
        return {}

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield what is drawn of the part."""
        for line, words in enumerate(grid.parts[self.name]):
            for word, mark in enumerate(words):
                if mark not in BLANKS:
                    yield from self.signs.shapes(self.place(grid, line, word), mark)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        for line, words in enumerate(draft.parts[self.name]):
            for word in range(len(words)):
                place = self.place(draft.grid(), line, word)
                mark = self.signs.mark_of(board.layers(place))
                if mark is not None:
                    words[word] = mark
                    board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the part into a board of Penpa+."""
        for line, words in enumerate(grid.parts[self.name]):
            for word, mark in enumerate(words):
                if mark not in BLANKS:
                    board.put(self.place(grid, line, word), self.signs.layers_of(mark))


@dataclass(frozen=True)
class Cells(Part):
    """A mark for each cell."""

    name: str = "marks"


@dataclass(frozen=True)
class Corners(Part):
    """A mark at each corner of cells, `corners`, or at each that four share, `inner`."""

    name: str = "corners"

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        shift = -0.5 if self.name == "corners" else 0.5
        return line + shift, word + shift


@dataclass(frozen=True)
class Sides(Part):
    """A mark between each two cells side by side, `right sides`, or above each other, `lower`."""

    name: str = "right sides"

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        return (line, word + 0.5) if self.name == "right sides" else (line + 0.5, word)


@dataclass(frozen=True)
class Outside(Part):
    """Marks beside the grid: `top`, `bottom`, `left` or `right`, or a `second` one further out."""

    name: str = "top"

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        side, _, second = self.name.partition(" ")
        far = 2 if second else 1
        return {
            "top": (-far, word),
            "bottom": (grid.rows - 1 + far, word),
            "left": (word, -far),
            "right": (word, grid.cols - 1 + far),
        }[side]

    def margins(self, grid: Grid) -> dict[str, int]:
        """Return how many rows or columns it needs beside the grid."""
        side, _, second = self.name.partition(" ")
        return {side: 2 if second else 1}

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield what is drawn of the part."""
        for shape in super().shapes(grid):
            yield Text(shape.place, shape.text, "outside") if isinstance(shape, Text) else shape


@dataclass(frozen=True)
class Lists(Part):
    """Several marks beside each row, `left lists`, or column, `top lists`, the last one nearest."""

    name: str = "top lists"

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        far = len(grid.parts[self.name][line]) - word
        return (-far, line) if self.name.startswith("top") else (line, -far)

    def margins(self, grid: Grid) -> dict[str, int]:
        """Return how many rows or columns it needs beside the grid."""
        return {self.name.partition(" ")[0]: max(map(len, grid.parts[self.name]), default=0)}

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield what is drawn of the part."""
        for shape in super().shapes(grid):
            yield Text(shape.place, shape.text, "outside") if isinstance(shape, Text) else shape

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        for line, words in enumerate(draft.parts[self.name]):
            for far in range(board.margin("top" if self.name.startswith("top") else "left"), 0, -1):
                place = (-far, line) if self.name.startswith("top") else (line, -far)
                mark = self.signs.mark_of(board.layers(place))
                if mark is not None:
                    words.append(mark)
                    board.note(place)


@dataclass(frozen=True)
class Regions(Part):
    """The name of the region of each cell."""

    name: str = "regions"
    signs: Signs = WORDS

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise nothing: any name will do."""

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the outline of each region."""
        for cells in regions_of(grid.block(self.name)).values():
            yield Outline(tuple(cells), "box")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the regions from the borders of a board of Penpa+."""
        draft.put(self.name, map(str, board.regions()))

    def write(self, grid: Grid, board: Board) -> None:
        """Write the borders between regions into a board of Penpa+."""
        names = grid.block(self.name)
        for first, second in grid.borders_of(names):
            board.put_border(first, second)


@dataclass(frozen=True)
class Walls(Sides):
    """Borders between cells, `right sides` and `lower sides`: 1, or a sign that stands on one."""

    signs: Signs = NO_SIGNS

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark that the kind does not know."""
        for line, words in enumerate(grid.parts[self.name]):
            for word, mark in enumerate(words):
                if mark not in (*BLANKS, "1") and not self.signs.has(mark):
                    known = " or ".join(["'1'", *map(repr, self.signs.looks)])
                    raise grid.error(f"{mark!r}, expected {known}", self.name, line, word, first)

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the borders and signs."""
        for line, words in enumerate(grid.parts[self.name]):
            for word, mark in enumerate(words):
                if mark not in BLANKS:
                    yield Border((line, word), self._beyond(line, word))
                    yield from self.signs.shapes(self.place(grid, line, word), mark)

    def _beyond(self, line: int, word: int) -> Cell:
        return (line, word + 1) if self.name == "right sides" else (line + 1, word)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        super().read(board, draft)
        for line, words in enumerate(draft.parts[self.name]):
            for word, mark in enumerate(words):
                if mark in BLANKS and board.is_border((line, word), self._beyond(line, word)):
                    words[word] = "1"
        board.note_borders()

    def write(self, grid: Grid, board: Board) -> None:
        """Write the borders and signs into a board of Penpa+."""
        super().write(grid, board)
        for line, words in enumerate(grid.parts[self.name]):
            for word, mark in enumerate(words):
                if mark not in BLANKS:
                    board.put_border((line, word), self._beyond(line, word))


def dotted(signs: Signs) -> list[Part]:
    """Return the parts of signs in cells, at their sides and at corners that four cells share."""
    sides = ("right sides", "lower sides")
    return [Cells(signs=signs), *(Sides(side, signs) for side in sides), Corners("inner", signs)]


def regions_of(names: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """Return the cells of each region by its name; blanks belong to none."""
    cells: dict[str, list[Cell]] = {}
    for cell, name in names.items():
        if name not in BLANKS:
            cells.setdefault(name, []).append(cell)
    return cells
