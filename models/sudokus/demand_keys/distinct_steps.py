"""Steps of an automaton that no word of distinct values takes.

Where all cells of a line differ, a state behind some of them tells of the values that were read on
every way to it, and of those that were read on some way; so does it of the values still to come.
A step is on no word of distinct values if its value was read, or will be, on every way; if ways of
p values hold p in all, and its own is one of them; if one value was read and will be read on every
way; or if fewer values than cells are left to all ways through it (Andersen, Hadzic, Hooker and
Tiedemann, "A constraint store based on multivalued decision diagrams", CP 2007). What such a step
leaves out may shorten other ways, so that is asked until nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...budget import spend

__all__ = ["MOST_VALUES", "Layer", "of_distinct_values"]

MOST_VALUES = 62  # of which a set is a number

Numbers = npt.NDArray[np.intp]
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
    found = [ways]
    for place in range(len(steps) - 1, 0, -1):
        layer = steps[place]
        ways = _over(layer.values, ways, layer.behind, layer.before, states[place])
        found.append(ways)
    return found[::-1]


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
