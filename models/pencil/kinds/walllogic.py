"""Wall logic: draw straight walls from numbers up, down, to the left and to the right.

A number, 1 or more, says how many cells its walls have in all, not counting its own; at a `?` that
is not known, and may be none. Walls do not cross one another, nor a number or a black cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells
from ..grid import SIDES, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, Number, Spelling, spell_number
from ..link_codes import BLACK, Link, Numbers
from ..signs import ARROW_TEXTS, BLACK_CELL, POSITIVE, UNKNOWN, Signs, looks_like, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how far a wall goes from each number to each side."""
    made = Puzzle("walllogic")
    rows = [
        {"clue": cell, "side": side, "cells": tuple(line[:far])}
        for cell in grid.clues
        if grid.clues[cell] != "x"
        for side in SIDES
        for line in [grid.ray(cell, side, grid.clues)]
        for far in range(len(line) + 1)
    ]
    wall = made.choices("wall", rows)
    made.exactly_one(wall, by=("clue", "side"))
    made.at_most_one(wall, covering="cells", name="crossing")
    of_number = lambda clue: clue if clue in grid.counts else None
    made.sum_equals(grid.counts, wall, by=of_number, weight=lambda cells: len(cells), name="number")
    made.at_least(1, wall, weight=lambda cells: len(cells), name="any")
    if "filled" in grid.head:
        free = [cell for cell in grid.cells if cell not in grid.clues]
        made.exactly_one(wall, covering="cells", over=free, name="filled")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return for each cell to which side its wall goes."""
    return {cell: side for _, side, cells in answer["wall"] for cell in cells}


ARROWS = Signs(
    {side: looks_like(ARROW_TEXTS[side], spelled=(ARROW_TEXTS[side], side)) for side in SIDES}
)


class WallNumbers(Numbers):
    """Numbers in hexadecimal digits, and `+` for a black cell, `x`."""

    def __init__(self) -> None:
        super().__init__(names={NO_NUMBER: "?", BLACK: "x"})

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.runs(count, lambda: BLACK if body.skip("+") else body.number())

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers."""
        texts = {None: None, BLACK: "+"}
        spelling.runs(texts[n] if n in texts else spell_number(n or 0) for n in numbers)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    variants={"filled": "every cell without a clue has a wall"},
    clues=[Cells(signs=POSITIVE | signs(x=BLACK_CELL, **{"?": UNKNOWN}))],
    answer=[marked(**ARROWS.looks)],
    example="""
5 5
3 3 x - -
- - - - 3
- - - - -
- - - 3 -
- 2 - - 2

5 5
- - - - n
s s w w -
s s - n n
s s w - n
w - e s -
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("walllogic", WallNumbers()),
)
