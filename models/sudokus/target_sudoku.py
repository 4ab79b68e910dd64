"""Target sudoku (NOIP 2009, "靶形数独"): a sudoku whose digits score, more near the middle."""

from __future__ import annotations

from ..errors import ModelError
from .grid_values import Grid, weights_of
from .sudoku import Sudoku

__all__ = ["TargetSudoku", "ring_weight"]


class TargetSudoku(Sudoku, shares_shapes=True):
    """A sudoku whose digits score: the sum of weight x digit is to be as great as possible.

    weights  n rows of n integers; by default, for 9x9, the contest's rings: 10 in the middle, 6 on
             the rim
    """

    def __init__(
        self,
        grid: Grid | str | None = None,
        *,
        weights: Grid | None = None,
        box: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(grid, box=box)
        self.name = "target sudoku"
        n = self.size
        if weights is None:
            if n != 9:
                raise ModelError(f"a target sudoku of size {n} needs weights of its own")
            weights = [[ring_weight(r, c) for c in range(n)] for r in range(n)]
        table = weights_of(weights, n)
        self.weights = {(r, c): table[r][c] for r in range(n) for c in range(n)}
        self.maximize(self.digit, lambda row, col, value: table[row][col] * value)


def ring_weight(row: int, col: int) -> int:
    """Return the weight of a cell of the 9x9 target: 10 in the middle, 6 on the outer ring."""
    return 10 - max(abs(row - 4), abs(col - 4))
