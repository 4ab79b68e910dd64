"""What a rule reads of a table: the keys of the groups in which each row is.

A column, or a function of columns, gives a row one key (`by`) or several (`covering`). None is no
group: a row whose key is None is in none, as a row that covers nothing is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..spelling import spell
from ..table import Choices, Columns, RowFunction

__all__ = [
    "KeptKeys",
    "Key",
    "Numbers",
    "Part",
    "PerTable",
    "Tables",
    "keys_of_groups",
    "parts_of",
    "per_table",
    "rule_name",
]

Key = Hashable
Numbers = npt.NDArray[np.int64]
Tables = Choices | str | Sequence[Choices | str]
PerTable = Columns | Mapping[Any, Columns]  # or by table, or by a table's name
Spec = TypeVar("Spec")


class Part(NamedTuple):
    """What a rule makes of one table: `column` holds, by row number, a row's key or its keys.

    several  whether a row has a collection of keys; else it has one, or None
    """

    table: Choices
    column: Sequence[Any]
    several: bool

    def keys(self, number: int) -> list[Key]:
        """Return the keys of a row's groups."""
        found = self.column[number]
        return [key for key in (found if self.several else (found,)) if key is not None]

    def only(self, keys: Iterable[Key]) -> Part:
        """Return the part that knows no other keys than these."""
        return Part(self.table, _Only(self, frozenset(keys)), several=True)


class _Only(Sequence[list[Key]]):
    """The keys of a part's rows that are among some keys."""

    def __init__(self, part: Part, wanted: frozenset[Key]) -> None:
        self.part, self.wanted = part, wanted

    def __len__(self) -> int:
        return len(self.part.table)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return [key for key in self.part.keys(number) if key in self.wanted]


class KeptKeys(Sequence[tuple[Key, ...]]):
    """The keys of each row as they were once worked out: what travels in place of a function.

    groups  the keys of all groups
    sizes   how many keys each row has
    places  the places of the rows' keys among `groups`, row after row
    """

    def __init__(self, groups: Sequence[Key], sizes: Numbers, places: Numbers) -> None:
        self.groups = groups
        self.sizes, self.places = _narrow(sizes), _narrow(places)

    def __len__(self) -> int:
        return len(self.sizes)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        places = self.places[self._starts[number] : self._starts[number + 1]]
        return tuple([self.groups[place] for place in places.tolist()])

    def __getstate__(self) -> dict[str, Any]:
        return {"groups": self.groups, "sizes": self.sizes, "places": self.places}

    @property
    def owners(self) -> Numbers:
        """The row of each key."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def _starts(self) -> Numbers:
        return np.concatenate(([0], np.cumsum(self.sizes, dtype=np.int64)))


def _narrow(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return numbers from 0 in the narrowest type that holds them."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def parts_of(
    tables: Sequence[Choices], by: PerTable | None, covering: PerTable | None, purpose: str
) -> tuple[Part, ...]:
    """Return what a rule makes of each table. Raises ModelError, beginning with `purpose`."""
    if (by is None) == (covering is None):
        raise ModelError(f"{purpose}: expected one of `by` and `covering`")
    if not tables:
        raise ModelError(f"{purpose}: no table, expected one or several")
    if len(set(map(id, tables))) < len(tables):
        raise ModelError(f"{purpose}: a table twice, expected each once")
    spec: Any = by if covering is None else covering
    specs = per_table(tables, spec, purpose) if isinstance(spec, Mapping) else [spec] * len(tables)
    return tuple(
        Part(table, table.column(columns, purpose), several=by is None)
        for table, columns in zip(tables, specs, strict=True)
    )


def per_table(tables: Sequence[Choices], spec: Mapping[Any, Spec], purpose: str) -> list[Spec]:
    """Return what a mapping from tables, or their names, says of each of the tables.

    Raises ModelError, beginning with `purpose`, for a table that it does not name, names twice (as
    itself and by its name) or that is none of them.
    """
    wanted = ", ".join(table.name for table in tables)
    found: dict[str, Spec] = {}
    for key, value in spec.items():
        name = key.name if isinstance(key, Choices) else key
        if not any(key is table or key == table.name for table in tables):
            what = f"columns for other tables, expected those of {wanted}"
            raise ModelError(f"{purpose}: {what}; {name!r} is none of them")
        if name in found:
            raise ModelError(f"{purpose}: columns for {name!r} twice, expected them once")
        found[str(name)] = value
    for table in tables:
        if table.name not in found:
            raise ModelError(f"{purpose}: no columns for {table.name!r}, expected them")
    return [found[table.name] for table in tables]


def keys_of_groups(over: Iterable[Key], purpose: str) -> tuple[Key, ...]:
    """Return the keys of groups that exist, each once.

    Raises ModelError, beginning with `purpose`, for a key twice, None, and what is no key.
    """
    if not hasattr(over, "__iter__"):
        raise ModelError(f"{purpose}: over {over!r}, expected the keys of groups")
    found: dict[Key, None] = {}
    for key in over:
        try:
            known = key in found
        except TypeError as error:
            raise ModelError(f"{purpose}: `over` names {key!r}: {error}") from None
        if known:
            raise ModelError(f"{purpose}: `over` names {spell(key)} twice, expected each key once")
        if key is None:
            raise ModelError(f"{purpose}: `over` names None, which is no group")
        found[key] = None
    return tuple(found)


def rule_name(tables: Sequence[Choices], spec: Any) -> str:
    """Name a rule after what it groups by."""
    if isinstance(spec, Mapping):
        spec = next(iter(spec.values()), None)
    if isinstance(spec, str):
        what = spec
    elif isinstance(spec, RowFunction):
        what = spec.text
    elif spec is None or callable(spec):
        what = getattr(spec, "__name__", "group").replace("<lambda>", "group")
    else:
        what = ",".join(map(str, spec)) if isinstance(spec, Sequence) else str(spec)
    return f"{'+'.join(table.name for table in tables)}/{what}"
