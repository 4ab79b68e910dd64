"""The objective: what each row adds to the total that a puzzle minimises or maximises.

The matrix minimises. A puzzle that maximises has the negated worths as its costs, and totals are
turned back into the puzzle's own before anybody sees them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import ModelError
from .exact_cover import COST_LIMIT
from .table import Choices, Columns, Row
from .watch import looking

__all__ = ["Objective"]


class Objective:
    """The costs of the tables' rows; `sign` is 1 to minimise, -1 to maximise, 0 without one."""

    def __init__(self) -> None:
        self.sign = 0
        self._reads: dict[Choices, Callable[[Row], Any]] = {}

    def copy(self) -> Objective:
        """Return an objective of its own."""
        twin = Objective()
        twin.sign, twin._reads = self.sign, dict(self._reads)
        return twin

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables whose rows count."""
        return tuple(self._reads)

    def aim(self, table: Choices, columns: Columns, sign: int) -> None:
        """Let the rows of a table count. Raises ModelError if they do, or for a mix of aims."""
        if self.sign not in (0, sign):
            raise ModelError("a puzzle minimises or maximises, not both")
        if table in self._reads:
            raise ModelError(f"table {table.name!r} has an objective already")
        self._reads[table] = table.reader(columns, "objective")
        self.sign = sign

    def costs(self, table: Choices) -> npt.NDArray[np.int64]:
        """Return int64[rows], the cost of every row. Raises ModelError as `cost` does."""
        if table not in self._reads:
            return np.zeros(len(table), np.int64)
        return np.array([self.cost(table, row) for row in looking(table)], np.int64)

    def cost(self, table: Choices, row: Row) -> int:
        """Return what a row adds to the minimised total. Raises ModelError if not an integer."""
        read = self._reads.get(table)
        if read is None:
            return 0
        value = read(row)
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise ModelError(f"objective: {table.name}{tuple(row)} has {value!r}, not an integer")
        if abs(int(value)) >= COST_LIMIT:
            raise ModelError(
                f"objective: {table.name}{tuple(row)} has {value}, expected below 2^53"
            )
        return self.sign * int(value)

    def in_words(self, cost: int) -> int:
        """Turn a cost of the matrix into the total that the puzzle speaks of."""
        return -cost if self.sign < 0 else cost
