"""Hashi (hashiwokakero): join islands by bridges so that all of them hang together.

A number says how many bridges end at its island. Bridges run straight to the next island, at most
two beside each other, and do not cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from minuet.models import Answer, Puzzle

from ...picture.picture import Line, Shape
from ..cells import meeting
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..signs import Look, Pattern, Signs, in_circle


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each two neighbouring islands and number of bridges."""
    made, rows = Puzzle("hashi"), []
    for cell, side in product(grid.clues, "es"):
        between = grid.ray(cell, side, grid.clues)
        for end in grid.ray(cell, side)[len(between) : len(between) + 1]:
            row = {"one": cell, "two": end, "water": tuple(between)}
            rows += [row | {"number": number} for number in (1, 2)]
    bridge = made.choices("bridge", rows)
    ends = lambda one, two, number: [end for end in (one, two) if end in grid.counts] * number
    made.exactly(grid.counts, bridge, covering=ends)
    unknown = grid.clues.keys() - grid.counts.keys()
    other = lambda one, two: unknown.intersection((one, two))
    made.at_least(1, bridge, covering=other, over=unknown)
    made.at_most_one(bridge, by=("one", "two"))
    made.at_most_one(bridge, covering="water", name="crossing")
    spans = {(one, two) for one, two, *_ in bridge.rows}
    made.connected(bridge, by=("one", "two"), along=meeting(spans))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the bridges: 1 and 2 where they run level, a and b where they run upright."""
    return {
        cell: ("-12" if one[0] == two[0] else "-ab")[number]
        for one, two, water, number in answer["bridge"]
        for cell in water
    }


RINGED_NUMBERS = Signs(
    {"?": Look(lambda place: in_circle("node")(place, "?"), text=("?",))},
    {"[0-9]+": Pattern("a number", in_circle("node"))},
)


def bridges(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield bridges: 1 and 2 run level, a and b upright; 2 and b are double."""
    for (row, col), mark in solution.items():
        down, right = (0, 1) if mark in "12" else (1, 0)
        if mark in ("1", "2", "a", "b") and solution.get((row - down, col - right)) != mark:
            water = [(row - down, col - right), (row, col)]
            while solution.get((water[-1][0] + down, water[-1][1] + right)) == mark:
                water.append((water[-1][0] + down, water[-1][1] + right))
            end = water[-1][0] + down, water[-1][1] + right
            yield Line((*water, end), "double way" if mark in "2b" else "way")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=RINGED_NUMBERS)],
    answer=[bridges],
    example="""
5 5
1 - 3 - 3
- - - - -
3 - - - 3
- - - - -
3 - 2 - -

5 5
- 1 - 2 -
- - - - a
- 2 2 2 -
a - - - -
- 2 - - -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("hashikake", Numbers(), also=("hashi", "bridges")),
)
