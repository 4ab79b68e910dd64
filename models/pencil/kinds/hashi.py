"""Hashi (hashiwokakero): join islands by bridges so that all of them hang together.

A number says how many bridges end at its island. Bridges run straight to the next island, at most
two beside each other, and do not cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ...picture.picture import Line, Shape
from ..cells import meeting
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..passages import beyond
from ..signs import Look, Pattern, Signs, in_circle


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each two neighbouring islands and number of bridges."""
    made, rows = Puzzle("hashi"), []
    for cell, side in product(grid.clues, "es"):
        between = grid.ray(cell, side, grid.clues)
        for end in grid.ray(cell, side)[len(between) : len(between) + 1]:
            row = {"one": cell, "two": end, "water": tuple(between)}
            rows += [row | {"number": number} for number in (1, 2)]
    if not rows:
        raise ModelError("no two islands in a line, expected some")
    bridge = made.choices("bridge", rows)
    ends = lambda one, two, number: [end for end in (one, two) if end in grid.counts] * number
    made.exactly(grid.counts, bridge, covering=ends)
    unknown = grid.clues.keys() - grid.counts.keys()
    made.at_least(1, bridge, covering=lambda one, two: unknown & {one, two}, over=unknown)
    made.at_most_one(bridge, by=("one", "two"))
    made.at_most_one(bridge, covering="water", name="crossing")
    made.connected(bridge, by=("one", "two"), along=meeting(row[:2] for row in bridge.rows))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the bridges: 1 and 2 where they run level, a and b where they run upright.

    Those over no water stand at their first island: e1, e2, s1 or s2, or two of these.
    """
    marks: Marks = {}
    for one, two, water, number in sorted(answer["bridge"]):
        side, words = ("e", "-12") if one[0] == two[0] else ("s", "-ab")
        short = {} if water else {one: f"{marks.get(one, '')}{side}{number}"}
        marks |= dict.fromkeys(water, words[number]) | short
    return marks


RINGED_NUMBERS = Signs(
    {"?": Look(lambda place: in_circle("node")(place, "?"), text=("?",))},
    {"[1-8]": Pattern("a number from 1 to 8", in_circle("node"))},
)


def bridges(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the bridges from each island to the right and down."""
    for cell, (side, single, double) in product(grid.clues, (tuple("e12"), tuple("sab"))):
        water = grid.ray(cell, side, grid.clues)
        mark = solution.get(water[0] if water else cell, "-")
        numbers = {f"{side}1": 1, f"{side}2": 2, single: 1, double: 2}
        for number in {numbers.get(word, 0) for word in (mark[:2], mark[2:])} - {0}:
            end = beyond((water or [cell])[-1], side)
            yield Line((cell, *water, end), "double way" if number == 2 else "way")


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=RINGED_NUMBERS)],
    answer=[bridges],
    marks=("1", "2", "a", "b"),
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
