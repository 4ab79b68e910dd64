"""`regular` and `table_rule`: lines that an automaton accepts, or that stand in a list of tuples.

In the words of constraint programming: `regular` (Pesant, CP 2004) and `table` (the catalogue's
`in_relation`). Tuples become an automaton, too: the tree of their beginnings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, NamedTuple, Self

import numpy as np

from ...errors import ModelError, excerpt
from ...spelling import counted, plain, spell
from ...tables.table import Choices, Columns
from ..arguments import Argument, Groups, Lines, Over, Place, TablesOf, ValueOrOne, puzzle_method
from ..keys import Key, keys_of_groups
from ..rule import OWN, Chosen, Fault, Group, Items, Softened
from ..rulebook import Rulebook, Statement
from .automaton import Automaton, Layers, automaton_of, laid_out
from .lines import Entry, Laid, Line, LineRule, block_of, laid, spelled, values_of

__all__ = ["WordRule", "regular", "table_rule"]

# ---- Words that an automaton accepts -------------------------------------------------------------
# The rule has hidden rows of its own, and the choices of a line say which of them are chosen, so
# that every answer is counted once. Of a line with few words each is one hidden row; of another
# one each step of the automaton is, and steps behind each other agree on the state between them.
# The automaton is deterministic and without dead states (automaton.py), so that propagation along a
# line loses nothing.
#
#     (line, line, word)    one word; or (line, place, step), one step at each place
#     (line, place)         one choice at the place, or a word that is empty there
#     (line, place, value)  the choice and the word give the place one value (colors)
#     (line, place, state)  the steps before and behind give it one state (colors)


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
        table.say(self._describe_row)
        return table

    def _describe_row(self, row: Sequence[Any]) -> str:
        line, place, values, *_ = row
        at = "" if place is None else f" at {spell(place)}"
        return f"{Group(self.name, line)}{at} = {' '.join(map(plain, values))}"

    @property
    def items(self) -> Items:
        """The items that must be covered."""
        hidden = self._hidden
        return self._items(hidden.needed, 1, hidden.own, hidden.others)

    @property
    def further(self) -> Items:
        """The items whose entries have values and states as colors."""
        hidden = self._hidden
        return self._items(hidden.limited, 0, hidden.tints, hidden.tinted)

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
        hidden = _Hidden([], [], [], [], [], [], [])
        values = list(self.value)
        laid: dict[Hashable, Layers] = {}
        for line in self.lines:
            by_place = [list(dict.fromkeys(values[row] for row in rows)) for rows in line.rows]
            alphabets = [of_place + self._empties for of_place in by_place]
            automaton = self.automaton(line.key)
            alike = id(automaton), tuple(map(tuple, alphabets))
            if alike not in laid:
                try:
                    laid[alike] = laid_out(automaton, alphabets, refused=self.refused)
                except ModelError as error:
                    place = f"rule {self.name} ({self.source}): {Group(self.name, line.key)}"
                    raise ModelError(f"{place}: {error}") from None
            _OneLine(self, line, values, hidden).add(laid[alike])
        return hidden

    @property
    def _empties(self) -> list[Hashable]:
        return [] if self.empty is None else [self.empty]


class _OneLine:
    """Adds the hidden rows and the items of one line."""

    def __init__(self, rule: WordRule, line: Line, values: Sequence[Any], hidden: _Hidden) -> None:
        self.rule, self.line, self.values, self.found = rule, line, values, hidden
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
            hidden, key = self.found, self.line.key
            item = len(hidden.needed)
            hidden.needed.append((key, "line", "word"))
            for word in layers.words():
                row = len(hidden.rows)
                hidden.rows.append((key, None, word.values, 0, 0, word.accepted))
                hidden.own.append(Entry(row, item))
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
        hidden, key = self.found, self.line.key
        before: int | None = None  # the item of the state before the place
        for number, (place, steps) in enumerate(zip(self.line.places, layers.steps, strict=True)):
            item, behind = len(hidden.needed), None
            hidden.needed.append((key, place, "step"))
            last = number == len(layers.steps) - 1
            if not last and layers.states(number) > 1:
                behind = len(hidden.limited)
                hidden.limited.append((key, place, "state"))
            for step in steps:
                row = len(hidden.rows)
                accepted = layers.accepted[step.behind] if last else True
                hidden.rows.append((key, place, (step.value,), *step[::2], accepted))
                hidden.own.append(Entry(row, item))
                self._reads(row, number, step.value)
                if before is not None:
                    hidden.tints.append(Entry(row, before, f"state {step.before}"))
                if behind is not None:
                    hidden.tints.append(Entry(row, behind, f"state {step.behind}"))
            before = behind


# ---- The rules -----------------------------------------------------------------------------------

Language = str | Automaton
Automata = Automaton | Mapping[Any, Automaton]  # one for all lines, or each line's
Tuples = Iterable[Sequence[Hashable]]

LANGUAGE = Argument("language")
TUPLES = Argument("tuples")
EMPTY = Argument("empty", ("empty",), optional=True, convert=lambda value: value)


def regular(
    puzzle: Rulebook,
    language: Annotated[Language | Mapping[Any, Language], LANGUAGE],
    choices: TablesOf,
    *,
    along: Place,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    value: ValueOrOne = None,
    empty: Annotated[Hashable | None, EMPTY] = None,
    name: str | None = None,
) -> WordRule:
    """Demand that what the choices along each line say is accepted by an automaton.

    `language` is a regular expression over the values (automaton.py says which signs it knows),
    an `Automaton`, or a mapping from each line's key to its own. `by` gives a row its line, as
    in `exactly_one`, and `covering` several; without them all rows are one line. `along` is the
    row's place in the line: numbers ascend, other values come as they were declared. Or `lines`
    lists the places of each line in order, by key or one after the other (numbered from 1):
    `along=("row", "col"), lines=[[(0, 0), (0, 1), (1, 1)]]`.

    `value` is what a chosen row says; without it 1, and a place without a choice is 0. Every
    place of a line has exactly one choice; with `empty`, at most one, and a place without reads
    as `empty`. Raises ModelError for an expression that cannot be read, a line without one, and
    a row whose value is None or `empty`.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "lines" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    if isinstance(language, Mapping):
        # Raises ModelError if `over` names others.
        keys = keys_of_groups(language, purpose)
        if over is not None and set(keys_of_groups(over, purpose)) != set(keys):
            raise ModelError(f"{purpose}: `over` names other groups than the expressions are of")
        over = keys

    def automata(symbols: Sequence[Any], none: Hashable | None) -> Automata:
        values = list(dict.fromkeys(([] if none is None else [none]) + list(symbols)))
        cache: dict[Language, Automaton] = {}
        if not isinstance(language, Mapping):
            return _automaton(language, values, cache, purpose)
        return {
            key: _automaton(entry, values, cache, f"{purpose}: {spell(key)}")
            for key, entry in language.items()
        }

    lines_read = laid(table, along, (by, covering), over, lines, purpose)
    rule = _word_rule("regular", stated, lines_read, value, empty, automata)
    return puzzle.add(rule)


puzzle_method(
    regular,
    example='regular = "0* 1{3} 0+ 1 0*", of = "cell", by = "row", along = "col"',
    doc="the values along each line match a regular expression; or one expression for each group "
    "of `over`, in an array; or an automaton `{ start = 0, accepting = [1], transitions = "
    "[[0, 1, 1]] }`",
)


def table_rule(
    puzzle: Rulebook,
    tuples: Annotated[Tuples, TUPLES],
    choices: TablesOf,
    *,
    along: Place,
    by: Groups = None,
    covering: Groups = None,
    over: Over = None,
    lines: Lines = None,
    value: ValueOrOne = None,
    empty: Annotated[Hashable | None, EMPTY] = None,
    name: str | None = None,
) -> WordRule:
    """Demand that what the choices along each line say is one of these tuples.

    The constraint `table` of constraint programming. The other arguments are those of
    `regular`. Raises ModelError for what is no tuple, and for tuples of another length than a
    line.
    """
    spec = by if by is not None else covering
    stated = puzzle.state(choices, name, "lines" if spec is None else spec)
    table, purpose = stated.table, stated.purpose
    lines_read = laid(table, along, (by, covering), over, lines, purpose)

    def automata(*_: object) -> Automaton:
        # The automaton of tuples of one length: its states are their beginnings.
        distinct: dict[tuple[Hashable, ...], None] = {}
        if isinstance(tuples, str) or not isinstance(tuples, Iterable):
            raise ModelError(f"{purpose}: {excerpt(repr(tuples))}, expected tuples of values")
        length = None
        for element in tuples:
            if isinstance(element, str) or not isinstance(element, Sequence):
                raise ModelError(f"{purpose}: {excerpt(repr(element))}, expected a tuple of values")
            if length is not None and len(element) != length:
                raise ModelError(
                    f"{purpose}: tuple {excerpt(repr(element))}, expected {length} values"
                )
            length = len(element)
            try:
                distinct[tuple(element)] = None
            except TypeError as error:
                raise ModelError(f"{purpose}: tuple {excerpt(repr(element))}: {error}") from None
        combinations = list(distinct)
        steps = {
            (word[:place], word[place], word[: place + 1]): None
            for word in combinations
            for place in range(len(word))
        }
        return Automaton(
            list(steps), (), combinations, text=f"be one of {counted(len(combinations), 'tuple')}"
        )

    rule = _word_rule("table_rule", stated, lines_read, value, empty, automata)
    size = len(next(iter(rule.tuples), ()))
    for line in rule.lines:
        if size and len(line.places) != size:
            fault = f"tuples of {size} values for {counted(len(line.places), 'place')}"
            raise ModelError(f"{purpose}: {fault} of the line {spell(line.key)}")
    return puzzle.add(rule)


puzzle_method(
    table_rule,
    example='table_rule = [[1, 2], [2, 1]], of = "digit", along = "place", value = "value"',
    doc="the values along each line are one of these tuples",
)


def _word_rule(
    kind: str,
    stated: Statement,
    lines: Laid,
    value: Columns | None,
    empty: Hashable | None,
    automata: Callable[[Sequence[Any], Hashable | None], Automata],
) -> WordRule:
    """Return the rule of a kind; `automata` gives them, of what rows say and what `empty` is."""
    if value is None and empty is None:
        empty = 0
    values = values_of(stated.table, value, empty, stated.purpose)
    return WordRule(
        stated.name,
        stated.source,
        *lines[:3],
        values,
        lines.places,
        empty,
        automata(values, empty),
        orders=lines.orders,
        kind=kind,
    )


def _automaton(
    language: Any, values: Sequence[Hashable], cache: dict[Any, Automaton], purpose: str
) -> Automaton:
    if isinstance(language, Automaton):
        return language
    if not isinstance(language, str):
        message = f"{excerpt(repr(language))}, expected a regular expression or an Automaton"
        raise ModelError(f"{purpose}: {message}")
    if language not in cache:
        try:
            cache[language] = automaton_of(language, values)
        except ModelError as error:
            raise ModelError(f"{purpose}: {error}") from None
    return cache[language]
