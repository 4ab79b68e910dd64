"""Str8ts: no number stands twice in a row or a column.

The numbers of each run of white cells follow one another, in any order. A number in a black cell
counts in its row and column, and in no run.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..signs import BLACK_CELL, numbers_on


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell that has one, and the least of each run."""
    made, top = Puzzle("str8t"), grid.rows
    marks = {cell: mark.strip("-") for cell, mark in grid.marks.items() if mark != "x"}
    fits = lambda cell, value: marks[cell].strip("x") in ("", str(value))
    number = made.choices("number", cell=list(marks), value=range(1, top + 1), where=fits)
    made.exactly_one(number, by="cell", over=marks)
    lines = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.at_most_one(number, covering=lines, name="line")
    black = [cell for cell in grid.cells if grid.marks[cell].endswith("x")]
    runs: dict[tuple[str, Cell], list[Cell]] = {}  # by the direction and the first cell
    for cell in [cell for cell in grid.cells if cell not in black]:
        for side in "nw":
            runs.setdefault((side, [cell, *grid.ray(cell, side, black)][-1]), []).append(cell)
    rows = [(run, k) for run, cells in runs.items() for k in range(1, top + 2 - len(cells))]
    span = made.choices("span", [{"run": run, "least": k} for run, k in rows])
    made.exactly_one(span, by="run")
    beyond = lambda run, least: [
        (run, k) for k in range(1, top + 1) if not 0 <= k - least < len(runs[run])
    ]
    inside = lambda cell, value: [(run, value) for run, cells in runs.items() if cell in cells]
    made.exactly_one([number, span], covering={number: inside, span: beyond}, name="straight")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=numbers_on(BLACK_CELL))],
    answer=[written],
    example="""
5 5
- 1 - - -
- - x - 3
- 3 x x 2
3 x 2 5x -
5 4 - 2 1

5 5
2 1 4 3 5
1 2 - 4 3
4 3 - - 2
3 - 2 5 4
5 4 3 2 1
""",
    source="Jeff Widderich, 2007; rules as in puzzlekit",
)
