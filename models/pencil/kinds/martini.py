"""Martini: blacken cells; the black cells of a region hang together, and touch no others at a side.

All black cells hang together, at corners too. A black circle, `b`, is on a black cell, a white one,
`w`, on a white cell; a number in it says how many circles are in its white area, its own included.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...errors import ModelError, excerpt
from ..answers import shaded
from ..cells import walls
from ..clues import Cells, Regions
from ..grid import BLANKS, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, Number
from ..link_codes import Borders, Link, Numbers
from ..reach import joined_to_clues
from ..signs import BLACK_CIRCLE, CIRCLED, WHITE_CIRCLE, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each cell is black or white; and what white cells hang with numbers."""
    made, marks = Puzzle("martini"), grid.marks
    dark = [cell for cell in grid.cells if marks[cell][0] != "w"]
    black = made.choices("black", [{"cell": cell, "room": grid.regions[cell]} for cell in dark])
    white = made.choices("white", cell=[cell for cell in grid.cells if marks[cell] != "b"])
    made.exactly_one([black, white], by="cell")
    made.connected(black, by="cell", regions="room")
    near = [(cell, other) for cell in grid.cells for other in grid.around(cell) if cell < other]
    made.connected(black, by="cell", along=near)
    made.at_most_one(black, covering=lambda cell: walls(grid.regions, cell), name="apart")
    circles = [cell for cell, mark in grid.clues.items() if mark != "b"]
    counts = {cell: int(marks[cell][1:]) for cell in circles if marks[cell] != "w"}
    reach = joined_to_clues(made, grid, white, dict.fromkeys(counts, len(grid.cells)))
    made.exactly(counts, reach, by=lambda clue, cell: clue if cell in circles else None)
    made.exactly_one(reach, by=lambda clue, cell: clue if clue == cell else None)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for cell, _ in answer["black"]}


class CircledNumbers(Numbers):
    """White circles, some with a number, as in `w3`; a 0 is a black circle, `b`."""

    def word(self, number: int, body: Body) -> str:
        """Return the word of a number."""
        return {0: "b", NO_NUMBER: "w"}.get(number, f"w{number}")

    def number(self, word: str) -> Number:
        """Return the number of a word. Raises ModelError for a black circle with a number."""
        known: dict[str, Number] = {"b": 0, "w": NO_NUMBER, **dict.fromkeys(BLANKS)}
        if word in known:
            return known[word]
        digits = word.strip("w")
        if not digits.isdecimal():
            raise ModelError(f"a clue {excerpt(word)}, expected a number in white circles alone")
        return int(digits)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=CIRCLED | signs(w=WHITE_CIRCLE, b=BLACK_CIRCLE)), Regions()],
    answer=[shaded],
    example="""
4 4
- - w3 -
w - - -
- b w3 -
- - - b
1 2 2 3
4 4 4 3
5 4 4 3
5 5 5 3

4 4
- - - -
- x x -
- x - x
- - - x
""",
    source="rules as in pzprjs",
    link=Link("martini", Borders(), CircledNumbers()),
)
