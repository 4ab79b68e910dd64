"""The solutions that a symmetry maps to themselves, as solutions of a smaller matrix.

Such a solution holds all options of a cycle of the symmetry or none: a cycle whose options do not
clash becomes one option. It covers the items of a cycle equally often, so one item of each stands
for them. That is the quotient matrix of Burnside's lemma (W. Burnside, Theory of Groups of Finite
Order, 1897, section 118: the number of classes is the mean number of solutions fixed).

An item that may be covered several times can be covered by several options of one cycle, and a
matrix has no option that covers an item twice. Then the options are sorted by how often they cover
it, each sort covers an item of its own, and every way to share the wanted number between the sorts
is a matrix: six copies of a piece are six placements fixed by a half turn, or four and a pair, or
two and two pairs, or three pairs.

Numbers of one item that contradict those of another are passed over: what is left out, or chosen,
for the one is so for the other. Where the ways are still many, and the solver adds up weights, a
cycle weighs in an item as much as its options cover it, and there is one matrix.

Only what can bind is shared out. Where all options together cannot cover an item too often, what
covers it at least as often as it must be is of one sort; and numbers of one sort beside which the
others are free belong to one matrix. Five queens that must attack each cell once or more are one
matrix, not one for every way in which the cells are attacked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from ..budget import look, looking
from ..errors import Unsupported
from ..matrix.arrays import plain_bounds
from ..matrix.conditions import GraphRule
from ..matrix.exact_cover import ExactCover
from .item_map import Permutation, cycles_of, item_map
from .symmetries import Symmetries

__all__ = ["fixed_solutions"]

MANY = 64  # matrices: of more, one with weights takes the place
WEIGHT_LIMIT = 1 << 31  # a weight is a number of 32 bits
SUM = 0  # the sort of all options of an item of which the weights are added up
Range = tuple[int, int]
Shares = tuple[Range, ...]
Sorts = Mapping[int, int]  # how often options cover an item, and how many options do so


def fixed_solutions(
    symmetries: Symmetries, permutation: Permutation, *, weights: bool = False
) -> Iterator[ExactCover]:
    """Yield matrices whose solutions together are those that the permutation maps to themselves.

    Each such solution is a solution of exactly one of the matrices; the label of an option is the
    tuple of the options of its cycle. None is yielded where it is plain that there is none.

    weights  whether items may have weights that the puzzle's matrix has not; one matrix takes the
             place of more than MANY then
    """
    quotient = _Quotient(symmetries, permutation)
    if quotient.possible:
        yield from quotient.matrices(weights=weights)


class _Quotient:
    """Cycles of options over cycles of items."""

    def __init__(self, symmetries: Symmetries, permutation: Permutation) -> None:
        self.matrix = symmetries.matrix
        image = item_map(self.matrix, permutation, "symmetry", symmetries.forbidden)
        items = cycles_of(image.astype(np.int32))
        self.kept = [item for item, first in enumerate(items.tolist()) if item == first]
        self._is_kept = set(self.kept)
        self._weighted = self.matrix.weighted_items
        cycles: dict[int, list[int]] = defaultdict(list)
        for option, first in enumerate(looking(cycles_of(permutation).tolist())):
            cycles[first].append(option)
        self.options: list[tuple[tuple[int, ...], dict[int, tuple[int, int]]]] = []
        given, self.possible = set(symmetries.given), True
        self.given: list[int] = []
        for first, cycle in cycles.items():
            entries = None if first in symmetries.forbidden else self._entries(cycle)
            if first in given:
                self.possible &= entries is not None
                self.given.append(len(self.options))
            if entries is not None:
                self.options.append((tuple(cycle), entries))

    def _entries(self, cycle: list[int]) -> dict[int, tuple[int, int]] | None:
        """Return {item: (how often it is covered, color)}; None if the options clash."""
        entries: dict[int, tuple[int, int]] = {}
        high = self.matrix.high
        look()
        for option in cycle:
            weights = self.matrix.option_weights(option)
            for (item, color), weight in zip(self.matrix.option(option), weights, strict=True):
                if item not in self._is_kept:
                    continue
                times, tint = entries.get(item, (0, color))
                bounded = not color and not self._weighted[item]
                if tint != color or (bounded and times >= high[item]):
                    return None
                entries[item] = (times + weight, color)
        for item, (times, _) in entries.items():
            if abs(times) >= WEIGHT_LIMIT:
                problem = (
                    f"options that are alike weigh {times} together in {self.matrix.items[item]}"
                )
                raise Unsupported(f"symmetries: {problem}, expected at most 2^31 - 1")
        return {
            item: (1 if color else times, color)
            for item, (times, color) in entries.items()
            if times
        }

    def matrices(self, *, weights: bool) -> Iterator[ExactCover]:
        """Yield a matrix for every way to share multiplicities between sorts of options.

        weights  add weights up instead, where the ways are many
        """
        sorts = self._sorts()
        shared = [item for item in self.kept if len(sorts[item]) > 1]
        if weights and len(list(islice(self._ways(sorts), MANY + 1))) > MANY:
            self._weighted[shared] = True
            sorts |= {item: {SUM: sum(sorts[item].values())} for item in shared}
        yield from self._with(sorts)

    def _with(self, sorts: Mapping[int, Sorts]) -> Iterator[ExactCover]:
        """Yield a matrix for every way to share multiplicities between these sorts."""
        numbers: dict[tuple[int, int], int] = {}
        for item in self.kept:
            for times in sorts[item]:
                numbers[item, times] = len(numbers)
        primary = sum(item < self.matrix.primary for item, _ in numbers)
        names = [
            self.matrix.items[item]
            if len(sorts[item]) == 1
            else f"{self.matrix.items[item]} x{times}"
            for item, times in numbers
        ]
        rows = [
            [
                (numbers[item, SUM], color, times)
                if self._weighted[item]
                else (numbers[item, times], color, 1)
                for item, (times, color) in entries.items()
            ]
            for _, entries in self.options
        ]
        members = np.array([item for row in rows for item, _, _ in row], np.int64)
        weights = np.array([weight for row in rows for *_, weight in row], np.int64)
        rules = self._rules()
        for ranges in self._ways(sorts):
            flat = np.array([bounds for part in ranges for bounds in part], np.int64).reshape(-1, 2)
            low, high = plain_bounds(flat[:, 0], flat[:, 1], members, weights)
            base = ExactCover(
                primary=primary,
                items=names,
                starts=np.cumsum([0, *map(len, rows)]),
                members=members,
                weights=weights,
                colors=[color for row in rows for _, color, _ in row],
                low=low,
                high=high,
                graph_rules=rules,
                labels=[cycle for cycle, _ in self.options],
                color_names=self.matrix.color_names,
            )
            look()
            yield base.selected(self.given) if self.given else base

    def _rules(self) -> list[GraphRule]:
        """Return the graph rules: a cycle chooses what its options choose."""
        numbers = {option: k for k, (cycle, _) in enumerate(self.options) for option in cycle}
        rules = []
        for rule in self.matrix.graph_rules:
            pairs = {
                (numbers[option], place)
                for option, place in zip(rule.options.tolist(), rule.places.tolist(), strict=True)
                if option in numbers
            }
            ordered = np.array(sorted(pairs), np.int32).reshape(-1, 2)
            rules.append(replace(rule, options=ordered[:, 0], places=ordered[:, 1]))
        return rules

    def _sorts(self) -> dict[int, dict[int, int]]:
        """Return for each item its sorts, the heavy first: {how often it is covered: options}.

        Where an item cannot be covered too often, the sorts from its lower bound on become one.
        """
        sorts: dict[int, Counter[int]] = {item: Counter() for item in self.kept}
        for _, entries in self.options:
            for item, (times, _) in entries.items():
                sorts[item][SUM if self._weighted[item] else times] += 1
        for item, counts in sorts.items():
            if self._weighted[item]:
                sorts[item] = Counter({SUM: 1})
            elif counts.total() and _capacity(counts) <= self.matrix.high[item]:
                enough = max(int(self.matrix.low[item]), 1)
                sorts[item] = Counter()
                for times, options in counts.items():
                    sorts[item][min(times, enough)] += options
                self._lighten(item, enough)
        return {
            item: dict(sorted(counts.items(), reverse=True)) or {1: 0}
            for item, counts in sorts.items()
        }

    def _lighten(self, item: int, most: int) -> None:
        """Let no option cover the item more often than that."""
        for _, entries in self.options:
            if item in entries:
                times, color = entries[item]
                entries[item] = min(times, most), color

    def _shares(self, item: int, sorts: Sorts) -> Iterator[Shares]:
        """Yield the ways to cover an item: for each sort of options, the heavy first, how many."""
        if self._weighted[item]:
            return iter([((int(self.matrix.low[item]), int(self.matrix.high[item])),)])
        return _shares(int(self.matrix.low[item]), int(self.matrix.high[item]), sorts)

    def _ways(self, sorts: Mapping[int, Sorts]) -> Iterator[tuple[Shares, ...]]:
        """Yield the ways to cover all items, of each item its share, but for some contradictions.

        Once a sort of options is left out, or chosen, for one item, it is for those that follow.
        """
        if any(next(self._shares(item, sorts[item]), None) is None for item in self.kept):
            return
        if not self.kept:
            yield ()
            return
        owners = self._owners(sorts)
        decisions: list[Mapping[int, bool]] = [
            dict.fromkeys(self.given, True)
        ]  # of each item so far, whether options are chosen
        chosen: list[Shares] = []
        open_ = [self._shares(self.kept[0], sorts[self.kept[0]])]
        while open_:
            look()
            share = next(open_[-1], None)
            depth = len(open_)
            del chosen[depth - 1 :], decisions[depth:]
            if share is None:
                open_.pop()
                continue
            parts = owners.get(self.kept[depth - 1], ())
            further = _settled(share, parts, decisions[-1])
            if further is None:
                continue
            chosen.append(share)
            if depth == len(self.kept):
                yield tuple(chosen)
                continue
            decisions.append(further)
            item = self.kept[depth]
            open_.append(self._shares(item, sorts[item]))

    def _owners(self, sorts: Mapping[int, Sorts]) -> dict[int, list[list[int]]]:
        """Return the options of each sort of the items that have several sorts."""
        owners = {
            item: {times: list[int]() for times in sorts[item]}
            for item in self.kept
            if len(sorts[item]) > 1
        }
        for number, (_, entries) in enumerate(self.options):
            for item, (times, _) in entries.items():
                if item in owners:
                    owners[item][times].append(number)
        return {item: list(parts.values()) for item, parts in owners.items()}


def _capacity(sorts: Sorts) -> int:
    """Return how often options of these sorts cover an item, all together."""
    return sum(times * options for times, options in sorts.items())


def _settled(
    share: Shares, parts: Sequence[Sequence[int]], values: Mapping[int, bool]
) -> Mapping[int, bool] | None:
    """Return which options are chosen, or not, once an item has a share; None for a contradiction.

    parts  the options of each sort; none where there is one sort, of which nothing follows
    """
    decisions = values
    for (low, high), options in zip(share, parts, strict=False):
        count = sum(decisions.get(option, False) for option in options)
        left = [option for option in options if option not in decisions]
        if count > high or count + len(left) < low:
            return None
        if (count == high or count + len(left) == low) and left:
            decisions = {**decisions, **dict.fromkeys(left, count < high)}
    return decisions


def _shares(low: int, high: int, sorts: Sorts) -> Iterator[Shares]:
    (weight, options), *others = sorts.items()
    rest = dict(others)
    if low > _capacity(sorts):
        return
    if not rest:
        least, most = -(-max(low, 0) // weight), high // weight
        if least <= most:
            yield ((least, most),)
        return
    free = tuple((0, number) for number in rest.values())
    # From `enough` to `spare` of this sort, any number of the others will do.
    enough = -(-max(low, 0) // weight)
    spare = min((high - _capacity(rest)) // weight, options)
    for number in range(min(high // weight, options) + 1):
        if number == enough <= spare:
            yield ((enough, spare), *free)
        elif not enough <= number <= spare:
            for share in _shares(low - number * weight, high - number * weight, rest):
                yield ((number, number), *share)
