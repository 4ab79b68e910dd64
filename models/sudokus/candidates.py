"""Candidates of cells: values that known digits, houses and constraints leave.

This is what a person pencils into a grid before the solving begins: a value goes where it stands in
the same house already, and where a constraint has no use for it (no word of a line, no set of a
cage, no partner in a pair holds it there). Cells with a single candidate left stay what they are:
nothing follows from them in their houses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..errors import ModelError
from .demands import Demand, Different, Digits, OneOf, Pair, Walk, shifted
from .grid_shape import Cell, GridShape, cells_of, spell_cell

__all__ = [
    "Conflicts",
    "Implied",
    "Relation",
    "candidates_left",
    "domains_of",
    "given_candidates",
    "values_in",
]

# ---- Support -------------------------------------------------------------------------------------
# Dancing links see a dead end when an item has no option left, and only the digits' own items show
# them early. So what follows from a constraint for one cell or for two is written on the digits
# themselves, beside the constraint: values that have no partner in some pair (arc consistency,
# Mackworth, "Consistency in networks of relations", Artificial Intelligence 8, 1977) and, of a
# line with few words, the pairs of values that no word has.
#
# Sets of values are whole numbers here, in which bit v - 1 stands for the value v; in a grid whose
# values begin elsewhere they are counted from 1 too (demands.shifted).


Domains = dict[Cell, int]
Booleans = npt.NDArray[np.bool_]


@dataclass(eq=False)
class Relation:
    """Which values of two cells go together.

    wrong      bool[size, size]: the pairs (v - 1, w - 1) that are forbidden, beyond what houses do
    allowed    for each value of the first cell, the set of those of the second that go with it
    other_way  for each of the second cell, those of the first
    is_total   whether every value of either cell goes with some value of the other
    conflicts  how many pairs are wrong
    """

    wrong: Booleans
    allowed: list[int]
    other_way: list[int]
    is_total: bool
    conflicts: int
    _narrowed: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, allowed: Booleans, differ: Booleans) -> list[Relation]:
        """Return several relations.

        allowed  bool[relations, size, size]: which values are allowed
        differ   bool[relations]: whether the two cells hold different values in any case
        """
        apart = ~(differ[:, None, None] & np.eye(allowed.shape[1], dtype=bool))
        wrong, allowed = ~allowed & apart, allowed & apart
        both = _sets(allowed), _sets(allowed.transpose(0, 2, 1))
        total = [all(sets) and all(others) for sets, others in zip(*both, strict=True)]
        return list(map(cls, wrong, *both, total, wrong.sum(axis=(1, 2)).tolist()))

    def narrowed(self, first: int, second: int) -> tuple[int, int]:
        """Return what is left of a set of values of each cell: what goes with some of the other."""
        key = first, second
        left = self._narrowed.get(key)
        if left is None:
            left = (
                _supported(first, second, self.allowed),
                _supported(second, first, self.other_way),
            )
            self._narrowed[key] = left
        return left


def _sets(rows: Booleans) -> list[list[int]]:
    """Return the set of values of each row of each relation."""
    kind = np.int64 if rows.shape[2] < 63 else object
    bits = np.array([1 << k for k in range(rows.shape[2])], kind)
    sets: list[list[int]] = (rows @ bits).tolist()
    return sets


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
        key = (pair.allows, self.grid.differ(pair.first, pair.second))
        if key not in self._known:
            self.add([key])
        return self._known[key]

    def add(self, keys: Sequence[tuple[Callable[[int, int], bool], bool]]) -> list[Relation]:
        """Return the relations of what is allowed to cells that differ or may not, all at once."""
        new = [key for key in dict.fromkeys(keys) if key not in self._known]
        spend(looks=len(new) * self.grid.size**2)
        if new:
            allowed = np.array([self._values(allows) for allows, _ in new])
            differ = np.array([differ for _, differ in new])
            self._known.update(zip(new, Relation.of(allowed, differ), strict=True))
        return [self._known[key] for key in keys]

    def _values(self, allows: Callable[[int, int], bool]) -> Booleans:
        """Return which values (v - 1, w - 1) are allowed."""
        if isinstance(allows, _Together):
            return allows.allowed
        allowed = self._allowed.get(allows)
        if allowed is None:
            values = range(1, self.grid.size + 1)
            allowed = np.array([[bool(allows(v, w)) for w in values] for v in values])
            self._allowed[allows] = allowed
        return allowed


def values_in(mask: int) -> list[int]:
    """Return the values of a set, ascending."""
    return [v for v in range(1, mask.bit_length() + 1) if mask >> (v - 1) & 1]


def domains_of(demands: Iterable[Demand], grid: GridShape, conflicts: Conflicts) -> Domains:
    """Return the values that the demands on one cell and on two leave to a cell, where not all."""
    whole, all_values = (1 << grid.size) - 1, set(range(1, grid.size + 1))
    domains: Domains = {}
    pairs = []
    for demand in demands:
        if isinstance(demand, OneOf):
            values = sum(1 << (v - 1) for v in all_values.intersection(demand.values))
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
            before = domains[first], domains[second]
            left = relation.narrowed(*before)
            if left != before:
                changed = True
                domains[first], domains[second] = left
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


# ---- Candidates ----------------------------------------------------------------------------------

MOST_STATES = 20_000  # of an automaton behind one cell; with more, its line is left out


def given_candidates(
    given: Mapping[Cell | str, Iterable[int]], grid: GridShape
) -> dict[Cell, tuple[int, ...]]:
    """Return the given candidates by cell, ascending; the keys are pairs or names of cells.

    Raises ModelError for a cell outside the grid and for a value that there is not.
    """
    candidates = {}
    for name, values in given.items():
        cells = cells_of(name if isinstance(name, str) else [name])
        if len(cells) != 1:
            raise ModelError(f"candidates of {name}: {len(cells)} cells, expected one")
        grid.require(cells)
        cell = cells[0]
        if not isinstance(values, Iterable):
            raise ModelError(f"candidates {values!r} of {spell_cell(cell)}, expected a list")
        wanted = set(values)
        for value in wanted:
            if value not in grid.values:
                fault = f"candidate {repr(value)[:40]} of {spell_cell(cell)}"
                raise ModelError(f"{fault}, expected {grid.first} to {grid.last}")
        candidates[cell] = tuple(sorted(wanted))
    return candidates


def candidates_left(
    digits: Mapping[Cell, int], demands: Iterable[Demand], grid: GridShape
) -> dict[Cell, tuple[int, ...]]:
    """Return what is left to each cell that has no digit, ascending; nothing where digits clash."""
    by = grid.first - 1
    digits = {cell: value - by for cell, value in digits.items()} if by else digits
    domains = dict.fromkeys(grid.every_cell, (1 << grid.size) - 1)
    for house in grid.houses:
        _differ(house, domains, digits)
    domains.update({cell: 1 << (value - 1) for cell, value in digits.items()})
    every = [shifted(demand, by) for demand in demands]
    wide = [demand for demand in every if isinstance(demand, Different | Digits | Walk)]
    conflicts, before = Conflicts(grid), None
    while domains != before:
        before = dict(domains)
        singles = [OneOf(cell, values_in(values)) for cell, values in domains.items()]
        domains.update(domains_of([*singles, *every], grid, conflicts))
        for demand in wide:
            _narrow(demand, domains, digits)
    return {
        cell: tuple(value + by for value in values_in(values))
        for cell, values in sorted(domains.items())
        if cell not in digits and cell in grid.cells
    }


def _differ(cells: Sequence[Cell], domains: Domains, digits: Mapping[Cell, int]) -> None:
    taken = 0
    for cell in cells:
        if cell in digits:
            taken |= 1 << (digits[cell] - 1)
    for cell in cells:
        if cell not in digits:
            domains[cell] &= ~taken


def _narrow(
    demand: Different | Digits | Walk, domains: Domains, digits: Mapping[Cell, int]
) -> None:
    """Take the values from the cells that the demand has no use for there."""
    if isinstance(demand, Different):
        _differ(demand.cells, domains, digits)
    elif isinstance(demand, Digits):
        # The values of the sets that the cells may hold together, as it seems.
        there = [domains[cell] for cell in demand.cells]
        anywhere = used = 0
        for values in there:
            anywhere |= values
        for digit_set in demand.sets:
            held = sum(1 << (value - 1) for value in set(digit_set))
            if not held & ~anywhere and all(held & values for values in there):
                used |= held
        for cell in demand.cells:
            domains[cell] &= used
    else:
        masks = _used_steps(demand, domains)
        if masks is not None:
            for cell, values in zip(demand.cells, masks, strict=True):
                domains[cell] &= values


def _used_steps(walk: Walk, domains: Domains) -> list[int] | None:
    """Return the values at each cell with which the automaton accepts; None for too many states."""
    states: set[Hashable] = set(walk.begins)
    levels: list[list[tuple[Hashable, int, Hashable]]] = []
    for place, cell in enumerate(walk.cells):
        steps = []
        for state in states:
            for value in values_in(domains[cell]):
                behind = walk.step(state, place, value)
                if behind is not None:
                    steps.append((state, value, behind))
        levels.append(steps)
        states = {behind for _, _, behind in steps}
        if len(states) > MOST_STATES:
            return None
    good = {state for state in states if walk.accepts(state)}
    masks = []
    for steps in reversed(levels):
        kept = [(state, value) for state, value, behind in steps if behind in good]
        good = {state for state, _ in kept}
        masks.append(sum(1 << (value - 1) for value in {value for _, value in kept}))
    return masks[::-1]
