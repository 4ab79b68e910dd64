"""What all puzzles of digits on a grid share: houses, constraints, and these as a check."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from ..answer import Answer, Check
from ..puzzle import Puzzle
from ..rules.keys import KeptKeys
from ..rules.rule import Rule
from ..tables.table import Choices
from .cells import Cell
from .constraint_rules import add_constraints, broken_constraints
from .constraints import Constraint
from .grid_shape import GridShape

__all__ = ["GridPuzzle"]


class GridPuzzle(Puzzle):
    """A puzzle of digits on a grid.

    digit        its table of choices: row, col, value
    grid_shape   its cells, and the houses in which no value stands twice
    constraints  what else it demands of the digits
    """

    digit: Choices
    grid_shape: GridShape
    constraints: tuple[Constraint, ...] = ()

    def hold_all(self, name: str, houses: Sequence[Sequence[Cell]]) -> Rule:
        """Add the rule that houses, numbered from 1 in its keys, hold every value; return it."""
        size = len(houses[0])
        first = {cell: k * size for k, cell in enumerate(self._cells())}
        rows = np.array([first[cell] for house in houses for cell in house])
        owners = (rows[:, None] + np.arange(size)).ravel()
        codes = np.arange(len(houses)).repeat(size)[:, None] * size + np.arange(size)
        covering = KeptKeys.placed(
            owners,
            codes.ravel(),
            lambda found: [(code // size + 1, code % size + 1) for code in found],
            len(self.digit),
        )
        return self.exactly_one(self.digit, covering=covering, name=name)

    @abstractmethod
    def _cells(self) -> Iterable[Cell]:
        """Return the cells in the order in which the table of digits has them."""

    def constrain(self, constraints: Sequence[Constraint]) -> None:
        """Add constraints, once. Raises ModelError that names the one with a mistake."""
        self.constraints = tuple(constraints)
        if constraints:
            add_constraints(self, self.digit, self.grid_shape, constraints)

    def check(self, answer: Answer) -> Check:
        """Evaluate every rule and given, and what the constraints say of the digits themselves."""
        found = super().check(answer)
        if not found or not self.constraints:
            return found
        digits = {(row, col): value for row, col, value in answer[self.digit]}
        return Check(tuple(broken_constraints(self.constraints, digits, self.grid_shape)))
