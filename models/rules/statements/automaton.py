"""Finite automata: which sequences a line may read, their layers, and regular expressions.

An automaton goes from state to state, value by value, and accepts a sequence if it can end in an
accepting state (Pesant, "A regular language membership constraint", CP 2004; the constraints
`regular` and `regular_nfa` of MiniZinc). Where several steps of one value leave a state it is run
in all states at once (the subset construction), so that a sequence is read in one way only.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ...budget import spend
from ...errors import ModelError, excerpt
from ...spelling import counted

__all__ = ["Automaton", "Layers", "States", "Word", "automaton_of", "laid_out"]

States = frozenset[Hashable]
_NOWHERE: States = frozenset()


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
        several: dict[tuple[Hashable, Hashable], set[Hashable]] = {}
        states: set[Hashable] = {start}
        for origin, value, other in self.transitions:
            several.setdefault((origin, value), set()).add(other)
            states.add(origin)
            states.add(other)
        self._steps = {pair: frozenset(others) for pair, others in several.items()}
        for state in self.accepting:
            if state not in states:
                names = ", ".join(map(repr, sorted(states, key=repr)))
                raise ModelError(f"automaton: no state {state!r}, expected one of {names}")

    @classmethod
    def of_tuples(cls, tuples: Iterable[Sequence[Hashable]]) -> Automaton:
        """Return the automaton of tuples of one length: its states are their beginnings.

        Raises ModelError for what is no tuple, and for tuples of several lengths.
        """
        if isinstance(tuples, str) or not isinstance(tuples, Iterable):
            raise ModelError(f"{excerpt(repr(tuples))}, expected tuples of values")
        words: dict[tuple[Hashable, ...], None] = {}
        length = None
        for element in tuples:
            if isinstance(element, str) or not isinstance(element, Sequence):
                raise ModelError(f"{excerpt(repr(element))}, expected a tuple of values")
            if length is not None and len(element) != length:
                raise ModelError(f"tuple {excerpt(repr(element))}, expected {length} values")
            length = len(element)
            try:
                words[tuple(element)] = None
            except TypeError as error:
                raise ModelError(f"tuple {excerpt(repr(element))}: {error}") from None
        steps: dict[tuple[Hashable, Hashable], Hashable] = {}
        beginnings: Collection[tuple[Hashable, ...]] = words
        while beginnings and () not in beginnings:
            steps.update({(word[:-1], word[-1]): word for word in beginnings})
            beginnings = dict.fromkeys(word[:-1] for word in beginnings)
        return cls(steps, (), words, text=f"be one of {counted(len(words), 'tuple')}")

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
            return steps.get((state, value), _NOWHERE)
        return _NOWHERE.union(*[steps.get((state, value), ()) for state in states])

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
    transitions = list(transitions)
    try:
        if set(map(type, transitions)) == {tuple} and set(map(len, transitions)) == {3}:
            set(transitions)  # which asks whether all can be hashed
            yield from transitions
            return
    except TypeError:
        pass
    for transition in transitions:
        if not isinstance(transition, tuple | list) or len(transition) != 3:
            raise ModelError(f"automaton: transition {excerpt(repr(transition))}, {expected}")
        try:
            hash(tuple(transition))
        except TypeError as error:
            fault = f"transition {excerpt(repr(transition))} cannot be hashed"
            raise ModelError(f"automaton: {fault}: {error}") from None
        yield transition[0], transition[1], transition[2]


# ---- Layers --------------------------------------------------------------------------------------
# States that go on alike are one, so that the layers are the smallest decision diagram of the
# words that are accepted (the unfolding of Pesant's filtering). Where few words are left they are
# listed.


MOST_STEPS = 200_000


class Word(NamedTuple):
    """A sequence of values, and whether the automaton accepts it."""

    values: tuple[Hashable, ...]
    accepted: bool


Steps = tuple[tuple[Hashable, int], ...]  # from one state: each value, and the state behind


class Layers(NamedTuple):
    """The steps place by place, each state numbered from 0 among those at its place.

    steps     of each place, the steps from each state before it
    accepted  of each state behind the last place, whether it accepts
    """

    steps: list[list[Steps]]
    accepted: list[bool]

    def states(self, place: int) -> int:
        """Return how many states there are behind a place."""
        return len(self.accepted if place == len(self.steps) - 1 else self.steps[place + 1])

    def size(self) -> int:
        """Return how many words there are."""
        ways = [1] * len(self.accepted)
        for layer in reversed(self.steps):
            ways = [sum([ways[behind] for _, behind in steps]) for steps in layer]
        return sum(ways)

    def words(self) -> Iterator[Word]:
        """Yield the words, in the order of the values at each place."""
        ways: list[tuple[tuple[Hashable, ...], int]] = [((), 0)] if self.accepted else []
        for layer in self.steps:
            ways = [
                ((*values, value), behind)
                for values, state in ways
                for value, behind in layer[state]
            ]
        return (Word(values, self.accepted[state]) for values, state in ways)


def laid_out(
    automaton: Automaton, alphabets: Sequence[Sequence[Hashable]], *, refused: bool = False
) -> Layers:
    """Return the layers over places with these values.

    refused  keep the words that are not accepted, too: their last states say so

    Raises ModelError for an automaton of more than MOST_STEPS steps.
    """
    # States are known by numbers, in the order in which they are found. What leaves a state depends
    # on the values of a place alone, so it is found once for all places of the same values.
    found: list[States] = [automaton.initial]
    numbers = {automaton.initial: 0}
    moves: dict[tuple[Hashable, ...], dict[int, Steps]] = {}
    states: list[Collection[int]] = [[0]]
    layers: list[Mapping[int, Steps]] = []
    count = 0
    for values in alphabets:
        onward = moves.setdefault(tuple(values), {})
        before, behind = states[-1], dict[int, None]()
        for state in before:
            if state not in onward:
                reached = [(value, automaton.step(found[state], value)) for value in values]
                for _, other in reached:
                    if other not in numbers:
                        numbers[other] = len(found)
                        found.append(other)
                onward[state] = tuple(
                    [(value, numbers[other]) for value, other in reached if other or refused]
                )
            count += len(onward[state])
            for _, number in onward[state]:
                behind[number] = None
        spend(looks=4 * len(values) * len(before))
        if count > MOST_STEPS:
            raise ModelError(f"over {MOST_STEPS} steps on a line, expected fewer states")
        layers.append(onward)
        states.append(behind)
    ends = {state: automaton.is_accepting(found[state]) for state in states[-1]}
    return _merged(layers, states[:-1], ends, refused=refused)


def _merged(
    layers: Sequence[Mapping[int, Steps]],
    states: Sequence[Collection[int]],
    ends: Mapping[int, bool],
    *,
    refused: bool,
) -> Layers:
    """Return the layers without steps that lead nowhere, states that go on alike made one.

    states  those before each place, from which its layer has the steps
    ends    of each state behind the last place, whether it accepts
    """
    kinds = [end for end in (True, False) if end in ends.values() and (end or refused)]
    merged = {state: kinds.index(end) for state, end in ends.items() if end in kinds}
    result: list[list[Steps]] = []
    for onward, before in zip(reversed(layers), reversed(states), strict=True):
        classes: dict[Steps, int] = {}
        alike: dict[int, int] = {}
        for state in before:
            steps = [(value, merged[other]) for value, other in onward[state] if other in merged]
            if steps:
                alike[state] = classes.setdefault(tuple(steps), len(classes))
        result.append(list(classes))
        merged = alike
    return Layers(result[::-1], kinds) if 0 in merged else Layers([[] for _ in layers], [])


# ---- Regular expressions -------------------------------------------------------------------------
#     0* 1{3} 0+ 1{2} 0*        a nonogram's row with the clue 3 2
#     (D{1,3} | N{1,2}) F .*    days or nights, then one day off
#
# A symbol is a value as it is spelled; of values that begin alike the longest is read, and blanks
# only separate. `.` is any value, `[1-3 7]` one of several, `[^1 2]` any other; behind a symbol or
# a group in brackets stand `*`, `+`, `?`, `{2}`, `{2,}` or `{2,4}`, and `|` separates
# alternatives. A backslash takes a special character for itself. The expression becomes an
# automaton by Glushkov's construction: a state a symbol of the expression, without empty steps.


_SPECIAL = "()[]{}|*+?.^\\"
MOST_SYMBOLS = 5000
DEEPEST = 50


class _Part(NamedTuple):
    """A part of an expression: whether it may be empty, the symbols that begin and end it."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


_NOTHING = _Part(empty=True, first=frozenset(), last=frozenset())


def automaton_of(pattern: str, values: Sequence[Hashable]) -> Automaton:
    """Return the automaton of a regular expression over these values.

    Raises ModelError, which says at which character, for what is no such expression.
    """
    return _Reader(pattern, values).automaton()


class _Reader:
    """Reads one expression; `sets[k]` are the values of its symbol k, `follow` what comes next."""

    def __init__(self, pattern: str, values: Sequence[Hashable]) -> None:
        self.pattern, self.values, self.at, self.depth = pattern, list(values), 0, 0
        self.spelled: dict[str, Hashable] = {}
        for value in self.values:
            if self.spelled.setdefault(str(value), value) != value:
                raise ModelError(f"pattern {excerpt(pattern)}: {str(value)!r} spells two values")
        self.longest = max(map(len, self.spelled), default=0)
        self.sets: list[tuple[Hashable, ...]] = []
        self.follow: set[tuple[int, int]] = set()

    def automaton(self) -> Automaton:
        whole = self.alternatives()
        if self.at < len(self.pattern):
            raise self.wrong(f"{self.pattern[self.at]!r} closes nothing")
        start = len(self.sets)
        steps = [(start, symbol) for symbol in sorted(whole.first)] + sorted(self.follow)
        transitions = [
            (origin, value, other) for origin, other in steps for value in self.sets[other]
        ]
        spend(looks=len(transitions))
        ends = sorted(whole.last) + [start] * whole.empty
        text = f"match {self.pattern.strip()}" if self.pattern.strip() else "be empty"
        return Automaton(transitions, start, ends, text=text, pattern=self.pattern)

    def wrong(self, message: str, at: int | None = None) -> ModelError:
        """Return, for the caller to raise, the error at a character."""
        place = (self.at if at is None else at) + 1
        return ModelError(f"pattern {excerpt(self.pattern)}: {message} at character {place}")

    # ---- Grammar --------------------------------------------------------------------------

    def peek(self) -> str:
        """Return the next character behind blanks, or "" at the end."""
        while self.at < len(self.pattern) and self.pattern[self.at].isspace():
            self.at += 1
        return self.pattern[self.at : self.at + 1]

    def alternatives(self) -> _Part:
        part = self.sequence()
        while self.peek() == "|":
            self.at += 1
            other = self.sequence()
            part = _Part(
                part.empty or other.empty, part.first | other.first, part.last | other.last
            )
        return part

    def sequence(self) -> _Part:
        part = _NOTHING
        while self.peek() not in ("", "|", ")"):
            part = self.then(part, self.repeated())
        return part

    def repeated(self) -> _Part:
        """Read a symbol or a group with the signs of repetition behind it."""
        start = len(self.sets)
        part = self.single()
        while self.peek() and self.peek() in "*+?{":
            sign = self.pattern[self.at]
            if sign == "{":
                low, high = self.bounds()
                part = self.times(part, start, low, high)
                continue
            self.at += 1
            if sign != "?":
                self.loop(part)
            part = part._replace(empty=part.empty or sign != "+")
        return part

    def single(self) -> _Part:
        mark = self.peek()
        if mark == "(":
            return self.group()
        if mark in ("*", "+", "?", "{"):
            raise self.wrong(f"{mark!r} repeats nothing")
        if mark in ("]", "}", "^"):
            raise self.wrong(f"{mark!r} out of place, expected \\{mark} for the value {mark!r}")
        if mark == ".":
            self.at += 1
            return self.symbol(self.values)
        if mark == "[":
            return self.symbol(self.among())
        return self.symbol([self.value()])

    def group(self) -> _Part:
        began = self.at
        self.at, self.depth = self.at + 1, self.depth + 1
        if self.depth > DEEPEST:
            raise self.wrong(f"over {DEEPEST} brackets in each other", began)
        part = self.alternatives()
        if self.peek() != ")":
            raise self.wrong("a bracket that is not closed", began)
        self.at, self.depth = self.at + 1, self.depth - 1
        return part

    def bounds(self) -> tuple[int, int | None]:
        """Read `{2}`, `{2,}`, `{,4}` or `{2,4}`."""
        began = self.at
        end = self.pattern.find("}", began)
        low, comma, high = self.pattern[began + 1 : max(end, 0)].partition(",")
        low, high = low.strip() or ("0" if comma else ""), high.strip()
        if end < 0 or not low.isdecimal() or (high and not high.isdecimal()):
            raise self.wrong("expected how often as in {2} or {2,4}", began)
        if max(len(low), len(high)) > 4:
            raise self.wrong(f"over {MOST_SYMBOLS} repeats", began)
        self.at = end + 1
        most = int(low) if not comma else int(high) if high else None
        if most is not None and most < int(low):
            raise self.wrong("a range that ends before it begins", began)
        return int(low), most

    def among(self) -> list[Hashable]:
        """Read `[1 2]`, `[1-3]` or `[^1 2]`."""
        began = self.at
        self.at += 1
        others = self.peek() == "^"
        self.at += others
        values: dict[Hashable, None] = {}
        while self.peek() != "]":
            if not self.peek():
                raise self.wrong("a bracket that is not closed", began)
            at = self.at
            first = self.value()
            if self.peek() == "-" and self.pattern[self.at + 1 : self.at + 2] != "]":
                self.at += 1
                values.update(dict.fromkeys(self.between(first, self.value(), at)))
            else:
                values[first] = None
        self.at += 1
        among = [value for value in self.values if (value in values) != others]
        if not among:
            raise self.wrong("brackets in which no value is left", began)
        return among

    def between(self, low: Hashable, high: Hashable, at: int) -> list[Hashable]:
        kinds = {type(low), type(high)}
        if len(kinds) > 1 or not kinds <= {int, str}:
            raise self.wrong("a range of values that have no order", at)
        (kind,) = kinds
        return [v for v in self.values if type(v) is kind and low <= v <= high]  # type: ignore[operator]

    def value(self) -> Hashable:
        """Read the longest value that is spelled here."""
        mark = self.peek()
        if mark == "\\":
            self.at += 1
        elif mark and mark in _SPECIAL:
            raise self.wrong(f"{mark!r} out of place, expected \\{mark} for the value {mark!r}")
        for size in range(self.longest, 0, -1):
            text = self.pattern[self.at : self.at + size]
            if len(text) == size and text in self.spelled:
                self.at += size
                return self.spelled[text]
        word = (self.pattern[self.at :].split() or [""])[0]
        names = ", ".join(list(self.spelled)[:12]) or "none, for there are none"
        fault = f"{excerpt(word)} begins with no value" if word else "a value is missing"
        raise self.wrong(f"{fault}, expected one of {names},")

    # ---- Glushkov's construction ----------------------------------------------------------

    def symbol(self, values: Sequence[Hashable]) -> _Part:
        self.sets.append(tuple(values))
        if len(self.sets) > MOST_SYMBOLS:
            raise self.wrong(f"over {MOST_SYMBOLS} symbols, repeats counted,")
        here = frozenset((len(self.sets) - 1,))
        return _Part(empty=False, first=here, last=here)

    def then(self, first: _Part, second: _Part) -> _Part:
        spend(looks=len(first.last) * len(second.first) // 100)
        self.follow.update(product(first.last, second.first))
        return _Part(
            first.empty and second.empty,
            first.first | second.first if first.empty else first.first,
            first.last | second.last if second.empty else second.last,
        )

    def loop(self, part: _Part) -> None:
        self.follow.update(product(part.last, part.first))

    def times(self, repeated: _Part, begin: int, low: int, high: int | None) -> _Part:
        """Return a part repeated `low` to `high` times; its symbols are those from `begin` on."""
        if high == 0:
            del self.sets[begin:]
            self.follow = {pair for pair in self.follow if max(pair) < begin}
            return _NOTHING
        size = len(self.sets) - begin
        own = [pair for pair in self.follow if min(pair) >= begin]
        copies = max(low if high is None else high, 1)
        if begin + copies * size > MOST_SYMBOLS:
            raise self.wrong(f"over {MOST_SYMBOLS} symbols, repeats counted,")
        spend(looks=copies * len(own) // 100)
        result = _NOTHING
        for number in range(copies):
            shift = number * size
            first, last = (
                frozenset(end + shift for end in ends) for ends in (repeated.first, repeated.last)
            )
            if number:
                self.sets += self.sets[begin : begin + size]
                self.follow.update((a + shift, b + shift) for a, b in own)
            part = _Part(repeated.empty or number >= low, first, last)
            result = self.then(result, part)
            if high is None and number == copies - 1:
                self.loop(part)
        return result
