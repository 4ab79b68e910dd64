"""What demands say of the table of digits alone: values of cells, pairs, differences, sets.

All entries of a kind of rule are laid out at once, for all constraints of the puzzle: numpy's calls
cost more than what they do here, so there are few of them, however many constraints there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..rules.keys import KeptKeys, Key, LateKeys
from .arc_consistency import Conflicts, Relation, domains_of, values_in
from .cells import Cell, spell_cell
from .demands import Demand, Pair
from .grid_shape import GridShape

__all__ = ["DigitKeys"]

Numbers = npt.NDArray[np.intp]


class _Entries(NamedTuple):
    """Entries of several rules: `rules`, `rows` and `codes` of keys, and `ranks` in a row."""

    rules: Numbers
    rows: Numbers
    codes: Numbers
    ranks: Numbers


class DigitKeys:
    """The keys that demands give to the rows (row, col, value) of the table of digits."""

    def __init__(self, grid: GridShape) -> None:
        self.grid, self.size = grid, grid.size
        self.cells = sorted(grid.cells)
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

    def values(self, demands: Sequence[Demand]) -> KeptKeys | None:
        """Return the keys of cells that cannot hold every value, each cell's values under one."""
        domains = domains_of(demands, self.grid, self.conflicts)
        if not domains:
            return None
        spelled: list[Key] = []
        entries: list[tuple[int, int]] = []
        for number, (cell, mask) in enumerate(domains.items()):
            values, first = values_in(mask), self.place[cell] * self.size - 1
            spelled.append(f"{spell_cell(cell)} of {','.join(map(str, values)) or 'nothing'}")
            entries += [(first + value, number) for value in values]
        rows, places = np.array(sorted(entries), int).reshape(-1, 2).T
        return KeptKeys(spelled, rows, places, self.rows)

    def pairs(self, demands: Mapping[str, Sequence[Demand]]) -> dict[str, KeptKeys]:
        """Return the keys of pairs, by constraint: values that exclude each other share one."""
        rules, sides, relations = [], [], []
        for rule, of_one in enumerate(demands.values()):
            for demand in of_one:
                if isinstance(demand, Pair):
                    relation = self.conflicts.of(demand)
                    spend(keys=len(relation.pairs[0]))
                    rules.append(rule)
                    sides.append((self.place[demand.first], self.place[demand.second]))
                    relations.append(relation)
        if not rules:
            return {}
        entries = self._sorted(self._of_pairs(np.array(rules), np.array(sides), relations))
        return dict(self._by_rule(list(demands), entries))

    def _of_pairs(self, rules: Numbers, sides: Numbers, relations: Sequence[Relation]) -> _Entries:
        """Return an entry for each value that is in a key, of both cells of each pair."""
        which: dict[Relation, list[int]] = {}
        for number, relation in enumerate(relations):
            which.setdefault(relation, []).append(number)
        parts: list[Sequence[Numbers]] = []
        for relation, numbers in which.items():
            pairs = np.array(numbers)[:, None]
            one, other = sides[numbers, 0][:, None], sides[numbers, 1][:, None]
            v, w = relation.pairs
            for place, held, first in ((one, relation.firsts, relation.firsts), (other, w, v)):
                code = (one * len(self.cells) + other) * self.size + first
                rank = pairs * self.size + first
                row = place * self.size + held
                rule = np.broadcast_to(rules[numbers][:, None], row.shape)
                parts.append([part.ravel() for part in (rule, row, code, rank)])
        return _Entries(*map(np.concatenate, zip(*parts, strict=True)))

    def _sorted(self, entries: _Entries) -> _Entries:
        """Return entries rule by rule, row by row, in the order of demands; each key once a row."""
        rule_rows = entries.rules * self.rows + entries.rows
        order = np.argsort(rule_rows * (entries.ranks.max(initial=0) + 1) + entries.ranks)
        entries = _Entries(*(column[order] for column in entries))
        whole = rule_rows[order] * (entries.codes.max(initial=0) + 1) + entries.codes
        _, first = np.unique(whole, return_index=True)
        if len(first) < len(whole):
            first.sort()
            entries = _Entries(*(column[first] for column in entries))
        return entries

    def _by_rule(self, names: Sequence[str], entries: _Entries) -> Iterable[tuple[str, KeptKeys]]:
        """Yield each rule's keys, numbered as its rows have them first."""
        codes = entries.rules * (entries.codes.max(initial=0) + 1) + entries.codes
        _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        by_first = np.argsort(first)
        numbers = np.empty(len(first), np.intp)
        numbers[by_first] = np.arange(len(first))
        places, known = numbers[inverse], entries.codes[first[by_first]]
        of_known = entries.rules[first[by_first]]
        rules = np.arange(len(names) + 1)
        parts = np.searchsorted(entries.rules, rules).tolist()
        keys = np.searchsorted(of_known, rules).tolist()
        for rule, name in enumerate(names):
            begin, end, low, high = parts[rule], parts[rule + 1], keys[rule], keys[rule + 1]
            if begin < end:
                groups = self._late_pairs(known[low:high])
                rows = entries.rows[begin:end]
                yield name, KeptKeys(groups, rows, places[begin:end] - low, self.rows)

    def _late_pairs(self, codes: Numbers) -> LateKeys:
        """Return the keys of pairs: `R1C1=9, R1C2` for the value 9 of the first cell."""

        def spell() -> Iterable[str]:
            names = list(map(spell_cell, self.cells))
            for code in codes.tolist():
                pair, value = divmod(code, self.size)
                one, other = divmod(pair, len(names))
                yield f"{names[one]}={value + 1}, {names[other]}"

        return LateKeys(len(codes), spell)
