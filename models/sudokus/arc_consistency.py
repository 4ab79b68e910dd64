"""What a constraint rules out at once: values, and pairs of values, that nothing supports.

Dancing links see a dead end when an item has no option left, and only the digits' own items tell
them early. So what follows from a constraint for one cell or for two is written on the digits
themselves, beside the constraint: values that have no partner in some pair (arc consistency,
Mackworth, "Consistency in networks of relations", Artificial Intelligence 8, 1977) and, of a line
with few words, the pairs of values that no word has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from ..budget import spend
from .cells import Cell
from .demands import Demand, OneOf, Pair
from .grid_shape import GridShape

__all__ = ["Conflicts", "domains_of", "implied_by_words"]

Domains = dict[Cell, set[int]]


class Conflicts:
    """The values that do not go together, by value of the first cell; relations are read once."""

    def __init__(self, grid: GridShape) -> None:
        self.grid = grid
        self._known: dict[
            tuple[Callable[[int, int], bool], bool], Mapping[int, frozenset[int]]
        ] = {}

    def of(self, pair: Pair) -> Mapping[int, frozenset[int]]:
        """Return what the pair forbids beyond what the houses forbid."""
        differ = self.grid.differ(pair.first, pair.second)
        key = (pair.allows, differ)
        if key not in self._known:
            values = self.grid.values
            spend(looks=self.grid.size**2)
            self._known[key] = {
                v: frozenset(w for w in values if not (differ and v == w) and not pair.allows(v, w))
                for v in values
            }
        return self._known[key]


def domains_of(demands: Iterable[Demand], grid: GridShape, conflicts: Conflicts) -> Domains:
    """Return the values that the demands on one cell and on two leave to a cell, where not all."""
    domains: Domains = {}
    pairs = []
    for demand in demands:
        if isinstance(demand, OneOf):
            domains.setdefault(demand.cell, set(grid.values)).intersection_update(demand.values)
        elif isinstance(demand, Pair):
            pairs.append(demand)
            for cell in demand.cells:
                domains.setdefault(cell, set(grid.values))
    changed = True
    while changed:
        changed = False
        for pair in pairs:
            changed |= _revise(pair, domains, conflicts.of(pair), grid)
    return {cell: values for cell, values in domains.items() if len(values) < grid.size}


def _revise(
    pair: Pair, domains: Domains, wrong: Mapping[int, frozenset[int]], grid: GridShape
) -> bool:
    """Take the values away that have no partner; return whether there were any."""
    spend(looks=grid.size**2)
    first, second = domains[pair.first], domains[pair.second]
    same = {v for v in first if grid.differ(pair.first, pair.second)}
    partners = {v: second - wrong[v] - ({v} & same) for v in first}
    held = {v for v, with_it in partners.items() if with_it}
    used = set().union(*partners.values())
    changed = len(held) < len(first) or len(used) < len(second)
    domains[pair.first], domains[pair.second] = held, used
    return changed


def implied_by_words(cells: Sequence[Cell], words: Sequence[tuple[int, ...]]) -> list[OneOf | Pair]:
    """Return what follows from the words of a line for one cell and for two.

    From no words nothing is derived: the line itself has no choice then.
    """
    if not words:
        return []
    implied: list[OneOf | Pair] = [
        OneOf(cell, {word[k] for word in words}) for k, cell in enumerate(cells)
    ]
    for i, j in combinations(range(len(cells)), 2):
        spend(looks=len(words))
        held = {(word[i], word[j]) for word in words}
        implied.append(Pair(cells[i], cells[j], lambda v, w, held=held: (v, w) in held))  # type: ignore[misc]
    return implied
