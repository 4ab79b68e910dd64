"""Even-odd sudoku: a sudoku in which cells say whether their digit is even (E) or odd (O)."""

from __future__ import annotations

from minuet.models import Puzzle

from ...picture.picture import Circle, Square
from ..answers import written
from ..clues import SudokuCells
from ..grid import Grid
from ..kind import Kind
from ..signs import POSITIVE, Look, signs
from ..squares import digits, squares


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each cell."""
    made = squares("even odd sudoku", grid, [(0, 0)])
    odd = {cell: "EO".index(mark) for cell, mark in grid.clues.items() if mark in "EO"}
    made.forbid("digit", where=lambda cell, value: odd.get(cell, value % 2) != value % 2)
    return made


EVEN_OR_ODD = signs(
    E=Look(lambda place: [Square(place, "shade")], (("square_L", 3),)),
    O=Look(lambda place: [Circle(place, "shade")], (("circle_L", 3),)),
)


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SudokuCells(signs=POSITIVE | EVEN_OR_ODD)],
    answer=[written],
    example="""
9 9
1 2 3 E 5 - 7 E 9
7 6 9 1 3 - - 5 4
4 8 5 2 - 7 1 3 -
8 1 2 9 7 3 4 E O
5 9 7 - 1 4 8 2 -
3 - 6 8 2 5 - - 7
2 5 O 3 4 9 6 7 -
6 7 4 - 8 1 3 9 2
9 3 8 7 6 2 5 4 1

9 9
1 2 3 4 5 6 7 8 9
7 6 9 1 3 8 2 5 4
4 8 5 2 9 7 1 3 6
8 1 2 9 7 3 4 6 5
5 9 7 6 1 4 8 2 3
3 4 6 8 2 5 9 1 7
2 5 1 3 4 9 6 7 8
6 7 4 5 8 1 3 9 2
9 3 8 7 6 2 5 4 1
""",
    source="rules as in puzzlekit",
)
