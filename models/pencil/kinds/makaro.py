"""Makaro: the n white cells of a region have the numbers 1 to n; no two side by side are equal.

An arrow points from its black cell to the neighbour with the one greatest number around it.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...errors import ModelError, excerpt
from ..answers import written
from ..cells import cells_by, edges
from ..clues import Cells, Regions
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_characters import Body
from ..link_codes import DIRECTIONS, Borders, Link, Words
from ..passages import beyond
from ..signs import BLACK_ARROWS, BLACK_CELL, NUMBERS, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each white cell."""
    made = Puzzle("makaro")
    room = {c: grid.regions[c] for c in grid.cells if grid.marks[c] not in (*SIDES, "x")}
    rows = [
        {"cell": cell, "value": value}
        for cells in cells_by(room).values()
        for cell in cells
        for value in range(1, len(cells) + 1)
        if grid.counts.get(cell, value) == value
    ]
    number = made.choices("number", rows)
    made.exactly_one(number, by="cell", over=room)
    made.exactly_one(number, by=lambda cell, value: (room[cell], value), name="room")
    around = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(number, covering=around, name="beside")
    arrows = [(cell, beyond(cell, mark)) for cell, mark in grid.clues.items() if mark in SIDES]
    less = [[c, top] for at, top in arrows for c in grid.beside(at) if c in room and c != top]
    made.increasing(number, along="cell", lines=less, value="value", strict=True)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


class MakaroMarks(Words):
    """Numbers, each one less than it is, and black cells, perhaps with an arrow: `x`, `n` ..."""

    def word(self, body: Body) -> str:
        """Return the next mark. Raises ModelError for what is none."""
        if body.skip("-"):
            return str(10 * body.digit(10) + body.digit(10) + 1)
        value = body.digit(15)
        return str(value + 1) if value < 10 else ("x" + DIRECTIONS)[value - 10]

    def spelled(self, word: str) -> str:
        """Return the characters of a mark. Raises ModelError for a number of over two digits."""
        texts = dict(zip("x" + DIRECTIONS, "abcde", strict=True))
        texts |= {str(k + 1): str(k) if k < 10 else f"-{k}" for k in range(100)}
        if word not in texts:
            raise ModelError(f"a clue {excerpt(word)}, expected 1 to 100")
        return texts[word]


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Cells(signs=NUMBERS | BLACK_ARROWS | signs(x=BLACK_CELL)),
        Regions(apart=tuple("xnesw")),
    ],
    answer=[written],
    example="""
4 4
- - - w
- - - -
e 5 - -
- 4 - 3
1 2 2 6
1 1 4 3
7 1 4 3
5 1 4 3

4 4
3 1 2 -
1 2 3 1
- 5 1 2
1 4 2 3
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("makaro", Borders(apart=tuple("xnesw")), MakaroMarks()),
)
