"""What a rule reads of a table: the keys of the groups in which each row is.

A column, or a function of columns, gives a row one key (`by`) or several (`covering`). None is no
group: a row whose key is None is in none, as a row that covers nothing is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from operator import index
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..budget import looking
from ..errors import MinuetError, ModelError
from ..matrix.brief import spread
from ..spelling import spell
from ..tables.faults import fault
from ..tables.rows import RowFunction
from ..tables.table import Choices, Column, Columns, Known, Values

__all__ = [
    "Coded",
    "KeptKeys",
    "Key",
    "LateKeys",
    "Listed",
    "Numbers",
    "Part",
    "PerTable",
    "Several",
    "Successive",
    "Tables",
    "WeightPerTable",
    "column_on",
    "evaluated",
    "everything",
    "keys_of_groups",
    "mapped",
    "of_rows",
    "parts_of",
    "per_table",
    "require_key",
    "row_of",
    "rule_name",
    "said",
]

Key = Hashable
Numbers = npt.NDArray[np.int64]
Tables = Choices | str | Sequence[Choices | str]
PerTable = Columns | Mapping[Any, Columns]  # or by table, or by a table's name
WeightPerTable = Columns | int | Mapping[Any, Columns | int]  # or by table, or a table's name
Spec = TypeVar("Spec")
_PLAIN = frozenset((int, str, bool))  # types of values that equal themselves


class Part(NamedTuple):
    """What a rule makes of one table: `column` holds, by row number, a row's key or its keys.

    several  whether a row has a collection of keys; else it has one, or None
    weights  how much a row counts in its groups, by row number, or all alike; None: 1
    """

    table: Choices
    column: Sequence[Any]
    several: bool
    weights: Sequence[Any] | int | None = None

    def keys(self, number: int) -> list[Key]:
        """Return the keys of a row's groups."""
        value = self.column[number]
        return [key for key in (value if self.several else (value,)) if key is not None]

    def counted(self, number: int) -> Counter[Key]:
        """Return how much a row counts in each of its groups."""
        counts: Counter[Key] = Counter()
        for key, weight in self.pairs(number):
            counts[key] += weight
        return counts

    def pairs(self, number: int) -> list[tuple[Key, int]]:
        """Return the keys of a row's groups, each with what it adds there; one may come again."""
        times = 1 if self.weights is None else self.weights
        whole = times if isinstance(times, int) else index(times[number])
        if isinstance(self.column, KeptKeys):
            pairs = self.column.counted(number)
        else:
            value: Any = self.column[number]
            if not self.several:
                return [] if value is None else [(value, whole)]
            pairs = value.items() if isinstance(value, Mapping) else ((key, 1) for key in value)
        return [(key, whole * weight) for key, weight in pairs if key is not None]

    def all_keys(self) -> Iterable[Key]:
        """Return the keys of all rows' groups, in the order of the rows; one may come again."""
        column = self.column
        if isinstance(column, KeptKeys):
            return [column.groups[place] for place in column.places.tolist()]
        values = said(column)
        keys = chain.from_iterable(values) if self.several else values
        return [key for key in keys if key is not None]

    def in_groups(self, keys: tuple[Key, ...]) -> Part:
        """Return the part with its rows in all of these groups, if they are in any."""
        column = self.column
        if isinstance(column, KeptKeys):
            column = Listed([column[number] for number in range(len(column))])

        def every(value: Any) -> tuple[Key, ...]:
            has = any(key is not None for key in (value if self.several else (value,)))
            return keys if has else ()

        return self._replace(column=mapped(column, every), several=True)

    def amounts(self) -> list[int]:
        """Return what each row adds to all of its groups together."""
        column = self.column
        if isinstance(column, KeptKeys):
            rows = range(len(column))
            counts: Sequence[int] = [sum(count for _, count in column.counted(k)) for k in rows]
        else:
            counts = mapped(column, self._count)
        if self.weights is None or isinstance(self.weights, int):
            times = 1 if self.weights is None else self.weights
            return [times * count for count in counts]
        return [index(times) * count for times, count in zip(self.weights, counts, strict=True)]

    def _count(self, value: Any) -> int:
        """Return how much a row of weight 1 counts in all of its groups, by what gives its keys."""
        if not self.several:
            return value is not None
        pairs = value.items() if isinstance(value, Mapping) else ((key, 1) for key in value)
        return sum(weight for key, weight in pairs if key is not None)

    def on(self, table: Choices) -> Part:
        """Return the same part of a table that is like this one's."""
        weights = self.weights
        if isinstance(weights, Column):
            weights = weights.of(table)
        return Part(table, column_on(table, self.column), self.several, weights)


def column_on(table: Choices, column: Sequence[Any]) -> Sequence[Any]:
    """Return the same of a table that is like the column's own."""
    return column.of(table) if isinstance(column, Column) else column


def mapped(column: Sequence[Any], function: Callable[[Any], Any]) -> Sequence[Any]:
    """Return what a function says of the values of a column, once for rows that are read alike."""
    values = list(map(function, said(column)))
    return column.evaluated(values) if isinstance(column, Column) else Listed(values)


def said(column: Sequence[Any]) -> Iterable[Any]:
    """Return the values of a column, in order, once for rows that are read alike."""
    return looking(column.distinct() if isinstance(column, Column) else column)


def of_rows(column: Sequence[Any], numbers: Numbers) -> Numbers:
    """Return int64[rows], given a number for each value that `said` returns."""
    return column.of_rows(numbers) if isinstance(column, Column) else numbers


def row_of(column: Sequence[Any], place: int) -> int:
    """Return the number of the first row with the value at this place of those of `said`."""
    return column.row_of(place) if isinstance(column, Column) else place


class Listed(Known):
    """The values of a table's rows, listed row after row."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, number: Any) -> Any:
        return self.values[number]


class Several(Known):
    """Several values of each row, listed row after row.

    owners  the row of each value, ascending
    rows    how many rows there are
    """

    def __init__(self, values: Sequence[Any], owners: Numbers, rows: int) -> None:
        self.values, self.owners, self.rows = values, owners, rows

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        number = range(self.rows)[number]
        return tuple(self.values[self._starts[number] : self._starts[number + 1]])

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = np.searchsorted(self.owners, np.arange(self.rows + 1)).tolist()
        return starts


class KeptKeys(Known):
    """The keys of each row, worked out beforehand: what travels in place of a function.

    groups  the keys of all groups
    owners  the row of each key, ascending; None: each row has one
    places  the place of each key among `groups`; no row has one twice
    rows    how many rows there are
    weights how much the row counts in the group of each key; None: 1
    """

    def __init__(
        self,
        groups: Sequence[Key],
        owners: Numbers | None,
        places: Numbers,
        rows: int,
        weights: Numbers | None = None,
    ) -> None:
        self.groups, self.owners, self.places, self.rows = groups, owners, places, rows
        self.weights = weights

    @classmethod
    def placed(
        cls, owners: Numbers, codes: Numbers, spell: Callable[[list[int]], Iterable[Key]], rows: int
    ) -> KeptKeys:
        """Return keys that are known by numbers, in the order in which rows have them first.

        owners  the row of each key, in any order
        codes   the number of each key, the same for the same key; no row has one twice
        spell   the keys of several numbers, for when they are asked for
        """
        order = np.argsort(owners, kind="stable")
        distinct, first, inverse = np.unique(codes[order], return_index=True, return_inverse=True)
        by_first = np.argsort(first)
        numbers = np.empty(len(distinct), np.int64)
        numbers[by_first] = np.arange(len(distinct))
        groups = LateKeys(len(distinct), lambda: spell(distinct[by_first].tolist()))
        return cls(groups, owners[order], numbers[inverse], rows)

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        return tuple([self.groups[place] for place in self.places[self.part(number)].tolist()])

    def counted(self, number: int) -> Iterable[tuple[Key, int]]:
        """Return the keys of a row, with how much it counts in their groups."""
        part = self.part(number)
        ones = [1] * (part.stop - part.start)
        weights = ones if self.weights is None else self.weights[part].tolist()
        return zip(self[number], weights, strict=True)

    def part(self, number: int) -> slice:
        """Return where among all the keys of a row stand."""
        number = range(self.rows)[number]
        if self.owners is None:
            return slice(number, number + 1)
        return slice(int(self._starts[number]), int(self._starts[number + 1]))

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled, in the narrowest types that hold it."""
        owners = np.arange(self.rows) if self.owners is None else self.owners
        sizes = np.bincount(owners, minlength=self.rows)
        return {
            "groups": list(self.groups),
            "sizes": _narrow(sizes),
            "places": _narrow(self.places),
        } | ({} if self.weights is None else {"weights": self.weights.astype(np.int32)})

    def __setstate__(self, state: dict[str, Any]) -> None:
        sizes, places = state["sizes"], state["places"]
        owners = np.repeat(np.arange(len(sizes)), sizes)
        weights = state.get("weights")
        if weights is not None:
            weights = weights.astype(np.int64)
        self.__init__(state["groups"], owners, places.astype(np.int64), len(sizes), weights)  # type: ignore[misc]

    @cached_property
    def _starts(self) -> Numbers:
        owners = np.arange(self.rows) if self.owners is None else self.owners
        return np.searchsorted(owners, np.arange(self.rows + 1))


class Successive(KeptKeys):
    """The keys of each row, where these are some in succession of the keys of all groups.

    groups       the keys of all groups
    first, last  int64[rows]: a row's keys are groups[first:last]
    """

    def __init__(self, groups: Sequence[Key], first: Numbers, last: Numbers) -> None:
        self.groups, self.first, self.last = groups, first, last
        self.rows, self.weights = len(first), None

    @cached_property
    def owners(self) -> Numbers:  # type: ignore[override]
        """The row of each key, ascending."""
        return np.repeat(np.arange(self.rows), self.last - self.first)

    @cached_property
    def places(self) -> Numbers:  # type: ignore[override]
        """The place of each key among `groups`."""
        return spread(self.first, self.last)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(self.rows))]
        return tuple(self.groups[self.first[number] : self.last[number]])

    def counted(self, number: int) -> Iterable[tuple[Key, int]]:
        """Return the keys of a row, each of which counts once."""
        return [(key, 1) for key in self[number]]

    def __getstate__(self) -> dict[str, Any]:
        return {"groups": list(self.groups), "first": self.first, "last": self.last}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


class Coded(Sequence[Any]):
    """Values by number: `distinct` are the different ones, `codes` the place of each among them."""

    def __init__(self, distinct: Sequence[Any], codes: Numbers) -> None:
        self.distinct, self.codes = distinct, codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self.distinct[code] for code in self.codes[number].tolist()]
        return self.distinct[self.codes[number]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.distinct.__getitem__, self.codes.tolist())


class LateKeys(Sequence[Any]):
    """Keys whose number is known; they are made when one of them is asked for."""

    def __init__(self, size: int, make: Callable[[], Iterable[Key]]) -> None:
        self._size, self._make = size, make

    @cached_property
    def _keys(self) -> list[Key]:
        return list(self._make())

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: Any) -> Any:
        return self._keys[number]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self._keys,)


def _narrow(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return numbers from 0 in the narrowest type that holds them."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


def everything() -> str:
    """Return the key of the one group of all rows: the default of `by`."""
    return "all"


def parts_of(
    tables: Sequence[Choices],
    by: PerTable | None,
    covering: PerTable | None,
    purpose: str,
    weight: WeightPerTable | None = None,
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
    weights: Any = [weight] * len(tables)
    if isinstance(weight, Mapping):
        weights = per_table(tables, weight, f"{purpose}: weight")
    return tuple(
        Part(
            table,
            evaluated(table, columns, purpose, several=by is None),
            by is None,
            _weights(table, amount, purpose),
        )
        for table, columns, amount in zip(tables, specs, weights, strict=True)
    )


def evaluated(
    table: Choices, columns: Columns | Column, purpose: str, *, several: bool = False
) -> Sequence[Any]:
    """Return what `columns` says of each row; a function is called now, and not again.

    several  each row has a collection of keys, which is kept as a tuple or a mapping

    Raises ModelError, beginning with `purpose`, for a column that the table lacks, and with the row
    for what the function raises.
    """
    column = columns if isinstance(columns, Column) else table.column(columns, purpose)
    if not isinstance(column, Column) or column.is_stored or isinstance(column, Values):
        return column
    values = column.said()
    if not several:
        return column.evaluated(values)
    kinds = set(map(type, values))
    if kinds <= {tuple, list, set, frozenset}:
        return column.evaluated(values if kinds <= {tuple} else list(map(tuple, values)))
    for place, keys in enumerate(values):
        try:
            values[place] = _kept(keys)
        except (MinuetError, MemoryError):
            raise
        except Exception as error:
            where = f"{purpose}: {table.describe(column.row_of(place))}"
            raise fault(where, error) from error
    return column.evaluated(values)


def _kept(keys: Any) -> Any:
    """Return the keys of a row, which its function may change later; what is none stays."""
    if isinstance(keys, Mapping):
        return dict(keys)
    return tuple(keys) if hasattr(keys, "__iter__") and not isinstance(keys, str) else keys


def _weights(table: Choices, weight: Any, purpose: str) -> Sequence[Any] | int | None:
    if weight is None:
        return None
    if not isinstance(weight, int) or isinstance(weight, bool):
        columns: Any = weight
        return evaluated(table, columns, f"{purpose}: weight")
    if abs(weight) >= 1 << 31:
        raise ModelError(f"{purpose}: the weight {weight}, expected -(2^31 - 1) to 2^31 - 1")
    return weight


def per_table(tables: Sequence[Choices], spec: Mapping[Any, Spec], purpose: str) -> list[Spec]:
    """Return what a mapping from tables, or their names, says of each of the tables.

    Raises ModelError, beginning with `purpose`, for a table that it does not name, names twice (as
    itself and by its name) or that is none of them.
    """
    wanted = ", ".join(table.name for table in tables)
    by_name: dict[str, Spec] = {}
    for key, value in spec.items():
        name = key.name if isinstance(key, Choices) else key
        if not any(key is table or key == table.name for table in tables):
            message = f"columns for other tables, expected those of {wanted}"
            raise ModelError(f"{purpose}: {message}; {name!r} is none of them")
        if name in by_name:
            raise ModelError(f"{purpose}: columns for {name!r} twice, expected them once")
        by_name[str(name)] = value
    for table in tables:
        if table.name not in by_name:
            raise ModelError(f"{purpose}: no columns for {table.name!r}, expected them")
    return [by_name[table.name] for table in tables]


def keys_of_groups(
    over: Iterable[Key], purpose: str, names: str = "`over` names"
) -> tuple[Key, ...]:
    """Return the keys of groups that exist, each once.

    names  what is said of what names them
    Raises ModelError, beginning with `purpose`, for a key twice, None, and what is no key.
    """
    if not hasattr(over, "__iter__"):
        raise ModelError(f"{purpose}: over {over!r}, expected the keys of groups")
    over = list(over)
    with suppress(TypeError):  # the key that cannot be hashed is found below
        distinct = dict.fromkeys(over)
        if len(distinct) == len(over) and None not in distinct:
            return tuple(distinct)
    keys: dict[Key, None] = {}
    for key in over:
        try:
            is_repeat = key in keys
        except TypeError as error:
            raise ModelError(f"{purpose}: {names} {key!r}: {error}") from None
        if is_repeat:
            raise ModelError(f"{purpose}: {names} {spell(key)} twice, expected each key once")
        if key is None:
            raise ModelError(f"{purpose}: {names} None, which is no group")
        keys[key] = None
    return tuple(keys)


def require_key(key: Key) -> None:
    """Raise TypeError for what cannot be hashed, ValueError for what does not equal itself.

    Rules distinguish keys by their values, and nan is another one in each copy of a puzzle.
    """
    hash(key)
    if isinstance(key, tuple | frozenset):
        for inner in () if _PLAIN.issuperset(map(type, key)) else key:
            require_key(inner)
    elif key != key:
        raise ValueError(f"{spell(key)}, which does not equal itself")


def rule_name(tables: Sequence[Choices], spec: Any) -> str:
    """Name a rule after what it groups by."""
    if isinstance(spec, Mapping):
        spec = next(iter(spec.values()), None)
    if spec is everything:
        return "+".join(table.name for table in tables)
    if isinstance(spec, str):
        grouping = spec
    elif isinstance(spec, RowFunction):
        grouping = spec.text
    elif spec is None or callable(spec):
        grouping = getattr(spec, "__name__", "group").replace("<lambda>", "group")
    else:
        grouping = ",".join(map(str, spec)) if isinstance(spec, Sequence) else str(spec)
    return f"{'+'.join(table.name for table in tables)}/{grouping}"
