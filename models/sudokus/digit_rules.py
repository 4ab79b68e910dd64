"""What demands say of the table of digits alone: values of cells, pairs, differences, sets.

All entries of a kind of rule are laid out at once, for all constraints of the puzzle: numpy's calls
cost more than what they do here, so there are few of them, however many constraints there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..rules.keys import KeptKeys, Key, LateKeys
from ..rules.weights import added_up
from .candidates import Conflicts, Relation, domains_of, values_in
from .demands import Count, Demand, Joined, Pair, Total
from .grid_shape import Cell, GridShape, spell_cell

__all__ = ["DigitKeys", "Pairs"]

Numbers = npt.NDArray[np.intp]


class _Entries(NamedTuple):
    """Entries of several rules: the rule, the row, the number of the key.

    A row has its keys in the order of its entries.
    """

    rules: Numbers
    rows: Numbers
    codes: Numbers


class Pairs(NamedTuple):
    """All pairs of a puzzle: the number of the constraint, both places, the relation's number.

    rules      ascend
    relations  which values go together, by number
    """

    rules: Numbers
    first: Numbers
    second: Numbers
    numbers: Numbers
    relations: list[Relation]

    def narrowing(self) -> set[int]:
        """Return the numbers of constraints of which a pair alone rules out values of a cell."""
        total = np.array([relation.is_total for relation in self.relations], bool)
        return set(self.rules[~total[self.numbers]].tolist())


class DigitKeys:
    """The keys that demands give to the rows (row, col, value) of the table of digits."""

    def __init__(self, grid: GridShape) -> None:
        self.grid, self.size = grid, grid.size
        self.cells = grid.every_cell
        self.place = {cell: place for place, cell in enumerate(self.cells)}
        self.rows = len(self.cells) * self.size
        self.conflicts = Conflicts(grid)

    def rows_of(self, cells: Iterable[Cell]) -> Numbers:
        """Return the rows of some cells' digits, each cell once, in the table's order."""
        first = np.array(sorted({self.place[cell] for cell in cells}), int) * self.size
        return (first[:, None] + np.arange(self.size)).ravel()

    def by_value(self, cells: Iterable[Cell], groups: Sequence[Key], first: int = 0) -> KeptKeys:
        """Return the keys of the values of some cells: `groups` from `first` on, value by value."""
        rows = self.rows_of(cells)
        return KeptKeys(groups, rows, rows % self.size + first, self.rows)

    def by_cell(self, demand: Joined) -> KeptKeys:
        """Return the cell as the key of each row that has one of the values in one of the cells."""
        cells = sorted(demand.cells, key=self.place.__getitem__)
        values = np.array(sorted(demand.values), int) - 1
        first = np.array([self.place[cell] for cell in cells], int) * self.size
        places = np.arange(len(cells)).repeat(len(values))
        return KeptKeys(cells, (first[:, None] + values).ravel(), places, self.rows)

    def of_values(self, cells: Sequence[Cell], values: Numbers, groups: Sequence[Key]) -> KeptKeys:
        """Return a key for each of some cells, which has one value (from 0) of the cell."""
        rows = np.array([self.place[cell] for cell in cells], int) * self.size + values
        order = np.argsort(rows)
        return KeptKeys(groups, rows[order], order, self.rows)

    def weighted(self, demand: Total) -> KeptKeys:
        """Return the one key of the sum of some cells, in which a row counts value times weight."""
        weight = dict.fromkeys(demand.cells, 0)
        for cell, times in zip(demand.cells, demand.weights, strict=True):
            weight[cell] += times
        cells = sorted(weight, key=self.place.__getitem__)
        rows = self.rows_of(cells)
        values = rows % self.size + self.grid.first
        weights = values * np.repeat([weight[cell] for cell in cells], self.size)
        there = np.flatnonzero(weights)
        places = np.zeros(len(there), np.intp)
        return KeptKeys([demand.label], rows[there], places, self.rows, weights[there])

    def counted(self, demands: Sequence[Count]) -> KeptKeys:
        """Return a key for each of some counts, in which those cells' values are that count."""
        owners: list[int] = []
        codes: list[int] = []
        weights: list[int] = []
        for number, demand in enumerate(demands):
            times = demand.weights or (1,) * len(demand.cells)
            for cell, some, weight in zip(demand.cells, demand.sets, times, strict=True):
                first = self.place[cell] * self.size - 1
                owners += [first + value for value in some if 1 <= value <= self.size]
                codes += [number] * (len(owners) - len(codes))
                weights += [weight] * (len(owners) - len(weights))
        spend(keys=len(owners))
        rows, places, counts = added_up(
            np.array(owners, int), np.array(codes, int), np.array(weights, int)
        )
        spelled = LateKeys(
            len(demands),
            lambda: [
                f"{k}: {' '.join(map(spell_cell, dict.fromkeys(count.cells)))}"
                for k, count in enumerate(demands, 1)
            ],
        )
        assert counts is not None
        order = np.argsort(rows, kind="stable")
        weighted = None if bool((counts == 1).all()) else counts[order]
        return KeptKeys(spelled, rows[order], places[order], self.rows, weighted)

    def values(self, demands: Sequence[Demand]) -> KeptKeys | None:
        """Return the keys of cells that cannot hold every value, each cell's values under one."""
        domains = domains_of(demands, self.grid, self.conflicts)
        if not domains:
            return None
        order = sorted(enumerate(domains.items()), key=lambda entry: self.place[entry[1][0]])
        held = [values_in(mask) for _, (_, mask) in order]
        sizes = list(map(len, held))
        first = np.array([self.place[cell] * self.size - 1 for _, (cell, _) in order], np.intp)
        values = np.fromiter(chain.from_iterable(held), np.intp, sum(sizes))
        places = np.array([number for number, _ in order], np.intp)

        def spell() -> Iterable[str]:
            for cell, mask in domains.items():
                text = ",".join(str(value + self.grid.first - 1) for value in values_in(mask))
                yield f"{spell_cell(cell)} of {text or 'nothing'}"

        rows = first.repeat(sizes) + values
        return KeptKeys(LateKeys(len(domains), spell), rows, places.repeat(sizes), self.rows)

    def pairs_of(self, demands: Iterable[Sequence[Demand]]) -> Pairs:
        """Return the pairs among the demands, constraint by constraint."""
        every = [[demand for demand in of_one if isinstance(demand, Pair)] for of_one in demands]
        pairs = list(chain.from_iterable(every))
        rules = np.repeat(np.arange(len(every)), list(map(len, every)))
        first = np.array([self.place[pair.first] for pair in pairs], np.intp)
        second = np.array([self.place[pair.second] for pair in pairs], np.intp)
        kinds: dict[Callable[[int, int], bool], int] = {}
        kind = [kinds.setdefault(pair.allows, len(kinds)) for pair in pairs]
        differ = self.grid.differing[first, second]
        known, numbers = np.unique(np.array(kind, np.intp) * 2 + differ, return_inverse=True)
        allowing = list(kinds)
        relations = self.conflicts.add([(allowing[k // 2], k % 2 > 0) for k in known.tolist()])
        counts = np.array([relation.conflicts for relation in relations], np.intp)
        spend(keys=int(counts[numbers].sum()))
        return Pairs(rules, first, second, numbers, relations)

    def pairs(self, names: Sequence[str], pairs: Pairs) -> dict[str, KeptKeys]:
        """Return the keys of pairs, by constraint: values that exclude each other share one.

        names  of the constraints
        """
        if not len(pairs.rules):
            return {}
        cells = len(self.cells)
        places = (pairs.rules * cells + pairs.first) * cells + pairs.second
        _, first, same = np.unique(places, return_index=True, return_inverse=True)
        entries = self._of_pairs(pairs, first[same])
        rule_rows = entries.rules * self.rows + entries.rows
        narrow = rule_rows.astype(np.uint16) if len(names) * self.rows <= 1 << 16 else rule_rows
        order = np.argsort(narrow, kind="stable")  # 16 bits are sorted by their digits
        entries = _Entries(*(column[order] for column in entries))
        if len(first) < len(places):
            # Sorted entries without those that give a row the key that it has already.
            whole = rule_rows[order] * (entries.codes.max(initial=0) + 1) + entries.codes
            _, once = np.unique(whole, return_index=True)
            once.sort()
            entries = _Entries(*(column[once] for column in entries))
        return dict(self._by_rule(names, pairs, entries))

    def _of_pairs(self, pairs: Pairs, alike: Numbers) -> _Entries:
        """Return an entry for each value that is in a key, of both cells of each pair.

        alike  the first pair of the rule that is of the same cells, and so shares its keys
        """
        wrong = np.array([relation.wrong for relation in pairs.relations])
        # A value of the first cell that excludes some of the second comes before these.
        both = np.concatenate([wrong.any(axis=2, keepdims=True), wrong], axis=2)
        pair, value, other = np.nonzero(both[pairs.numbers])
        cell = np.where(other == 0, pairs.first[pair], pairs.second[pair])
        rows = cell * self.size + np.where(other == 0, value, other - 1)
        return _Entries(pairs.rules[pair], rows, alike[pair] * self.size + value)

    def _by_rule(
        self, names: Sequence[str], pairs: Pairs, entries: _Entries
    ) -> Iterable[tuple[str, KeptKeys]]:
        """Yield each rule's keys, numbered as its rows have them first; entries are sorted."""
        size = len(entries.codes)
        first = np.full(len(pairs.rules) * self.size, size)
        first[entries.codes[::-1]] = np.arange(size)[::-1]
        codes = np.argsort(first)[: np.count_nonzero(first < size)]
        numbers = np.empty(len(first), np.intp)
        numbers[codes] = np.arange(len(codes))
        places, of_known = numbers[entries.codes], entries.rules[first[codes]]
        rules = np.arange(len(names) + 1)
        parts = np.searchsorted(entries.rules, rules).tolist()
        keys = np.searchsorted(of_known, rules).tolist()
        for rule, name in enumerate(names):
            begin, end, low, high = parts[rule], parts[rule + 1], keys[rule], keys[rule + 1]
            if begin < end:
                groups = self._late_pairs(pairs, codes[low:high])
                rows = entries.rows[begin:end]
                yield name, KeptKeys(groups, rows, places[begin:end] - low, self.rows)

    def _late_pairs(self, pairs: Pairs, codes: Numbers) -> LateKeys:
        """Return the keys of pairs: `R1C1=9, R1C2` for the value 9 of the first cell."""

        def spell() -> Iterable[str]:
            names = list(map(spell_cell, self.cells))
            pair, value = np.divmod(codes, self.size)
            columns = pairs.first[pair], pairs.second[pair], value
            for first, second, value in zip(*map(np.ndarray.tolist, columns), strict=True):
                yield f"{names[first]}={value + self.grid.first}, {names[second]}"

        return LateKeys(len(codes), spell)
