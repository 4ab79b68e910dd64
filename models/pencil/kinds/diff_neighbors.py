"""Different neighbors: give each region a number from 1 to 4.

Regions that touch, be it at a corner, have different numbers.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Regions
from ..grid import Grid, Marks
from ..kind import Kind


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each region."""
    made, region = Puzzle("diff neighbors"), grid.regions
    digit = made.choices("digit", name=list(dict.fromkeys(region.values())), value=range(1, 5))
    made.exactly_one(digit, by="name")
    touching = {
        frozenset((region[cell], region[item])) for cell in grid.cells for item in grid.around(cell)
    }
    pairs = [pair for pair in touching if len(pair) == 2]
    near = {name: [pair for pair in pairs if name in pair] for name in region.values()}
    made.at_most_one(digit, covering=lambda name, value: [(pair, value) for pair in near[name]])
    for cell, value in grid.counts.items():
        made.given(digit, name=region[cell], value=value)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers, each where the clue of its region is, or in its first cell."""
    places = {grid.regions[cell]: cell for cell in [*reversed(grid.cells), *grid.clues]}
    return {places[name]: str(value) for name, value in answer["digit"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(), Regions()],
    answer=[written],
    example="""
4 4
- - 3 3
1 4 - -
1 - - -
- - - -
1 1 2 2
1 3 3 2
1 3 5 4
6 5 5 5

4 4
- - - 3
- 4 - -
1 - 2 1
3 - - -
""",
    source="rules as in puzzlekit",
)
