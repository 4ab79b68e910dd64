"""Lines that a pattern or a machine reads: regular expressions, and automata as they are sent.

A pattern is made of digits (letters from A for those from 10 on), `.` for any, `[...]` and `[^...]`
for one of some, and of `(...)`, `|`, `*`, `+`, `?`, `{2}`, `{2,}`, `{2,4}`. It becomes an automaton
of as many states as the pattern has places (Thompson, 1968); which of them are reached is the state
of the walk, so that each line is read in one way.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from ...errors import ModelError, excerpt
from ...picture.picture import Line, Shape
from ..demands import Demand, Walk
from ..grid_shape import Cells, GridShape
from . import text_fields as text
from .constraint import Constraint

__all__ = ["LineMachine", "LinePattern"]

MOST_STATES = 5000
_DEEPEST = 50  # groups in each other
_COUNT = re.compile(r"\{(\d{1,3})(,(\d{0,3}))?\}")
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Machine(NamedTuple):
    """An automaton: where it begins, where it may end, and the states behind each (state, value).

    skips  the states that are reached from each without reading a value
    """

    starts: frozenset[int]
    ends: frozenset[int]
    steps: dict[tuple[int, int], frozenset[int]]
    skips: dict[int, frozenset[int]]

    def reached(self, states: frozenset[int]) -> frozenset[int]:
        """Return the states and what is reached from them without reading."""
        reached, new = set(states), list(states)
        while new:
            for state in self.skips.get(new.pop(), ()):
                if state not in reached:
                    reached.add(state)
                    new.append(state)
        return frozenset(reached)

    def behind(self, states: frozenset[int], value: int) -> frozenset[int]:
        """Return the states behind a value."""
        steps = (self.steps.get((state, value), ()) for state in states)
        return self.reached(frozenset(state for some in steps for state in some))


class _ReadByMachine(Constraint):
    """The base of constraints whose line an automaton reads."""

    line: Cells

    @property
    def source(self) -> str:
        """What the automaton is made of, besides the values of the grid."""
        raise NotImplementedError

    def machine(self, grid: GridShape) -> Machine:
        """Return the automaton on the values of the grid."""
        raise NotImplementedError

    def demands(self, grid: GridShape) -> Iterator[Demand]:
        machine = self.machine(grid)

        def step(states: frozenset[int], place: int, value: int) -> frozenset[int] | None:
            return machine.behind(states, value) or None

        start = machine.reached(machine.starts)
        kind = self.kind, self.source
        yield Walk(self.path(self.line), start, step, lambda s: bool(s & machine.ends), kind=kind)

    def shapes(self, grid: GridShape) -> Iterator[Shape]:
        yield Line(self.path(self.line), "palindrome", title=self.title)


@dataclass(frozen=True)
class LinePattern(_ReadByMachine):
    """The digits of the line, in its order, match the `pattern`, a regular expression.

    In a constraint string it is in base64, and between two tildes another line begins.

    >>> LinePattern("[12]+.4*", "R1C1-R1C4").holds("2134 .... .... ....")
    True
    >>> LinePattern("[12]+.4*", "R1C1-R1C4").to_text()
    'Regex~WzEyXSsuNCo~R1C1~R1C2~R1C3~R1C4'
    """

    kind = "line pattern"
    words = ("Regex",)
    pattern: str
    line: Cells

    @property
    def source(self) -> str:  # noqa: D102
        return self.pattern

    def machine(self, grid: GridShape) -> Machine:  # noqa: D102
        return _machine_of(self.pattern, grid.values)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        coded = given[0] if given else ""
        pattern = unquote(coded) if "%" in coded else _decoded(coded).decode("latin-1")
        return [cls(pattern, text.cells(line)) for line in text.named_lines(given[1:])]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        coded = urlsafe_b64encode(self.pattern.encode("latin-1", "replace")).decode().rstrip("=")
        yield text.word("Regex", coded, self.path(self.line))

    @property
    def note(self) -> str:  # noqa: D102
        return f"a line reads {self.pattern}"


@dataclass(frozen=True)
class LineMachine(_ReadByMachine):
    """The digits of the line, in its order, are accepted by the `machine_code`, an automaton.

    It is a state machine as the Interactive Sudoku Solver writes one; between two tildes another
    line begins in a constraint string, and a name is left out.

    >>> LineMachine("QH9A", "R1C1-R1C2").holds("2134 .... .... ....")
    True
    >>> LineMachine("QH9A", "R1C1-R1C2").to_text()
    'NFA~QH9A~R1C1~R1C2'
    """

    kind = "line machine"
    words = ("NFA",)
    machine_code: str
    line: Cells

    @property
    def source(self) -> str:  # noqa: D102
        return self.machine_code

    def machine(self, grid: GridShape) -> Machine:  # noqa: D102
        return _machine_in(self.machine_code, grid.first)

    @classmethod
    def from_text(cls, word: str, given: text.Fields, grid: GridShape) -> Sequence[Constraint]:  # noqa: D102
        if "-" in given:
            raise ModelError("a line of several segments, expected one")
        coded = given[0] if given else ""
        return [cls(coded, text.cells(line)) for line in text.named_lines(given[1:])]

    def in_words(self, grid: GridShape) -> Iterator[str]:  # noqa: D102
        yield text.word("NFA", self.machine_code, self.path(self.line))

    @property
    def note(self) -> str:  # noqa: D102
        return f"a line is read by a {self.kind}"


def _decoded(coded: str) -> bytes:
    try:
        return urlsafe_b64decode(coded.rstrip("=") + "=" * (-len(coded.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        raise ModelError(f"{excerpt(coded)}, expected base64") from None


@lru_cache(maxsize=64)
def _machine_of(pattern: str, values: range) -> Machine:
    """Return the automaton of a pattern. Raises ModelError, with the place, for a mistake."""
    return _Pattern(pattern, values).machine()


class _Pattern:
    """Reads a pattern from left to right; a part of it is the states where it begins and ends."""

    def __init__(self, pattern: str, values: range) -> None:
        self.text, self.values, self.place, self.states = pattern, values, 0, 0
        self.depth = 0  # of groups
        self.steps: dict[tuple[int, int], set[int]] = {}
        self.skips: dict[int, set[int]] = {}

    def machine(self) -> Machine:
        start, end = self._either()
        if self.place < len(self.text):
            raise self._error("expected no )")
        steps = {key: frozenset(targets) for key, targets in self.steps.items()}
        skips = {key: frozenset(targets) for key, targets in self.skips.items()}
        return Machine(frozenset([start]), frozenset([end]), steps, skips)

    def _error(self, message: str) -> ModelError:
        return ModelError(f"a pattern {excerpt(self.text)}, character {self.place + 1}: {message}")

    def _state(self) -> int:
        self.states += 1
        if self.states > MOST_STATES:
            raise self._error(f"over {MOST_STATES} states, expected fewer repeats")
        return self.states

    def _skip(self, source: int, target: int) -> None:
        self.skips.setdefault(source, set()).add(target)

    def _next(self) -> str:
        return self.text[self.place : self.place + 1]

    def _either(self) -> tuple[int, int]:
        start, end = self._state(), self._state()
        while True:
            first, last = self._sequence()
            self._skip(start, first)
            self._skip(last, end)
            if self._next() != "|":
                return start, end
            self.place += 1

    def _sequence(self) -> tuple[int, int]:
        start = end = self._state()
        while self._next() not in ("", "|", ")"):
            first, last = self._repeated()
            self._skip(end, first)
            end = last
        return start, end

    def _repeated(self) -> tuple[int, int]:
        begin = self.place
        part = self._one()
        behind = self.place
        match = _COUNT.match(self.text, self.place)
        if match is not None:
            low = int(match[1])
            high = (int(match[3]) if match[3] else None) if match[2] else low
            if high is not None and high < low:
                raise self._error(f"{match[0]}, expected the smaller number first")
            behind = match.end()
        elif self._next() in ("*", "+", "?"):
            low, high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[self._next()]
            behind += 1
        else:
            return part
        return self._times(begin, part, low, high, behind)

    def _times(
        self, begin: int, part: tuple[int, int], low: int, high: int | None, behind: int
    ) -> tuple[int, int]:
        """Return a part that stands from `low` to `high` times; each time it is read anew."""
        start = end = self._state()
        stop = self._state()
        for number in range(max(low, high or 1)):
            if number >= low:
                self._skip(end, stop)
            if number:
                self.place = begin
                part = self._one()
            self._skip(end, part[0])
            end = part[1]
        if high is None:
            self._skip(end, part[0])
        if high != 0:
            self._skip(end, stop)
        else:
            self._skip(start, stop)
        self.place = behind
        return start, stop

    def _one(self) -> tuple[int, int]:
        mark = self._next()
        if mark == "(":
            self.place += 1
            self.depth += 1
            if self.depth > _DEEPEST:
                raise self._error(f"over {_DEEPEST} groups in each other, expected fewer")
            part = self._either()
            if self._next() != ")":
                raise self._error("expected )")
            self.place += 1
            self.depth -= 1
            return part
        if mark == "[":
            stop = self.text.find("]", self.place)
            inner = self.text[self.place + 1 : stop] if stop > 0 else ""
            if not re.fullmatch(r"\^?([0-9A-Z](-[0-9A-Z])?)+", inner):
                raise self._error("expected digits in [ ]")
            marks = re.findall(r"([0-9A-Z])(?:-([0-9A-Z]))?", inner)
            members: set[int] = set()
            for low, high in marks:
                members.update(range(_LETTERS.index(low), _LETTERS.index(high or low) + 1))
            self.place = stop + 1
            values = set(self.values) - members if inner[0] == "^" else members
        elif mark == ".":
            values = set(self.values)
            self.place += 1
        elif mark in _LETTERS:
            values = {_LETTERS.index(mark)}
            self.place += 1
        else:
            raise self._error(f"{mark!r}, expected a digit, ., [ or (")
        start, end = self._state(), self._state()
        for value in values:
            self.steps.setdefault((start, value), set()).add(end)
        return start, end


class _Bits:
    """Bits from the highest of each byte on."""

    def __init__(self, data: bytes) -> None:
        self.value, self.left = int.from_bytes(data, "big"), 8 * len(data)

    def take(self, count: int) -> int:
        if count > self.left:
            raise ModelError("a machine that ends too soon, expected more")
        self.left -= count
        return self.value >> self.left & (1 << count) - 1


@lru_cache(maxsize=64)
def _machine_in(coded: str, first: int) -> Machine:
    """Return the automaton that a text says; its symbols count from the value `first`."""
    if not coded:
        return Machine(frozenset(), frozenset(), {}, {})
    bits = _Bits(_decoded(coded))
    packed, wide, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if packed > 1:
        raise ModelError("a machine of a form that is not known, expected 0 or 1")
    starts, ends = bits.take(wide), bits.take(wide)
    accepting = bits.take(starts)
    counted = 0 if packed else bits.take(4)
    steps: dict[tuple[int, int], set[int]] = {}
    state = 0
    while bits.left >= (symbols if packed else max(counted, 1)) and (packed or counted):
        if packed:
            mask = bits.take(symbols)
            used = [symbol for symbol in range(symbols) if mask >> symbol & 1]
            pairs = [(symbol, bits.take(wide)) for symbol in used]
        else:
            many = (symbols - 1).bit_length()
            pairs = [(bits.take(many), bits.take(wide)) for _ in range(bits.take(counted))]
        for symbol, target in pairs:
            steps.setdefault((state, symbol + first), set()).add(target)
        state += 1
    good = {k for k in range(starts) if accepting >> k & 1} | set(range(starts, starts + ends))
    kept = {key: frozenset(targets) for key, targets in steps.items()}
    return Machine(frozenset(range(starts)), frozenset(good), kept, {})
