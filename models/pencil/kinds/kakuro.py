"""Kakuro: digits 1 to 9 in the white cells; a clue is the sum of those that follow it.

A clue `9,16` has the sum of the cells below it, then the sum of those to its right. No digit stands
twice in such a run. A 0 is a white cell, another number a digit that is given there.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from minuet.models import Choices, Puzzle

from ..answers import written
from ..grid import Grid
from ..kind import Kind
from ..link_codes import Link
from ..passages import beyond
from ..special_codes import KakuroClues
from ..special_parts import SplitCells
from ..squares import digits


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each white cell, and which digits each run goes without."""
    made, span, white = Puzzle("kakuro"), range(1, 10), grid.counts
    black = set(grid.cells) - set(white)
    digit = made.choices("digit", cell=white, value=span)
    made.exactly_one(digit, by="cell")
    made.forbid(digit, where=lambda cell, value: white[cell] not in (0, value))
    for part, (side, back) in enumerate((("s", "n"), ("e", "w"))):
        run = {cell: [cell, *grid.ray(cell, back, black)][-1] for cell in white}
        clues = {beyond(cell, side): f"{m},".split(",")[part] for cell, m in grid.clues.items()}
        sums = {cell: int(clues[cell]) for cell in run if run[cell] == cell and clues.get(cell)}
        rows = [
            {"run": cell, "others": tuple(set(span).difference(chosen))}
            for cell, total in sums.items()
            for chosen in combinations(span, len([cell, *grid.ray(cell, side, black)]))
            if sum(chosen) == total
        ]
        rest = made.choices(f"rest_{side}", rows)
        made.exactly_one(rest, by="run", over=sums)
        made.at_most_one(digit, by=lambda cell, value, run=run: (run[cell], value))
        summed = {cell: [run[cell]] if run[cell] in sums else [] for cell in white}
        by: dict[Choices, Any] = {rest: lambda run, others: [(run, value) for value in others]}
        by[digit] = lambda cell, value, summed=summed: [(first, value) for first in summed[cell]]
        made.exactly_one([digit, rest], covering=by, over=product(sums, span))
    return made


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SplitCells()],
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
    source="Jacob E. Funk 1966 (Dell: Cross Sums); rules as in pzprjs",
    link=Link("kakuro", KakuroClues(), more=1),
)
