"""Sukoro: some cells have numbers, each the number of its neighbours that have one.

Numbers hang together, and equal ones do not lie side by side. A `?` stands for some number.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..cells import edges
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Digits, Link
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the number of each cell, or that it is empty."""
    made, near = Puzzle("sukoro"), {cell: grid.beside(cell) for cell in grid.cells}
    fits = lambda cell, value: value == grid.counts.get(cell, value)
    number = made.choices("number", cell=grid.cells, value=range(5), where=fits)
    empty = made.choices("empty", cell=[cell for cell in grid.cells if cell not in grid.clues])
    made.exactly_one([number, empty], by="cell", over=grid.cells)
    made.connected(number, by="cell", name="together")
    made.at_least(1, number, name="some")
    alike = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(number, covering=alike, name="alike")
    # A number and the empty cells beside it are as many as the cells beside it.
    sides = {cell: len(beside) for cell, beside in near.items()}
    own = lambda cell, value: {cell: value}
    made.at_most(
        sides, [number, empty], covering={number: own, empty: lambda cell: near[cell]}, name="most"
    )
    rest = lambda cell: {cell: sides[cell]} | dict.fromkeys(near[cell], 1)
    made.at_least(sides, [number, empty], covering={number: own, empty: rest}, name="least")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS)],
    answer=[written],
    example="""
5 5
- - - - -
2 - 4 - -
- - - - 1
- - - - -
- 1 3 1 -

5 5
1 - 1 - 1
2 3 4 2 3
- 2 3 - 1
- - 2 - -
- 1 3 1 -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("sukoro", Digits()),
)
