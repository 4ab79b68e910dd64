"""The objective: what each row adds to the total that a puzzle minimises or maximises.

The matrix minimises. A puzzle that maximises has the negated worths as its costs, and totals are
turned back into the puzzle's own before anybody sees them. Costs are read off the rows once, when
the objective is stated, so that a mistake is reported with the line that makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from .budget import looking
from .errors import ModelError
from .matrix.validation import COST_LIMIT
from .tables.table import Choices, Columns

__all__ = ["Objective"]

LONG = 60  # characters of a wrong value that a message shows


class Objective:
    """The costs of the tables' rows; `sign` is 1 to minimise, -1 to maximise, 0 without one."""

    def __init__(self) -> None:
        self.sign = 0
        self._costs: dict[Choices, npt.NDArray[np.int64]] = {}

    def copy(self) -> Objective:
        """Return an objective of its own."""
        twin = Objective()
        twin.sign, twin._costs = self.sign, dict(self._costs)
        return twin

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables whose rows count."""
        return tuple(self._costs)

    def aim(self, table: Choices, columns: Columns | int, sign: int, source: str) -> None:
        """Let the rows of a table count, all alike if by an integer, as the line `source` wants it.

        Raises ModelError if they do already, for a mix of aims, for a row whose value is no
        integer, and where the absolute values of all rows sum to 2^53 or more.
        """
        if self.sign not in (0, sign):
            raise ModelError(f"a puzzle minimises or maximises, not both ({source})")
        if table in self._costs:
            raise ModelError(f"table {table.name!r} has an objective already ({source})")
        costs = list(_values(table, columns, source))
        known = sum(int(np.abs(array).sum()) for array in self._costs.values())
        total = known + sum(map(abs, costs))
        if total >= COST_LIMIT:
            what = f"absolute values that sum to {total}, expected less than 2^53"
            raise ModelError(f"objective: {what} ({source})")
        array = sign * np.array(costs, np.int64)
        array.setflags(write=False)
        self._costs[table] = array
        self.sign = sign

    @property
    def worst(self) -> int:
        """Totals differ by no more than this."""
        return sum(int(np.abs(array).sum()) for array in self._costs.values())

    def costs(self, table: Choices) -> npt.NDArray[np.int64]:
        """Return int64[rows], what each row adds to the minimised total."""
        known = self._costs.get(table)
        return np.zeros(len(table), np.int64) if known is None else known

    def cost(self, options: Iterable[int]) -> int:
        """Return the minimised total of rows, by option number."""
        chosen = list(options)
        return sum(
            int(costs[option - table.offset])
            for table, costs in self._costs.items()
            for option in chosen
            if table.offset <= option < table.offset + len(table)
        )

    def in_words(self, cost: int) -> int:
        """Turn a cost of the matrix into the total that the puzzle speaks of."""
        return -cost if self.sign < 0 else cost


def _values(table: Choices, columns: Columns | int, source: str) -> Iterator[int]:
    """Yield each row's value. Raises ModelError if it is no integer, or too large by itself."""
    number_of = None if isinstance(columns, int) else table.reader(columns, f"objective ({source})")
    for row in looking(table):
        value = number_of(row) if number_of else columns
        if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
            raise _wrong(table, row, repr(value), "not an integer", source)
        number = index(value)
        if abs(number) >= COST_LIMIT:
            large = f"{number}" if number.bit_length() < 200 else f"{number.bit_length()} bits"
            raise _wrong(table, row, large, "expected below 2^53", source)
        yield number


def _wrong(table: Choices, row: Any, value: str, expected: str, source: str) -> ModelError:
    shown = value if len(value) <= LONG else value[: LONG - 3] + "..."
    try:
        place = f"{table.name}{tuple(row)}"
    except ValueError:  # Python writes no integer of thousands of digits
        place = f"a row of {table.name}"
    return ModelError(f"objective: {place} has {shown}, {expected} ({source})")
