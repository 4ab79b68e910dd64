"""What a constraint rules out at once: values, and pairs of values, that nothing supports.

Dancing links see a dead end when an item has no option left, and only the digits' own items tell
them early. So what follows from a constraint for one cell or for two is written on the digits
themselves, beside the constraint: values that have no partner in some pair (arc consistency,
Mackworth, "Consistency in networks of relations", Artificial Intelligence 8, 1977) and, of a line
with few words, the pairs of values that no word has.

Sets of values are whole numbers here, in which bit v - 1 stands for the value v; in a grid whose
values begin elsewhere they are counted from 1 too (demands.shifted).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..budget import spend
from .cells import Cell
from .demands import Demand, OneOf, Pair
from .grid_shape import GridShape

__all__ = ["Conflicts", "Implied", "Relation", "domains_of", "values_in"]

Domains = dict[Cell, int]
Booleans = npt.NDArray[np.bool_]


@dataclass(eq=False)
class Relation:
    """Which values of two cells go together.

    wrong      bool[size, size]: the pairs (v - 1, w - 1) that are forbidden, beyond what houses do
    allowed    for each value of the first cell, the set of those of the second that go with it
    other_way  for each of the second cell, those of the first
    """

    wrong: Booleans
    allowed: list[int]
    other_way: list[int]

    @classmethod
    def of(cls, allowed: Booleans, *, differ: bool) -> Relation:
        """Return the relation; `differ`: of two cells that hold different values in any case."""
        wrong = ~allowed
        if differ:
            apart = _apart(len(allowed))
            allowed, wrong = allowed & apart, wrong & apart
        return cls(wrong, _sets(allowed), _sets(allowed.T))

    @cached_property
    def is_total(self) -> bool:
        """Whether every value of either cell goes with some value of the other."""
        return all(self.allowed) and all(self.other_way)

    @cached_property
    def conflicts(self) -> int:
        """How many pairs are wrong."""
        return int(np.count_nonzero(self.wrong))


@cache
def _apart(size: int) -> Booleans:
    """Return which values differ."""
    return ~np.eye(size, dtype=bool)


def _sets(rows: Booleans) -> list[int]:
    """Return the set of values of each row."""
    if len(rows) < 63:
        sets: list[int] = (rows @ (1 << np.arange(len(rows)))).tolist()
        return sets
    return [sum(1 << k for k, there in enumerate(row) if there) for row in rows.tolist()]


class _Together:
    """Whether two values stand in two places of some word."""

    def __init__(self, allowed: Booleans) -> None:
        self.allowed = allowed

    def __call__(self, v: int, w: int) -> bool:
        return bool(self.allowed[v - 1, w - 1])


class Conflicts:
    """The relations of pairs, each worked out once."""

    def __init__(self, grid: GridShape) -> None:
        self.grid = grid
        self._known: dict[tuple[Callable[[int, int], bool], bool], Relation] = {}
        self._allowed: dict[Callable[[int, int], bool], Booleans] = {}

    def of(self, pair: Pair) -> Relation:
        """Return which values of the pair's cells go together."""
        differ = self.grid.differ(pair.first, pair.second)
        key = (pair.allows, differ)
        found = self._known.get(key)
        if found is None:
            spend(looks=self.grid.size**2)
            found = self._known[key] = Relation.of(self._values(pair.allows), differ=differ)
        return found

    def _values(self, allows: Callable[[int, int], bool]) -> Booleans:
        """Return which values (v - 1, w - 1) are allowed."""
        if isinstance(allows, _Together):
            return allows.allowed
        found = self._allowed.get(allows)
        if found is None:
            values = range(1, self.grid.size + 1)
            found = np.array([[bool(allows(v, w)) for w in values] for v in values])
            self._allowed[allows] = found
        return found


def values_in(mask: int) -> list[int]:
    """Return the values of a set, ascending."""
    return [v for v in range(1, mask.bit_length() + 1) if mask >> (v - 1) & 1]


def domains_of(demands: Iterable[Demand], grid: GridShape, conflicts: Conflicts) -> Domains:
    """Return the values that the demands on one cell and on two leave to a cell, where not all."""
    whole, known = (1 << grid.size) - 1, set(range(1, grid.size + 1))
    domains: Domains = {}
    pairs = []
    for demand in demands:
        if isinstance(demand, OneOf):
            values = sum(1 << (v - 1) for v in known.intersection(demand.values))
            domains[demand.cell] = domains.get(demand.cell, whole) & values
        elif isinstance(demand, Pair):
            pairs.append((demand.first, demand.second, conflicts.of(demand)))
            domains.setdefault(demand.first, whole)
            domains.setdefault(demand.second, whole)
    changed = True
    while changed:
        changed = False
        spend(looks=len(pairs) * grid.size**2)
        for first, second, relation in pairs:
            one, other = domains[first], domains[second]
            if one == other == whole and relation.is_total:
                continue
            held = _supported(one, other, relation.allowed)
            used = _supported(other, one, relation.other_way)
            if held != one or used != other:
                changed = True
                domains[first], domains[second] = held, used
    return {cell: values for cell, values in domains.items() if values != whole}


def _supported(values: int, others: int, allowed: Sequence[int]) -> int:
    """Return the values that go with some of the others."""
    held = 0
    for place, partners in enumerate(allowed):
        if values >> place & 1 and partners & others:
            held |= 1 << place
    return held


class Implied:
    """What follows from the words of a line for one cell and for two.

    words  the numbers v - 1 of their values, a word a row

    From no words nothing is derived: the line itself has no choice then.
    """

    def __init__(self, words: npt.NDArray[np.intp], size: int) -> None:
        self.words = words
        self.places = list(combinations(range(words.shape[1]), 2)) if len(words) else []
        columns = words.T if len(words) else words[:0]
        self.values = [(np.flatnonzero(np.bincount(column)) + 1).tolist() for column in columns]
        held = np.zeros((len(self.places), size, size), bool)
        for number, (i, j) in enumerate(self.places):
            held[number, words[:, i], words[:, j]] = True
        self.together = list(map(_Together, held))

    def of(self, cells: Sequence[Cell]) -> list[OneOf | Pair]:
        """Return it for the cells of a line."""
        spend(looks=len(self.words) * len(self.places))
        return [
            *map(OneOf, cells[: len(self.values)], self.values),
            *(
                Pair(cells[i], cells[j], both)
                for (i, j), both in zip(self.places, self.together, strict=True)
            ),
        ]
