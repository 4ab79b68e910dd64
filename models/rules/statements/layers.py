"""The steps of automata over the places of lines, and the words that they accept.

States that go on alike are one, so that the layers are the smallest decision diagrams of the words
that are accepted (the unfolding of Pesant's filtering). All lines of one length are laid out
together, place by place, in arrays: a nonogram has a line of its own kind for nearly each clue.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...budget import spend
from ...errors import ModelError
from ...matrix.brief import spread
from ...matrix.notes import Steps
from .automaton import Automaton

__all__ = ["Layers", "TooManySteps", "Words", "laid_out"]

MOST_STEPS = 200_000

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


class TooManySteps(ModelError):
    """A line on which an automaton takes more than MOST_STEPS steps; `line`: its number."""

    def __init__(self, line: int) -> None:
        super().__init__(f"over {MOST_STEPS} steps on a line, expected fewer states")
        self.line = line


class Words(NamedTuple):
    """Words of lines, in the order of the lines and of the codes at each place.

    line      int64[words]: the line of each
    codes     int64[words, places]: what it reads
    accepted  bool[words]
    """

    line: Integers
    codes: Integers
    accepted: Booleans


class Layers(NamedTuple):
    """The steps of automata on lines, each state numbered from 0 among those at its place.

    line, place, before, code, behind  int64[steps]: where a step is, the state before it, the code
            of the value that it reads, and the state behind it; in the order of line, place,
            before and code. Behind the last place 0 accepts and 1 does not
    states  int64[lines, places]: how many states there are before each place
    sizes   float64[lines]: how many words there are, exact where they are few
    accepted  bool[lines]: of lines without places, whether the empty word is accepted
    steps   of the automata, which are not bound to places
    """

    line: Integers
    place: Integers
    before: Integers
    code: Integers
    behind: Integers
    states: Integers
    sizes: npt.NDArray[np.float64]
    accepted: Booleans
    steps: Steps

    def words(self, lines: Booleans) -> Words:
        """Return the words of some lines, which should be few."""
        places = self.states.shape[1]
        width = int(self.states.max(initial=0)) + 1
        numbers = np.flatnonzero(lines & (self.sizes > 0))
        line, state = numbers, np.zeros(len(numbers), np.int64)
        codes = np.zeros((len(numbers), places), np.int64)
        keys = (self.place * len(self.states) + self.line) * width + self.before
        order = np.argsort(keys, kind="stable")
        ascending = keys[order]
        for place in range(places):
            wanted = (place * len(self.states) + line) * width + state
            first = np.searchsorted(ascending, wanted)
            count = np.searchsorted(ascending, wanted, side="right") - first
            step = order[spread(first, first + count)]
            line, codes = np.repeat(line, count), np.repeat(codes, count, axis=0)
            codes[:, place], state = self.code[step], self.behind[step]
        return Words(line, codes, state == 0 if places else self.accepted[line])


def laid_out(
    automata: Sequence[Automaton],
    allowed: Booleans,
    values: Sequence[Hashable],
    *,
    refused: bool = False,
) -> Layers:
    """Return the layers of automata over lines.

    automata  that of each line
    allowed   bool[lines, places, codes]: what can be read at each place
    values    the value of each code
    refused   keep the words that are not accepted, too: their last states say so

    Raises TooManySteps for an automaton of more than MOST_STEPS steps.
    """
    lines, places, codes = allowed.shape
    steps = _explored(automata, allowed, values, refused=refused)
    owner = steps.kind[steps.source]
    readable = allowed[owner, :, steps.code].T
    live = np.zeros(len(steps.kind), bool)
    live[steps.first] = True
    forward: list[Integers] = []
    total = 0
    for place in range(places):
        at = np.flatnonzero(live[steps.source] & readable[place])
        forward.append(at)
        total += len(at)
        if total > MOST_STEPS:
            taken = np.bincount(owner[np.concatenate(forward)], minlength=lines)
            if taken.max() > MOST_STEPS:
                raise TooManySteps(int(taken.argmax()))
        spend(looks=4 * len(at))
        live = np.zeros(len(steps.kind), bool)
        live[steps.target[at]] = True
    # The class of each state that goes on to an end, -1 of the others, place by place from the end.
    classes = np.where(steps.accepts, 0, 1 if refused else -1)
    classes[~live] = -1
    ways = (classes >= 0).astype(np.float64)
    states = np.zeros((lines, places), np.int64)
    parts: list[tuple[Integers, ...]] = []
    for place in reversed(range(places)):
        at = forward[place]
        behind = classes[steps.target[at]]
        at, behind = at[behind >= 0], behind[behind >= 0]
        starts, counts = _runs(steps.source[at])
        before = steps.source[at[starts]]
        line = steps.kind[before]
        alike, first = _alike(line, starts, counts, 1 + behind * codes + steps.code[at])
        of_class = line[first]
        states[:, place] = np.bincount(of_class, minlength=lines)
        rank = np.arange(len(first)) - (np.cumsum(states[:, place]) - states[:, place])[of_class]
        classes = np.full(len(steps.kind), -1)
        classes[before] = rank[alike]
        kept = spread(starts[first], starts[first] + counts[first])
        number = np.repeat(rank, counts[first])
        parts.append((owner[at[kept]], number, steps.code[at[kept]], behind[kept]))
        reached, ways = ways[steps.target[at]], np.zeros(len(steps.kind))
        if len(at):
            ways[before] = np.add.reduceat(reached, starts)
    parts.reverse()
    place_of = np.repeat(np.arange(places), [len(part[0]) for part in parts])
    line, number, code, behind = (
        np.concatenate([np.zeros(0, np.int64), *[part[k] for part in parts]]) for k in range(4)
    )
    order = np.argsort(line, kind="stable")
    return Layers(
        line[order],
        place_of[order],
        number[order],
        code[order],
        behind[order],
        states,
        ways[steps.first],
        steps.accepts[steps.first],
        steps,
    )


def _runs(ascending: Integers) -> tuple[Integers, Integers]:
    """Return where each run of equal numbers starts, and how long it is."""
    changes = np.ones(len(ascending), bool)
    changes[1:] = ascending[1:] != ascending[:-1]
    starts = np.flatnonzero(changes)
    lengths = np.empty(len(starts), np.int64)
    lengths[:-1] = starts[1:] - starts[:-1]
    lengths[-1:] = len(ascending) - starts[-1:]
    return starts, lengths


def _alike(
    line: Integers, starts: Integers, counts: Integers, steps: Integers
) -> tuple[Integers, Integers]:
    """Return the class of each state, and the first state of each class, in the order of states.

    States are alike that are of one line and have the same steps.

    line, starts, counts  of each state its line, its first step, and how many steps it has
    steps   a positive number for each step: what it reads, and where it ends
    """
    base = int(steps.max(initial=0)) + 1
    key, bound = line, int(line.max(initial=0)) + 1
    for k in range(int(counts.max(initial=0))):
        if bound * base >= 1 << 62:
            key = np.unique(key, return_inverse=True)[1]
            bound = len(key)
        more = counts > k
        key = key * base
        key[more] += steps[starts[more] + k]
        bound *= base
    order = np.argsort(key, kind="stable")
    begins, sizes = _runs(key[order])
    first = order[begins]  # of each class
    number = np.argsort(np.argsort(first))
    alike = np.empty(len(key), np.int64)
    alike[order] = np.repeat(number, sizes)
    return alike, np.sort(first)


def _explored(
    automata: Sequence[Automaton], allowed: Booleans, values: Sequence[Hashable], *, refused: bool
) -> Steps:
    """Return the steps from the states that are reached within so many places."""
    lines, places, _ = allowed.shape
    code_of = {value: code for code, value in enumerate(values)}
    known: dict[int, tuple[Integers, Integers, Integers, Booleans]] = {}
    parts, sizes = [], []
    for line, automaton in enumerate(automata):
        if id(automaton) not in known:
            try:
                known[id(automaton)] = _reached(automaton, places, code_of, refused=refused)
            except ModelError:
                raise TooManySteps(line) from None
        parts.append(known[id(automaton)])
        sizes.append(len(parts[-1][3]))
    first = np.cumsum([0, *sizes[:-1]]) if sizes else np.zeros(0, np.int64)
    shift = np.repeat(first, [len(part[0]) for part in parts])
    source, code, target = (
        np.concatenate([np.zeros(0, np.int64), *[part[k] for part in parts]]) for k in range(3)
    )
    owner = np.repeat(np.arange(lines), sizes)
    anywhere: Booleans = np.any(allowed, axis=1)
    ever = anywhere[np.repeat(np.arange(lines), [len(p[0]) for p in parts]), code]
    accepts = np.concatenate([np.zeros(0, bool), *[part[3] for part in parts]])
    return Steps((source + shift)[ever], code[ever], (target + shift)[ever], owner, first, accepts)


def _reached(
    automaton: Automaton, places: int, code_of: Mapping[Hashable, int], *, refused: bool
) -> tuple[Integers, Integers, Integers, Booleans]:
    """Return (sources, codes, targets) of an automaton's steps, and whether each state accepts.

    A state is reached after fewer steps than there are places. Its number is the place where it was
    found: 0 is the first one.
    """
    found: list[Hashable] = [automaton.initial]
    numbers: dict[Hashable, int] = {automaton.initial: 0}
    steps: list[tuple[int, int, int]] = []
    begin = 0
    for _ in range(places):
        first, begin = begin, len(found)
        for number in range(first, begin):
            onward: Iterable[tuple[Hashable, Hashable]] = automaton.onward(found[number])
            if refused:
                onward = (dict.fromkeys(code_of, automaton.nowhere) | dict(onward)).items()
            for value, other in onward:
                if value in code_of:
                    reached = numbers.setdefault(other, len(numbers))
                    if reached == len(found):
                        found.append(other)
                    steps.append((number, code_of[value], reached))
            if len(steps) > MOST_STEPS:
                raise ModelError("too many steps")
            if number % 1000 == 999:
                spend(looks=4000)
        if begin == len(found):
            break
    steps.sort()
    source, code, target = np.array(steps, np.int64).reshape(-1, 3).T
    accepts = np.fromiter(map(automaton.is_accepting, found), bool, len(found))
    return source, code, target, accepts
