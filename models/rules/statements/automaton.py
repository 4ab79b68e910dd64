"""Finite automata: which sequences a line may read, and regular expressions.

An automaton goes from state to state, value by value, and accepts a sequence if it can end in an
accepting state (Pesant, "A regular language membership constraint", CP 2004; the constraints
`regular` and `regular_nfa` of MiniZinc). Where several steps of one value leave a state it is run
in all states at once (the subset construction), so that a sequence is read in one way only;
layers.py has its steps along lines.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...budget import spend
from ...errors import ModelError, excerpt
from ...spelling import counted

__all__ = ["Automaton", "automaton_of"]

States = Any  # a set of states: a frozenset, or that of an expression as the bits of a number


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
        several: dict[Hashable, dict[Hashable, set[Hashable]]] = {}
        states: set[Hashable] = {start}
        for origin, value, other in self.transitions:
            several.setdefault(origin, {}).setdefault(value, set()).add(other)
            states.add(origin)
            states.add(other)
        self._steps = {
            origin: {value: frozenset(others) for value, others in steps.items()}
            for origin, steps in several.items()
        }
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

    @property
    def nowhere(self) -> States:
        """Where it is behind a value that is refused."""
        return frozenset()

    def onward(self, states: States) -> Collection[tuple[Hashable, States]]:
        """Return (value, states) for each value that is not refused: where it leads."""
        if len(states) == 1:
            (state,) = states
            return self._steps.get(state, {}).items()
        onward: dict[Hashable, States] = {}
        for state in states:
            for value, others in self._steps.get(state, {}).items():
                onward[value] = onward.get(value, others) | others
        return onward.items()

    def is_accepting(self, states: States) -> bool:
        """Whether a sequence may end there."""
        return not self._ends.isdisjoint(states)

    def accepts(self, values: Iterable[Hashable]) -> bool:
        """Whether it accepts a sequence of values."""
        states = self.initial
        for value in values:
            states = dict(self.onward(states)).get(value, self.nowhere)
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
    """A part of an expression: whether it may be empty, the symbols that begin and end it.

    Symbols are the bits of a number.
    """

    empty: bool
    first: int
    last: int


_NOTHING = _Part(empty=True, first=0, last=0)


class _Expression(Automaton):
    """The automaton of an expression, whose states are its symbols, and one before them.

    follow  what may come behind each symbol, behind the start last; as bits
    having  the symbols that read each value
    ends    the symbols that may be the last ones, the start if nothing need be read
    """

    def __init__(
        self, pattern: str, follow: Sequence[int], having: Mapping[Hashable, int], ends: int
    ) -> None:
        self.text = f"match {pattern.strip()}" if pattern.strip() else "be empty"
        self.pattern, self.start = pattern, len(follow) - 1
        self._follow, self._having, self._last = follow, having, ends

    @cached_property
    def transitions(self) -> tuple[tuple[Hashable, Hashable, Hashable], ...]:  # type: ignore[override]
        """The steps of each symbol, (state, value, state) each."""
        return tuple(
            (origin, value, other)
            for origin, behind in enumerate(self._follow)
            for value, reading in self._having.items()
            for other in _bits(behind & reading)[::-1]
        )

    @property
    def accepting(self) -> tuple[Hashable, ...]:  # type: ignore[override]
        """The symbols that may be the last ones."""
        return tuple(_bits(self._last)[::-1])

    @property
    def initial(self) -> States:
        """The bit of the start."""
        return 1 << len(self._follow) - 1

    @property
    def nowhere(self) -> States:
        """No bit."""
        return 0

    def onward(self, states: States) -> Collection[tuple[Hashable, States]]:
        """Return (value, symbols) for each value that may come: the symbols that read it."""
        behind = 0
        for symbol in _bits(states):
            behind |= self._follow[symbol]
        return [(v, behind & reading) for v, reading in self._having.items() if behind & reading]

    def is_accepting(self, states: States) -> bool:
        """Whether nothing need come."""
        return bool(states & self._last)


def _bits(number: int) -> Sequence[int]:
    """Return the bits of a number, descending."""
    if number & (number - 1) == 0:  # as in most expressions
        return (number.bit_length() - 1,) if number else ()
    bits = []
    while number:
        bits.append(highest := number.bit_length() - 1)
        number ^= 1 << highest
    return bits


def automaton_of(pattern: str, values: Sequence[Hashable]) -> Automaton:
    """Return the automaton of a regular expression over these values.

    Raises ModelError, which says at which character, for what is no such expression.
    """
    return _Reader(pattern, values).automaton()


class _Reader:
    """Reads one expression: `sets` are the values of each symbol, `follow` what comes behind it."""

    def __init__(self, pattern: str, values: Sequence[Hashable]) -> None:
        self.pattern, self.values, self.at, self.depth = pattern, list(values), 0, 0
        self.spelled: dict[str, Hashable] = {}
        for value in self.values:
            if self.spelled.setdefault(str(value), value) != value:
                raise ModelError(f"pattern {excerpt(pattern)}: {str(value)!r} spells two values")
        self.longest = max(map(len, self.spelled), default=0)
        self.sets: list[tuple[Hashable, ...]] = []
        self.follow: list[int] = []

    def automaton(self) -> Automaton:
        whole = self.alternatives()
        if self.at < len(self.pattern):
            raise self.wrong(f"{self.pattern[self.at]!r} closes nothing")
        reading: dict[tuple[Hashable, ...], int] = {}
        for symbol, values in enumerate(self.sets):
            reading[values] = reading.get(values, 0) | 1 << symbol
        having: dict[Hashable, int] = {}
        for values, symbols in reading.items():
            for value in values:
                having[value] = having.get(value, 0) | symbols
        spend(looks=sum(map(int.bit_count, self.follow)))
        ends = whole.last | whole.empty << len(self.sets)
        return _Expression(self.pattern, [*self.follow, whole.first], having, ends)

    def wrong(self, message: str, at: int | None = None) -> ModelError:
        """Return, for the caller to raise, the error at a character."""
        place = (self.at if at is None else at) + 1
        return ModelError(f"pattern {excerpt(self.pattern)}: {message} at character {place}")

    # ---- Grammar --------------------------------------------------------------------------

    def peek(self) -> str:
        """Return the next character behind blanks, or "" at the end."""
        while (mark := self.pattern[self.at : self.at + 1]).isspace():
            self.at += 1
        return mark

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
        while (sign := self.peek()) and sign in "*+?{":
            if sign == "{":
                low, high = self.bounds()
                part = self.times(part, start, low, high)
                continue
            self.at += 1
            if sign != "?":
                self.join(part.last, part.first)
            part = _Part(part.empty or sign != "+", part.first, part.last)
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
        self.follow.append(0)
        if len(self.sets) > MOST_SYMBOLS:
            raise self.wrong(f"over {MOST_SYMBOLS} symbols, repeats counted,")
        here = 1 << len(self.sets) - 1
        return _Part(empty=False, first=here, last=here)

    def then(self, first: _Part, second: _Part) -> _Part:
        self.join(first.last, second.first)
        return _Part(
            first.empty and second.empty,
            first.first | second.first if first.empty else first.first,
            first.last | second.last if second.empty else second.last,
        )

    def join(self, last: int, first: int) -> None:
        """Let each of some symbols be followed by others."""
        if looks := last.bit_count() * first.bit_count() // 100:
            spend(looks=looks)
        for symbol in _bits(last):
            self.follow[symbol] |= first

    def times(self, repeated: _Part, begin: int, low: int, high: int | None) -> _Part:
        """Return a part repeated `low` to `high` times; its symbols are those from `begin` on."""
        if high == 0:
            del self.sets[begin:], self.follow[begin:]
            return _NOTHING
        size = len(self.sets) - begin
        own = self.follow[begin:]
        copies = max(low if high is None else high, 1)
        if begin + copies * size > MOST_SYMBOLS:
            raise self.wrong(f"over {MOST_SYMBOLS} symbols, repeats counted,")
        spend(looks=copies * sum(map(int.bit_count, own)) // 100)
        if own == [0] and high == low and not repeated.empty:  # a symbol so many times: a chain
            self.sets += self.sets[begin:] * (copies - 1)
            self.follow[begin:] = [2 << symbol for symbol in range(begin, begin + copies - 1)]
            self.follow.append(0)
            return _Part(empty=False, first=1 << begin, last=1 << begin + copies - 1)
        result = _NOTHING
        for number in range(copies):
            shift = number * size
            if number:
                self.sets += self.sets[begin : begin + size]
                self.follow += [symbols << shift for symbols in own]
            ends = repeated.first << shift, repeated.last << shift
            part = _Part(repeated.empty or number >= low, *ends)
            result = self.then(result, part)
            if high is None and number == copies - 1:
                self.join(part.last, part.first)
        return result
