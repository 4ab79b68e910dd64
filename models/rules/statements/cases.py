"""Statements that hold for each value of a column: the cases of a statement.

`by` gives a selected choice one key and `covering` several, as in a rule that counts. The case of a
key is the statement on the choices that have this key; a selection without any does not hold there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...budget import spend
from ...errors import MinuetError, ModelError
from ...tables.faults import fault
from ...tables.selections import All, Any_, Not, Said, Selection
from ...tables.table import Column
from ...telling.spelling import spell
from ..keys import KeptKeys, Key, Part

__all__ = ["Case", "cases_of"]

Case = tuple[Said, ...]  # the parts of a statement, on the choices of one key


def cases_of(
    parts: Case, grouping: Iterable[Part], over: Iterable[Key] | None, purpose: str
) -> tuple[dict[Key, Case], tuple[Part, ...]]:
    """Return the case of each key, and the grouping without functions.

    parts     the statement on all choices
    grouping  how to read the keys of the rows of each table
    over      the keys that there are; None: those of the selected rows, in their order

    Raises ModelError, beginning with `purpose`, for a row whose keys cannot be read or are not in
    `over`.
    """
    keys: dict[Key, None] = dict.fromkeys(over or ())
    rows: dict[Any, dict[Key, set[int]]] = {}
    kept = []
    for part in grouping:
        of_table = _rows_by_key(parts, part, purpose)
        for key, some in of_table.items():
            if over is not None and key not in keys:
                what = f"is in the group {spell(key)}, which `over` does not name"
                raise ModelError(f"{purpose}: {part.table.describe(min(some))} {what}")
            keys.setdefault(key)
        rows[part.table] = of_table
        kept.append(_kept(part, of_table))
    cases = {
        key: tuple(
            _within(said, {table: of_table.get(key, set()) for table, of_table in rows.items()})
            for said in parts
        )
        for key in keys
    }
    return cases, tuple(kept)


def _rows_by_key(parts: Case, part: Part, purpose: str) -> dict[Key, set[int]]:
    """Return the selected rows of a table by key, in the order in which rows have the keys."""
    selected = sorted({row for said in parts for row in _selected(said, part.table)})
    spend(looks=len(selected))
    found: dict[Key, set[int]] = {}
    for row in selected:
        try:
            for key in part.keys(row):
                found.setdefault(key, set()).add(row)
        except MinuetError:
            raise
        except Exception as error:
            raise fault(f"{purpose}: {part.table.describe(row)}", error) from error
    spend(keys=sum(map(len, found.values())))
    return found


def _kept(part: Part, rows: Mapping[Key, set[int]]) -> Part:
    """Return a part that needs no function: a column of the table, or the keys by row."""
    if isinstance(part.column, Column) and part.column.is_stored:
        return part
    entries = sorted((row, place) for place, of_key in enumerate(rows.values()) for row in of_key)
    owners, places = np.array(entries, np.int64).reshape(-1, 2).T
    return Part(part.table, KeptKeys(list(rows), owners, places, len(part.table)), several=True)


def _selected(said: Said, table: Any) -> Iterator[int]:
    """Yield the rows of a table that a statement selects."""
    if isinstance(said, Selection):
        yield from said.rows if said.table is table else ()
    elif isinstance(said, Not):
        yield from _selected(said.part, table)
    else:
        assert isinstance(said, All | Any_)
        for part in said.parts:
            yield from _selected(part, table)


def _within(said: Said, rows: Mapping[Any, set[int]]) -> Said:
    """Return the statement on these rows of each table alone."""
    if isinstance(said, Selection):
        mine = sorted(row for row in rows[said.table] if _holds(said.rows, row))
        return Selection(said.table, tuple(mine), said.text)
    if isinstance(said, Not):
        return Not(_within(said.part, rows))
    assert isinstance(said, All | Any_)
    return type(said)(tuple(_within(part, rows) for part in said.parts))


def _holds(rows: Sequence[int], row: int) -> bool:
    """Whether ascending rows hold a row."""
    place = bisect_left(rows, row)
    return place < len(rows) and rows[place] == row
