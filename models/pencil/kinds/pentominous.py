"""Pentominous: cut the grid into pieces of five cells; no two of one shape share a side.

Turned and mirrored pieces are of one shape. A letter names the shape of its piece; cells marked x
are no part of the grid, and some borders are given.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..clues import Cells, Walls
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import Link, Numbers, OptionalWalls
from ..pieces import cut_into_pieces
from ..signs import BLACK_CELL, looks_like, signs

SHAPES = "FILNPTUVWXYZ"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a piece."""
    made = Puzzle("pentominous")
    cut_into_pieces(made, grid, 5)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each piece."""
    return {cell: str(k) for k, (_, cells) in enumerate(answer["piece"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Cells(signs=signs(x=BLACK_CELL, **{shape: looks_like(shape) for shape in SHAPES})),
        Walls("right sides"),
        Walls("lower sides"),
    ],
    answer=[area_outlines],
    areas=True,
    vacant=lambda grid: (cell for cell, mark in grid.clues.items() if mark == "x"),
    example="""
5 5
- - - - -
- - - - -
- - - - -
- X - - -
- - - - -
- - - -
1 - - 1
- - - -
- - - -
- - 1 -
- - - 1 -
- - - - -
- - - - -
- - - - -

5 5
0 0 0 0 0
1 3 3 3 2
1 3 4 3 2
1 4 4 4 2
1 1 4 2 2
""",
    source="Grant Fikes; rules as in pzprjs",
    link=Link("pentominous", Numbers(names={12: "x", **dict(enumerate(SHAPES))}), OptionalWalls()),
)
