"""An automaton laid out over the places of a line: which steps are on some accepted way.

States that go on alike are one, so that the layers are the smallest decision diagram of the words
that are accepted (the unfolding of Pesant's filtering). Where few words are left they are listed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from ...budget import spend
from ...errors import ModelError
from .automaton import Automaton, States

__all__ = ["Layers", "Step", "Word", "laid_out"]

MOST_STEPS = 200_000


class Step(NamedTuple):
    """One step: the state before a place, the value that is read there, the state behind."""

    before: int
    value: Hashable
    behind: int


class Word(NamedTuple):
    """A sequence of values, and whether the automaton accepts it."""

    values: tuple[Hashable, ...]
    accepted: bool


class Layers(NamedTuple):
    """The steps place by place, each state numbered from 0 among those at its place.

    accepted  of each state behind the last place, whether it accepts
    """

    steps: list[list[Step]]
    accepted: list[bool]

    def states(self, place: int) -> int:
        """Return how many states there are behind a place."""
        return len({step.behind for step in self.steps[place]})

    def size(self) -> int:
        """Return how many words there are."""
        ways = {0: 1} if self.accepted else {}
        for layer in self.steps:
            behind: dict[int, int] = {}
            for step in layer:
                behind[step.behind] = behind.get(step.behind, 0) + ways[step.before]
            ways = behind
        return sum(ways.values())

    def words(self) -> Iterator[Word]:
        """Yield the words, in the order of the values at each place."""
        ways: list[tuple[tuple[Hashable, ...], int]] = [((), 0)] if self.accepted else []
        for layer in self.steps:
            by_state: dict[int, list[Step]] = {}
            for step in layer:
                by_state.setdefault(step.before, []).append(step)
            ways = [
                ((*values, step.value), step.behind)
                for values, state in ways
                for step in by_state[state]
            ]
        return (Word(values, self.accepted[state]) for values, state in ways)


def laid_out(
    automaton: Automaton, alphabets: Sequence[Sequence[Hashable]], *, refused: bool = False
) -> Layers:
    """Return the layers over places with these values.

    refused  keep the words that are not accepted, too: their last states say so

    Raises ModelError for an automaton of more than MOST_STEPS steps.
    """
    states: list[list[States]] = [[automaton.initial]]
    layers: list[list[Step]] = []
    made = 0
    for values in alphabets:
        known: dict[States, int] = {}
        layer = []
        for number, state in enumerate(states[-1]):
            for value in values:
                behind = automaton.step(state, value)
                if behind or refused:
                    layer.append(Step(number, value, known.setdefault(behind, len(known))))
        spend(looks=4 * len(values) * len(states[-1]))
        made += len(layer)
        if made > MOST_STEPS:
            raise ModelError(f"over {MOST_STEPS} steps on a line, expected fewer states")
        layers.append(layer)
        states.append(list(known))
    ends = [automaton.is_accepting(state) for state in states[-1]]
    return _merged(layers, ends, refused=refused)


def _merged(layers: list[list[Step]], ends: list[bool], *, refused: bool) -> Layers:
    """Return the layers without steps that lead nowhere, states that go on alike made one."""
    kinds = [end for end in (True, False) if end in ends and (end or refused)]
    merged = {number: kinds.index(end) for number, end in enumerate(ends) if end in kinds}
    found: list[list[Step]] = []
    for layer in reversed(layers):
        onward: dict[int, list[tuple[Hashable, int]]] = {}
        for before, value, behind in layer:
            if behind in merged:
                onward.setdefault(before, []).append((value, merged[behind]))
        classes: dict[tuple[tuple[Hashable, int], ...], int] = {}
        merged = {
            state: classes.setdefault(tuple(steps), len(classes)) for state, steps in onward.items()
        }
        found.append(
            [Step(k, value, behind) for steps, k in classes.items() for value, behind in steps]
        )
    if 0 not in merged:
        return Layers([[] for _ in layers], [])
    return Layers(found[::-1], kinds)
