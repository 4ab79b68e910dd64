"""Mathrax: a Latin square; a circle between four cells says what both pairs of opposite cells make.

That is a sum, a difference, a product or a quotient; or with e and o, that all are even, or odd.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Corners
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..signs import POSITIVE, Pattern, Signs, in_circle


def makes(first: int, other: int, clue: str) -> bool:
    """Tell whether two numbers make what a circle says."""
    if clue in "eoEO":
        return first % 2 == other % 2 == "eo".index(clue.lower())
    number, low, high = int(clue[:-1]), min(first, other), max(first, other)
    made = {"+": first + other, "-": high - low, "/": high / low}
    return number == made.get(clue[-1], first * other)


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, values = Puzzle("mathrax"), range(1, grid.rows + 1)
    number = made.choices("number", cell=grid.cells, value=values)
    made.exactly_one(number, by="cell")
    both = lambda cell, value: [(axis, place, value) for axis, place in enumerate(cell)]
    made.exactly_one(number, covering=both, name="line")
    for cell, value in grid.counts.items():
        made.given(number, cell=cell, value=value)
    pairs: dict[str, list[list[Cell]]] = defaultdict(list)
    for (row, col), clue in grid.block("inner").items():
        pairs[clue] += [(row, col), (row + 1, col + 1)], [(row, col + 1), (row + 1, col)]
    for clue, lines in pairs.items():
        if clue != "-":
            fitting = [pair for pair in product(values, values) if makes(*pair, clue)]
            made.table_rule(fitting, number, along="cell", lines=lines, value="value")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {cell: str(value) for cell, value in answer["number"]}


MAKES = Signs(
    patterns={
        "[0-9]+[-+*x/]|[eoEO]": Pattern("such as 3+, e or o", in_circle("quadruple", "corner"))
    }
)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=POSITIVE), Corners("inner", MAKES)],
    answer=[written],
    example="""
4 4
3 - - -
- 2 - 3
- - 2 -
- - - -
5+ - 1-
1- 4+ 5+
5+ 6+ 1-

4 4
3 1 4 2
4 2 1 3
1 3 2 4
2 4 3 1
""",
    source="janko.at; rules as in puzzlekit",
)
