"""Kakuro: digits 1 to 9 in the white cells; a clue is the sum of those that follow it.

A clue `9,16` has the sum of the cells below it, then the sum of those to its right. No digit stands
twice in such a run.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from minuet.models import Answer, Choices, Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import Grid, Marks
from ..kind import Kind
from ..signs import WORDS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each white cell, and which digits each run goes without."""
    made, span = Puzzle("kakuro"), range(1, 10)
    white = [cell for cell in grid.cells if grid.marks[cell] == "0"]
    black = set(grid.cells) - set(white)
    digit = made.choices("digit", cell=white, value=span)
    made.exactly_one(digit, by="cell")
    for part, side in enumerate("se"):
        clues = {cell: mark.split(",")[part] for cell, mark in grid.clues.items() if "," in mark}
        runs = {cell: grid.ray(cell, side, black) for cell, clue in clues.items() if clue}
        first = {one: cell for cell, run in runs.items() for one in run}
        rows = [
            {"run": cell, "others": tuple(set(span).difference(digits))}
            for cell, run in runs.items()
            for digits in combinations(span, len(run))
            if sum(digits) == int(clues[cell])
        ]
        rest = made.choices(f"rest_{side}", rows)
        made.exactly_one(rest, by="run", over=runs)
        by: dict[Choices, Any] = {rest: lambda run, others: [(run, value) for value in others]}
        by[digit] = lambda cell, value, first=first: [(first[cell], value)]
        made.exactly_one([digit, rest], covering=by, over=product(runs, span))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the digits."""
    return {cell: str(value) for cell, value in answer["digit"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=WORDS)],
    answer=[written],
    example="""
4 4
- 3, 11, -
,6 0 0 4,
,7 0 0 0
- ,5 0 0

4 4
- - - -
- 1 5 -
- 2 4 1
- - 2 3
""",
    source="",
)
