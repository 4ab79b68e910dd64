"""The parts of a grid's clues: how each is checked, drawn, and read from a board of Penpa+."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from ..picture.picture import Border, Outline, Place, Shape, Text
from .grid import BETWEEN, BLANKS, SIDES, Cell, Draft, Grid, Marks
from .signs import (
    ANY_NUMBERS,
    HOLE,
    NO_SIGNS,
    NUMBERS,
    PASSAGE_MARKS,
    POSITIVE,
    SPLIT,
    WORDS,
    Pattern,
    Signs,
)

if TYPE_CHECKING:
    from .penpa import Board

__all__ = [
    "Cells",
    "CornerNumbers",
    "Corners",
    "DotCells",
    "LinesAtSides",
    "Outside",
    "Part",
    "Passages",
    "Regions",
    "Sides",
    "SudokuCells",
    "Walls",
    "dotted",
    "regions_of",
]


@dataclass(frozen=True)
class Part:
    """A part of a grid's text.

    name      what SHAPES calls it
    signs     the marks that it may have
    optional  whether a text may lack it
    noun      what a word of it is called
    """

    name: str
    signs: Signs = NUMBERS
    optional: bool = False
    noun: ClassVar[str] = "clue"

    @property
    def marks(self) -> Sequence[str]:
        """The single marks that it may have; others fit patterns of its signs."""
        return tuple(self.signs.looks)

    def has(self, mark: str) -> bool:
        """Whether it may have a mark that is no blank."""
        return mark in self.marks or self.signs.pattern(mark) is not None

    @property
    def expected(self) -> str:
        """The marks that it may have, in words."""
        described = (pattern.expected for pattern in self.signs.patterns.values())
        return " or ".join([*described, *map(repr, self.marks)]) or "a blank"

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark that the kind does not know."""
        lines = grid.parts.get(self.name, ())
        unknown = {mark for mark in set().union(*lines).difference(BLANKS) if not self.has(mark)}
        for line, words in enumerate(lines if unknown else ()):
            for place, mark in enumerate(words):
                if mark in unknown:
                    message = f"{mark!r}, expected {self.expected}"
                    raise grid.error(message, self.name, line, place, first)

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        return line, word

    def margins(self, grid: Grid) -> dict[str, int]:
        """Return how many rows or columns it needs beside the grid, by `top`, `left` ..."""
        return {}

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield what is drawn of the part."""
        for line, words in enumerate(grid.parts.get(self.name, ())):
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
        for line, words in enumerate(grid.parts.get(self.name, ())):
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
    """Marks beside the grid: `top`, `bottom`, `left` or `right`, or a `second` one further out.

    corner  in which corner of a split cell they stand, as `sw`; none: in the middle
    """

    name: str = "top"
    corner: str = ""

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        side, _, second = self.name.partition(" ")
        far = 2 if second else 1
        row, col = {
            "top": (-far, word),
            "bottom": (grid.rows - 1 + far, word),
            "left": (word, -far),
            "right": (word, grid.cols - 1 + far),
        }[side]
        down, right = (sum(SIDES[s][axis] for s in self.corner) / 4 for axis in (0, 1))
        return (row + down, col + right) if self.corner else (row, col)

    def margins(self, grid: Grid) -> dict[str, int]:
        """Return how many rows or columns it needs beside the grid."""
        side, _, second = self.name.partition(" ")
        return {side: 2 if second else 1}

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        super().read(board, draft)
        grid = draft.grid()
        for word in range(len(draft.parts[self.name][0])) if self.corner else ():
            board.note(self._split(self.place(grid, 0, word)))
        for corner in [(-1, -1)] if self.corner else ():
            board.note(corner)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the part into a board of Penpa+."""
        super().write(grid, board)
        for word in range(len(grid.words(self.name))) if self.corner else ():
            board.put(self._split(self.place(grid, 0, word)), SPLIT.layers)

    def _split(self, place: Place) -> Place:
        """Return the middle of a split cell."""
        return round(place[0]), round(place[1])

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield what is drawn of the part."""
        for shape in Part.shapes(replace(self, corner=""), grid):
            yield Text(shape.place, shape.text, "outside") if isinstance(shape, Text) else shape


@dataclass(frozen=True)
class Regions(Part):
    """The name of the region of each cell.

    holes  the names of cells that belong to no region: black ones
    apart  the marks of cells that are no part of the regions around them
    """

    name: str = "regions"
    signs: Signs = WORDS
    holes: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    noun = "region"

    @property
    def expected(self) -> str:
        """The marks that it may have, in words."""
        holes = "".join(f", {hole!r} for a hole" for hole in self.holes)
        return f"a name, which all cells of the region have{holes}"

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the outline of each region, and the holes."""
        for name, cells in regions_of(grid.block(self.name)).items():
            if name in self.holes:
                yield from (shape for cell in cells for shape in HOLE.draw(cell))
            yield Outline(tuple(cells), "box")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the regions from the borders of a board of Penpa+."""
        marks = draft.grid().marks if self.apart else {}
        apart = {cell for cell, mark in marks.items() if mark in self.apart}
        cells = draft.cells()
        holes = [cell for cell in cells if self.holes and HOLE.fits(board.layers(cell))]
        labels = map(str, board.regions({*apart, *holes}))
        names = dict(zip(cells, labels, strict=True))
        pairs = {pair for cell in cells for pair in draft.grid().pairs(cell)}
        draft.check_borders(names, (pair for pair in pairs if board.is_border(*pair)))
        for cell in holes:
            names[cell] = self.holes[0]
            board.note(cell)
        draft.put(self.name, names.values())

    def write(self, grid: Grid, board: Board) -> None:
        """Write the borders between regions into a board of Penpa+."""
        names = grid.block(self.name)
        for first, second in grid.borders_of(names):
            board.put_border(first, second)
        for cell in [cell for cell, name in names.items() if name in self.holes]:
            board.put(cell, HOLE.layers)


@dataclass(frozen=True)
class Walls(Sides):
    """Borders between cells, `right sides` and `lower sides`: 1, or a sign that stands on one."""

    signs: Signs = NO_SIGNS
    noun = "border"

    @property
    def marks(self) -> Sequence[str]:
        """The single marks that it may have."""
        return "1", *super().marks

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the borders and signs."""
        for line, words in enumerate(grid.parts.get(self.name, ())):
            for word, mark in enumerate(words):
                if mark not in BLANKS:
                    yield Border((line, word), self._beyond(line, word))
                    yield from self.signs.shapes(self.place(grid, line, word), mark)

    def _beyond(self, line: int, word: int) -> Cell:
        return (line, word + 1) if self.name == "right sides" else (line + 1, word)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        super().read(board, draft)
        for line, words in enumerate(draft.parts.get(self.name, ())):
            for word, mark in enumerate(words):
                if mark in BLANKS and board.is_border((line, word), self._beyond(line, word)):
                    words[word] = "1"
        board.note_borders()

    def write(self, grid: Grid, board: Board) -> None:
        """Write the borders and signs into a board of Penpa+."""
        super().write(grid, board)
        for line, words in enumerate(grid.parts.get(self.name, ())):
            for word, mark in enumerate(words):
                if mark not in BLANKS:
                    board.put_border((line, word), self._beyond(line, word))


@dataclass(frozen=True)
class DotCells(Cells):
    """Signs in cells, at their sides and corners, for which marks of cells stand.

    dots  for each mark its signs, by their places: halves of a cell down and right
    """

    dots: Mapping[str, Marks] = field(default_factory=dict)

    @property
    def marks(self) -> Sequence[str]:
        """The single marks that it may have."""
        return tuple(self.dots)

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark unknown to the kind or at the edge."""
        super().check(grid, first)
        for (row, col), mark in grid.clues.items():
            if not all(grid.has((row + down, col + right)) for down, right in self.dots[mark]):
                message = f"{mark!r} at the edge, expected a mark within the grid"
                raise grid.error(message, self.name, row, col, first)

    def _signs(self, row: int, col: int, mark: str) -> dict[Place, str]:
        places = self.dots[mark].items()
        return {(row + down / 2, col + right / 2): sign for (down, right), sign in places}

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the signs."""
        for (row, col), mark in grid.clues.items():
            for place, sign in self._signs(row, col, mark).items():
                yield from self.signs.shapes(place, sign)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        for row, col in draft.cells():
            for mark in self.dots:  # of more dots later
                places = self._signs(row, col, mark)
                if all(self.signs.mark_of(board.layers(p)) == sign for p, sign in places.items()):
                    draft.parts[self.name][row][col] = mark
                    for place in places:
                        board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the part into a board of Penpa+."""
        for (row, col), mark in grid.clues.items():
            for place, sign in self._signs(row, col, mark).items():
                board.put(place, self.signs.layers_of(sign))


def dotted(signs: Signs) -> list[Part]:
    """Return the parts of signs in cells, at their sides and at corners that four cells share."""
    return [Cells(signs=signs), *(Sides(side, signs) for side in BETWEEN), Corners("inner", signs)]


@dataclass(frozen=True)
class Passages(Cells):
    """The sides by which a printed part of a way leaves its cell: lines on a board of Penpa+."""

    signs: Signs = PASSAGE_MARKS

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from the lines of a board of Penpa+."""
        super().read(board, draft)
        words = draft.parts[self.name]
        for row, col in draft.cells():
            words[row][col] = board.sides((row, col)) or words[row][col]

    def write(self, grid: Grid, board: Board) -> None:
        """Write the lines into a board of Penpa+."""
        super().write(grid, board)
        for cell, mark in grid.block(self.name).items():
            for side in mark if set(mark) <= set(SIDES) else "":
                board.put_line(cell, side)


@dataclass(frozen=True)
class CornerNumbers(Cells):
    """A small number in the upper left corner of some cells."""

    signs: Signs = ANY_NUMBERS

    def read(self, board: Board, draft: Draft) -> None:
        """Read the numbers from the corners, or else from the middles of cells."""
        super().read(board, draft)
        words = draft.parts[self.name]
        for row, col in draft.cells():
            place = row - 0.25, col - 0.25
            mark = self.signs.mark_of(board.layers(place))
            if mark is not None:
                words[row][col] = mark
                board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the numbers into the corners of a board of Penpa+."""
        for (row, col), mark in grid.block(self.name).items():
            if mark not in BLANKS:
                board.put((row - 0.25, col - 0.25), self.signs.layers_of(mark))

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the numbers, small."""
        for shape in super().shapes(grid):
            yield Text(shape.place, shape.text, "clue") if isinstance(shape, Text) else shape


@dataclass(frozen=True)
class SudokuCells(Cells):
    """A mark for each cell of a sudoku, or of several that share cells, with the boxes outlined.

    corners  the first cells of sudokus of 9 x 9 cells; none: one is the whole grid
    """

    signs: Signs = POSITIVE
    corners: tuple[Cell, ...] = ()

    def boxes(self, grid: Grid) -> list[list[Cell]]:
        """Return the cells of each box."""
        size = 9 if self.corners else grid.rows
        high = max(k for k in range(1, size + 1) if size % k == 0 and k * k <= size)
        return [
            list(product(range(row, row + high), range(col, col + size // high)))
            for top, left in self.corners or [(0, 0)]
            for row in range(top, top + size, high)
            for col in range(left, left + size, size // high)
        ]

    def borders(self, grid: Grid) -> set[tuple[Cell, Cell]]:
        """Return the pairs of cells side by side that a box's side parts."""
        return {
            (cell, (cell[0] + down, cell[1] + right))
            for box in self.boxes(grid)
            for cell in box
            for down, right in SIDES.values()
            if (cell[0] + down, cell[1] + right) not in box
        }

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the marks and the outlines of the boxes."""
        yield from super().shapes(grid)
        for cells in self.boxes(grid):
            yield Outline(tuple(cells), "box")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the marks, and see that borders are drawn round boxes only."""
        super().read(board, draft)
        board.note_borders(self.borders(draft.grid()))

    def write(self, grid: Grid, board: Board) -> None:
        """Write the marks and the borders of boxes into a board of Penpa+."""
        super().write(grid, board)
        for first, second in self.borders(grid):
            if grid.has(second):
                board.put_border(first, second)


def regions_of(names: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """Return the cells of each region by its name; blanks belong to none."""
    cells: dict[str, list[Cell]] = {}
    for cell, name in names.items():
        if name not in BLANKS:
            cells.setdefault(name, []).append(cell)
    return cells


SIDE_BITS = dict(zip("eswn", (1, 2, 4, 8), strict=True))
_SIDES_WITH_LINES = Signs(
    patterns={"[0-9]|1[0-5]": Pattern("0 to 15: 1 right, 2 below, 4 left, 8 above, added")}
)


@dataclass(frozen=True)
class LinesAtSides(Part):
    """At which sides of a cell a line is: 1 at the right, 2 below, 4 at the left, 8 above, added.

    blank  the word of a cell without one
    """

    signs: Signs = _SIDES_WITH_LINES
    blank: str = "-"
    noun = "lines at its sides"

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the lines."""
        yield from (Border(cell, _beyond(cell, side)) for cell, side in self._lines(grid))

    def read(self, board: Board, draft: Draft) -> None:
        """Read the lines from the borders of a board of Penpa+."""
        board.regions()
        bits = (
            sum(bit * board.is_border(cell, _beyond(cell, side)) for side, bit in SIDE_BITS.items())
            for cell in draft.cells()
        )
        draft.put(self.name, (str(number) if number else self.blank for number in bits))

    def write(self, grid: Grid, board: Board) -> None:
        """Write the lines as borders into a board of Penpa+."""
        for cell, side in self._lines(grid):
            board.put_border(cell, _beyond(cell, side))

    def _lines(self, grid: Grid) -> Iterator[tuple[Cell, str]]:
        for cell, word in grid.block(self.name).items():
            if word not in BLANKS:
                yield from ((cell, side) for side, bit in SIDE_BITS.items() if int(word) & bit)


def _beyond(cell: Cell, side: str) -> Cell:
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]
