"""Check that a permutation of options maps the matrix to itself, its items and graph rules.

It does if the options of every item become the options of an item that is covered as often and in
which they weigh as much, colors
exchanged at most for one another: what a color is called plays no part, and each item has its own
names. Items that cannot bind, such as a secondary item that a single option covers, stay where they
are and are not asked; nor are items that say what another one says, or options that are forbidden.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..budget import looking
from ..errors import ModelError, Unsupported
from ..matrix.brief import spread
from ..matrix.conditions import GraphRule
from ..matrix.exact_cover import ExactCover
from .refinement import mixed

__all__ = [
    "ItemMaps",
    "Permutation",
    "Uses",
    "cycles_of",
    "item_map",
    "require_no_statements",
    "shared_colors",
]

# ---- Graph rules ---------------------------------------------------------------------------------
# An element of a rule is known by the options that choose it: a vertex by its own, an edge by its
# own and by the ends that it shares with others. Elements that no option may choose play no part.
# Elements with the same options cannot be distinguished: they keep their order,
# so that a symmetry may be refused but nothing else be taken for one.


Names = dict[int, Hashable]


def require_no_statements(matrix: ExactCover) -> None:
    """Raise Unsupported where a matrix has statements, whose images are unknown."""
    if matrix.statements:
        name = matrix.statements[0].name
        raise Unsupported(f"symmetries: what maps statement {name!r} to itself cannot be known")


def require_rules(
    matrix: ExactCover,
    permutation: npt.NDArray[np.int32],
    purpose: str,
    forbidden: frozenset[int] = frozenset(),
) -> None:
    """Raise ModelError, beginning with `purpose`, unless the graph rules become graph rules."""
    require_no_statements(matrix)
    if not matrix.graph_rules:
        return
    same = np.arange(matrix.options)
    before = Counter(_form(rule, same, forbidden) for rule in matrix.graph_rules)
    for rule in matrix.graph_rules:
        form = _form(rule, permutation, forbidden)
        if not before[form]:
            raise ModelError(f"{purpose}: maps graph rule {rule.name} to no such rule")
        before[form] -= 1


def _form(
    rule: GraphRule, permutation: npt.NDArray[np.integer], forbidden: frozenset[int]
) -> Hashable:
    """Return what a rule is, its elements named by their options once these are moved."""
    names = _names(rule, permutation, forbidden)
    roots = set(rule.roots.tolist())
    edges = list(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
    if rule.of_vertices:
        joined = frozenset(
            (names[a], names[b]) if rule.directed else frozenset((names[a], names[b]))
            for a, b in edges
            if a in names and b in names
        )
        vertices = frozenset((name, vertex in roots) for vertex, name in names.items())
        return rule.kind, vertices, joined
    ends: dict[int, Counter[Hashable]] = defaultdict(Counter)
    for edge, name in names.items():
        tail, head = edges[edge]
        ends[tail][name, "from"] += 1
        ends[head][name, "to" if rule.directed else "from"] += 1
    corners = Counter(
        (frozenset(ends[vertex].items()), vertex in roots) for vertex in {*ends, *roots}
    )
    return rule.kind, frozenset(corners.items())


def _names(
    rule: GraphRule, permutation: npt.NDArray[np.integer], forbidden: frozenset[int]
) -> Names:
    """Return a name for each element that may be chosen."""
    moved: dict[int, list[int]] = defaultdict(list)
    for option, place in zip(rule.options.tolist(), rule.places.tolist(), strict=True):
        if option not in forbidden:
            moved[place].append(int(permutation[option]))
    times: Counter[Hashable] = Counter()
    names: Names = {}
    for place in sorted(moved):
        name = tuple(sorted(set(moved[place])))
        names[place] = (name, times[name])
        times[name] += 1
    return names


# ---- Items ---------------------------------------------------------------------------------------

Permutation = npt.NDArray[np.int32]
Key = tuple[Any, ...]
LARGEST_TABLE = 1 << 24  # pairs of item and option


class Uses:
    """How the options that may be chosen use the items.

    items   the numbers of the items that can bind, ascending
    plain   whether there are no colors, and no weights but 1
    """

    def __init__(self, matrix: ExactCover, forbidden: frozenset[int] = frozenset()) -> None:
        self.matrix = matrix
        few = len(matrix.items) <= 1 << 16  # numbers that are sorted by their digits
        order = np.argsort(matrix.members.astype(np.uint16 if few else np.int32), kind="stable")
        owners = matrix.owners()
        if forbidden:
            there = np.ones(matrix.options, bool)
            there[list(forbidden)] = False
            order = order[there[owners[order]]]
        self.owners, self.colors = owners[order], matrix.colors[order]
        self.weights = matrix.weights[order]
        sizes = np.bincount(matrix.members[order], minlength=len(matrix.items))
        self.ends = np.concatenate(([0], np.cumsum(sizes)))
        self.plain = not matrix.has_colors and not matrix.has_weights
        self.items = np.flatnonzero(self._can_bind()).tolist()

    def _can_bind(self) -> npt.NDArray[np.bool_]:
        """Return bool[items]: whether options could cover the item too rarely or too often."""
        matrix, sizes = self.matrix, np.diff(self.ends)
        secondary = np.arange(len(sizes)) >= matrix.primary
        if self.plain:
            return np.where(secondary, sizes > 1, (matrix.low > 0) | (matrix.high < sizes))
        items = np.repeat(np.arange(len(sizes)), sizes)
        weights = self.weights.astype(np.int64)
        least, most = (
            np.bincount(items, part, len(sizes)).astype(np.int64)
            for part in (np.minimum(weights, 0), np.maximum(weights, 0))
        )
        binds = (matrix.low > least) | (matrix.high < most)
        first = self.colors[self.ends[items]]
        unlike = np.bincount(items[(first == 0) | (self.colors != first)], minlength=len(sizes)) > 0
        result: npt.NDArray[np.bool_] = np.where(secondary, (sizes > 1) & unlike, binds)
        return result

    def part(self, item: int) -> slice:
        """Return where the item's uses stand in `owners` and `colors`."""
        return slice(int(self.ends[item]), int(self.ends[item + 1]))

    def signatures(self, permutation: Permutation | None = None) -> Iterator[tuple[int, Key]]:
        """Yield each item that can bind, with its signature after options are moved."""
        matrix = self.matrix
        owners = self.owners if permutation is None else permutation[self.owners]
        names = b""
        if self.plain:  # what `_signature` says of each item, in one pass
            items = np.repeat(np.arange(len(self.ends) - 1), np.diff(self.ends))
            names = (np.sort(items * matrix.options + owners) - items * matrix.options).tobytes()
        low, high, ends = matrix.low.tolist(), matrix.high.tolist(), self.ends.tolist()
        for item in looking(self.items):
            uses: tuple[bytes, ...]
            if self.plain:
                uses = (names[8 * ends[item] : 8 * ends[item + 1]],)
            else:
                part = self.part(item)
                uses = _signature(owners[part], self.colors[part], self.weights[part])
            yield item, (item < matrix.primary, (low[item], high[item]), *uses)


class ItemMaps:
    """The maps of items that permutations of options lead to, of one matrix.

    Raises Unsupported for a matrix with statements.
    """

    def __init__(self, matrix: ExactCover, forbidden: frozenset[int] = frozenset()) -> None:
        require_no_statements(matrix)
        self._matrix, self._forbidden = matrix, forbidden
        self._uses = Uses(matrix, forbidden)
        self._with_key: dict[Key, int] = {}
        if self._uses.plain:
            self._sums: _SummedItems | None = _SummedItems(self._uses)
            return
        self._sums = None
        for item, key in self._uses.signatures():
            self._with_key.setdefault(key, item)
        self._firsts = set(self._with_key.values())

    def of(self, permutation: Permutation, purpose: str) -> npt.NDArray[np.int64]:
        """Return the item that each item is mapped to when the options are.

        Raises ModelError, beginning with `purpose`, if there is none: then it is no symmetry.
        """
        image = np.arange(len(self._matrix.items))
        if self._sums is not None:
            lost = self._sums.map(permutation, image)
        else:
            lost = self._map_by_keys(permutation, image)
        if lost is not None:
            name = self._matrix.items[lost]
            raise ModelError(f"{purpose}: maps the options of {name} to those of no such item")
        require_rules(self._matrix, permutation, purpose, self._forbidden)
        return image

    def _map_by_keys(self, permutation: Permutation, image: npt.NDArray[np.int64]) -> int | None:
        """Write the images of items; return one that has none, if there is one."""
        for item, key in self._uses.signatures(permutation):
            if item not in self._firsts:
                continue
            if key not in self._with_key:
                return item
            image[item] = self._with_key[key]
        return None


class _SummedItems:
    """Items without colors and weights, found by the sum of the hashes of their options.

    What is found is compared, option by option, in a table where there is room for it. Of items
    that say the same, the first is mapped to the first, and the others are left as they are.
    """

    def __init__(self, uses: Uses) -> None:
        matrix = uses.matrix
        items = uses.items
        self._items = np.array(items, np.int64)
        sizes = np.diff(uses.ends)[self._items]
        self._item = np.repeat(np.arange(len(items)), sizes)
        self._ends = np.concatenate(([0], np.cumsum(sizes)))
        at = spread(uses.ends[self._items], uses.ends[self._items + 1])
        self._owners = uses.owners[at]
        primary = (self._items < matrix.primary).astype(np.int64)
        low, high = matrix.low[self._items], matrix.high[self._items]
        self._bounds = np.column_stack((primary, low, high, sizes))
        self._own = np.zeros(len(items), np.uint64)
        for bound in self._bounds.T:
            self._own = mixed(self._own + bound.astype(np.uint64))
        self._hashes = mixed(np.arange(matrix.options, dtype=np.uint64))
        sums = self._added(self._owners)
        self._order = np.argsort(sums, kind="stable")  # the first of those alike comes first
        self._known = sums[self._order]
        self._options = matrix.options
        self._table: npt.NDArray[np.bool_] | None = None
        if len(items) * matrix.options <= LARGEST_TABLE:
            self._table = np.zeros((len(items), matrix.options), bool)
            self._table[self._item, self._owners] = True
        else:
            self._entries = np.sort(self._item * matrix.options + self._owners)
        there, alike = self._images(self._owners)
        self._first = (there == np.arange(len(items))) | ~alike

    def _added(self, owners: npt.NDArray[np.integer]) -> npt.NDArray[np.uint64]:
        totals = np.concatenate((np.zeros(1, np.uint64), np.cumsum(self._hashes[owners])))
        sums: npt.NDArray[np.uint64] = self._own + np.diff(totals[self._ends])
        return sums

    def map(self, permutation: Permutation, image: npt.NDArray[np.int64]) -> int | None:
        """Write the images of the items; return one that has none, if there is one."""
        if not len(self._items):
            return None
        if (np.bincount(permutation) > 1).any():  # no permutation
            return int(self._items[0])
        there, alike = self._images(permutation[self._owners])
        alike |= ~self._first
        if not alike.all():
            return int(self._items[np.argmin(alike)])
        image[self._items[self._first]] = self._items[there[self._first]]
        return None

    def _images(self, moved: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
        """Return the place of an item with the sum of each, and whether it has the same options.

        moved  what the options of the items' uses are mapped to
        """
        sums = self._added(moved)
        places = np.minimum(np.searchsorted(self._known, sums), len(self._known) - 1)
        there = self._order[places]
        alike = (self._known[places] == sums) & (self._bounds[there] == self._bounds).all(axis=1)
        # Items of as many options whose options all belong to the other's have the same ones.
        if self._table is not None:
            own = self._table[there[self._item], moved]
        else:
            keys = there[self._item] * self._options + moved
            spots = np.minimum(np.searchsorted(self._entries, keys), len(self._entries) - 1)
            own = self._entries[spots] == keys
        alike[self._item[~own]] = False
        return there, alike


def item_map(
    matrix: ExactCover,
    permutation: Permutation,
    purpose: str,
    forbidden: frozenset[int] = frozenset(),
) -> npt.NDArray[np.int64]:
    """Return the item that each item is mapped to when the options are; see `ItemMaps`."""
    return ItemMaps(matrix, forbidden).of(permutation, purpose)


def cycles_of(permutation: Permutation) -> Permutation:
    """Return for each option the least option of its cycle."""
    labels = np.arange(len(permutation), dtype=np.int32)
    image = permutation
    while True:
        further = np.minimum(labels, labels[image])
        if np.array_equal(further, labels):
            return labels
        labels, image = further, image[image]


def _signature(
    options: npt.NDArray[Any], colors: npt.NDArray[np.int32], weights: npt.NDArray[np.int32]
) -> tuple[bytes, ...]:
    """Return the signature of an item: its options, which agree in color, their weights."""
    order = np.argsort(options)
    names = options[order].astype(np.int64).tobytes()
    if (weights != 1).any():
        return names, weights[order].tobytes()
    shared = shared_colors(colors)[order]
    if not shared.any():
        return (names,)
    met: dict[int, int] = {0: 0}
    renamed = [met.setdefault(color, len(met)) for color in shared.tolist()]
    return names, np.array(renamed, np.int32).tobytes()


def shared_colors(colors: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the colors of an item's uses; 0 for a color that a single one has.

    To be alone with a color is to be without: no other option may cover the item then.
    """
    if not colors.any():
        return colors
    times = np.bincount(colors)
    return np.where(times[colors] > 1, colors, 0).astype(np.int32)
