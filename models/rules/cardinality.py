"""Cardinality: how many choices of each group are made.

The multiplicities of Knuth's Algorithm M (The Art of Computer Programming, volume 4B): each group
becomes an item of the matrix, which `low` to `high` of its options cover. Exactly one is a primary
item, at most one a secondary one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..errors import ModelError
from ..telling.spelling import amount, spell
from .form import BOUNDS, COUNTS, GROUPS, KEYS, TABLES, written
from .groups import GroupRule
from .keys import Key, Numbers, PerTable, Tables, keys_of_groups, parts_of, rule_name
from .rule import Chosen, Group, Items
from .rulebook import Rulebook

__all__ = ["Cardinality", "CardinalityRules"]


@dataclass(eq=False)
class Cardinality(GroupRule):
    """`low` to `high` choices of each group are made; `high` None is as many as one likes.

    most  where `high` is None: so many choices of a group at most can be made anyway, if known
    """

    low: int
    high: int | None
    most: int | None = field(default=None, repr=False, kw_only=True)

    @property
    def primary(self) -> bool:
        """At most one is what a secondary item means."""
        return (self.low, self.high) != (0, 1)

    @property
    def items(self) -> Items:
        """An item a group, of that multiplicity."""
        size = len(self.keys)
        high: Sequence[int] | Numbers
        high = self._highs() if self.high is None else np.full(size, self.high)
        return Items(self.keys, np.full(size, self.low), high, self.blocks)

    def _highs(self) -> list[int]:
        """Return how many choices of each group can be made at most."""
        sizes = np.bincount(self.entries.groups, minlength=len(self.keys))
        bound = np.minimum(sizes, sizes.max(initial=0) if self.most is None else self.most)
        return [max(int(most), self.low) for most in bound]

    def range_of(self, key: Key) -> tuple[int | None, int | None]:
        """Return the least and the most of a group; None: no bound."""
        return self.low, self.high

    def made(self, chosen: Chosen) -> Counter[Key]:
        """Count the chosen rows of each group; `chosen` gives the numbers of a table's."""
        return Counter(
            key for part in self.parts for number in chosen(part.table) for key in part.keys(number)
        )

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield the groups that hold more of the chosen rows than they may."""
        for key, made in self.made(chosen).items():
            if self.high is not None and made > self.high:
                yield Group(self.name, key)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each group with too few or too many of the chosen rows, what is wrong."""
        made = self.made(chosen)
        for key in dict.fromkeys([*self.groups, *made]):
            if made[key] < self.low or (self.high is not None and made[key] > self.high):
                yield self.broken(key, f"{made[key]} chosen")

    @property
    def wanted(self) -> str:
        """How many choices of a group the rule wants, in words."""
        return amount(self.low, self.high)

    @property
    def verb(self) -> str:
        """A group that may be empty needs nothing."""
        return "needs" if self.low else "allows"


class _Counted(Cardinality):
    """Groups that a mapping of counts names."""

    lacking = "to which `counts` gives no number"


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
        return self._rule(choices, (1, 1), by, covering, over, name)

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
        return self._rule(choices, (0, 1), by, covering, over, name)

    @written(
        COUNTS,
        TABLES,
        GROUPS,
        KEYS,
        example='exactly = 2, of = "table"',
        doc="so many; or, for the groups that `over` names, one number each: `exactly = [2, 0, 1]`",
    )
    def exactly(
        self,
        counts: int | Mapping[Key, int],
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> tuple[Cardinality, ...]:
        """Demand so many choices of every group; or of each group the number that `counts` gives.

        A mapping from key to number names all the groups there are, as the counts beside the rows
        of a battleship puzzle do, and demands them even where no row can fill them. The other
        arguments are those of `exactly_one`; `over` beside a mapping must name the same groups.
        Returns a rule for each different number. Raises ModelError for a row in a group without a
        number, a number without a group, and a group called None, which is none.
        """
        if not isinstance(counts, Mapping):
            return (self._rule(choices, (counts, counts), by, covering, over, name),)
        tables = self._listed(choices)
        name = name or rule_name(tables, by if by is not None else covering)
        source = self._source(2)
        purpose = f"rule {name} ({source})"
        parts = parts_of(tables, by, covering, purpose)
        known = keys_of_groups(counts, purpose, "`counts` names")
        if over is not None:
            named = dict.fromkeys(keys_of_groups(over, purpose))
            for key in (*named, *known):
                if key not in counts or key not in named:
                    lacks = "`over` does not name" if key in counts else "has no number"
                    raise ModelError(f"{purpose}: {spell(key)} {lacks}, expected the same groups")
        kind = _Counted if over is None else Cardinality
        kind(name, source, parts, known, 0, None).blocks  # noqa: B018  every key is known
        return tuple(
            self._add(
                Cardinality(
                    self._free_name(f"{name} of {number}"),
                    source,
                    tuple(part.only(keys) for part in parts),
                    tuple(keys),
                    number,
                    number,
                )
            )
            for number, keys in _keys_by_number(counts).items()
        )

    @written(
        BOUNDS,
        TABLES,
        GROUPS,
        KEYS,
        example='between = [1, 3], of = "table"',
        doc='a multiplicity; `[1, "many"]` has no upper end',
    )
    def between(
        self,
        low: int,
        high: int | None,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        over: Iterable[Key] | None = None,
        name: str | None = None,
    ) -> Cardinality:
        """Demand `low` to `high` choices of every group; `high` None is as many as one likes.

        The other arguments are those of `exactly_one`. These are the multiplicities of Knuth's
        Algorithm M. Raises ModelError unless 0 <= low <= high.
        """
        return self._rule(choices, (low, high), by, covering, over, name)

    def _rule(
        self,
        choices: Tables,
        count: tuple[int, int | None],
        by: PerTable | None,
        covering: PerTable | None,
        over: Iterable[Key] | None,
        name: str | None,
    ) -> Cardinality:
        source = self._source(3)
        low, high = count
        if not isinstance(low, int) or not isinstance(high, int | None):
            raise ModelError(f"between {low!r} and {high!r}, expected integers")
        if low < 0 or (high is not None and high < low):
            raise ModelError(f"between {low} and {high}, expected 0 <= low <= high")
        tables = self._listed(choices)
        name = self._free_name(name or rule_name(tables, by if by is not None else covering))
        purpose = f"rule {name} ({source})"
        parts = parts_of(tables, by, covering, purpose)
        groups = None if over is None else keys_of_groups(over, purpose)
        return self._add(Cardinality(name, source, parts, groups, *count))


def _keys_by_number(counts: Mapping[Key, int]) -> dict[int, list[Key]]:
    """Return the keys of each number. Raises ModelError for what is no number."""
    found: dict[int, list[Key]] = {}
    for key, number in counts.items():
        if type(number) is not int or number < 0:
            raise ModelError(f"exactly {number!r} of {spell(key)}, expected a number from 0")
        found.setdefault(number, []).append(key)
    return found
