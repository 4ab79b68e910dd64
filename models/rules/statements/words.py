"""Lines whose values make a word that an automaton accepts: what `regular` and `table_rule` add.

The rule has hidden rows of its own, and the choices of a line say which of them are chosen, so that
every answer is counted once. Of a line with few words each is one hidden row; of another one each
step of the automaton is, and steps behind each other agree on the state between them. The automaton
is deterministic and without dead states (layers.py), so that propagation along a line loses
nothing.

    (line, line, word)    one word; or (line, place, step), one step at each place
    (line, place)         one choice at the place, or a word that is empty there
    (line, place, value)  the choice and the word give the place one value (colors)
    (line, place, state)  the steps before and behind give it one state (colors)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from ...errors import ModelError
from ...tables.table import Choices
from ...telling.spelling import plain, spell
from ..keys import Key
from ..rule import OWN, Chosen, Fault, Group, Items, Softened
from .automaton import Automaton
from .layers import Layers, laid_out
from .lines import Entry, Line, LineRule, block_of, spelled

__all__ = ["MOST_WORDS", "WordRule"]

MOST_WORDS = 300  # of a line; one with more is walked step by step


class _Hidden(NamedTuple):
    """The hidden rows, and what they and the table's rows are in.

    rows             (line, place, values, state before, state behind, accepted)
    needed, limited  the keys of the items that must be covered, and of those that need not
    own, others      entries of the hidden rows and of the table's, in the needed items
    tints, tinted    the same in the limited ones
    """

    rows: list[tuple[Any, ...]]
    needed: list[Key]
    limited: list[Key]
    own: list[Entry]
    others: list[Entry]
    tints: list[Entry]
    tinted: list[Entry]


@dataclass(frozen=True, eq=False)
class WordRule(LineRule):
    """The values along each line are a word that its automaton accepts.

    automata  that of each line; or one for all
    kind      the name of the puzzle's method that adds it
    refused   whether words that are not accepted have hidden rows, too, which say so
    """

    automata: Automaton | Mapping[Key, Automaton] = field(repr=False)
    kind: str = field(kw_only=True)
    refused: bool = field(default=False, kw_only=True)

    def require_rows(self) -> None:
        """Raise ModelError for what is wrong with a row or a line."""
        self.lines  # noqa: B018  which reads them

    @property
    def method(self) -> str:
        """The puzzle's method that states it."""
        return self.kind

    @property
    def tuples(self) -> tuple[Sequence[Hashable], ...]:
        """The tuples of a `table_rule`."""
        assert isinstance(self.automata, Automaton)
        return self.automata.accepting  # type: ignore[return-value]

    def automaton(self, key: Key) -> Automaton:
        """Return the automaton of a line."""
        return self.automata if isinstance(self.automata, Automaton) else self.automata[key]

    def wrong(self, line: Line, values: Sequence[Any]) -> str | None:
        """Say how a line reads that its automaton does not accept."""
        return None if self.automaton(line.key).accepts(values) else f"reads {spelled(values)}"

    def must(self, key: Key) -> str:
        """Say what the line's automaton accepts."""
        return self.automaton(key).text

    @property
    def wanted(self) -> str:
        """What all lines must, if it is the same, or the automata in general."""
        texts = {self.automaton(key).text for key in self.keys}
        return texts.pop() if len(texts) == 1 else "be accepted by their automata"

    @property
    def summary(self) -> str:
        """How many lines, of how many places, and what they must."""
        sizes = [len(line.places) for line in self.lines]
        low, high = min(sizes, default=0), max(sizes, default=0)
        width = f"{low}" if low == high else f"{low} to {high}"
        lines = f"{len(sizes)} line{'s' if len(sizes) != 1 else ''}"
        return (
            f"{self.name}: {lines} of {width} places of {self.table.name} must {self.wanted} "
            f"({self.source})"
        )

    # ---- What `prefer` makes of it --------------------------------------------------------

    def breakable(self) -> Self:
        """Return the rule with hidden rows for the words that are not accepted, too."""
        return replace(self, refused=True)

    def softened(self, weight: int, *, per_unit: bool, groups: Any = None) -> Softened:
        """Return the items as they are: the words that are not accepted pay."""
        costs = np.array([weight * (not row[-1]) for row in self.hidden], np.int64)
        worst = weight * len(self.lines)
        return Softened(self.items, self.further, self.hidden, costs, worst)

    def faults(self, chosen: Chosen) -> Iterator[Fault]:
        """Yield each line that reads as its automaton does not accept."""
        yield from (Fault(text, 1) for text in self.misread(chosen))

    # ---- What it adds to the matrix -------------------------------------------------------

    @property
    def hidden(self) -> Choices:
        """The words of short lines and the steps of the others."""
        columns = ("line", "place", "values", "before", "behind", "accepted")
        table = Choices("word", columns, self._hidden.rows, 0)
        table.say(self._said)
        return table

    def _said(self, row: Sequence[Any]) -> str:
        line, place, values, *_ = row
        at = "" if place is None else f" at {spell(place)}"
        return f"{Group(self.name, line)}{at} = {' '.join(map(plain, values))}"

    @property
    def items(self) -> Items:
        """The items that must be covered."""
        found = self._hidden
        return self._items(found.needed, 1, found.own, found.others)

    @property
    def further(self) -> Items:
        """The items whose entries have values and states as colors."""
        found = self._hidden
        return self._items(found.limited, 0, found.tints, found.tinted)

    def _items(
        self, keys: Sequence[Key], low: int, own: Sequence[Entry], others: Sequence[Entry]
    ) -> Items:
        blocks = [
            block_of(self.table.offset, len(self.table), others, not low),
            block_of(OWN, len(self._hidden.rows), own, not low),
        ]
        return Items(keys, [low] * len(keys), [1] * len(keys), blocks)

    @cached_property
    def _hidden(self) -> _Hidden:
        found = _Hidden([], [], [], [], [], [], [])
        values = list(self.value)
        laid: dict[Hashable, Layers] = {}
        for line in self.lines:
            said = [list(dict.fromkeys(values[row] for row in rows)) for rows in line.rows]
            alphabets = [of_place + self._empties for of_place in said]
            automaton = self.automaton(line.key)
            alike = id(automaton), tuple(map(tuple, alphabets))
            if alike not in laid:
                try:
                    laid[alike] = laid_out(automaton, alphabets, refused=self.refused)
                except ModelError as error:
                    what = f"rule {self.name} ({self.source}): {Group(self.name, line.key)}"
                    raise ModelError(f"{what}: {error}") from None
            _OneLine(self, line, values, found).add(laid[alike])
        return found

    @property
    def _empties(self) -> list[Hashable]:
        return [] if self.empty is None else [self.empty]


class _OneLine:
    """Adds the hidden rows and the items of one line."""

    def __init__(self, rule: WordRule, line: Line, values: Sequence[Any], found: _Hidden) -> None:
        self.rule, self.line, self.values, self.found = rule, line, values, found
        self.spots: list[int] = []  # the item of each place
        self.colored: list[int | None] = []  # and the one of its value, where it has several

    def add(self, layers: Layers) -> None:
        """Add what the layers of the line's automaton say."""
        for place, rows in zip(self.line.places, self.line.rows, strict=True):
            result, label = self.found, self.line.key
            self.spots.append(len(result.needed))
            result.needed.append((label, place))
            result.others.extend(Entry(row, self.spots[-1]) for row in rows)
            if len({self.values[row] for row in rows}) < 2:
                self.colored.append(None)
            else:
                self.colored.append(len(result.limited))
                result.limited.append((label, place, "value"))
                result.tinted.extend(
                    Entry(row, len(result.limited) - 1, self.values[row]) for row in rows
                )
        if len(layers.steps) < 2 or layers.size() <= MOST_WORDS:
            found, key = self.found, self.line.key
            item = len(found.needed)
            found.needed.append((key, "line", "word"))
            for word in layers.words():
                row = len(found.rows)
                found.rows.append((key, None, word.values, 0, 0, word.accepted))
                found.own.append(Entry(row, item))
                for place, value in enumerate(word.values):
                    self._reads(row, place, value)
        else:
            self._steps(layers)

    def _reads(self, row: int, place: int, value: Hashable) -> None:
        """Let a hidden row say what is read at a place."""
        item = self.colored[place]
        if value == self.rule.empty and self.rule.empty is not None:
            self.found.own.append(Entry(row, self.spots[place]))
        elif item is not None:
            self.found.tints.append(Entry(row, item, value))

    def _steps(self, layers: Layers) -> None:
        found, key = self.found, self.line.key
        before: int | None = None  # the item of the state before the place
        for number, (place, steps) in enumerate(zip(self.line.places, layers.steps, strict=True)):
            item, behind = len(found.needed), None
            found.needed.append((key, place, "step"))
            last = number == len(layers.steps) - 1
            if not last and layers.states(number) > 1:
                behind = len(found.limited)
                found.limited.append((key, place, "state"))
            for step in steps:
                row = len(found.rows)
                accepted = layers.accepted[step.behind] if last else True
                found.rows.append((key, place, (step.value,), *step[::2], accepted))
                found.own.append(Entry(row, item))
                self._reads(row, number, step.value)
                if before is not None:
                    found.tints.append(Entry(row, before, f"state {step.before}"))
                if behind is not None:
                    found.tints.append(Entry(row, behind, f"state {step.behind}"))
            before = behind
