"""Dominion: blacken pairs of cells side by side that do not touch at a side; letters name the rest.

Of the areas into which they part the white cells each has a letter, and all cells of one letter are
in one area, which has no other. Cells with a letter or a `?` are white.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import shaded
from ..cells import edges
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER
from ..link_codes import Link, Numbers
from ..signs import UNKNOWN, Pattern, Signs, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: the black pairs, and the letter of each white cell's area."""
    made, clues = Puzzle("dominion"), grid.clues
    free = [cell for cell in grid.cells if cell not in clues]
    pairs = [pair for cell in free for pair in grid.pairs(cell) if pair[0] == cell]
    black = made.choices("black", cells=[pair for pair in pairs if pair[1] in free])
    letters = sorted({*clues.values()} - {"?"})
    fits = lambda cell, letter: clues.get(cell, "?") in ("?", letter)
    white = made.choices("white", cell=grid.cells, letter=letters, where=fits)
    made.exactly_one([black, white], covering={black: "cells", white: lambda cell: [cell]})
    made.at_most_one(black, covering=lambda cells: set(edges(*cells)), name="apart")
    made.agree({white: lambda cell, letter: dict.fromkeys(edges(cell), letter)}, name="letter")
    made.connected(white, by="cell", regions="letter")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return {cell: "x" for (cells,) in answer["black"] for cell in cells}


CAPITALS = Signs(patterns={"[A-Z]": Pattern("a capital letter")})
LETTERS_BY_NUMBER = {NO_NUMBER: "?", **{k: chr(64 + k) for k in range(1, 27)}}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=CAPITALS | signs(**{"?": UNKNOWN}))],
    answer=[shaded],
    example="""
4 4
- - - -
- - B -
? - - A
? - A -

4 4
x - - x
x - - x
- x x -
- - - -
""",
    source="rules as in pzprjs",
    link=Link("dominion", Numbers(names=LETTERS_BY_NUMBER)),
)
