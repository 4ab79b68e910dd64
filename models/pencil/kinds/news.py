"""NEWS: put two of the letters N, E, W, S into each region, each once at most in a row or column.

Of the two of a region, N is farther up than the other one, S farther down, E farther to the right
and W farther to the left. Cells marked x stay empty.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import SIDES, Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Borders, FewSigns, Link
from ..signs import CROSS, looks_like, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and letter."""
    made, names = Puzzle("news"), grid.regions
    free = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    letter = made.choices("letter", cell=free, name=list("NEWS"))
    made.at_most_one(letter, by="cell")
    made.exactly(2, letter, by=lambda cell, name: names[cell], over=set(names.values()))
    lines = lambda cell, name: [(name, line) for line in enumerate(cell)]
    made.at_most_one(letter, covering=lines, name="line")

    def wrong(cell: Cell, name: str, other: Cell) -> bool:  # where another one may not be
        (row, col), (down, right) = cell, SIDES[name.lower()]
        return (
            names[cell] == names[other] and (row - other[0]) * down + (col - other[1]) * right <= 0
        )

    others = lambda cell, name: [
        *((cell, name, other) for other in free if other != cell and wrong(cell, name, other)),
        *((at, n, cell) for at in free for n in "NEWS" if at != cell and wrong(at, n, cell)),
    ]
    made.at_most_one(letter, covering=others, name="farther")
    for cell, mark in grid.clues.items():
        if mark != "x":
            made.given(letter, cell=cell, name=mark)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the letters."""
    return dict(answer["letter"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Cells(signs=signs(x=CROSS, **{letter: looks_like(letter) for letter in "NEWS"})),
        Regions(),
    ],
    answer=[written],
    example="""
5 5
- - - - -
W - x x -
- - - - -
- E - - -
- - - - -
1 1 2 2 3
1 4 4 4 3
1 5 5 4 3
1 1 1 1 1
1 1 1 1 1

5 5
- - W E N
W N - - S
- W E S -
- E - - -
- - - - -
""",
    source="rules as in pzprjs",
    link=Link("news", Borders(), FewSigns("NSWE", "x")),
)
