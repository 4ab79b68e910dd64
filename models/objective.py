"""The objective: what each row adds to the total that a puzzle minimises or maximises.

The matrix minimises. A puzzle that maximises has the negated worths as its costs, and totals are
turned back into the puzzle's own before anybody sees them. Costs are read off the rows once, when
the objective is stated, so that a mistake is reported with the line that makes it. The matrix holds
integers: fractions and decimals are multiplied by their common denominator. Of several levels a
higher one comes first: the costs of each are multiplied by more than all below it can differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from math import lcm
from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .budget import looking
from .errors import ModelError
from .matrix.exact_cover import COST_LIMIT
from .spelling import spell
from .tables.table import Choices, Columns

__all__ = ["Aim", "Cost", "Number", "Objective", "whole"]

LONG = 60  # characters of a wrong value that a message shows
MOST_DIGITS = 100  # of a decimal, before or behind the point
Number = int | Fraction
Cost = Columns | int | Fraction | Decimal  # as `minimize` takes it


class _Aim(NamedTuple):
    """What a table's rows add at one level, negated where worth is meant: `costs` over `unit`."""

    costs: npt.NDArray[np.int64]
    unit: int


class Aim(NamedTuple):
    """What is looked for at a level.

    sign     1: the least total, -1: the greatest
    amounts  what each row of each table that counts adds to it
    """

    level: int
    sign: int
    amounts: Mapping[Choices, Sequence[Number]]


class Objective:
    """The costs of the tables' rows, level by level; without a level there is no objective."""

    def __init__(self) -> None:
        self._aims: dict[int, dict[Choices, _Aim]] = {}
        self._signs: dict[int, int] = {}

    def copy(self) -> Objective:
        """Return an objective of its own."""
        twin = Objective()
        twin._aims = {level: dict(aims) for level, aims in self._aims.items()}
        twin._signs = dict(self._signs)
        return twin

    @property
    def sign(self) -> int:
        """What is looked for at the highest level: 1 the least, -1 the greatest; 0 for none."""
        return self._signs[max(self._signs)] if self._signs else 0

    @property
    def levels(self) -> Mapping[int, int]:
        """The levels, the highest first, with the sign of each."""
        return {level: self._signs[level] for level in sorted(self._signs, reverse=True)}

    @property
    def tables(self) -> tuple[Choices, ...]:
        """The tables whose rows count."""
        return tuple(dict.fromkeys(table for aims in self._aims.values() for table in aims))

    def tables_at(self, level: int) -> tuple[Choices, ...]:
        """Return the tables whose rows count at a level."""
        return tuple(self._aims.get(level, ()))

    def aim(
        self, table: Choices, columns: Cost | list[int], sign: int, source: str, level: int = 0
    ) -> None:
        """Let the rows of a table count, all alike if by a number, as the line `source` wants it.

        columns  what each row counts, as `minimize` takes it, or listed row after row

        Raises ModelError if they do already, for a mix of aims at one level, for a row whose value
        is no integer, Fraction or Decimal, and where the absolute values of a level sum to 2^62 or
        more, multiplied by their common denominator.
        """
        if self._signs.get(level, sign) != sign:
            stated, verb = ("minimize", "maximize") if sign < 0 else ("maximize", "minimize")
            raise ModelError(
                f"{verb} at level {level}, which already has {stated}, expected {stated} "
                f"with the opposite sign, or another level ({source})"
            )
        aims = self._aims.get(level, {})
        if table in aims:
            raise ModelError(f"table {table.name!r} has an objective already ({source})")
        values = list(_values(table, columns, source))
        own = lcm(*(value.denominator for value in values))
        numerators = [int(value * own) for value in values]
        unit = lcm(own, self.unit(level))
        total = self.worst(level) * (unit // self.unit(level))
        total += sum(map(abs, numerators)) * (unit // own)
        if total >= COST_LIMIT:
            in_units = f", in units of 1/{unit}" if unit > 1 else ""
            message = f"absolute values that sum to {total}{in_units}, expected less than 2^62"
            raise ModelError(f"objective: {message} ({source})")
        array = sign * np.array(numerators, np.int64)
        array.setflags(write=False)
        self._aims[level] = {**aims, table: _Aim(array, own)}
        self._signs[level] = sign

    @property
    def aims(self) -> tuple[Aim, ...]:
        """What was stated, level by level, the highest first, in the words that stated it."""
        return tuple(
            Aim(
                level,
                sign,
                {
                    table: [
                        self.total_in_words(level, cost) for cost in self._at(table, level).tolist()
                    ]
                    for table in self.tables_at(level)
                },
            )
            for level, sign in self.levels.items()
        )

    def unit(self, level: int) -> int:
        """Return the common denominator of a level: its costs are integers over this."""
        return lcm(*(aim.unit for aim in self._aims.get(level, {}).values()))

    def worst(self, level: int) -> int:
        """Return by how much the totals of a level differ at most, in its unit."""
        return sum(int(np.abs(self._at(table, level)).sum()) for table in self.tables_at(level))

    def _at(self, table: Choices, level: int) -> npt.NDArray[np.int64]:
        aim = self._aims.get(level, {}).get(table)
        if aim is None:
            return np.zeros(len(table), np.int64)
        factor = self.unit(level) // aim.unit
        return aim.costs if factor == 1 else factor * aim.costs

    def scales(self, preferences: Sequence[tuple[int, int]] = ()) -> Mapping[int, int]:
        """Return what the costs of each level are multiplied by.

        preferences  of each rule that may be broken: its level, and the most that an answer pays

        Raises ModelError where the costs of all levels together reach 2^62.
        """
        worst = {0: 0} | {level: self.worst(level) for level in self.levels}
        for level, most in preferences:
            worst[level] = worst.get(level, 0) + most * self.unit(level)
        scales: dict[int, int] = {}
        total = 0
        for level in sorted(worst):
            scales[level] = total + 1
            total += worst[level] * scales[level]
        if total >= COST_LIMIT:
            levels = ", ".join(spell(level) for level in scales)
            place = "prefer" if preferences else "objective"
            fault = f"costs that sum to {total} over the levels {levels}"
            raise ModelError(f"{place}: {fault}, expected less than 2^62")
        return scales

    def costs(
        self, table: Choices, scales: Mapping[int, int] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return int64[rows], what each row adds to the minimised total.

        scales  what the costs of each level are multiplied by; by default 1, for one level
        """
        scaled = [
            self._at(table, level) * (1 if scales is None else scales[level])
            for level in self._signs
        ]
        return sum(scaled[1:], scaled[0]) if scaled else np.zeros(len(table), np.int64)

    def totals(self, options: Iterable[int]) -> dict[int, int]:
        """Return the minimised total of rows, by option number, at each level, in its unit."""
        chosen = list(options)
        return {
            level: sum(self._total(table, level, chosen) for table in self.tables_at(level))
            for level in self.levels
        }

    def _total(self, table: Choices, level: int, chosen: Sequence[int]) -> int:
        costs, ends = self._at(table, level), table.offset + len(table)
        return sum(
            int(costs[option - table.offset]) for option in chosen if table.offset <= option < ends
        )

    @property
    def cost_unit(self) -> int:
        """What 1 of the total that the puzzle speaks of is in costs of the matrix."""
        return self.unit(next(iter(self._signs))) if len(self._signs) == 1 else 1

    def in_words(self, cost: int) -> Number:
        """Turn a cost of the matrix into the total that the puzzle speaks of."""
        return whole(Fraction(-cost if self.sign < 0 else cost, self.cost_unit))

    def total_in_words(self, level: int, total: int) -> Number:
        """Turn a minimised total of a level into the puzzle's own."""
        return whole(Fraction(self._signs.get(level, 1) * total, self.unit(level)))


def whole(value: Fraction) -> Number:
    """Return a number, as an integer where it is one."""
    return value.numerator if value.denominator == 1 else value


def _values(table: Choices, columns: Cost | list[int], source: str) -> Iterator[Number]:
    """Yield each row's value. Raises ModelError if it is no number, or too large by itself."""
    values: Iterable[Any]
    if isinstance(columns, list):
        values = columns
    elif isinstance(columns, int | Fraction | Decimal):
        values = repeat(columns)
    else:
        values = map(table.reader(columns, f"objective ({source})"), table)
    for row, value in zip(looking(table), values, strict=False):
        if isinstance(value, Decimal) and _is_endless(value):
            expected = f"expected fewer digits than {MOST_DIGITS}"
            raise _wrong(table, row, repr(value), expected, source)
        number = _number(value)
        if number is None:
            kind = "a float, " if isinstance(value, float) else ""
            expected = f"{kind}expected an integer, Fraction or Decimal"
            raise _wrong(table, row, repr(value), expected, source)
        if not -COST_LIMIT < number < COST_LIMIT:
            bits = number.numerator.bit_length()
            large = f"{number}" if bits < 200 else f"{bits} bits"
            raise _wrong(table, row, large, "expected below 2^62", source)
        yield number


def _is_endless(value: Decimal) -> bool:
    """Whether a decimal, as 1E+999999999, would be a fraction of very many digits."""
    exponent = value.as_tuple().exponent
    return (
        isinstance(exponent, int)
        and value != 0
        and (value.adjusted() >= MOST_DIGITS or exponent <= -MOST_DIGITS)
    )


def _number(value: Any) -> Number | None:
    """Return an integer, a fraction or a decimal exactly; None for anything else."""
    if isinstance(value, bool | np.bool_):
        return None
    if hasattr(value, "__index__"):
        number: int = index(value)
        return number
    if isinstance(value, Fraction) or (isinstance(value, Decimal) and value.is_finite()):
        return whole(Fraction(value))
    return None


def _wrong(table: Choices, row: Any, value: str, expected: str, source: str) -> ModelError:
    shown = value if len(value) <= LONG else value[: LONG - 3] + "..."
    try:
        place = f"{table.name}{tuple(row)}"
    except ValueError:  # Python writes no integer of thousands of digits
        place = f"a row of {table.name}"
    return ModelError(f"objective: {place} has {shown}, {expected} ({source})")
