"""Automata that read a line of cells, unrolled: all accepted words, or all steps.

The layers of a walk are the states that it can be in behind each cell and from which it can still
be accepted. A line with few accepted words becomes one choice among them; a line with many becomes
one choice a cell among the steps (state before, value, state behind), and neighbouring steps agree
on the state between them, so that the table grows with the length of the line and not with the
power of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations, count, starmap

import numpy as np
import numpy.typing as npt

from ...budget import spend
from ...errors import ModelError
from ..cells import Cell
from ..demands import Walk
from .distinct_steps import MOST_VALUES, Layer, of_distinct_values

__all__ = ["Automata", "Layer", "Layers"]

MOST_STEPS = 1_000_000  # of a line: some 300 megabytes

Numbers = npt.NDArray[np.intp]


@dataclass(eq=False)
class Layers:
    """The steps that are on some accepted walk, cell by cell.

    states  those before each cell and, last of all, behind the last one
    steps   a layer a cell
    """

    states: list[list[Hashable]]
    steps: list[Layer]

    def words(
        self, apart: Sequence[Sequence[int]], alike: Sequence[Sequence[int]], most: int
    ) -> Numbers | None:
        """Return the accepted words, values v - 1, a word a row; None if they are over `most`.

        apart  for each cell, those before it that hold another value; words that do not are left
               out
        alike  for each cell, one before it that is the same cell, if there is one
        """
        states = np.unique(self.steps[0].before)
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


class Automata:
    """Unrolls walks over values from 1 to `size`, each kind of a length once."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._layers: dict[tuple[Hashable, int, bool], Layers] = {}
        self._words: dict[Hashable, Numbers | None] = {}

    def layers(self, walk: Walk, differ: Callable[[Cell, Cell], bool]) -> Layers:
        """Return the layers; where all cells `differ`, of words of distinct values.

        Raises ModelError for an automaton of more than MOST_STEPS steps.
        """
        distinct = self.size <= MOST_VALUES and all(starmap(differ, combinations(walk.cells, 2)))
        key = walk.kind, len(walk.cells), distinct
        if walk.kind is None:
            return self._unrolled(walk, distinct)
        if key not in self._layers:
            self._layers[key] = self._unrolled(walk, distinct)
        return self._layers[key]

    def words(
        self, walk: Walk, layers: Layers, differ: Callable[[Cell, Cell], bool], most: int
    ) -> Numbers | None:
        """Return the words of a walk's layers in which cells that `differ` hold other values."""
        cells = walk.cells
        first: dict[Cell, int] = {}
        apart: list[tuple[int, ...]] = []
        alike: list[tuple[int, ...]] = []
        for place, cell in enumerate(cells):
            again = cell in first  # then what it differs from is said where it is read first
            apart.append(() if again else tuple([k for c, k in first.items() if differ(c, cell)]))
            alike.append((first[cell],) if again else ())
            first.setdefault(cell, place)
        if walk.kind is None:
            return layers.words(apart, alike, most)
        key = id(layers), tuple(apart), tuple(alike), most
        if key not in self._words:
            self._words[key] = layers.words(apart, alike, most)
        return self._words[key]

    def _unrolled(self, walk: Walk, distinct: bool) -> Layers:
        size, step = self.size, walk.step
        values = range(1, size + 1)
        states: list[list[Hashable]] = [list(walk.begins)]
        steps: list[Layer] = []
        made = 0
        for place in range(len(walk.cells)):
            found = [step(state, place, value) for state in states[-1] for value in values]
            spend(keys=len(found) - found.count(None), looks=4 * len(found))
            before, taken = np.divmod([k for k, f in enumerate(found) if f is not None], size)
            known: dict[Hashable, int] = defaultdict(count().__next__)
            behind = [known[state] for state in found if state is not None]
            steps.append(Layer(before.astype(int), taken.astype(int), np.array(behind, int)))
            states.append(list(known))
            made += len(before)
            if made > MOST_STEPS:
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
