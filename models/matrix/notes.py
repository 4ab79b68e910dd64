"""Notes beside a matrix: what its items mean together, for solvers that have a constraint for it.

A note changes no solution: the items say all of it. It has no part in the digest or in whether two
matrices are equal, texts do not hold it, and a solver may ignore it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .brief import spread

__all__ = ["Greatest", "Intervals", "Lines", "Note"]

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Intervals:
    """Options that are intervals on resources, of which two that overlap are not both chosen.

    items      int64[]: the items that say so, and nothing else
    options    int64[n]: the options
    resources  int64[n]: the resource of each, numbered from 0
    starts     int64[n]: where each begins
    lengths    int64[n]: how long each is, 1 or more; it ends before start + length
    """

    items: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    resources: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Greatest:
    """Options of which the chosen one names the greatest of some sums of options' weights.

    items    int64[]: the items that say so, and nothing else
    options, sums, weights  int64[n]: an option, the sum that it counts in, numbered from 0, and
             how much it counts
    values, amounts  int64[m]: the options that name the greatest sum, and what each says it is
    reached  int64[sums]: an option for each sum, which is chosen exactly if that sum is the
             greatest, and which no other items know
    """

    items: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]
    amounts: npt.NDArray[np.int64]
    reached: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines of equally many places, whose values are words that automata accept.

    items    int64[]: the items that say so, and nothing else
    spots    int64[lines, places]: the item of each place, which says besides that one of its
             options is chosen, or at most one where places may be empty
    empty    the code that a place without a chosen option reads as; -1: there is none
    line, place, option, code  int64[n]: an option at a place of a line, and the code that it reads
    kinds    int64[lines]: the kind of each line, which determines the steps
    steps    of the automata of the kinds
    hidden   int64[lines]: the first of the options that say each line again: its words, or its
             steps, one of them at each place. They follow from the other options; other items know
             them only where these are of statements that name all of a place but some options
    words    the words of the kinds whose lines have one option a word
    layers   the steps of the others place by place
    """

    items: Integers
    spots: Integers
    empty: int
    line: Integers
    place: Integers
    option: Integers
    code: Integers
    kinds: Integers
    steps: Steps
    hidden: Integers
    words: Words
    layers: Layers

    def repeating(self) -> Integers:
        """Return the options that say lines again."""
        counts = np.bincount(self.words.kind, minlength=len(self.steps.first))
        counts += np.bincount(self.layers.kind, minlength=len(counts))
        return spread(self.hidden, self.hidden + counts[self.kinds])

    def repeated(self, chosen: Integers) -> list[int]:
        """Return those that go with the other options of a solution."""
        size, places = self.spots.shape
        codes = np.full((size, places), self.empty)
        there = np.isin(self.option, chosen)
        codes[self.line[there], self.place[there]] = self.code[there]
        words, layers = self.words, self.layers
        listed = np.isin(self.kinds, words.kind)
        options: list[int] = []
        for line in np.flatnonzero(listed).tolist():
            own = words.codes[words.kind == self.kinds[line]]
            alike = (own == codes[line]).all(axis=1)
            options += (self.hidden[line] + np.flatnonzero(alike)).tolist()
        lines = np.flatnonzero(~listed)
        kinds, state = self.kinds[lines], np.zeros(len(lines), np.int64)
        width = 1 + int(layers.before.max(initial=0))
        base = 1 + max(int(codes.max()), int(layers.code.max(initial=0)))
        step_of = (layers.kind * places + layers.place) * width + layers.before
        step_of = step_of * base + layers.code
        first = np.searchsorted(layers.kind, kinds)
        for place in range(places if len(lines) else 0):
            wanted = (kinds * places + place) * width + state
            step = np.searchsorted(step_of, wanted * base + codes[lines, place])
            options += (self.hidden[lines] + step - first).tolist()
            state = layers.behind[step]
        return options


class Steps(NamedTuple):
    """The steps of automata of several kinds, each state with a number of its own.

    source, code, target  int64[steps]
    kind     int64[states]
    first    int64[kinds]: the state before the first place
    accepts  bool[states]
    """

    source: Integers
    code: Integers
    target: Integers
    kind: Integers
    first: Integers
    accepts: Booleans


class Words(NamedTuple):
    """Words by their kind, ascending.

    kind   int64[words]
    codes  int64[words, places]
    """

    kind: Integers
    codes: Integers


class Layers(NamedTuple):
    """Steps in the order of kind, place, state before and code; 0 is the state before all places.

    kind, place, before, code, behind  int64[steps]: where a step is, the state before it among
            those at its place, the code that it reads, and the state behind it
    """

    kind: Integers
    place: Integers
    before: Integers
    code: Integers
    behind: Integers


Note = Intervals | Greatest | Lines
