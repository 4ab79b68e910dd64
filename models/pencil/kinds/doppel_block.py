"""Doppelblock: two cells of each row and column are black; the others hold each number once.

Of n cells in a line n - 2 are left for the numbers 1 to n - 2. A number beside a line is the sum of
what stands between its two black cells. Behind the size of a text the largest number may stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from minuet.models import Answer, Automaton, Puzzle

from ...picture.picture import Shape
from ..answers import shaded, written
from ..clues import Cells, Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import IfAny, Link, Numbers


def between(total: int, most: int) -> Automaton:
    """Return what accepts numbers with that sum between two black cells, 0."""
    digits = range(1, most + 1)
    steps = [(state, value, state) for state in ("before", "after") for value in digits]
    sums = [(have, value, have + value) for have in range(total) for value in digits]
    ends = [("before", 0, 0), (total, 0, "after")]
    return Automaton([*steps, *sums, *ends], "before", ["after"])


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell, 0 if it is black."""
    made, span = Puzzle("doppel block"), range(grid.rows)
    mark = made.choices("mark", row=span, col=span, value=span[:-1])
    made.exactly_one(mark, by=("row", "col"))
    for (row, col), value in grid.counts.items():
        made.given(mark, row=row, col=col, value=value)
    times = {(k, value): 1 if value else 2 for k in span for value in span[:-1]}
    for side, part, line in (("s", "top", "col"), ("e", "left", "row")):
        made.exactly(times, mark, by=(line, "value"))
        for k, total in grid.numbers(part).items():
            rule, lines = between(total, grid.rows - 2), [grid.look(side, k)]
            made.regular(rule, mark, lines=lines, along=("row", "col"), value="value")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value or "x") for row, col, value in answer["mark"]}


def counted(grid: Grid, solution: Marks) -> Iterator[Shape]:
    """Yield the marks that are numbers as texts, but for those of clues."""
    numbers = {cell: mark for cell, mark in solution.items() if mark.isdecimal()}
    yield from written(grid, numbers)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top"), Outside("left"), Cells(optional=True)],
    head=["..."],
    answer=[shaded, counted],
    example="""
4 4 2
3 - 3 0
- - 2 2

4 4
x 1 x 2
2 x 1 x
1 x 2 x
x 2 x 1
""",
    source="rules as in pzprjs",
    link=Link("doppelblock", Numbers(("top", "left"), {}), IfAny([Numbers(names={})])),
)
