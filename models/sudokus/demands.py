"""Demands of sudoku variants: eight kinds on digits, and further ones on regions and shading.

A thermometer or a cage says itself in these; constraint_rules.py turns each into groups of choices.

OneOf      a cell holds one of some values: a primary item in which only those digits are
Different  no value twice in some cells: an item a value
Pair       two cells hold values that go together: for each value of the first, at most one of it
           and of those of the second that do not go with it
Digits     some cells hold, in any order, one of some sets of values (killer cages): an item a
           value, covered by a digit, or by the choice of a set that lacks it; a set is one option
           where its orders would be k! of them; a value may stand in a set several times
Walk       an automaton reads the cells one after the other and accepts (Pesant, "A regular language
           membership constraint", CP 2004): an option an accepted word, or an option a step

Total   the values of some cells, each times a weight, add up to a number: one weighted item

Count   so many of some cells hold a value of their set: one item, which may take several options

Joined  the cells that hold one of some values are connected: a rule along the grid's graph

None of them lets one grid be answered twice: a set and a walk follow from the digits. Whether the
digits of an answer do what is demanded, each kind says itself (`holds`), apart from those rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from itertools import takewhile
from operator import mul
from typing import Any

from .grid_shape import Cell

__all__ = [
    "Count",
    "Demand",
    "Different",
    "Digits",
    "Joined",
    "Neighbours",
    "OneOf",
    "Pair",
    "Parts",
    "RegionDemand",
    "Run",
    "Seen",
    "ShadeDemand",
    "Sight",
    "Together",
    "Total",
    "Walk",
    "shifted",
]


class _OnCells:
    """A demand on some cells (`cells`), of which none may stay blank.

    No abstract base class: instance checks of those are slow.
    """

    def holds(self, digits: Mapping[Cell, int]) -> bool:
        """Whether the digits do what is demanded; blank cells have none."""
        cells: Sequence[Cell] = self.cells  # type: ignore[attr-defined]
        return all(cell in digits for cell in cells) and self._allow([digits[c] for c in cells])

    def _allow(self, values: list[int]) -> bool:
        """Whether the values of the cells, in the cells' order, are allowed."""
        raise NotImplementedError


@dataclass(frozen=True)
class OneOf(_OnCells):
    """The cell holds one of the values."""

    cell: Cell
    values: Collection[int]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell alone."""
        return (self.cell,)

    def _allow(self, values: list[int]) -> bool:
        return values[0] in self.values


@dataclass(frozen=True)
class Different(_OnCells):
    """No value stands twice in the cells."""

    cells: tuple[Cell, ...]

    def _allow(self, values: list[int]) -> bool:
        return len(set(values)) == len(values)


@dataclass(frozen=True)
class Pair(_OnCells):
    """`allows(v, w)` holds for the values v and w of two cells."""

    first: Cell
    second: Cell
    allows: Callable[[int, int], bool]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Both cells."""
        return (self.first, self.second)

    def _allow(self, values: list[int]) -> bool:
        return self.allows(values[0], values[1])


@dataclass(frozen=True)
class Digits(_OnCells):
    """The cells hold the values of one of the sets, each as often as it is in it.

    `label` names the choice.
    """

    cells: tuple[Cell, ...]
    sets: tuple[tuple[int, ...], ...]
    label: str

    def _allow(self, values: list[int]) -> bool:
        return any(sorted(digits) == sorted(values) for digits in self.sets)


@dataclass(frozen=True)
class Parts:
    """A sum said of parts: cells of which no two hold one value, and what each of them counts.

    The values of each part, times its weight, add up to `total` together.
    """

    parts: tuple[tuple[int, tuple[Cell, ...]], ...]
    total: int

    def shifted(self, by: int) -> Parts:
        """Return the sum of values that are smaller by that much."""
        counted = sum(weight * len(cells) for weight, cells in self.parts)
        return replace(self, total=self.total - by * counted)


_OWN = __name__.rpartition(".")[0] + "."  # of the modules of constraints


@dataclass(frozen=True)
class Walk(_OnCells):
    """An automaton that reads the cells in order ends in a state that it accepts.

    start    the state before the first cell
    step     step(state, place, value): the state behind the cell at that place (from 0), or None
             if the value is not allowed there
    accepts  whether the state behind the last cell is one that it accepts
    starts   the states in one of which it begins, in place of `start`, if it guesses: no values may
             be accepted from two of them
    label    the name of the choice in messages, as in `sum`
    cells    may name a cell several times, whose value is then read each time
    kind     walks of one kind (not None) and length begin, go on and are accepted alike in a grid;
             those of minuet's own constraints, in all grids of the same values
    parts    what it says, said as a sum of parts, for where it accepts many words
    cases    what it says, said case by case, for where it accepts many words: for each cell a set
             of values, in which bit k stands for the k-th value of the grid. One case holds of any
             accepted word, none of others (cases.py)
    """

    cells: tuple[Cell, ...]
    start: Hashable
    step: Callable[..., Hashable | None]
    accepts: Callable[..., bool]
    label: str = "line"
    kind: Hashable | None = None
    starts: tuple[Hashable, ...] = ()
    parts: Parts | None = None
    cases: tuple[tuple[int, ...], ...] = ()

    @property
    def begins(self) -> tuple[Hashable, ...]:
        """The states in which it may begin."""
        return self.starts or (self.start,)

    @property
    def code(self) -> tuple[Hashable, ...] | None:
        """The code of its functions; None if they are of another program.

        There one kind may read otherwise in the next puzzle, by what its functions remember.
        """
        functions = self.step, self.accepts
        own = all(getattr(one, "__module__", "").startswith(_OWN) for one in functions)
        plain = [getattr(one, "__wrapped__", one) for one in functions] if own else ()
        return tuple([getattr(one, "__code__", one) for one in plain]) or None

    def _allow(self, values: list[int]) -> bool:
        return any(self._accepted(start, values) for start in self.begins)

    def _accepted(self, state: Hashable | None, values: list[int]) -> bool:
        for place, value in enumerate(values):
            state = self.step(state, place, value)
            if state is None:
                return False
        return self.accepts(state)


@dataclass(frozen=True)
class Total(_OnCells):
    """The values of the cells, each times its weight, add up to `total`; `label` names the sum.

    parts  the same as a sum of parts, if some of its cells differ
    """

    cells: tuple[Cell, ...]
    weights: tuple[int, ...]
    total: int
    label: str = "sum"
    parts: Parts | None = None

    def _allow(self, values: list[int]) -> bool:
        return bool(sum(map(mul, self.weights, values)) == self.total)


@dataclass(frozen=True)
class Count(_OnCells):
    """From `low` to `high` of the cells hold a value of their set.

    sets     a set of values for each cell
    weights  how much each cell counts; none: 1
    """

    cells: tuple[Cell, ...]
    sets: tuple[frozenset[int], ...]
    low: int
    high: int
    weights: tuple[int, ...] = ()

    def _allow(self, values: list[int]) -> bool:
        weights = self.weights or (1,) * len(values)
        held = (
            w for w, value, some in zip(weights, values, self.sets, strict=True) if value in some
        )
        return self.low <= sum(held) <= self.high


@dataclass(frozen=True)
class Joined(_OnCells):
    """The cells that hold one of the values are connected, side by side; or there are none."""

    cells: tuple[Cell, ...]
    values: frozenset[int]

    def _allow(self, values: list[int]) -> bool:
        left = {
            cell for cell, value in zip(self.cells, values, strict=True) if value in self.values
        }
        reached = [left.pop()] if left else []
        for row, col in reached:  # which grows on the way
            for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if near in left:
                    left.remove(near)
                    reached.append(near)
        return not left


Demand = OneOf | Different | Pair | Digits | Walk | Total | Count | Joined


def shifted(demand: Demand, by: int) -> Demand:
    """Return the demand on values that are smaller by that much.

    The matrix counts values from 1; where a grid has them from 0 on, what is demanded is shifted.
    """
    if not by or isinstance(demand, Different):
        return demand
    if isinstance(demand, OneOf):
        return OneOf(demand.cell, [value - by for value in demand.values])
    if isinstance(demand, Pair):
        return Pair(demand.first, demand.second, _of_shifted(demand.allows, by))
    if isinstance(demand, Digits):
        sets = tuple(tuple(value - by for value in digits) for digits in demand.sets)
        return Digits(demand.cells, sets, demand.label)
    if isinstance(demand, Joined):
        return replace(demand, values=_less(demand.values, by))
    if isinstance(demand, Count):
        return replace(demand, sets=tuple(_less(some, by) for some in demand.sets))
    parts = demand.parts and demand.parts.shifted(by)
    if isinstance(demand, Total):
        return replace(demand, total=demand.total - by * sum(demand.weights), parts=parts)
    step = demand.step

    @wraps(step)
    def shifted_step(state: Any, place: int, value: int) -> Hashable | None:
        return step(state, place, value + by)

    return replace(demand, step=shifted_step, parts=parts)


@lru_cache(maxsize=256)
def _less(values: frozenset[int], by: int) -> frozenset[int]:
    return frozenset(value - by for value in values)


@lru_cache(maxsize=256)
def _of_shifted(allows: Callable[[int, int], bool], by: int) -> Callable[[int, int], bool]:
    """Return `allows` for numbers that are smaller than the values by that much."""
    return lambda v, w: allows(v + by, w + by)


# ---- Regions and shading -------------------------------------------------------------------------
# Together    some cells are of one region
# Run         a cell's digit says how many cells, itself among them, are of its region along arms
#             that begin in it, up to the first of another region
# Neighbours  a cell's digit says how many of some cells are of the region of the first of them
# Seen        a cell's digit says how many different regions some cells are of
#
# Regions have numbers here, but what they are called says nothing: a demand that holds does so for
# any numbers. Whether digits and regions do what is demanded, each kind says itself (`holds`). A
# `ShadeDemand` is on cells that are to be shaded in place of regions, and so is `Sight`.


DigitByCell = Mapping[Cell, int]
Regions = Mapping[Cell, int]


@dataclass(frozen=True)
class Together:
    """All cells are of one region."""

    cells: tuple[Cell, ...]

    def holds(self, digits: DigitByCell, regions: Regions) -> bool:
        """Whether they are."""
        return len({regions[cell] for cell in self.cells}) == 1


@dataclass(frozen=True)
class Run:
    """The digit of `cell`, and `beside` more, says how long the runs along the arms are together.

    arms  each begins in one and the same cell, which counts once
    """

    cell: Cell
    arms: tuple[tuple[Cell, ...], ...]
    beside: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell and those of the arms, each once."""
        return tuple(dict.fromkeys((self.cell, *(cell for arm in self.arms for cell in arm))))

    def holds(self, digits: DigitByCell, regions: Regions) -> bool:
        """Whether it does."""
        mine = regions[self.arms[0][0]]
        runs = (takewhile(lambda near: regions[near] == mine, arm[1:]) for arm in self.arms)
        return digits[self.cell] + self.beside == 1 + sum(len(list(run)) for run in runs)


@dataclass(frozen=True)
class Neighbours:
    """The digit of `cell`, and `beside` more, counts the cells in the region of the first."""

    cell: Cell
    counted: tuple[Cell, ...]
    beside: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell and those that are counted, each once."""
        return tuple(dict.fromkeys((self.cell, *self.counted)))

    def holds(self, digits: DigitByCell, regions: Regions) -> bool:
        """Whether it does."""
        mine = regions[self.counted[0]]
        alike = sum(regions[cell] == mine for cell in self.counted)
        return digits[self.cell] + self.beside == alike


@dataclass(frozen=True)
class Seen:
    """The digit of `cell` says how many different regions the others are of."""

    cell: Cell
    others: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cell and the others, each once."""
        return tuple(dict.fromkeys((self.cell, *self.others)))

    def holds(self, digits: DigitByCell, regions: Regions) -> bool:
        """Whether it does."""
        return digits[self.cell] == len({regions[cell] for cell in self.others})


RegionDemand = Together | Run | Neighbours | Seen


@dataclass(frozen=True)
class ShadeDemand:
    """How many of some cells are shaded.

    cells    the cells that are counted
    digit    the cell whose digit says how many; None: `count` does
    """

    cells: tuple[Cell, ...]
    digit: Cell | None = None
    count: int = 0

    @property
    def every_cell(self) -> tuple[Cell, ...]:
        """All cells that it is about, each once."""
        return tuple(dict.fromkeys((*self.cells, *([self.digit] if self.digit else []))))

    def holds(self, digits: Mapping[Cell, int], shaded: AbstractSet[Cell]) -> bool:
        """Whether digits and shading keep it."""
        wanted = self.count if self.digit is None else digits[self.digit]
        return wanted == sum(cell in shaded for cell in self.cells)


@dataclass(frozen=True)
class Sight:
    """The digit of a cell, which is not shaded, says how many such cells are seen from it.

    arms  the lines from the cell to the sides, itself first; it counts once
    """

    cell: Cell
    arms: tuple[tuple[Cell, ...], ...]

    @property
    def every_cell(self) -> tuple[Cell, ...]:
        """All cells that it is about, each once."""
        return tuple(dict.fromkeys((self.cell, *(cell for arm in self.arms for cell in arm))))

    def holds(self, digits: Mapping[Cell, int], shaded: AbstractSet[Cell]) -> bool:
        """Whether digits and shading keep it."""
        seen = (takewhile(lambda near: near not in shaded, arm[1:]) for arm in self.arms)
        counted = 1 + sum(len(list(cells)) for cells in seen)
        return self.cell not in shaded and digits[self.cell] == counted
