"""Dominos (dominosa): find the dominoes of a full set in a grid of their numbers.

Every pair of numbers from 0 on, equal ones too, lies there exactly once.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import area_outlines
from ..grid import Grid, Marks
from ..kind import Kind
from ..loops import ends, ways


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each two cells side by side."""
    made = Puzzle("dominos")
    domino = made.choices("domino", ways(grid))
    made.exactly_one(domino, covering=ends, name="cell")
    made.exactly_one(
        domino,
        by=lambda row, col, down: tuple(sorted(grid.marks[cell] for cell in ends(row, col, down))),
        name="pair",
    )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each domino."""
    return {cell: str(k) for k, way in enumerate(answer["domino"]) for cell in ends(*way)}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    answer=[area_outlines],
    areas=True,
    example="""
3 4
1 2 0 0
0 2 1 0
2 1 1 2

3 4
0 1 2 2
0 1 3 4
5 5 3 4
""",
    source="rules as in puzzlekit (dominosa)",
)
