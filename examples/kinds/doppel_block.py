"""Doppelblock: two cells of each row and column are black; the others hold each number once.

Of n cells in a line n - 2 are left for the numbers 1 to n - 2. A number beside a line is the sum of
what stands between its two black cells.
"""

from __future__ import annotations

from minuet.models import Answer, Automaton, Puzzle

from ..grid import Grid, Marks


def between(total: int, most: int) -> Automaton:
    """Return what accepts lines of numbers, 0 for black, with that sum between the two black cells."""
    steps = [("before", value, "before") for value in range(1, most + 1)]
    steps += [("after", value, "after") for value in range(1, most + 1)]
    steps += [
        (have, value, have + value)
        for have in range(total)
        for value in range(1, most + 1)
        if have + value <= total
    ]
    return Automaton([*steps, ("before", 0, 0), (total, 0, "after")], "before", ["after"])


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell, 0 if it is black."""
    made, size = Puzzle("doppel block"), grid.rows
    mark = made.choices("mark", row=range(size), col=range(size), value=range(size - 1))
    made.exactly_one(mark, by=("row", "col"))
    for side, line in (("s", "col"), ("e", "row")):
        made.exactly(
            {(k, value): 1 if value else 2 for k in range(size) for value in range(size - 1)},
            mark,
            by=(line, "value"),
        )
        for k, total in grid.numbers("se".index(side)).items():
            made.regular(
                between(total, size - 2),
                mark,
                lines=[grid.look(side, k)],
                along=("row", "col"),
                value="value",
            )
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value or "x") for row, col, value in answer["mark"]}
