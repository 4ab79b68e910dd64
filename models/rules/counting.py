"""How a puzzle is told how many choices of each group are made, or what their weights add up to.

The methods of a puzzle that add the rules of cardinality.py, each with its form in texts: counts
and bounds on counts, and with `weight` sums and bounds on sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import ModelError
from ..tables.table import Choices
from ..telling.spelling import spell
from .bounds import Bounds, pairs_of, ranges_of, same_range
from .cardinality import Cardinality
from .form import BOUNDS, COUNTS, GROUPS, KEYS, NUMBERS, TABLES, WEIGHTS, written
from .keys import (
    Key,
    PerTable,
    Tables,
    WeightPerTable,
    everything,
    keys_of_groups,
    parts_of,
    rule_name,
)
from .rulebook import Rulebook

__all__ = ["CardinalityRules"]


class CardinalityRules(Rulebook):
    """A puzzle's methods that say how many choices of each group are made."""

    @written(
        TABLES,
        GROUPS,
        KEYS,
        example='exactly_one = "table"',
        doc='one choice of every group; `["one", "other"]` for several tables',
    )
    def exactly_one(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Demand exactly one choice of every group.

        `choices` is a table or several, whose rows then share the groups.
        `by` gives a row its one group: a column name, a tuple of names, or a function of columns.
        `covering` gives it several: a column (or a function) that holds an iterable of keys.
        Either may be a mapping from table to columns where the tables differ.
        None is no group: a row whose key is None is in none, as one that covers nothing is.
        `over` names all the groups there are, even those that no row can fill; without it, there
        are those that some row is in. Raises ModelError for a table or a column that is not there,
        and for a key that `over` names twice.
        """
        return self._rule(choices, (1, 1), by, covering, over, name, plain=True)

    @written(TABLES, GROUPS, KEYS, example='at_most_one = "table"', doc="one choice or none")
    def at_most_one(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Allow at most one choice of every group; the arguments are those of `exactly_one`."""
        return self._rule(choices, (0, 1), by, covering, over, name, plain=True)

    @written(
        COUNTS,
        TABLES,
        GROUPS,
        KEYS,
        WEIGHTS,
        example='exactly = 2, of = "table"',
        doc="so many; or, for the groups that `over` names, one number each: `exactly = [2, 0, 1]`",
    )
    def exactly(
        self,
        counts: int | Mapping[Any, int],
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        weight: WeightPerTable | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Demand so many choices of every group; or of each group the number that `counts` gives.

        A mapping from key to number names all the groups there are, as the counts beside the rows
        of a battleship puzzle do, and demands them even where no row can fill them. A row that
        `covering` gives a key twice, as a ship of two cells in one line, counts twice there. The
        other arguments are those of `between`; `over` beside a mapping must name the same groups.
        Raises ModelError for a row in a group without a number, a number without a group, and a
        group called None, which is none.
        """
        if isinstance(counts, Mapping):
            _require_numbers(counts, signed=weight is not None or covering is not None)
        names = "`counts` names"
        return self._rule(choices, (counts, counts), by, covering, over, name, weight, names=names)

    @written(
        BOUNDS,
        TABLES,
        GROUPS,
        KEYS,
        WEIGHTS,
        example='between = [1, 3], of = "table"',
        doc='a multiplicity; `[1, "many"]` has no upper end',
    )
    def between(
        self,
        low: Bounds | Mapping[Any, tuple[int | None, int | None]],
        high: Any,
        choices: Tables | None = None,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        weight: WeightPerTable | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Demand `low` to `high` choices of every group; None is no bound: as many as one likes.

        Each may be a mapping from a group's key to its bound, and a mapping from key to both may
        stand in place of the two: `between({"mon": (2, 3)}, shift, by="day")`. A mapping names all
        the groups there are. `by`, `covering` and `over` are those of `exactly_one`; without
        `by` and `covering` all rows are one group.

        `weight` says how much a chosen row counts, so that the bounds are those of a sum: a column,
        a function of columns or one integer, or a mapping from table to such. Weights are integers,
        negative ones too, and bounds may be negative then. `covering` may also give a row a
        mapping from key to weight, or a key several times, which then counts so often.

        Counts are the multiplicities of Knuth's Algorithm M. Raises ModelError unless low <= high,
        and, when the matrix is made, for a weight that is no integer of 32 bits.
        """
        if choices is None:
            if not isinstance(low, Mapping):
                raise ModelError(f"between {low!r}, expected low, high and a table")
            return self._rule(high, pairs_of(low, "between"), by, covering, over, name, weight)
        bounds: Any = (low, high)
        return self._rule(choices, bounds, by, covering, over, name, weight)

    @written(
        NUMBERS,
        TABLES,
        GROUPS,
        KEYS,
        WEIGHTS,
        example='at_least = 2, of = "table"',
        doc="so many or more; or, for the groups that `over` names, one number each",
    )
    def at_least(
        self,
        number: int | Mapping[Any, int],
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        weight: WeightPerTable | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Demand `number` choices of every group, or more; the arguments are those of `between`."""
        return self._rule(choices, (number, None), by, covering, over, name, weight)

    @written(
        NUMBERS,
        TABLES,
        GROUPS,
        KEYS,
        WEIGHTS,
        example='at_most = 3, of = "table", weight = "column"',
        doc="so many or fewer; with `weight`, here and above, a sum of the weights",
    )
    def at_most(
        self,
        number: int | Mapping[Any, int],
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        weight: WeightPerTable | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Allow `number` choices of every group, or fewer; the arguments are those of `between`."""
        return self._rule(choices, (None, number), by, covering, over, name, weight)

    @written(
        NUMBERS,
        TABLES,
        GROUPS,
        KEYS,
        WEIGHTS,
        example='sum_equals = 34, of = "table", weight = "column"',
        doc="the weights of what is chosen add up to this",
    )
    def sum_equals(
        self,
        number: int | Mapping[Any, int],
        choices: Tables,
        *,
        weight: WeightPerTable | None = None,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Demand that the weights of every group's chosen rows add up to `number`.

        The arguments are those of `between`; weights may also come from `covering`.
        """
        return self._rule(choices, (number, number), by, covering, over, name, weight)

    def _rule(
        self,
        choices: Tables,
        limits: tuple[Bounds, Bounds],
        by: PerTable | None,
        covering: PerTable | None,
        over: Iterable[Key] | None,
        name: str | None,
        weight: WeightPerTable | None = None,
        *,
        plain: bool = False,
        names: str = "the mapping names",
    ) -> Cardinality:
        source = self._source(3)
        _require_order(limits, choices, summed=weight is not None)
        by = everything if by is None and covering is None and not plain else by
        signed = weight is not None or covering is not None
        told = [one for one in limits if isinstance(one, Mapping)]
        if not told:
            low, high = same_range(*limits, "", signed=signed and not plain)
        tables = self._listed(choices)
        name = self._free_name(name or rule_name(tables, by if by is not None else covering))
        purpose = f"rule {name} ({source})"
        parts = parts_of(tables, by, covering, purpose, weight)
        if not told:
            groups = None if over is None else keys_of_groups(over, purpose)
            return self._add(Cardinality(name, source, parts, groups, low, high, plain=plain))
        _require_same(told[0], over, purpose)
        ranges = ranges_of(*limits, purpose, signed=signed, names=names)
        mapped = over is None
        keys = tuple(ranges)
        made = Cardinality(name, source, parts, keys, None, None, ranges=ranges, mapped=mapped)
        made.blocks  # noqa: B018  every key has its bounds
        return self._add(made)


def _require_order(limits: tuple[Any, Any], choices: Any, *, summed: bool) -> None:
    """Raise ModelError where a table stands in place of the number: it is given behind it."""
    low, high = limits
    table = high if low is None else low
    tables = list(table) if isinstance(table, list | tuple) else [table]
    if not tables or not all(isinstance(one, Choices) for one in tables):
        return
    said = ", ".join(one.name for one in tables)
    said = f"[{said}]" if isinstance(table, list | tuple) else said
    if low is high:
        method = "sum_equals" if summed else "exactly"
    else:
        method = "at_most" if low is None else "at_least" if high is None else "between"
    numbers = f"{high!r}, {choices!r}" if method == "between" else f"{choices!r}"
    what = "a table in place of a number, expected the number first"
    raise ModelError(f"{what}: {method}({numbers}, {said})")


def _require_same(counts: Mapping[Any, Any], over: Iterable[Key] | None, purpose: str) -> None:
    """Raise ModelError, beginning with `purpose`, where `over` names other groups than `counts`."""
    if over is None:
        return
    named = dict.fromkeys(keys_of_groups(over, purpose))
    for key in (*named, *keys_of_groups(counts, purpose)):
        if key not in counts or key not in named:
            lacks = "`over` does not name" if key in counts else "has no number"
            raise ModelError(f"{purpose}: {spell(key)} {lacks}, expected the same groups")


def _require_numbers(counts: Mapping[Any, Any], *, signed: bool) -> None:
    """Raise ModelError for what is no number of choices."""
    for key, number in counts.items():
        whole = hasattr(number, "__index__") and not isinstance(number, bool)
        if not whole or (number < 0 and not signed):
            expected = "an integer" if signed else "a number from 0"
            raise ModelError(f"exactly {number!r} of {spell(key)}, expected {expected}")
