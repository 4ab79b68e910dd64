"""Tile paint: each tile is painted as a whole, or not at all.

The numbers outside say how many cells are painted in the columns, in the first line, and in the
rows, in the second.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import cells_by
from ..clues import Outside, Regions
from ..grid import Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, Spelling
from ..link_codes import Borders, Code, Link, words_of
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each tile that may be painted."""
    made = Puzzle("tile paint")
    tiles = cells_by(grid.marks).values()
    paint = made.choices("paint", cells=[tuple(cells) for cells in tiles])
    counts = grid.outside
    lines = lambda cells: [key for cell in cells for key in enumerate(cell) if key in counts]
    made.exactly(counts, paint, covering=lines, name="line")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the painted cells."""
    return {cell: "x" for (cells,) in answer["paint"] for cell in cells}


class TileSums(Code):
    """The numbers above the columns and left of the rows of a board without sums on it."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for sums on the board and for what does not fit."""
        if any(number is not None for number in body.numbers(draft.rows * draft.cols)):
            raise body.error("sums on the board, expected those beside it alone,")
        for part in ("top", "left"):
            numbers = [body.number() for _ in draft.parts[part][0]]
            draft.put(part, ("-" if number == NO_NUMBER else str(number) for number in numbers))

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        spelling.numbers([None] * (grid.rows * grid.cols))
        for word in words_of(grid, "top", "left"):
            spelling.numbers([int(word) if word.isdecimal() else NO_NUMBER])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Outside("top", ANY_NUMBERS, corner="sw"),
        Outside("left", ANY_NUMBERS, corner="ne"),
        Regions("marks"),
    ],
    answer=[shaded],
    example="""
4 4
2 4 0 0
1 2 2 1
1 2 3 3
4 4 5 5
4 4 6 6
7 4 6 8

4 4
- x - -
x x - -
x x - -
- x - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("tilepaint", Borders("marks"), TileSums()),
)
