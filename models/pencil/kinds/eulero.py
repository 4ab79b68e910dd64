"""Eulero (Graeco-Latin square): a pair of numbers in each cell.

The first numbers are a Latin square, the second ones too, and no pair stands twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from minuet.models import Answer, Puzzle

from ...picture.picture import Place, Shape, Text
from ..answers import written
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import Pattern, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a pair for each cell; a clue of 0 is no number."""
    made, span, number = Puzzle("eulero"), range(grid.rows), range(1, grid.rows + 1)

    def fits(row: int, col: int, one: int, two: int) -> bool:
        told = zip(grid.marks[row, col], (str(one), str(two)), strict=True)
        return all(mark in ("0", number) for mark, number in told)

    pair = made.choices("pair", row=span, col=span, one=number, two=number, where=fits)
    for by in combinations(("row", "col", "one", "two"), 2):
        made.exactly_one(pair, by=by)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the pairs."""
    return {(row, col): f"{one}{two}" for row, col, one, two in answer["pair"]}


def _draw_pair(place: Place, mark: str) -> Iterable[Shape]:
    if mark != "00":
        yield Text(place, mark.replace("0", "·"), "given")


PAIRS = Signs(patterns={"[0-9][0-9]": Pattern("two digits", _draw_pair)})


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=PAIRS)],
    answer=[written],
    example="""
4 4
00 00 33 00
00 14 00 32
34 43 00 00
00 00 00 00

4 4
11 22 33 44
23 14 41 32
34 43 12 21
42 31 24 13
""",
    source="Leonhard Euler 1782 (Graeco-Latin squares); rules as in puzzlekit",
)
