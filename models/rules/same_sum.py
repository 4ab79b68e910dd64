"""Same sum: the weights of what is chosen add up to the same number in all groups.

Which number that is does not matter, as in a partition into parts of equal weight or a magic square
of unknown sum. In the matrix the sum of each group less that of the next one is an item that must
be 0 (cardinality.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Self

from ..tables.selections import Formula
from ..tables.table import Choices, Values
from .arguments import Groups, Over, TablesOf, Weight, puzzle_method
from .cardinality import Cardinality
from .groups import GroupRule
from .keys import Key, Part, keys_of_groups, parts_of
from .rule import Chosen, Group, Items, Rule
from .rulebook import Rulebook

__all__ = ["SameSum", "same_sum"]

Pair = tuple[Key, Key]


@dataclass(frozen=True, eq=False)
class SameSum(GroupRule):
    """The chosen rows of every group add up to the same number; of a group without any, to 0."""

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return "same_sum"

    @property
    def takes_weights(self) -> bool:
        """Whether a row may count for more than one, or less, in a group."""
        return True

    def twin(self, tables: Mapping[Choices, Choices]) -> Self:
        """Return a rule like this one on tables like its own."""
        return super().twin(tables)._copy(without=("_differences",))

    @property
    def pairs(self) -> list[Pair]:
        """Each group with the next one: the keys of the rule's items."""
        return list(pairwise(self.keys))

    @cached_property
    def _differences(self) -> Cardinality:
        """The rule as sums that must be 0."""
        pairs = self.pairs
        of_first, of_second = dict(pairs), {second: first for first, second in pairs}

        def signed(part: Part, number: int) -> dict[Pair, int]:
            weights: Counter[Pair] = Counter()
            for key, weight in part.pairs(number):
                if key in of_first:
                    weights[key, of_first[key]] += weight
                if key in of_second:
                    weights[of_second[key], key] -= weight
            return dict(weights)

        parts = []
        for part in self.parts:
            values = [signed(part, number) for number in range(len(part.table))]
            parts.append(Part(part.table, Values(part.table, values, None), several=True))
        return Cardinality(self.name, self.source, tuple(parts), tuple(pairs), 0, 0)

    @property
    def primary(self) -> bool:
        """Every difference must be 0."""
        return True

    @property
    def items(self) -> Items:
        """An item for each group and the next one."""
        return self._differences.items

    def if_chosen(self, selection: Formula) -> Rule:
        """Return the rule on a condition."""
        from .statements.conditional import conditional

        return conditional(self, selection)

    def overfilled(self, chosen: Chosen) -> Iterator[Group]:
        """Yield each group and the next one whose sums can no longer be the same."""
        yield from self._differences.overfilled(chosen)

    def violations(self, chosen: Chosen) -> Iterator[str]:
        """Say, for each group and the next one, that their sums differ."""
        sums = self.counted(self.parts, chosen)
        for first, second in self.pairs:
            if sums[first] != sums[second]:
                yield self.broken((first, second), f"{sums[first]} and {sums[second]}")

    @property
    def wanted(self) -> str:
        """What the rule wants of the groups, in words."""
        return "the same sum"

    @property
    def verb(self) -> str:
        """Every group needs it."""
        return "needs"


def same_sum(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    weight: Weight = None,
    name: str | None = None,
) -> SameSum:
    """Demand that the weights of the chosen rows add up to the same number in all groups.

    The arguments are those of `between`: without `weight` chosen rows are counted. `over` names all
    the groups that there are, also those that no row can fill, whose sum is 0. Raises ModelError
    as `between`, and without `by` and `covering`.
    """
    stated = puzzle.state(choices, name, by if by is not None else covering)
    parts = parts_of(stated.tables, by, covering, stated.purpose, weight)
    groups = None if over is None else keys_of_groups(over, stated.purpose)
    return puzzle.add(SameSum(stated.name, stated.source, parts, groups))


puzzle_method(
    same_sum,
    example='same_sum = "table", by = "part", weight = "column"',
    doc="the weights of the chosen rows add up to the same number in all groups",
)
