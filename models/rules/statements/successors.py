"""Which values may not follow which along a line, where an automaton forbids nothing else.

Such a language is strictly 2-testable (R. McNaughton and S. Papert, Counter-Free Automata, 1971):
after each value the automaton is in one state, whatever came before. "No early shift after a night"
is one. Items that hold one of two values that must not follow each other say all of it, without
hidden rows for the steps of the automaton, and propagate as much: places in a row are a tree.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .layers import Layers

__all__ = ["Ban", "bans_of"]


class Ban(NamedTuple):
    """None of the values `second` comes right behind any of the values `first` at a place.

    place  its number in the line, from 0
    """

    place: int
    first: Collection[Hashable]
    second: Collection[Hashable]


def bans_of(
    layers: Layers,
    allowed: npt.NDArray[np.bool_],
    values: Sequence[Hashable],
    empty: Hashable | None,
) -> list[list[Ban]] | None:
    """Return what may not follow what in the words of each line; None: some line forbids more.

    allowed  bool[lines, places, codes]: what can be read at each place
    values   the value of each code
    empty    what a place without a choice reads as, of which no ban may be
    """
    lines, places, codes = allowed.shape
    read = (layers.line * places + layers.place) * codes + layers.code
    state_of = np.full(allowed.size, -1)
    state_of[read] = layers.behind
    if (state_of[read] != layers.behind).any() or ((state_of < 0) & allowed.reshape(-1)).any():
        return None
    behind = state_of.reshape(allowed.shape)
    bans: list[list[Ban]] = [[] for _ in range(lines)]
    goes_on = np.zeros((int(layers.states.max(initial=0)), codes), bool)
    for line in range(lines):
        for place in range(places - 1):
            here = (layers.line == line) & (layers.place == place + 1)
            goes_on[:] = False
            goes_on[layers.before[here], layers.code[here]] = True
            for state in range(layers.states[line, place + 1]):
                first, second = (
                    [values[code] for code in np.flatnonzero(own).tolist()]
                    for own in (
                        behind[line, place] == state,
                        allowed[line, place + 1] & ~goes_on[state],
                    )
                )
                if second and empty is not None and (empty in first or empty in second):
                    return None
                if second:
                    bans[line].append(Ban(place, first, second))
    return bans
