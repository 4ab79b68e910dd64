"""Kakuro: digits 1 to 9 in the white cells; a clue is the sum of those that follow it.

A clue `9,16` has the sum of the cells below it, then the sum of those to its right. No digit stands
twice in such a run.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ..grid import Grid
from ..squares import digits as solution

__all__ = ["puzzle", "solution"]


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each white cell."""
    made = Puzzle("kakuro")
    black = {cell for cell, mark in grid.marks.items() if mark != "0"}
    white = [cell for cell in grid.cells if cell not in black]
    digit = made.choices("digit", cell=white, value=range(1, 10))
    made.exactly_one(digit, by="cell")
    for part, side in enumerate("nw"):
        first = {cell: [cell, *grid.ray(cell, side, black)][-1] for cell in white}
        clues = {
            one: grid.marks[one[0] - (side == "n"), one[1] - (side == "w")]
            for one in first.values()
        }
        sums = {one: int(clue.split(",")[part]) for one, clue in clues.items()}
        made.sum_equals(sums, digit, by=lambda cell, first=first: first[cell], weight="value")
        made.at_most_one(digit, by=lambda cell, value, first=first: (first[cell], value))
    return made
