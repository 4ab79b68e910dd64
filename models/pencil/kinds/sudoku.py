"""Sudoku: every row, column and box has each number once, from 1 to the side of the grid.

A box is as high as it is wide, or nearly: two rows of three for 6. Words behind the size demand
more: "diagonal", "untouch" (equal numbers do not touch) and "antiknight".
"""

from __future__ import annotations

from minuet.models import Answer, Puzzle, Sudoku
from minuet.models.sudokus.constraints import AntiKing, AntiKnight

from ...errors import ModelError
from ...sudokus.grid_values import box_shape, has_boxes
from ..answers import written
from ..clues import SudokuCells
from ..grid import Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Link, NoHead, Numbers
from ..of_sudokus import OfSudoku


def puzzle(grid: Grid) -> Puzzle:
    """Return the sudoku."""
    rows = [[grid.counts.get((r, c), 0) for c in range(grid.cols)] for r in range(grid.rows)]
    return Sudoku(
        rows,
        diagonals="diagonal" in grid.head,
        anti_king="untouch" in grid.head,
        anti_knight="antiknight" in grid.head,
    )


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the numbers."""
    return {(row, col): str(value) for row, col, value in answer["digit"]}


class Boxes(NoHead):
    """Spells nothing, and refuses sizes whose boxes the page divides in another way."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read nothing. Raises ModelError for a size with other boxes."""
        self._require(draft.rows)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell nothing. Raises ModelError for a size with other boxes."""
        super().write(spelling, grid)
        self._require(grid.rows)

    def _require(self, size: int) -> None:
        high, wide = box_shape(size) if has_boxes(size) else (1, 1)
        if high != wide and size != 6:
            raise ModelError(f"boxes of {high}x{wide} cells, where the page has others")


def fill(sudoku: Sudoku, draft: Draft) -> None:
    """Put what a sudoku demands beside its boxes behind the size."""
    demands = {"diagonal": bool(sudoku.further_houses)}
    for word, kind in ("untouch", AntiKing), ("antiknight", AntiKnight):
        demands[word] = any(isinstance(item, kind) for item in sudoku.constraints)
    draft.head += [word for word, demanded in demands.items() if demanded]


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[SudokuCells()],
    variants={
        "diagonal": "no number twice on a diagonal",
        "untouch": "equal numbers do not touch",
        "antiknight": "nor are they a knight's move apart",
    },
    answer=[written],
    example="""
4 4
- - 4 -
2 - - 1
4 - 1 -
1 - - -

4 4
3 1 4 2
2 4 3 1
4 2 1 3
1 3 2 4
""",
    source="Howard Garns, 1979; Nikoli; rules as in pzprjs",
    link=Link("sudoku", Numbers(names={}), Boxes()),
    of_sudoku=OfSudoku(fill, further=(AntiKing, AntiKnight), boxes=True, diagonals=True),
)
