"""Rules of automata on lines of cells: a table of their words or steps, and what these agree on.

A line with few words is one choice among them. Of another one each step is a choice, and steps
behind each other agree on the state between them. Words and steps are laid out as arrays; the rows
of their table are made on first use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, count, starmap
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..budget import is_spending, spend
from ..errors import ModelError
from ..matrix.arrays import unique_numbers
from ..rules.agreement import KeptPairs
from ..rules.keys import Coded, KeptKeys, Key, LateKeys
from ..tables.rows import LateRows
from .demands import Walk
from .grid_shape import Cell, GridShape, spell_cell
from .last_kept import LastKept

__all__ = ["Automata", "Layers", "Line", "state_keys", "table_of_lines", "value_keys"]

# ---- Lines of distinct values --------------------------------------------------------------------
# Where all cells of a line differ, a state behind some of them records the values that were read
# on every way to it, and of those that were read on some way; so does it of the values still to
# come. A step is on no word of distinct values if its value was read, or will be, on every way; if
# ways of p values hold p in all, and its own is one of them; if one value was read and will be
# read on every way; or if fewer values than cells are left to all ways through it (Andersen,
# Hadzic, Hooker and Tiedemann, "A constraint store based on multivalued decision diagrams", CP
# 2007). What such a step leaves out may shorten other ways, so that is asked until nothing
# changes.


MOST_VALUES = 62  # of which a set is a number

Numbers = npt.NDArray[np.intp]
Places = tuple[tuple[int, ...], ...]
Sets = npt.NDArray[np.int64]
NOWHERE = np.int64(-1)  # all values, on every way to a state to which there is none


class Layer(NamedTuple):
    """The steps over one cell: the state before the cell, the cell's value, the state behind.

    before, behind  numbers among the states before the cell and behind it; `before` ascends
    values          v - 1
    """

    before: Numbers
    values: Numbers
    behind: Numbers


class _Ways(NamedTuple):
    """The values that all ways to a state read, and those that some of them do."""

    every: Sets
    some: Sets


def of_distinct_values(steps: Sequence[Layer], states: Sequence[int]) -> list[Layer]:
    """Return the steps of each cell without those that no word of distinct values takes.

    states  how many there are before each cell, and behind the last one
    """
    kept, left = list(steps), -1
    while left != (left := sum(len(layer.before) for layer in kept)):
        spend(looks=8 * left)
        behind = _towards_start(kept, states)
        ways = _Ways(np.zeros(states[0], np.int64), np.zeros(states[0], np.int64))
        for place, layer in enumerate(kept):
            fits = _fits(layer, ways, behind[place], place, len(kept))
            kept[place] = layer = Layer(*(column[fits] for column in layer))
            ways = _over(layer.values, ways, layer.before, layer.behind, states[place + 1])
    return kept


def _towards_start(steps: Sequence[Layer], states: Sequence[int]) -> list[_Ways]:
    """Return what is still to be read, from the states behind each cell."""
    ways = _Ways(np.zeros(states[-1], np.int64), np.zeros(states[-1], np.int64))
    all_ways = [ways]
    for place in range(len(steps) - 1, 0, -1):
        layer = steps[place]
        ways = _over(layer.values, ways, layer.behind, layer.before, states[place])
        all_ways.append(ways)
    return all_ways[::-1]


def _over(values: Numbers, ways: _Ways, states: Numbers, others: Numbers, count: int) -> _Ways:
    """Return the ways that go one step further, from `states` to some of `count` others."""
    value = np.int64(1) << values
    every, some = np.full(count, NOWHERE), np.zeros(count, np.int64)
    np.bitwise_and.at(every, others, ways.every[states] | value)
    np.bitwise_or.at(some, others, ways.some[states] | value)
    return _Ways(every, some)


def _fits(
    layer: Layer, ways: _Ways, behind: _Ways, place: int, cells: int
) -> npt.NDArray[np.bool_]:
    """Return which steps over the cell at `place` may be on a word of distinct values."""
    value = np.int64(1) << layer.values
    read, maybe = ways.every[layer.before], ways.some[layer.before]
    due, later = behind.every[layer.behind], behind.some[layer.behind]
    fits = (value & (read | due)) | (read & due) == 0
    fits &= np.bitwise_count(maybe & ~value) >= place
    fits &= np.bitwise_count(later & ~value) >= cells - 1 - place
    fits &= np.bitwise_count(maybe | value | later) >= cells
    return np.asarray(fits, bool)


# ---- Words and steps -----------------------------------------------------------------------------
# The layers of a walk are the states that it can be in behind each cell and from which it can
# still be accepted. A line with few accepted words becomes one choice among them; a line with many
# becomes one choice a cell among the steps (state before, value, state behind), and neighbouring
# steps agree on the state between them, so that the table grows with the length of the line and
# not with the power of it.


MOST_STEPS = 1_000_000  # of a line: some 300 megabytes


@dataclass(eq=False)
class Layers:
    """The steps that are on some accepted walk, cell by cell.

    states  those before each cell and, last of all, behind the last one
    steps   a layer a cell
    """

    states: list[list[Hashable]]
    steps: list[Layer]
    _words: dict[Hashable, Numbers | None] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many steps there are."""
        return sum(len(layer.before) for layer in self.steps)

    def words(self, apart: Places, alike: Places, most: int) -> Numbers | None:
        """Return the accepted words, values v - 1, a word a row; None if they are over `most`.

        apart  for each cell, those before it that hold another value; words that do not are left
               out
        alike  for each cell, one before it that is the same cell, if there is one
        """
        key = apart, alike, most
        if key not in self._words:
            self._words[key] = self._listed(apart, alike, most)
        return self._words[key]

    def _listed(self, apart: Places, alike: Places, most: int) -> Numbers | None:
        states = unique_numbers(self.steps[0].before)
        words = np.zeros((len(states), 0), np.intp)
        for layer, others, same in zip(self.steps, apart, alike, strict=True):
            first = np.searchsorted(layer.before, states)
            sizes = np.searchsorted(layer.before, states, side="right") - first
            ends = np.cumsum(sizes)
            owner = np.repeat(np.arange(len(words)), sizes)
            steps = (first - ends + sizes)[owner] + np.arange(len(owner))
            values = layer.values[steps]
            spend(looks=len(steps))
            fit = np.ones(len(steps), bool)
            for other in others:
                fit &= words[owner, other] != values
            for other in same:
                fit &= words[owner, other] == values
            if not fit.all():
                owner, steps, values = owner[fit], steps[fit], values[fit]
            if len(steps) > 4 * most:
                return None
            words = np.concatenate([words[owner], values[:, None]], axis=1)
            states = layer.behind[steps]
        return words if len(words) <= most else None


STEPS_KEPT = 200_000
_UNROLLED = LastKept[Layers](STEPS_KEPT, STEPS_KEPT // 8, lambda layers: layers.size)


class Automata:
    """Unrolls walks over a grid's values, counted from 1, each kind of a length once.

    What was unrolled for one puzzle is kept for the next ones, unless a budget is open: whoever
    reads many puzzles meets the same sums and views again.
    """

    def __init__(self, grid: GridShape) -> None:
        self.grid, self.size = grid, grid.size
        self._layers: dict[Hashable, Layers] = {}

    def layers(self, walk: Walk) -> Layers:
        """Return the layers; where all cells differ in any case, of words of distinct values.

        Raises ModelError for an automaton of more than MOST_STEPS steps.
        """
        apart = all(starmap(self.grid.differ, combinations(walk.cells, 2)))
        distinct = apart and self.size <= MOST_VALUES
        if walk.kind is None:
            return self._unrolled(walk, distinct)
        key = walk.kind, len(walk.cells), distinct
        layers = self._layers.get(key)
        if layers is None:
            code = None if is_spending() else walk.code
            lasting = None if code is None else (*key, code, self.grid.values)
            layers = None if lasting is None else _UNROLLED.get(lasting)
            layers = self._layers[key] = layers or self._unrolled(walk, distinct)
            if lasting is not None:
                _UNROLLED.keep(lasting, layers)
        return layers

    def words(self, walk: Walk, layers: Layers, most: int) -> Numbers | None:
        """Return the words of a walk's layers in which cells that differ hold other values."""
        cells, differ = walk.cells, self.grid.differ
        first: dict[Cell, int] = {}
        apart: list[tuple[int, ...]] = []
        alike: list[tuple[int, ...]] = []
        for place, cell in enumerate(cells):
            again = cell in first  # then what it differs from is said where it is read first
            apart.append(() if again else tuple([k for c, k in first.items() if differ(c, cell)]))
            alike.append((first[cell],) if again else ())
            first.setdefault(cell, place)
        return layers.words(tuple(apart), tuple(alike), most)

    def _unrolled(self, walk: Walk, distinct: bool) -> Layers:
        size, step = self.size, walk.step
        values = range(1, size + 1)
        states: list[list[Hashable]] = [list(walk.begins)]
        steps: list[Layer] = []
        step_count = 0
        for place in range(len(walk.cells)):
            reached = [step(state, place, value) for state in states[-1] for value in values]
            spend(keys=len(reached) - reached.count(None), looks=4 * len(reached))
            before, taken = np.divmod([k for k, f in enumerate(reached) if f is not None], size)
            numbers: dict[Hashable, int] = defaultdict(count().__next__)
            behind = [numbers[state] for state in reached if state is not None]
            steps.append(Layer(before.astype(int), taken.astype(int), np.array(behind, int)))
            states.append(list(numbers))
            step_count += len(before)
            if step_count > MOST_STEPS:
                raise ModelError(f"over {MOST_STEPS} steps on a line, expected fewer states")
        steps = _live(steps, states, walk.accepts)
        return Layers(states, of_distinct_values(steps, [*map(len, states)]) if distinct else steps)


def _live(
    steps: list[Layer], states: list[list[Hashable]], accepts: Callable[..., bool]
) -> list[Layer]:
    """Return the steps from which the walk can still be accepted."""
    live = np.array([bool(accepts(state)) for state in states[-1]], bool)
    kept: list[Layer] = []
    for layer, before in zip(reversed(steps), reversed(states[:-1]), strict=True):
        held = live[layer.behind]
        kept.append(Layer(*(column[held] for column in layer)))
        live = np.zeros(len(before), bool)
        live[kept[-1].before] = True
    return kept[::-1]


Values = tuple[tuple[Cell, int], ...]
States = tuple[tuple[str, Hashable], ...]


class LineRow(NamedTuple):
    """A word of a line, or one of its steps: `place` is the cell's (0 for whole words)."""

    rule: str
    place: int
    values: Values
    states: States


@dataclass(frozen=True, eq=False)
class Line:
    """A walk under the name of its rule, and its words (v - 1, a word a row), if they are few."""

    rule: str
    walk: Walk
    layers: Layers
    words: Numbers | None

    @property
    def stepwise(self) -> bool:
        """Whether its choices are steps that are said where they begin and end."""
        return self.words is None and len(self.walk.cells) > 1

    @property
    def keys(self) -> list[Key]:
        """What there is one choice for: the whole line, or each of its cells."""
        named = self.stepwise and any(len(layer.before) for layer in self.layers.steps)
        return list(self.names) if named else [self.walk.label]

    @cached_property
    def names(self) -> list[str]:
        """The names of the cells; of one that is read again, the name with a number."""
        seen: dict[Cell, int] = {}
        names = []
        for cell in self.walk.cells:
            seen[cell] = seen.get(cell, 0) + 1
            names.append(spell_cell(cell) + (f" ({seen[cell]})" if seen[cell] > 1 else ""))
        return names

    @property
    def sizes(self) -> list[int]:
        """How many choices there are of the line, or of each of its cells."""
        if self.words is not None:
            return [len(self.words)]
        return [len(layer.before) for layer in self.layers.steps]

    def choices(self, start: int, rows: int) -> KeptKeys:
        """Return which rows of the table are choices of what; the line's begin at `start`."""
        sizes = self.sizes
        owners = np.arange(start, start + sum(sizes))
        return KeptKeys(self.keys, owners, np.repeat(np.arange(len(sizes)), sizes), rows)

    def listed(self) -> Iterator[LineRow]:
        """Yield the rows of the table."""
        cells = self.walk.cells
        if self.words is not None:
            for word in (self.words + 1).tolist():
                yield LineRow(self.rule, 0, tuple(zip(cells, word, strict=True)), ())
            return
        states, last = self.layers.states, len(cells) - 1
        for place, (cell, layer) in enumerate(zip(cells, self.layers.steps, strict=True)):
            before = self.before(place)
            behind = "" if place == last else self.before(place + 1)
            for start, value, other in zip(*(column.tolist() for column in layer), strict=True):
                pairs = [(before, states[place][start])] * bool(place)
                pairs += [(behind, states[place + 1][other])] * (place != last)
                yield LineRow(self.rule, place, ((cell, value + 1),), tuple(pairs))

    def before(self, place: int) -> str:
        """Name the state before the cell at a place."""
        return f"{self.rule} before {self.names[place]}"


def table_of_lines(lines: Sequence[Line]) -> LateRows | tuple[()]:
    """Return the rows of the table of all lines; () if there are none, which has no columns."""
    rows = sum(sum(line.sizes) for line in lines)
    if not rows:
        return ()
    return LateRows(LineRow._fields, rows, lambda: (row for line in lines for row in line.listed()))


def value_keys(lines: Sequence[Line], cells: Sequence[Cell], values: Sequence[int]) -> KeptPairs:
    """Return which value each row gives to which of the cells, whose names are the keys."""
    place = {cell: number for number, cell in enumerate(cells)}
    owners, places, codes = [_NONE], [_NONE], [_NONE]
    row = 0
    for line in lines:
        of_line = np.array([place[cell] for cell in line.walk.cells], int)
        if line.words is not None:
            owners.append(np.repeat(np.arange(row, row + len(line.words)), len(of_line)))
            places.append(np.tile(of_line, len(line.words)))
            codes.append(line.words.ravel())
        else:
            owners.append(np.arange(row, row + sum(line.sizes)))
            places.append(np.repeat(of_line, line.sizes))
            codes += [layer.values for layer in line.layers.steps]
        row += sum(line.sizes)
    groups = LateKeys(len(cells), lambda: map(spell_cell, cells))
    keys = KeptKeys(groups, np.concatenate(owners), np.concatenate(places), row)
    return KeptPairs(keys, Coded(values, np.concatenate(codes)))


def state_keys(lines: Sequence[Line]) -> KeptPairs | None:
    """Return which state each step gives to the place before it and to that behind it, if any."""
    owners, codes = [_NONE], [_NONE]
    names: list[Key] = []
    states: list[Hashable] = []
    of_names = [0]  # the place of the name that each part of `owners` has
    row = 0
    for line in lines:
        if line.stepwise:
            last = len(line.walk.cells) - 1
            for place, layer in enumerate(line.layers.steps):
                steps = np.arange(row, row + len(layer.before))
                row += len(steps)
                if place:
                    owners.append(steps)
                    of_names.append(len(names) - 1)
                    codes.append(layer.before + len(states))
                    states += line.layers.states[place]
                if place != last and len(steps):
                    names.append(line.before(place + 1))
                    owners.append(steps)
                    of_names.append(len(names) - 1)
                    codes.append(layer.behind + len(states))
        else:
            row += sum(line.sizes)
    if not names:
        return None
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    places = np.repeat(of_names, list(map(len, owners)))
    keys = KeptKeys(names, owner[order], places[order], row)
    return KeptPairs(keys, Coded(states, np.concatenate(codes)[order]))


_NONE = np.zeros(0, np.intp)
