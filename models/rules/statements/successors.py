"""Which values may not follow which along a line, where an automaton forbids nothing else.

Such a language is strictly 2-testable (R. McNaughton and S. Papert, Counter-Free Automata, 1971):
after each value the automaton is in one state, whatever came before. "No early shift after a night"
is one. Items that hold one of two values that must not follow each other say all of it, without
hidden rows for the steps of the automaton, and propagate as much: places in a row are a tree.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import chain
from typing import NamedTuple

from .automaton import Layers

__all__ = ["Ban", "bans_of"]


class Ban(NamedTuple):
    """None of the values `second` comes right behind any of the values `first` at a place.

    place  its number in the line, from 0
    """

    place: int
    first: Collection[Hashable]
    second: Collection[Hashable]


def bans_of(
    layers: Layers, alphabets: Sequence[Collection[Hashable]], empty: Hashable | None
) -> list[Ban] | None:
    """Return what may not follow what in the words of an automaton; None: it forbids more.

    alphabets  the values at each place
    empty      what a place without a choice reads as, of which no ban may be
    """
    bans = []
    for place, (layer, values) in enumerate(zip(layers.steps, alphabets, strict=True)):
        behind: dict[Hashable, set[int]] = {value: set() for value in values}
        for value, state in chain.from_iterable(layer):
            behind[value].add(state)
        if any(len(states) != 1 for states in behind.values()):
            return None
        following = layers.steps[place + 1] if place + 1 < len(layers.steps) else []
        for state, steps in enumerate(following):
            first = [value for value in values if state in behind[value]]
            second = set(alphabets[place + 1]).difference(value for value, _ in steps)
            if second and empty is not None and (empty in first or empty in second):
                return None
            if second:
                bans.append(Ban(place, first, second))
    return bans
