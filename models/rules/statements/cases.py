"""Statements that hold for each group of choices: the cases of a statement.

`by` gives a selected choice one key and `covering` several, as in a rule that counts; a selection
may have keys of its own. The case of a key is the statement on the choices that have this key; a
selection without any does not hold there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...budget import spend
from ...errors import ModelError
from ...tables.selections import Said, Selection
from ...telling.spelling import spell
from ..keys import Key, Part

__all__ = ["Parts", "cases_of", "grouped", "keys_among", "require_known", "require_plain"]

Parts = tuple[Said, ...]  # the arguments of a statement


def grouped(parts: Parts, grouping: Iterable[Part], purpose: str) -> Parts:
    """Return the parts with the keys of all selections.

    grouping  how to read the keys of the rows of each table; a selection that has keys keeps them

    Raises ModelError, beginning with `purpose`, for a row whose keys cannot be read.
    """
    by_table = {part.table: part for part in grouping}

    def change(one: Selection) -> Selection:
        spend(looks=len(one))
        if one.keys is None:
            part = by_table.get(one.table)  # type: ignore[call-overload]
            if part is None:
                what = f"{one} is in no groups, and others are; expected `by` or `covering`"
                raise ModelError(f"{purpose}: {what}")
            one = one.grouped(part.column, purpose, several=part.several)
        assert one.keys is not None
        spend(keys=sum(map(len, one.keys)))
        return one

    return tuple([part.changed(change) for part in parts])


def keys_among(parts: Parts) -> tuple[Key, ...]:
    """Return the keys of all selected choices, each once, in their order."""
    keys = (one.keys or () for part in parts for one in part.selections)
    return tuple(dict.fromkeys(key for of_rows in keys for of_row in of_rows for key in of_row))


def require_known(parts: Parts, over: Collection[Key], purpose: str) -> None:
    """Raise ModelError, beginning with `purpose`, for a choice with a key that is not in `over`."""
    known = set(over)
    for one in (one for part in parts for one in part.selections):
        for row, keys in zip(one.rows, one.keys or (), strict=True):
            for key in keys:
                if key not in known:
                    what = f"is in the group {spell(key)}, which `over` does not name"
                    raise ModelError(f"{purpose}: {one.table.describe(row)} {what}")


def require_plain(said: Said, purpose: str) -> None:
    """Raise ModelError, beginning with `purpose`, for a selection with keys of its own."""
    for one in said.selections:
        if one.keys is not None:
            raise ModelError(f"{purpose}: {one} has groups of its own, expected none here")


def cases_of(parts: Parts, over: Sequence[Key]) -> dict[Key, Parts]:
    """Return the case of each key."""
    rows: dict[int, Mapping[Key, list[int]]] = {}  # by selection
    for one in (one for part in parts for one in part.selections):
        of_key: dict[Key, list[int]] = {}
        for row, keys in zip(one.rows, one.keys or (), strict=True):
            for key in keys:
                of_key.setdefault(key, []).append(row)
        rows[id(one)] = of_key

    def case(key: Key) -> Parts:
        def change(one: Selection) -> Selection:
            return Selection(one.table, tuple(rows[id(one)].get(key, ())), one.text)

        return tuple([part.changed(change) for part in parts])

    return {key: case(key) for key in over}
