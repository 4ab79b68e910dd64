"""`regular` and `table_rule`: lines that an automaton accepts, or that stand in a list of tuples.

In the words of constraint programming: `regular` (Pesant, CP 2004) and `table` (the catalogue's
`in_relation`). Tuples become an automaton, too: the tree of their beginnings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Annotated, Any, ClassVar, Self

import numpy as np

from ...errors import ModelError, excerpt
from ...matrix.notes import Lines as NotedLines
from ...spelling import counted, plain, spell
from ...tables.table import Choices, Columns
from ..arguments import Argument, Groups, Lines, Over, Place, TablesOf, ValueOrOne, puzzle_method
from ..keys import Coded, Key, keys_of_groups
from ..rule import OWN, Chosen, Fault, Group, Items, Softened
from ..rulebook import Rulebook, Statement
from .automaton import Automaton, automaton_of
from .layers import TooManySteps
from .lines import Laid, Line, LineRule, block_of, laid, spelled, values_of
from .successors import Ban, bans_of
from .words import Entries, Hidden, LinesRead, Unfolded, hidden_rows, unfolded

__all__ = ["WordRule", "regular", "table_rule"]

# ---- Words that an automaton accepts -------------------------------------------------------------
# The rule has hidden rows of its own, and the choices of a line say which of them are chosen, so
# that every answer is counted once. Of a line with few words each is one hidden row; of another
# one each step of the automaton is, and steps behind each other agree on the state between them.
# The automaton is deterministic and without dead states (layers.py), so that propagation along a
# line loses nothing. Where long lines forbid only that certain values follow each other, items say
# so without hidden rows (successors.py).
#
#     (line, line, word)    one word; or (line, place, step), one step at each place
#     (line, place)         one choice at the place, or a word that is empty there
#     (line, place, value)  the choice and the word give the place one value (colors)
#     (line, place, state)  the steps before and behind give it one state (colors)
#     (line, place, ban)    one of the choices at the place and behind it that a ban names


MOST_WORDS = 100  # of a line; one with more is walked step by step


@dataclass(frozen=True, eq=False)
class WordRule(LineRule):
    """The values along each line are a word that its automaton accepts.

    automata  that of each line; or one for all
    kind      the name of the puzzle's method that adds it
    refused   whether words that are not accepted have hidden rows, too, which say so
    """

    counts: ClassVar[bool] = True

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
        hidden = self.hidden
        assert hidden is not None  # the words that are refused are rows
        costs = np.array([weight * (not row[-1]) for row in hidden], np.int64)
        worst = weight * len(self.lines)
        return Softened(self.items, self.further, hidden, costs, worst)

    def faults(self, chosen: Chosen) -> Iterator[Fault]:
        """Yield each line that reads as its automaton does not accept."""
        yield from (Fault(text, 1) for text in self.misread(chosen))

    # ---- What it adds to the matrix -------------------------------------------------------

    @property
    def hidden(self) -> Choices | None:
        """The words of short lines and the steps of the others; none where bans say all."""
        if self._bans is not None:
            return None
        columns = ("line", "place", "values", "before", "behind", "accepted")
        hidden = self._hidden
        table = Choices("word", columns, hidden.rows, 0, size=hidden.size)
        table.say(self._describe_row)
        return table

    def _describe_row(self, row: Sequence[Any]) -> str:
        line, place, values, *_ = row
        at = "" if place is None else f" at {spell(place)}"
        return f"{Group(self.name, line)}{at} = {' '.join(map(plain, values))}"

    @property
    def items(self) -> Items:
        """The items that must be covered."""
        if self._bans is not None:
            return self._plain_items(self._of_places() if self.empty is None else (), 1)
        hidden = self._hidden
        return self._items(hidden.needed, 1, hidden.own, hidden.others)

    @property
    def further(self) -> Items:
        """The items whose entries have values and states as colors, or those of bans."""
        if self._bans is not None:
            places = () if self.empty is None else self._of_places()
            return self._plain_items(chain(places, self._of_bans()), 0)
        hidden = self._hidden
        return self._items(hidden.limited, 0, hidden.tints, hidden.tinted)

    def notes(self, first: int, further: int, hidden: int) -> Sequence[NotedLines]:
        """Return the automata of the lines."""
        if self.refused or self._bans is not None:
            return []
        return self._hidden.notes(first, further, self.table.offset, hidden)

    def _items(self, keys: Sequence[Key], low: int, own: Entries, others: Entries) -> Items:
        sizes = (self.table.offset, len(self.table), others), (OWN, self._hidden.size, own)
        blocks = []
        for offset, size, entries in sizes:
            values = None
            if entries.codes is not None:
                values = Coded(self._hidden.values, entries.codes)
            blocks.append(block_of(offset, size, entries.rows, entries.items, values))
        return Items(keys, [low] * len(keys), [1] * len(keys), blocks)

    @cached_property
    def _said(self) -> list[Any]:
        """What each row says."""
        return list(self.value)

    @cached_property
    def _read(self) -> LinesRead:
        """What can be read at the places of the lines."""
        return LinesRead.of(self.lines, self._said, self.empty)

    @cached_property
    def _unfolded(self) -> list[Unfolded]:
        """The automata over the places of the lines; lines of one length come together."""
        automata = [self.automaton(line.key) for line in self.lines]
        try:
            return list(unfolded(automata, self._read, refused=self.refused))
        except TooManySteps as error:
            place = f"rule {self.name} ({self.source}): {Group(self.name, self.keys[error.line])}"
            raise ModelError(f"{place}: {error}") from None

    @cached_property
    def _bans(self) -> list[list[Ban]] | None:
        """What each line bans; None: some line has few words, or the automaton forbids more."""
        if self.refused or any(each.listed(MOST_WORDS).any() for each in self._unfolded):
            return None
        bans: list[list[Ban]] = [[] for _ in self.lines]
        for each in self._unfolded:
            by_kind = bans_of(each.layers, each.allowed, self._read.values, self.empty)
            if by_kind is None:
                return None
            for line, kind in zip(each.lines.tolist(), each.kinds.tolist(), strict=True):
                bans[line] = by_kind[kind]
        return bans

    def _of_places(self) -> Iterator[tuple[Key, list[int]]]:
        """Yield the item of each place, of whose rows one is chosen, or at most one."""
        for line in self.lines:
            for place, rows in zip(line.places, line.rows, strict=True):
                yield (line.key, place), rows

    def _of_bans(self) -> Iterator[tuple[Key, list[int]]]:
        """Yield the item of each ban, of whose rows at most one is chosen."""
        values = self._said
        for line, bans in zip(self.lines, self._bans or (), strict=True):
            for number, (place, first, second) in enumerate(bans):
                pairs = zip((first, second), line.rows[place : place + 2], strict=True)
                rows = [row for own, of_place in pairs for row in of_place if values[row] in own]
                yield (line.key, line.places[place], "ban", number), rows

    def _plain_items(self, groups: Iterable[tuple[Key, list[int]]], low: int) -> Items:
        keys, rows = zip(*groups, strict=True) if (groups := list(groups)) else ((), ())
        items = np.repeat(np.arange(len(keys)), [len(own) for own in rows])
        flat = np.fromiter(chain.from_iterable(rows), np.int64, len(items))
        block = block_of(self.table.offset, len(self.table), flat, items)
        return Items(keys, [low] * len(keys), [1] * len(keys), [block])

    @cached_property
    def _hidden(self) -> Hidden:
        return hidden_rows(self.lines, self._read, self._unfolded, MOST_WORDS)


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
        try:
            return Automaton.of_tuples(tuples)
        except ModelError as error:
            raise ModelError(f"{purpose}: {error}") from None

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
