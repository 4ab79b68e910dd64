"""Finds the expression that gives every row of a table its key: the inverse of reading one.

A puzzle keeps what its functions say of the rows, and not how they say it. People group by columns,
by sums and differences (diagonals, steps to a neighbour) and by quotients (boxes); these are tried
on all rows, and what fits them all is an honest way to write the rule. What nothing fits is listed
row by row.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from operator import itemgetter
from typing import Any

from ...tables.rows import Row
from ...tables.table import Choices

__all__ = ["fitting_column", "fitting_condition", "fitting_expression", "fitting_expressions"]

MOST_COLUMNS = 8
MOST_KEYS = 8  # of a row, that are written as expressions
SIDES = range(2, 7)  # of the boxes that are tried
Read = Callable[[Row], Any]
Fit = tuple[str, Read]
_STEPS = {"+": operator.add, "-": operator.sub}


def fitting_column(table: Choices, keys: Sequence[Sequence[Any] | None]) -> str | None:
    """Return the column whose arrays are the keys of each row, if there is one.

    keys  those of each row; None: any
    """
    for place, name in enumerate(table.columns):
        if all(
            said is None or (type(row[place]) is tuple and row[place] == tuple(said))
            for row, said in zip(table.rows, keys, strict=True)
        ):
            return name
    return None


def fitting_expression(table: Choices, keys: Sequence[Sequence[Any] | None]) -> str | None:
    """Return an expression that is the one key of each row, if one is found.

    keys  those of each row, one each; None: any
    """
    told = [(row, said) for row, said in zip(table.rows, keys, strict=True) if said is not None]
    if not told or len(table.columns) > MOST_COLUMNS or any(len(said) != 1 for _, said in told):
        return None
    rows, alone = [row for row, _ in told], [said[0] for _, said in told]
    whole = _fit(table, rows, alone)
    if whole is not None:
        return whole
    sizes = {len(one) if type(one) is tuple else 0 for one in alone}
    if len(sizes) != 1 or min(sizes) < 2:
        return None
    parts = [_fit(table, rows, part) for part in zip(*alone, strict=True)]
    return None if None in parts else ", ".join(filter(None, parts))


def fitting_expressions(table: Choices, keys: Sequence[Sequence[Any] | None]) -> list[str] | None:
    """Return expressions that are the keys of each row, in order, if they are found.

    keys  those of each row, as many of each; None: any
    """
    sizes = {len(said) for said in keys if said is not None}
    if len(sizes) != 1 or not 0 < min(sizes) <= MOST_KEYS:
        return None
    found = [
        fitting_expression(table, [None if said is None else [said[place]] for said in keys])
        for place in range(min(sizes))
    ]
    return None if None in found else [one for one in found if one is not None]


def fitting_condition(table: Choices, holds: Sequence[bool]) -> str | None:
    """Return a condition on one column that is true of the rows for which it holds, if there is."""
    for place, name in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        if not all(isinstance(one, int | str) for one in values):
            continue
        found: dict[bool, set[Any]] = {True: set(), False: set()}
        for one, wanted in zip(values, holds, strict=True):
            found[wanted].add(one)
        if found[True].isdisjoint(found[False]):
            for wanted, sign in ((True, "=="), (False, "!=")):
                if len(found[wanted]) == 1:
                    (only,) = found[wanted]
                    return f"{name} {sign} {_operand(only)}"
    return None


def _operand(given: int | str) -> str:
    return str(int(given)) if isinstance(given, int) else repr(given)


def _fit(table: Choices, rows: Sequence[Row], wanted: Sequence[Any]) -> str | None:
    """Return the expression that says what is wanted of each of the rows."""
    return next(
        (
            text
            for text, read in _candidates(table)
            if _same(read(rows[-1]), wanted[-1])
            and all(_same(read(row), one) for row, one in zip(rows, wanted, strict=True))
        ),
        None,
    )


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _candidates(table: Choices) -> Iterator[Fit]:
    """Yield expressions with what they say of a row, the simplest first."""
    for place, name in enumerate(table.columns):
        yield name, itemgetter(place)
    numbers = [
        (name, itemgetter(place))
        for place, name in enumerate(table.columns)
        if all(type(row[place]) is int for row in table.rows)
    ]
    for (name, read), (sign, apply) in product(numbers, _STEPS.items()):
        yield f"{name} {sign} 1", _joined(apply, read, lambda row: 1)
    for (one, read), (other, read_other) in permutations(numbers, 2):
        if table.columns.index(one) < table.columns.index(other):
            yield f"{one} + {other}", _joined(operator.add, read, read_other)
        yield f"{one} - {other}", _joined(operator.sub, read, read_other)
        yield f"{one} + 1 - {other}", _joined(lambda a, b: a + 1 - b, read, read_other)
    for (name, read), side in product(numbers, SIDES):
        yield f"{name} // {side}", _part(read, 0, side)
        yield f"({name} - 1) // {side}", _part(read, 1, side)
    for ((one, read), (other, read_other)), high, wide, many in product(
        permutations(numbers, 2), SIDES, SIDES, SIDES
    ):
        band, stack = _part(read, 0, high, many), _part(read_other, 0, wide)
        yield f"{one} // {high} * {many} + {other} // {wide}", _joined(operator.add, band, stack)


def _joined(apply: Callable[[int, int], int], one: Read, other: Read) -> Read:
    return lambda row: apply(one(row), other(row))


def _part(read: Read, first: int, side: int, times: int = 1) -> Read:
    return lambda row: (read(row) - first) // side * times
