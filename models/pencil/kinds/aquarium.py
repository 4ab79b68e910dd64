"""Aquarium: pour water into regions; a number beside a line says how many of its cells have water.

In a region, what is beside or below water has water, and water that hangs together there stands
equally high everywhere.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ...errors import excerpt
from ..answers import shaded_as
from ..clues import Outside, Regions
from ..grid import Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Borders, Code, Link, Numbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the cells with water, each with all that is joined to it not above it."""
    made, room = Puzzle("aquarium"), grid.regions
    water = made.choices("water", cell=grid.cells)
    for k, side in (1, "top"), (0, "left"):
        counts = grid.numbers(side)
        line = lambda cell, k=k, counts=counts: cell[k] if cell[k] in counts else None
        made.exactly(counts, water, by=line)
    flows = {}
    for cell in grid.cells:
        found, todo = {cell}, [cell]
        while todo:
            near = {c for c in grid.beside(todo.pop()) if c[0] >= cell[0] and room[c] == room[cell]}
            todo += near - found
            found |= near
        flows[cell] = found
    source = water.where().covering(lambda cell: [(cell, other) for other in flows[cell]])
    below = lambda cell: [(other, cell) for other in grid.cells if cell in flows[other]]
    made.implies(source, water.where().covering(below))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cell,) in answer["water"]}


class Slash(Code):
    """A slash between two parts."""

    def read(self, body: Body, draft: Draft) -> None:
        """Pass over it. Raises ModelError where it is not."""
        if not body.skip("/"):
            raise body.error(f"{excerpt(body.mark())}, expected a slash")

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell it."""
        spelling.text += "/"


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Regions()],
    answer=[shaded_as("x")],
    example="""
4 4
3 - 0 0
1 - 2 -
1 2 3 3
1 2 3 3
1 2 4 4
1 4 4 4

4 4
- x - -
x x - -
x x - -
x - - -
""",
    source="rules as in pzprjs",
    link=Link("aquarium", Borders(), Slash(), Numbers(("top", "left"))),
)
