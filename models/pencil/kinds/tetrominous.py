"""Tetrominous: cut the grid into pieces of four cells; no two of one shape share a side.

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

SHAPES = "ILOST"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a piece."""
    made = Puzzle("tetrominous")
    cut_into_pieces(made, grid, 4)
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
4 5
- - - - -
- - - - I
- - - - -
- - - - -
- - - -
- - - -
- - 1 -
- - - 1
- - - - -
- - - - -
- - - - -

4 5
0 2 2 2 1
0 2 4 4 1
0 4 4 3 1
0 3 3 3 1
""",
    source="Grant Fikes; rules as in pzprjs",
    link=Link("tetrominous", Numbers(names={12: "x", **dict(enumerate(SHAPES))}), OptionalWalls()),
)
