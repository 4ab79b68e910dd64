"""Mejilink: draw one loop along the dotted lines, which part the grid into pieces.

Of the dotted sides of each piece, the loop leaves out as many as the piece has cells. Marks add up
which sides of a cell are dotted: 8 the upper, 4 the left, 2 the lower and 1 the right one. A piece
at a part of the rim that is not dotted has any number of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from minuet.models import Answer, Puzzle

from ..answers import lines_around
from ..cells import edges
from ..clues import SIDE_BITS, LinesAtSides, _beyond
from ..grid import Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling, regions_within
from ..link_codes import Code, Link
from ..loops import inside, line_ends
from ..penpa import Board

BITS = (8, 1, 2, 4)  # in the order of the edges of a cell


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each dotted line, told by the cells on both sides of it."""
    made, counts, right, lower = Puzzle("mejilink"), grid.counts, list[bool](), list[bool]()
    for row, col in grid.cells:
        right += [bool(counts[row, col] & 1)] if col + 1 < grid.cols else []
        lower += [bool(counts[row, col] & 2)] if row + 1 < grid.rows else []
    names = regions_within(grid.rows, grid.cols, right, lower)
    sides = [
        (edge, names[row][col], bool(mark & bit))
        for (row, col), mark in counts.items()
        for edge, bit in zip(edges((row, col)), BITS, strict=True)
    ]
    line = made.choices("line", sides=sorted({edge for edge, _, dotted in sides if dotted}))
    made.one_loop(line, by=line_ends)
    free = {name for edge, name, dotted in sides if not dotted and not all(map(grid.has, edge))}
    kept = Counter(name for _, name, dotted in sides if dotted)
    kept.subtract(name for row in names for name in row)
    known = {name: number for name, number in kept.items() if name not in free}
    beside = lambda sides: [
        names[r][c] for r, c in sides if grid.has((r, c)) and names[r][c] in known
    ]
    made.exactly(known, line, covering=beside)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the cells inside of the loop."""
    return inside(grid, {sides for (sides,) in answer["line"]})


@dataclass(frozen=True)
class DottedSides(LinesAtSides):
    """The sides of each cell that are dotted, added up as for lines."""

    name: str = "marks"

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, where two cells say different things of a side."""
        super().check(grid, first)
        for (row, col), mark in grid.marks.items():
            for other, bit, back in (((row, col + 1), 1, 4), ((row + 1, col), 2, 8)):
                there = grid.marks.get(other, "")
                if there.isdecimal() and bool(int(mark) & bit) != bool(int(there) & back):
                    message = (
                        f"{mark!r}, expected the same of the side to R{other[0] + 1}C{other[1] + 1}"
                    )
                    raise grid.error(message, self.name, row, col, first)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from the lines of the grid of Penpa+ that are not erased."""
        for cell in draft.cells():
            bits = (b for s, b in SIDE_BITS.items() if not board.is_erased(cell, _beyond(cell, s)))
            draft.parts[self.name][cell[0]][cell[1]] = str(sum(bits))

    def write(self, grid: Grid, board: Board) -> None:
        """Erase lines of the grid of a board of Penpa+."""
        for cell, mark in grid.counts.items():
            for side, bit in SIDE_BITS.items():
                if not mark & bit:
                    board.erase(cell, _beyond(cell, side))


@dataclass(frozen=True)
class OpenSides(Code):
    """The sides of cells that are not dotted; marks add up those that are.

    A bit for each side, those at the rim last, which are left out where all are drawn.
    """

    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        lines, inner = _sides(draft.rows, draft.cols)
        bits = body.bits(inner if len(body.text) - body.place <= -(-inner // 5) else len(lines))
        marks = dict.fromkeys(draft.cells(), 15)
        for line, is_open in zip(lines, bits, strict=False):
            for cell, bit in line.items() if is_open else ():
                marks[cell] -= bit
        draft.put(self.part, (str(mark) if mark else "0" for mark in marks.values()))

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        lines, inner = _sides(grid.rows, grid.cols)
        marks = {cell: int(mark) for cell, mark in grid.clues.items()}
        bits = [not any(marks.get(cell, 0) & bit for cell, bit in line.items()) for line in lines]
        spelling.bits(bits if any(bits[inner:]) else bits[:inner])


def _sides(rows: int, cols: int) -> tuple[list[dict[tuple[int, int], int]], int]:
    """Return the sides of cells, each with its bits in the cells beside; and how many are inner."""
    right = [{(r, c): 1, (r, c + 1): 4} for r in range(rows) for c in range(cols - 1)]
    lower = [{(r, c): 2, (r + 1, c): 8} for r in range(rows - 1) for c in range(cols)]
    rim = [{(0, c): 8} for c in range(cols)] + [{(rows - 1, c): 2} for c in range(cols)]
    rim += [{(r, 0): 4} for r in range(rows)] + [{(r, cols - 1): 1} for r in range(rows)]
    return [*right, *lower, *rim], len(right) + len(lower)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[DottedSides()],
    answer=[lines_around],
    example="""
3 3
15 13 5
15 7 7
14 11 15

3 3
x x -
- x -
x x x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("mejilink", OpenSides()),
)
