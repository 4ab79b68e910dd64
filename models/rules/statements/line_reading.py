"""How lines are read of a table: places in order, values, and which row is on which line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...budget import looking
from ...errors import ModelError, excerpt
from ...tables.table import Choices, Columns, Known
from ...telling.spelling import spell
from ..keys import Key, Part, PerTable, evaluated, keys_of_groups, parts_of
from .lines import ALONE

__all__ = ["Laid", "Lines", "laid", "line_parts", "places_in_order", "values_of"]

Lines = Mapping[Any, Sequence[Hashable]] | Iterable[Sequence[Hashable]]


class Laid(NamedTuple):
    """How the lines of a table are read, as a `LineRule` takes it."""

    parts: tuple[Part, ...]
    over: tuple[Key, ...] | None
    along: Sequence[Any]
    places: tuple[Hashable, ...]
    orders: Mapping[Any, tuple[Hashable, ...]] | None


def laid(
    table: Choices,
    along: Columns,
    groups: tuple[PerTable | None, PerTable | None],
    over: Iterable[Key] | None,
    lines: Lines | None,
    purpose: str,
) -> Laid:
    """Return how lines are read: by groups of rows (`by`, `covering`), or place by place."""
    column, places = places_in_order(table, along, purpose)
    if lines is None:
        parts, keys = line_parts(table, *groups, over, purpose)
        return Laid(parts, keys, column, places, None)
    if groups != (None, None):
        raise ModelError(f"{purpose}: expected one of `by`, `covering` and `lines`")
    parts, orders = told_lines(table, lines, column, purpose)
    if over is not None and set(keys_of_groups(over, purpose)) != set(orders):
        raise ModelError(f"{purpose}: `over` names other groups than `lines`")
    return Laid(parts, tuple(orders), column, places, orders)


def line_parts(
    table: Choices,
    by: PerTable | None,
    covering: PerTable | None,
    over: Iterable[Key] | None,
    purpose: str,
) -> tuple[tuple[Part, ...], tuple[Key, ...] | None]:
    """Return how the lines of a table's rows are read, and their keys if these are told.

    Without `by` and `covering` the whole table is one line.
    """
    if by is None and covering is None:
        by = _alone
    parts = parts_of([table], by, covering, purpose)
    return parts, None if over is None else keys_of_groups(over, purpose)


class _OnLines(Known):
    """The keys of the lines on which each row's place is."""

    def __init__(self, keys: Mapping[Hashable, tuple[Key, ...]], along: Sequence[Any]) -> None:
        self.keys, self.along = keys, along

    def __len__(self) -> int:
        return len(self.along)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return self.keys.get(self.along[number], ())


def told_lines(
    table: Choices, lines: Lines, along: Sequence[Any], purpose: str
) -> tuple[tuple[Part, ...], dict[Key, tuple[Hashable, ...]]]:
    """Return (parts, the places of each line): lines are told place by place.

    Raises ModelError for what is no line, a place twice in one, and one where no choice is.
    """
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        raise ModelError(f"{purpose}: lines {excerpt(repr(lines))}, expected places in order")
    pairs = lines.items() if isinstance(lines, Mapping) else enumerate(lines, 1)
    known = set(along)
    orders: dict[Key, tuple[Hashable, ...]] = {}
    keys: dict[Hashable, tuple[Key, ...]] = {}
    for key, places in pairs:
        if isinstance(places, str) or not isinstance(places, Iterable):
            found = excerpt(repr(places))
            raise ModelError(f"{purpose}: line {spell(key)} {found}, expected places in order")
        orders[key] = tuple(places)
        for place in orders[key]:
            if place not in known:
                what = f"line {spell(key)} has the place {spell(place)}, where there is no choice"
                raise ModelError(f"{purpose}: {what}")
            if key in keys.get(place, ()):
                raise ModelError(f"{purpose}: line {spell(key)} has {spell(place)} twice")
            keys[place] = (*keys.get(place, ()), key)
    return (Part(table, _OnLines(keys, along), several=True),), orders


def _alone() -> str:
    return ALONE


def places_in_order(
    table: Choices, along: Columns, purpose: str
) -> tuple[Sequence[Any], tuple[Hashable, ...]]:
    """Return (the place of each row, all places in order).

    Numbers, and whatever else is no text and can be compared, ascend; a column of a product has the
    order in which its values were declared; else places come as rows have them first. Raises
    ModelError for a place that cannot be hashed, and for None.
    """
    column = evaluated(table, along, purpose)
    try:
        found = dict.fromkeys(looking(column))
    except TypeError as error:
        raise ModelError(f"{purpose}: along a place that cannot be hashed: {error}") from None
    if None in found:
        number = list(column).index(None)
        raise ModelError(f"{purpose}: {table.describe(number)} has no place along the line")
    if not any(isinstance(place, str) for place in found):
        try:
            return column, tuple(sorted(found))
        except TypeError:
            pass  # they are as they come
    declared = table.declared.get(along, ()) if isinstance(along, str) else ()
    return column, tuple([place for place in dict.fromkeys((*declared, *found)) if place in found])


def values_of(
    table: Choices, value: Columns | None, empty: Hashable | None, purpose: str
) -> Sequence[Any]:
    """Return what each row says; without a column, 1.

    Raises ModelError for what cannot be hashed, for None, and for a row that says what is `empty`.
    """
    column = evaluated(table, _one if value is None else value, purpose)
    try:
        found = set(looking(column))
    except TypeError as error:
        raise ModelError(f"{purpose}: a value that cannot be hashed: {error}") from None
    for wrong in (None, *([] if empty is None else [empty])):
        if wrong in found:
            number = list(column).index(wrong)
            what = "is what an empty place reads as" if wrong is not None else "is none"
            raise ModelError(f"{purpose}: {table.describe(number)} has the value {wrong!r}, {what}")
    return column


def _one() -> int:
    return 1
