"""The terminal's renderer: a picture as lines of text, a mark a cell.

It shows the texts in cells, candidates, headings, the marks of areas, and the lines of boxes, loops
and paths. Clues, other lines and borders are left out, or listed below the picture. Triangles and
hexagons have the layout that packings/board.py reads; layers of solids follow each other with an
empty line between.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import ceil, dist, floor
from typing import TypeVar

from .picture import (
    Area,
    Border,
    Cage,
    Candidates,
    Cell,
    Circle,
    Line,
    Outline,
    Picture,
    Place,
    Shape,
    Square,
    Symbol,
    Text,
    Wedge,
)
from .planes import SOLID, plane_of

__all__ = ["text", "write_marks"]

# ---- Frames --------------------------------------------------------------------------------------
# Lines run between cells of different boxes alone: a row of marks is followed by a line where some
# border needs it, a column likewise; where nothing parts two columns, a blank does.
#
#     ┌─────┬─────┐
#     │ 1 3 │ 2 4 │
#     │ 4 2 │ 3 1 │
#     ├─────┼─────┤


# The sign whose arms lead up, right, down and left, as bits 1, 2, 4, 8.
ARMS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


def framed(
    marks: Mapping[Place, str],
    boxes: Sequence[Sequence[Place]],
    walls: Container[frozenset[Place]] = (),
) -> str:
    """Return the marks of cells (row, col) as lines, with lines round the boxes.

    walls  further pairs of neighbouring cells with a line between them
    """
    return "\n".join(line.rstrip() for line in _Frame(marks, boxes, walls).lines())


class _Frame:
    """A grid whose corner (row, col) is the upper left one of the cell there."""

    def __init__(
        self,
        marks: Mapping[Place, str],
        boxes: Sequence[Sequence[Place]],
        walls: Container[frozenset[Place]],
    ) -> None:
        self.marks, self.walls = marks, walls
        self.box = {cell: number for number, cells in enumerate(boxes) for cell in cells}
        rows, cols = ([int(cell[k]) for cell in marks] for k in (0, 1))
        self.rows, self.cols = range(min(rows), max(rows) + 2), range(min(cols), max(cols) + 2)
        self.width = max(map(len, marks.values()))
        self.parted = [any(self._upright(row, col) for row in self.rows) for col in self.cols]

    def _of(self, row: float, col: float) -> int | None:
        """Return the box of a cell: -1 in none, None beside the grid."""
        return self.box.get((row, col), -1) if (row, col) in self.marks else None

    def _parted(self, first: Place, second: Place) -> bool:
        """Whether a line runs between two cells."""
        return self._of(*first) != self._of(*second) or frozenset((first, second)) in self.walls

    def _upright(self, row: int, col: int) -> bool:
        """Whether a line runs down from a corner."""
        return self._parted((row, col - 1), (row, col))

    def _level(self, row: int, col: int) -> bool:
        """Whether a line runs to the right from a corner."""
        return self._parted((row - 1, col), (row, col))

    def lines(self) -> Iterator[str]:
        """Yield the lines, a row's line above it."""
        for row in self.rows:
            if any(self._level(row, col) for col in self.cols):
                parts = []
                for col, parted in zip(self.cols, self.parted, strict=True):
                    arms = UP * self._upright(row - 1, col) | RIGHT * self._level(row, col)
                    arms |= DOWN * self._upright(row, col) | LEFT * self._level(row, col - 1)
                    parts.append(ARMS[arms] if parted else "─" * self._level(row, col - 1) or " ")
                    ahead = self.parted[col - self.cols[0] + 1] if col != self.cols[-1] else False
                    wide = self.width + parted + ahead
                    parts.append(("─" if self._level(row, col) else " ") * wide)
                yield "".join(parts)
            if row != self.rows[-1]:
                yield self._row(row)

    def _row(self, row: int) -> str:
        parts: list[str] = []
        for col, parted in zip(self.cols, self.parted, strict=True):
            if parted:
                blank = " " if parts else ""
                parts.append(f"{blank}{'│' if self._upright(row, col) else ' '} ")
            elif parts:
                parts.append(" ")
            if col != self.cols[-1]:
                parts.append(self.marks.get((row, col), "").rjust(self.width))
        return "".join(parts)


# ---- Pieces and tiles ----------------------------------------------------------------------------
# Where neighbouring pieces have one mark (dominoes), each piece is a box; a tile whose sides have
# values is a box of three by three marks, with the values at its sides.


_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west


def framed_pieces(picture: Picture, shown: Mapping[Place, str]) -> str | None:
    """Return the marks with a line round each piece; None if marks distinguish the pieces."""
    areas = [shape for shape in picture.shapes if isinstance(shape, Area)]
    if picture.lattice != "squares" or not _alike(areas):
        return None
    return framed(shown, [area.cells for area in areas])


def _alike(areas: list[Area]) -> bool:
    """Whether two pieces of one mark lie side by side."""
    owner = {cell: number for number, area in enumerate(areas) for cell in area.cells}
    for (row, col), number in owner.items():
        for beside in ((row, col + 1), (row + 1, col)):
            other = owner.get(beside, number)
            if other != number and areas[other].mark == areas[number].mark:
                return True
    return False


def framed_tiles(picture: Picture) -> str | None:
    """Return the tiles with what is at their sides; None if nothing is."""
    sides = [shape for shape in picture.shapes if isinstance(shape, Text) and shape.role == "side"]
    colors = [shape for shape in picture.shapes if isinstance(shape, Wedge) and shape.mark]
    if picture.lattice != "squares" or not (sides or colors):
        return None
    cells = {shape.place for shape in picture.shapes if isinstance(shape, Cell)}
    boxes: list[list[Place]] = [
        [(3 * row + down, 3 * col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        for row, col in sorted(cells)
    ]
    marks: dict[Place, str] = {place: "" for box in boxes for place in box}
    for shape in picture.shapes:
        if isinstance(shape, Text) and shape.role in ("side", "blank", "given", "answer"):
            row, col = (round(3 * part) for part in shape.place)
            marks[row, col] = shape.text
        elif isinstance(shape, Symbol):
            marks[3 * shape.place[0], 3 * shape.place[1]] = shape.text
    _put_colors(marks, colors)
    return framed(marks, boxes)


def _put_colors(marks: dict[Place, str], colors: Sequence[Wedge]) -> None:
    """Put the marks of colors at their sides; amid them stands no mark that says the same."""
    of_cell: dict[Place, list[str]] = {}
    for wedge in colors:
        (row, col), (down, right) = wedge.place, _WAYS[wedge.side]
        marks[3 * row + down, 3 * col + right] = wedge.mark
        of_cell.setdefault(wedge.place, []).append(wedge.mark)
    for (row, col), several in of_cell.items():
        if re.sub("[ ,]", "", marks[3 * row, 3 * col]) == "".join(several):
            marks[3 * row, 3 * col] = ""


# ---- Split cells ---------------------------------------------------------------------------------
# Of a cell with 17 below the line and 10 above it the mark is `17\10`, with 17 alone `17\`.


def split_cells(picture: Picture) -> set[Place]:
    """Return the cells that a line splits."""
    return {
        shape.place for shape in picture.shapes if isinstance(shape, Cell) and shape.role == "split"
    }


def split_sums(picture: Picture) -> Mapping[Place, str]:
    """Return the marks of the cells that a line splits."""
    sums = {cell: ["", ""] for cell in split_cells(picture)}
    for shape in picture.shapes if sums else ():
        if isinstance(shape, Text) and shape.role == "label":
            cell, (_, right) = cell_and_corner(shape)
            if cell in sums:
                sums[cell][right > 0] = shape.text
    return {cell: "\\".join(both) for cell, both in sums.items()}


def cell_and_corner(label: Text) -> tuple[Place, Place]:
    """Return the cell of a label, and how far down and to the right of its middle it stands."""
    cell = tuple(map(round, label.place))
    return cell, tuple(a - b for a, b in zip(label.place, cell, strict=True))


# ---- Clues below the picture ---------------------------------------------------------------------
# cage 9: R1C1 R1C2 white dot: R1C4 R1C5 sandwich 7: above R1C3


FEW, WIDEST = 12, 78  # lines that stand in one column, and the width of several
# Parts of other clues, and what an answer chose.
_UNTOLD = ("edge", "pointer", "path", "way", "double way")
_LESS = {"∧": "<", "∨": ">"}
_DOTS = {"white": "white dot", "black": "black dot"}


def lines_below(picture: Picture) -> list[str]:
    """Return the lines, each once; none on other lattices than squares."""
    board = sorted({shape.place for shape in picture.shapes if isinstance(shape, Cell)})
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
    return ["".join(line.ljust(width) for line in lines[row::rows]).rstrip() for row in range(rows)]


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
            line = self._describe(shape)
            if line and shape.title not in shaded:
                yield line
        for shape in every:
            if isinstance(shape, Text) and shape.role == "caption":
                yield shape.text

    def _describe(self, shape: Shape) -> str:
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
    values: dict[Place, list[str]] = {}
    titles: dict[Place, str] = {}
    for shape in shapes:
        if isinstance(shape, Circle) and shape.role == "quadruple":
            place = shape.place
            titles[place] = shape.title or "quadruple"
        elif isinstance(shape, Text) and shape.role == "corner" and place is not None:
            values.setdefault(place, []).append(shape.text)
    for at, texts in values.items():
        yield at, titles[at], " ".join(texts)


# ---- Edges ---------------------------------------------------------------------------------------
# ┌───┐   ·       1 · 3
# │ 3 │
# ·   └───┘       · 2 ·    steps that are not to a neighbour are numbers, in the line's order


# Joints by the sides to which lines go: north 1, east 2, south 4, west 8.
_LINE_MARKS = {"way": ARMS, "double way": " ║═╚║║╔╠═╝═╩╗╣╦╬"}
_SIDES = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_UPRIGHT, _LEVEL = 1 | 4, 2 | 8
_DOWN, _ACROSS = 2, 4  # lines and characters from one cell to the next
_SHOWN = ("answer", "given", "light", "crossed", "clue", "label", "heading", "outside")
Steps = list[tuple[Place, Place]]


def drawn_ways(picture: Picture) -> str | None:
    """Return the picture with its ways drawn; None where there are none."""
    lines = [
        shape for shape in picture.shapes if isinstance(shape, Line) and shape.role in _LINE_MARKS
    ]
    points = [
        shape for shape in picture.shapes if isinstance(shape, Circle) and shape.role == "point"
    ]
    if picture.lattice != "squares" or not (lines or points):
        return None
    marks = dict(_marks(picture))
    dots = (
        [shape.place for shape in picture.shapes if isinstance(shape, Cell)] if not points else []
    )
    dots += (point.place for point in points)
    drawn = {
        role: [s for line in lines if line.role == role for s in _steps(line)]
        for role in _LINE_MARKS
    }
    if any(_side(step) is None for steps in drawn.values() for step in steps):
        for line in lines:
            for number, place in enumerate(line.places, 1):
                marks.setdefault(place, str(number))
        width = max(map(len, marks.values()), default=1)
        rows = sorted({place[0] for place in (*dots, *marks)})
        cols = sorted({place[1] for place in (*dots, *marks)})
        dot_places = set(dots)
        return "\n".join(
            " ".join(
                marks.get((row, col), "." if (row, col) in dot_places else "").rjust(width)
                for col in cols
            ).rstrip()
            for row in rows
        )
    return _lined(marks, dots, drawn)


def _marks(picture: Picture) -> Iterator[tuple[Place, str]]:
    """Yield the marks of cells; the last one counts."""
    for shape in picture.shapes:
        if isinstance(shape, Cell) and shape.role in ("blocked", "shaded"):
            yield shape.place, "#"
        elif (isinstance(shape, Text) and shape.role in _SHOWN) or isinstance(shape, Symbol):
            yield shape.place, shape.text
        elif isinstance(shape, Candidates):
            yield shape.place, "".join(map(str, shape.values))


def _steps(line: Line) -> Steps:
    ends = (*line.places[1:], line.places[0]) if line.closed else line.places[1:]
    return list(zip(line.places, ends, strict=False))


def _side(step: tuple[Place, Place]) -> int | None:
    """Return the side of its first place to which a step goes; None: to no neighbour."""
    (row, col), (to_row, to_col) = step
    return _SIDES.get((int(to_row - row), int(to_col - col)))


def _lined(marks: Mapping[Place, str], dots: list[Place], drawn: Mapping[str, Steps]) -> str:
    ends = [place for steps in drawn.values() for step in steps for place in step]
    every = [*dots, *marks, *ends]
    top, left = (min(place[axis] for place in every) for axis in (0, 1))
    cells: dict[tuple[int, int], str] = {}

    def at(place: Place) -> tuple[int, int]:
        return int((place[0] - top) * _DOWN), int((place[1] - left) * _ACROSS)

    for place in dots:
        cells[at(place)] = "·"
    sides: dict[tuple[int, int], int] = {}
    for role, steps in drawn.items():
        joints, met = _LINE_MARKS[role], set(sides)
        for first, second in steps:
            for here, there in ((first, second), (second, first)):
                sides[at(here)] = sides.get(at(here), 0) | (_side((here, there)) or 0)
            (line, begin), (_, end) = sorted((at(first), at(second)))
            if begin == end:
                cells[line + 1, begin] = joints[_UPRIGHT]
            else:
                cells |= {(line, place): joints[_LEVEL] for place in range(begin + 1, end)}
        own = {at(end) for step in steps for end in step}
        cells |= {
            place: (_LINE_MARKS["way"] if place in met else joints)[sides[place]] for place in own
        }
    for place, mark in marks.items():
        line, middle = at(place)
        begin = middle - (len(mark) - 1) // 2
        cells |= {(line, begin + k): letter for k, letter in enumerate(mark)}
    return "\n".join(_mark_lines(cells))


def _mark_lines(cells: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """Yield the lines of marks by line and column."""
    by_line: dict[int, dict[int, str]] = {}
    for (line, place), mark in cells.items():
        by_line.setdefault(line, {})[place] = mark
    first = min((place for _, place in cells), default=0)
    for line in range(max(by_line, default=-1) + 1):
        here = by_line.get(line, {})
        span = range(first, max(here, default=first) + 1)
        yield "".join(here.get(place, " ") for place in span).rstrip()


# ---- The renderer --------------------------------------------------------------------------------

_Cell = TypeVar("_Cell", bound=Place)
_IN_CELLS = ("answer", "given", "light", "crossed", "blank", "heading")


def text(picture: Picture, *, whole: bool = False) -> str:
    """Return the picture as lines, without blanks at their ends; blanks between only long marks.

    Where boxes have lines, a dot stands in empty cells.

    whole  what marks cannot show is shown, too: blocked cells, where pieces end, and below it clues
    """
    if not whole:
        return drawn_ways(picture) or _marked(picture, whole=False)
    drawn = drawn_ways(picture) or framed_tiles(picture) or _marked(picture, whole=True)
    lines = lines_below(picture)
    return "\n".join([drawn, "", *lines]) if lines else drawn


def _marked(picture: Picture, *, whole: bool) -> str:
    cells: dict[Place, str] = {}
    marks: dict[Place, str] = {}
    for shape in picture.shapes:
        if isinstance(shape, Text):
            if shape.role in _IN_CELLS:
                (cells if shape.role == "blank" else marks)[shape.place] = shape.text
        elif isinstance(shape, Cell) and shape.role != "vacant":
            # Whether a cell is no part of the play, as those with a kakuro's sums are.
            ground = (
                "#"
                if whole
                and (shape.role == "blocked" or (shape.role == "shaded" and not shape.title))
                else cells.get(shape.place, "")
            )
            cells[shape.place] = ground
        elif isinstance(shape, Symbol):
            marks[shape.place] = shape.text
        elif isinstance(shape, Area):
            (marks if shape.mark else cells).update(dict.fromkeys(shape.cells, shape.mark))
        elif isinstance(shape, Candidates) and shape.values:
            between = "," if max(shape.values) > 9 else ""
            marks.setdefault(shape.place, between.join(map(str, shape.values)))
    cells.update(marks)
    cells.update(split_sums(picture))
    if any(isinstance(shape, Text) and shape.role == "heading" for shape in picture.shapes):
        return "\n".join(_columns(cells))
    boxes = [
        shape.cells
        for shape in picture.shapes
        if isinstance(shape, Outline) and shape.role == "box"
    ]
    walls = {frozenset((s.first, s.second)) for s in picture.shapes if isinstance(s, Border)}
    if cells and (len(boxes) > 1 or walls) and picture.lattice == "squares":
        return framed({cell: mark or "." for cell, mark in cells.items()}, boxes, walls)
    parted = framed_pieces(picture, cells) if whole else None
    return write_marks(cells, picture.lattice) if parted is None else parted


def _columns(marks: Mapping[Place, str]) -> Iterator[str]:
    """Yield the lines of a table with headings: each column is as wide as its longest mark."""
    rows, cols = ({int(place[axis]) for place in marks} for axis in (0, 1))
    span = range(min(cols), max(cols) + 1)
    widths = {col: max(len(marks.get((row, col), "")) for row in rows) for col in span}
    for row in range(min(rows), max(rows) + 1):
        yield "  ".join(marks.get((row, col), "").rjust(widths[col]) for col in span).rstrip()


def write_marks(
    marks: Mapping[_Cell, str],
    lattice: str = "squares",
    between: str | None = None,
    width: int = 0,
) -> str:
    """Return marks by cell as lines, the least row and column first.

    between  what stands between the columns; None: blanks only if they are wide
    width    how wide a column is at least
    """
    if not marks:
        return ""
    width = max(width, *map(len, marks.values()))
    if between is None:
        between = "" if width == 1 else " "
    if lattice in SOLID:
        return _layers(marks, between, width)
    plane = plane_of(lattice)
    placed = plane.characters(marks)
    start = plane.margin((min(row for row, _ in placed), min(col for _, col in placed)))
    return "\n".join(_lines(placed, start, between, width))


def _layers(marks: Mapping[_Cell, str], between: str, width: int) -> str:
    """Return solids layer by layer, a dot for a line in which there is none."""
    layers: dict[float, dict[Place, str]] = {}
    for (layer, *cell), mark in marks.items():
        layers.setdefault(layer, {})[tuple(cell)] = mark
    start = min(cell[1] for cell in marks), min(cell[2] for cell in marks)
    every = range(int(min(layers)), int(max(layers)) + 1)
    return "\n\n".join(
        "\n".join(line or "." for line in _lines(layers.get(k, {}), start, between, width))
        for k in every
    )


def _lines(marks: Mapping[Place, str], start: Place, between: str, width: int) -> Iterator[str]:
    """Yield lines of marks from a row and column on, one at least."""
    top, left = map(int, start)
    bottom = int(max((row for row, _ in marks), default=top))
    right = int(max((col for _, col in marks), default=left))
    blank = " " * width
    marks = {cell: mark.rjust(width) for cell, mark in marks.items()}
    columns = range(left, right + 1)
    for row in range(top, bottom + 1):
        yield between.join([marks.get((row, col), blank) for col in columns]).rstrip()
