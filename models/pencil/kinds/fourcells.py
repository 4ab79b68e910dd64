"""Four cells: cut the grid into pieces of four cells; numbers count the cut sides of their cells.

The sides at the edge of the grid count too. Cells marked x are no part of the grid, and their sides
count as its edge does.
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle
from minuet.models.packings import polyominoes

from ..answers import area_outlines
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_characters import UNKNOWN
from ..link_codes import Digits, Link
from ..pieces import pieces
from ..signs import ANY_NUMBERS, BLACK_CELL, signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each place of a piece that fits its numbers."""
    made = Puzzle("fourcells")
    board = [cell for cell in grid.cells if grid.marks[cell] != "x"]

    def fits(cells: tuple[Cell, ...]) -> bool:
        cut = {cell: 4 - len({*cells}.intersection(grid.beside(cell))) for cell in cells}
        return all(grid.counts.get(cell, cut[cell]) == cut[cell] for cell in cells)

    piece = made.choices("piece", pieces(board, polyominoes(4)), where=fits)
    made.exactly_one(piece, covering="cells", over=board)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return a number for each piece."""
    return {cell: str(k) for k, (_, cells) in enumerate(answer["piece"]) for cell in cells}


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=ANY_NUMBERS | signs(x=BLACK_CELL))],
    answer=[area_outlines],
    areas=True,
    vacant=lambda grid: (cell for cell, mark in grid.clues.items() if mark == "x"),
    example="""
4 5
- - - - -
1 - - - -
- - - - 1
- - - - -

4 5
4 0 0 0 0
4 4 2 2 3
4 2 2 3 3
1 1 1 1 3
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("fourcells", Digits(names={7: "x", UNKNOWN: "?"})),
)
