"""Finite automata: which sequences of values a line may read.

An automaton goes from state to state, value by value, and accepts a sequence if it can end in an
accepting state (Pesant, "A regular language membership constraint", CP 2004; the constraints
`regular` and `regular_nfa` of MiniZinc). Where several steps of one value leave a state it is run
in all states at once (the subset construction), so that a sequence is read in one way only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from ...errors import ModelError, excerpt

__all__ = ["Automaton", "States"]

States = frozenset[Hashable]


class Automaton:
    """A finite automaton over the values of a table.

    transitions  (state, value, state) each; or a mapping from (state, value) to the next state
    start        the state before the first value
    accepting    the states that may be reached at the end
    text         what messages say that a sequence must: `match 1{3} 0+`
    pattern      the regular expression that it was made of, if it was

    States and values are any values that can be hashed. What no transition allows is refused.
    Raises ModelError for what is no transition, and for a state in no transition.
    """

    def __init__(
        self,
        transitions: Iterable[tuple[Hashable, Hashable, Hashable]] | Mapping[Any, Hashable],
        start: Hashable,
        accepting: Iterable[Hashable],
        *,
        text: str = "be accepted by the automaton",
        pattern: str | None = None,
    ) -> None:
        self.text, self.pattern = text, pattern
        self.transitions = tuple(_triples(transitions))
        self.start = start
        if isinstance(accepting, str) or not isinstance(accepting, Iterable):
            raise ModelError(f"automaton: accepting {excerpt(repr(accepting))}, expected states")
        self.accepting = tuple(dict.fromkeys(accepting))
        self._ends = frozenset(self.accepting)
        self._steps: dict[tuple[Hashable, Hashable], set[Hashable]] = {}
        states: set[Hashable] = {start}
        for one, value, other in self.transitions:
            self._steps.setdefault((one, value), set()).add(other)
            states |= {one, other}
        for state in self.accepting:
            if state not in states:
                known = ", ".join(map(repr, sorted(states, key=repr)))
                raise ModelError(f"automaton: no state {state!r}, expected one of {known}")

    @property
    def values(self) -> list[Hashable]:
        """The values of its transitions."""
        return list(dict.fromkeys(value for _, value, _ in self.transitions))

    @property
    def initial(self) -> States:
        """Where it is before the first value."""
        return frozenset((self.start,))

    def step(self, states: States, value: Hashable) -> States:
        """Return where a value leads; no state at all where it is refused."""
        steps = self._steps
        if len(states) == 1:
            (state,) = states
            return frozenset(steps.get((state, value), ()))
        return frozenset().union(*[steps.get((state, value), ()) for state in states])

    def is_accepting(self, states: States) -> bool:
        """Whether a sequence may end there."""
        return not self._ends.isdisjoint(states)

    def accepts(self, values: Iterable[Hashable]) -> bool:
        """Whether it accepts a sequence of values."""
        states = self.initial
        for value in values:
            states = self.step(states, value)
        return self.is_accepting(states)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[Any, ...]:
        return self.start, frozenset(self.accepting), frozenset(self.transitions)

    def __repr__(self) -> str:
        return f"Automaton({len(self.transitions)} transitions, {self.text})"


def _triples(
    transitions: Iterable[tuple[Hashable, Hashable, Hashable]] | Mapping[Any, Hashable],
) -> Iterable[tuple[Hashable, Hashable, Hashable]]:
    expected = "expected (state, value, state) each"
    if isinstance(transitions, Mapping):
        transitions = [
            (*(pair if isinstance(pair, tuple) else (pair,)), state)
            for pair, state in transitions.items()
        ]
    if isinstance(transitions, str) or not isinstance(transitions, Iterable):
        raise ModelError(f"automaton: {excerpt(repr(transitions))}, {expected}")
    for one in transitions:
        if not isinstance(one, tuple | list) or len(one) != 3:
            raise ModelError(f"automaton: transition {excerpt(repr(one))}, {expected}")
        try:
            hash(tuple(one))
        except TypeError as error:
            what = f"transition {excerpt(repr(one))} cannot be hashed"
            raise ModelError(f"automaton: {what}: {error}") from None
        yield one[0], one[1], one[2]
