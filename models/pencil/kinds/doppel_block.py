"""Doppelblock: two cells of each row and column are black; the others hold each number once.

Of n cells in a line n - 2 are left for the numbers 1 to n - 2. A number beside a line is the sum of
what stands between its two black cells. Behind the size of a text the largest number may stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from minuet.models import Answer, Puzzle

from ...picture.picture import Shape
from ..answers import shaded, written
from ..clues import Cells, Outside
from ..grid import Grid, Marks
from ..kind import Kind
from ..link_codes import IfAny, Link, Numbers


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell, 0 if it is black, and what those enclose."""
    made, span = Puzzle("doppel block"), range(grid.rows)
    mark = made.choices("mark", row=span, col=span, value=span[:-1])
    made.exactly_one(mark, by=("row", "col"))
    for (row, col), value in grid.counts.items():
        made.given(mark, row=row, col=col, value=value)
    times = {(k, value): 1 if value else 2 for k in span for value in span[:-1]}
    made.exactly(times, mark, by=("row", "value"))
    made.exactly(times, mark, by=("col", "value"))
    totals = {(part, k): n for part in ("left", "top") for k, n in grid.numbers(part).items()}
    sets = [numbers for size in span[:-1] for numbers in combinations(span[1:-1], size)]
    sums = [(line, numbers) for line in totals for numbers in sets if sum(numbers) == totals[line]]
    fits = lambda held, start: start + len(held[1]) + 1 < grid.rows
    between = made.choices("between", held=sums, start=span, where=fits)
    made.exactly_one(between, by=lambda held: held[0], over=totals)

    def others(held: Any, start: int) -> Iterator[tuple[Any, int, int]]:
        """Yield the marks, by line, place and value, that do not go with what is held between."""
        for k, value in product(span, span[:-1]):
            end = start + len(held[1]) + 1
            if (k in (start, end)) != (value == 0) or (value in held[1]) != (start < k < end):
                yield held[0], k, value

    marks = lambda row, col, value: [(("left", row), col, value), (("top", col), row, value)]
    made.at_most_one([mark, between], covering={mark: marks, between: others}, name="other")
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
