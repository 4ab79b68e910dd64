"""The clues of a pencil puzzle on a grid, part by part, and its text.

The first line of a text has the number of rows, the number of columns and perhaps more (`head`).
The parts follow, which each kind names in the order of its text (`SHAPES`): most have `marks`, a
line for each row with a word for each cell; `-` or `.` is a cell without a clue. Many have
`regions`, which names the region of each cell; others have numbers outside of the grid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product, repeat
from typing import Any, NamedTuple

from ..errors import InputError

__all__ = [
    "BETWEEN",
    "BLANKS",
    "DOTTED",
    "LOOKING",
    "SHAPES",
    "SIDES",
    "Cell",
    "Draft",
    "Grid",
    "Marks",
    "rows_of",
]

Cell = tuple[int, int]
Marks = dict[Cell, str]
Lines = tuple[tuple[str, ...], ...]
BLANKS = ("-", ".")
MOST_CELLS = 100_000  # a size of more is a mistake, and building it would take the memory
LOOKING = {"s": "top", "n": "bottom", "e": "left", "w": "right"}  # from where one looks to a side
DOTTED = {"marks": (0, 0), "right sides": (0, 1), "lower sides": (1, 0), "inner": (1, 1)}  # halves
BETWEEN = ("right sides", "lower sides")  # the parts of signs between cells
LINK = "<link>"  # the source of a grid that was read from a link
SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


class Shape(NamedTuple):
    """How many lines and words a part of a text has, by the rows and columns of its grid.

    words  None: any number of them
    """

    lines: Callable[[int, int], int]
    words: Callable[[int, int], int] | None


def _block(more: int = 0) -> Shape:
    return Shape(lambda rows, cols: rows + more, lambda rows, cols: cols + more)


_ACROSS = Shape(lambda rows, cols: 1, lambda rows, cols: cols)
_DOWN = Shape(lambda rows, cols: 1, lambda rows, cols: rows)
SHAPES: Mapping[str, Shape] = {
    "marks": _block(),
    "regions": _block(),
    "more": _block(),  # a second mark of each cell
    "corners": _block(1),  # of all corners of cells
    "inner": _block(-1),  # of the corners that four cells share
    "right sides": Shape(lambda rows, cols: rows, lambda rows, cols: cols - 1),
    "lower sides": Shape(lambda rows, cols: rows - 1, lambda rows, cols: cols),
    "top": _ACROSS,
    "bottom": _ACROSS,
    "left": _DOWN,
    "right": _DOWN,
    "top second": _ACROSS,
    "left second": _DOWN,
    "top lists": Shape(lambda rows, cols: cols, None),
    "left lists": Shape(lambda rows, cols: rows, None),
}


@dataclass(frozen=True)
class Grid:
    """The clues of a puzzle; cells are pairs of row and column, which count from 0."""

    rows: int
    cols: int
    head: tuple[str, ...] = ()
    parts: Mapping[str, Lines] = field(default_factory=dict)
    source: str = "<text>"

    @classmethod
    def read(
        cls,
        text: str,
        parts: Sequence[str] = ("marks",),
        source: str = "<text>",
        first: int = 1,
        optional: Container[str] = (),
    ) -> Grid:
        """Read a text.

        first     the number of its first line in the whole text
        optional  the parts that a text may lack

        Raises InputError where the first line does not say how large it is, for a size that no grid
        has, and for lines that are missing, too many, or of another length.
        """
        head, *lines = [tuple(line.split()) for line in text.strip("\n").split("\n")]
        if len(head) < 2 or not all(word.isdecimal() and int(word) for word in head[:2]):
            found = repr(" ".join(head)) if head else "no size"
            message = f"{found}, expected the number of rows and of columns"
            raise InputError(message, file=source, line=first)
        rows, cols = int(head[0]), int(head[1])
        if rows * cols > MOST_CELLS:
            message = f"'{rows} {cols}', expected {MOST_CELLS} cells at most"
            raise InputError(message, file=source, line=first)
        while lines and not lines[-1]:
            lines.pop()
        at, read = 0, {}
        needed = sum(SHAPES[name].lines(rows, cols) for name in parts)
        parts = [name for name in parts if name not in optional or len(lines) >= needed]
        for name in parts:
            shape = SHAPES[name]
            end = at + shape.lines(rows, cols)
            for number in range(at, end):
                line = first + 1 + number
                if number >= len(lines):
                    message = "the text ends, expected a further line"
                    raise InputError(message, file=source, line=line)
                if shape.words is not None and len(lines[number]) != shape.words(rows, cols):
                    message = f"{len(lines[number])} marks, expected {shape.words(rows, cols)}"
                    raise InputError(message, file=source, line=line)
            read[name] = tuple(lines[at:end])
            at = end
        if at < len(lines):
            message = f"{' '.join(lines[at])!r}, expected the end of the grid"
            raise InputError(message, file=source, line=first + 1 + at)
        return cls(rows, cols, head[2:], read, source)

    @property
    def text(self) -> str:
        """The text from which the grid may be read again."""
        head = " ".join(map(str, (self.rows, self.cols, *self.head)))
        lines = (" ".join(words) or "-" for part in self.parts.values() for words in part)
        return "\n".join([head, *lines]) + "\n"

    def error(self, message: str, part: str, line: int, word: int, first: int = 1) -> InputError:
        """Return, for the caller to raise, a mistake in a word of a part.

        first  the number of the text's first line in a whole text
        """
        if self.source == LINK:  # whose words stand in no lines and columns
            place = f"R{line + 1}C{word + 1}" if len(self.parts[part]) > 1 else f"clue {word + 1}"
            where = place if part == "marks" else f"{place} of {part}"
            return InputError(f"{message} at {where}", file=self.source)
        before = 0
        for name, lines in self.parts.items():
            if name == part:
                break
            before += len(lines)
        column = 1 + sum(len(item) + 1 for item in self.parts[part][line][:word])
        number = first + 1 + before + line
        return InputError(message, file=self.source, line=number, column=column)

    def words(self, part: str) -> tuple[str, ...]:
        """Return the words of a part of one line."""
        return self.parts[part][0]

    def numbers(self, part: str) -> dict[int, int]:
        """Return the numbers of a part of one line by their places in it; other marks have none."""
        return {k: int(word) for k, word in enumerate(self.words(part)) if word.isdecimal()}

    def block(self, part: str) -> Marks:
        """Return the words of a part by the cell or corner that each stands at."""
        lines = enumerate(self.parts.get(part, ()))
        return {(row, col): word for row, words in lines for col, word in enumerate(words)}

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return list(product(range(self.rows), range(self.cols)))

    @cached_property
    def marks(self) -> Marks:
        """The mark of each cell, blanks too."""
        return self.block("marks")

    @cached_property
    def clues(self) -> Marks:
        """The marks that are no blanks."""
        return {cell: mark for cell, mark in self.marks.items() if mark not in BLANKS}

    @cached_property
    def counts(self) -> dict[Any, int]:
        """The clues that are numbers."""
        return {cell: int(mark) for cell, mark in self.clues.items() if mark.isdecimal()}

    @cached_property
    def regions(self) -> Marks:
        """The name of each cell's region.

        Where the text has walls in place of regions, these are the areas that walls cut off.
        """
        return self.block("regions") if "regions" in self.parts else self._areas()

    def _areas(self) -> Marks:
        names: Marks = {}
        number = 0
        for start in self.cells:
            if start in names:
                continue
            number += 1
            names[start] = name = str(number)
            stack = [start]
            while stack:
                cell = stack.pop()
                for pair in self.pairs(cell):
                    near = next(other for other in pair if other != cell)
                    if pair not in self.between and near not in names:
                        names[near] = name
                        stack.append(near)
        return {cell: names[cell] for cell in self.cells}

    @cached_property
    def between(self) -> dict[tuple[Cell, Cell], str]:
        """The marks at sides that are no blanks, by the two cells that share the side."""
        sides = {"right sides": (0, 1), "lower sides": (1, 0)}
        return {
            ((row, col), (row + down, col + right)): word
            for part, (down, right) in sides.items()
            for (row, col), word in self.block(part).items()
            if word not in BLANKS
        }

    @cached_property
    def dots(self) -> Marks:
        """The marks in cells, at sides and at inner corners, by their places in halves of cells."""
        return {
            (2 * row + down, 2 * col + right): word
            for part, (down, right) in DOTTED.items()
            for (row, col), word in self.block(part).items()
            if word not in BLANKS
        }

    def dots_at(self, cell: Cell) -> list[Cell]:
        """Return the places of the dots that a cell touches."""
        near = (
            (2 * cell[0] + down, 2 * cell[1] + right)
            for down, right in product((-1, 0, 1), repeat=2)
        )
        return [place for place in near if place in self.dots]

    @cached_property
    def outside(self) -> dict[Cell, int]:
        """The numbers above the columns and left of the rows.

        Their keys are those of `enumerate(cell)`: 0 and the row, 1 and the column.
        """
        both = ("left", "top")
        return {(k, place): n for k in (1, 0) for place, n in self.numbers(both[k]).items()}

    @cached_property
    def room_counts(self) -> dict[Any, int]:
        """The number that a clue says of its region, by the name of the region.

        Raises InputError for two different numbers in one region.
        """
        counts: dict[Any, int] = {}
        for (row, col), number in self.counts.items():
            name = self.regions[row, col]
            if counts.setdefault(name, number) != number:
                message = f"{number}, expected {counts[name]} as elsewhere in its region"
                raise self.error(message, "marks", row, col)
        return counts

    def counted_room(self, cell: Cell) -> str | None:
        """Return the region of a cell if a clue says a number of it."""
        region = self.regions[cell]
        return region if region in self.room_counts else None

    def room_numbers(self) -> list[dict[str, Any]]:
        """Return the numbers 1 to n of each cell of a region of n cells, as rows: cell, value.

        Cells with an `x` are holes.
        """
        names = {cell: self.regions[cell] for cell in self.cells if self.marks[cell] != "x"}
        size = Counter(names.values())
        spans = ((cell, range(1, size[name] + 1)) for cell, name in names.items())
        return [{"cell": cell, "value": value} for cell, span in spans for value in span]

    @cached_property
    def borders(self) -> set[tuple[Cell, Cell]]:
        """The pairs of cells side by side that are of different regions."""
        return self.borders_of(self.regions)

    def borders_of(self, names: Mapping[Cell, str]) -> set[tuple[Cell, Cell]]:
        """Return the pairs of cells side by side whose names differ."""
        return {
            (cell, other)
            for cell in self.cells
            for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
            if self.has(other) and names.get(cell) != names.get(other)
        }

    def beside(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a side with one."""
        (row, col), rows, cols = cell, self.rows, self.cols
        return [
            (row + down, col + right)
            for down, right in SIDES.values()
            if 0 <= row + down < rows and 0 <= col + right < cols
        ]

    def around(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a side or a corner with one."""
        row, col = cell
        cols = range(max(col - 1, 0), min(col + 2, self.cols))
        return [
            (near, other)
            for near in range(max(row - 1, 0), min(row + 2, self.rows))
            for other in cols
            if near != row or other != col
        ]

    def has(self, cell: Cell) -> bool:
        """Tell whether a cell is in the grid."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def open_sides(self, cell: Cell) -> str:
        """Return the sides of a cell behind which there is another one, as `nes`."""
        row, col = cell
        down = "n" * (row > 0) + "s" * (row + 1 < self.rows)
        return down + "w" * (col > 0) + "e" * (col + 1 < self.cols)

    def ray(self, cell: Cell, side: str, until: Container[Cell] = ()) -> list[Cell]:
        """Return the cells that one sees to a side, `n`, `e`, `s` or `w`, the nearest first.

        until  cells that one does not see, nor what is behind them
        """
        (row, col), (down, right) = cell, SIDES[side]
        if not self.has((row + down, col + right)):
            return []
        cells: Iterable[Cell]
        if down:
            rows = range(row + down, self.rows if down > 0 else -1, down)
            cells = zip(rows, repeat(col), strict=False)
        else:
            cols = range(col + right, self.cols if right > 0 else -1, right)
            cells = zip(repeat(row), cols, strict=False)
        if not until:
            return list(cells)
        seen = []
        for item in cells:
            if item in until:
                break
            seen.append(item)
        return seen

    def look(self, side: str, number: int) -> list[Cell]:
        """Return the cells of a column or row as one sees them who looks to a side from outside."""
        last = {"s": (0, number), "n": (self.rows - 1, number), "e": (number, 0)}
        start = last.get(side, (number, self.cols - 1))
        return [start, *self.ray(start, side)]

    def pairs(self, cell: Cell) -> list[tuple[Cell, Cell]]:
        """Return the pairs of cells side by side that a cell is one of."""
        return [(min(cell, item), max(cell, item)) for item in self.beside(cell)]

    def corners(self, cell: Cell) -> list[Cell]:
        """Return the four corners of a cell, counted as a grid with one row and column more."""
        return [(cell[0] + down, cell[1] + right) for down in (0, 1) for right in (0, 1)]

    def sights(self, cells: Iterable[Cell] | None = None) -> list[dict[str, Any]]:
        """Return how far one may see from each number to each side, as rows of a table.

        cells  those from which one sees; None: those of numbers

        Columns: cell, side, far (how many cells one sees) and line, those cells and the one that
        ends the sight, if it is in the grid.
        """
        return [
            {"cell": cell, "side": side, "far": far, "line": tuple(line[: far + 1])}
            for cell in (self.counts if cells is None else cells)
            for side in SIDES
            for line in [self.ray(cell, side)]
            for far in range(len(line) + 1)
        ]


class Draft:
    """A grid that a link or another page's file is read into, a word at a time.

    head    what stands behind the size in the text
    unread  what the link has and no part of the grid holds, in words, and how often
    """

    def __init__(self, rows: int, cols: int, parts: Iterable[str]) -> None:
        self.rows, self.cols, self.head = rows, cols, list[str]()
        self.unread: dict[str, int] = {}
        self.parts: dict[str, list[list[str]]] = {}
        for name in parts:
            lines, words = SHAPES[name]
            wide = 0 if words is None else words(rows, cols)
            self.parts[name] = [["-"] * wide for _ in range(lines(rows, cols))]

    def put(self, part: str, values: Iterable[str]) -> None:
        """Set the words of a part, line by line."""
        rest = iter(values)
        for line in self.parts[part]:
            line[:] = [next(rest) for _ in line]

    def cells(self) -> list[Cell]:
        """Return all cells, row by row."""
        return list(product(range(self.rows), range(self.cols)))

    def check_borders(self, names: Marks, borders: Iterable[tuple[Cell, Cell]]) -> None:
        """Note the borders, each between two cells, that lie within a region.

        names  the region of each cell
        """
        within = sorted(pair for pair in borders if names[pair[0]] == names[pair[1]])
        if within:
            first, other = (f"R{row + 1}C{col + 1}" for row, col in within[0])
            words = f"borders within regions, the first between {first} and {other}"
            self.unread[words] = len(within)

    def grid(self, source: str = LINK) -> Grid:
        """Return the grid."""
        parts = {name: tuple(map(tuple, lines)) for name, lines in self.parts.items()}
        return Grid(self.rows, self.cols, tuple(self.head), parts, source)


def rows_of(
    grid: Grid, marks: Mapping[Cell, object] | Iterable[Iterable[object]]
) -> list[list[str]]:
    """Return marks row by row; those of a mapping have `-` where it has no cell."""
    if isinstance(marks, Mapping):
        spans = range(grid.rows), range(grid.cols)
        return [[str(marks.get((row, col), "-")) for col in spans[1]] for row in spans[0]]
    return [[str(mark) for mark in row] for row in marks]
