"""Numberlink: join each two equal numbers by a way from cell to cell, so that all cells are passed.

Ways meet nowhere, and do not branch. With the word "free" behind the size cells may be left out.

With a link from the end of each way to the beginning of the next one the ways are one loop. (A rule
of a path for each number would learn of a cycle that it must not be closed by this number, and meet
it again with each of the others.)
"""

from __future__ import annotations

from typing import Any

from minuet.models import Answer, Choices, Puzzle

from ..answers import loop_lines
from ..cells import Edge, edges, pairs_by
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers
from ..passages import joined
from ..signs import LETTERS, NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each step between two cells, and the number of each cell."""
    made, clues, board = Puzzle("number link"), grid.clues, set(grid.cells)
    pairs = pairs_by(clues)
    fits = lambda cell, number: clues.get(cell, number) == number
    at = made.choices("at", cell=list(grid.cells), number=list(pairs), where=fits)
    out = made.choices("out", cell=[c for c in grid.cells if grid.head and c not in clues])
    step = made.choices("step", ends=sorted(e for e in set(edges(*board)) if {*e} <= board))
    made.exactly_one([at, out], by="cell")
    twice: dict[Choices, Any] = {step: "ends", out: lambda cell: (cell, cell)}
    made.exactly({c: 2 - (c in clues) for c in grid.cells}, [step, out], covering=twice)

    def here(cell: Cell, number: str) -> dict[tuple[Edge, str], int]:
        both = [pair for edge in edges(cell) for pair in (edge, edge[::-1])]
        return {(pair, number): 1 if pair[1] == cell else -1 for pair in both if {*pair} <= board}

    def taken(ends: Edge) -> dict[tuple[Edge, str], int]:
        return {(edge, number): -1 for edge in (ends, ends[::-1]) for number in pairs}

    # A step is not taken, or its first cell has another number, or its second has the same.
    made.at_least(-1, [at, step], covering={at: here, step: taken}, name="number")
    ends = [cell for cells in pairs.values() for cell in cells]
    amid = [(-1, k) for k in range(len(pairs))]  # so that no link is a step, too
    links = [*zip(ends[1::2], amid, strict=True), *zip(amid, [*ends[2::2], ends[0]], strict=True)]
    link = made.choices("link", ends=links)
    made.exactly_one(link, by="ends")
    made.one_loop([step, link], by="ends")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return to which sides each cell is left."""
    return joined(ends for (ends,) in answer["step"])


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=NUMBERS | LETTERS)],
    variants={"free": "cells may be left out"},
    answer=[loop_lines],
    example="""
4 4
- 1 - 2
- - - 2
3 1 3 -
- - - -

4 4
se w se w
ne sw ne w
s n e sw
ne ew ew nw
""",
    source="Sam Loyd; Nikoli; rules as in pzprjs",
    link=Link(
        "numlin",
        Numbers(names={}),
        also=("numberlink", "arukone"),
        heads={"numlin": ("free",), "numberlink": ("free",), "arukone": ()},
    ),
)
