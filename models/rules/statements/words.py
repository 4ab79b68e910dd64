"""The hidden rows of `regular` and `table_rule`, and the items that they and the choices are in.

Lines that are alike (of one automaton, with the same values at each place) are unfolded once. All
is in arrays over the lines of one length, for a puzzle may have hundreds of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...matrix.arrays import unique_numbers
from ...matrix.brief import spread
from ...matrix.notes import Layers as NotedLayers
from ...matrix.notes import Lines as NotedLines
from ...matrix.notes import Words as NotedWords
from ..keys import Key, LateKeys, Numbers
from .automaton import Automaton
from .layers import Layers, TooManySteps, Words, laid_out
from .lines import Line

__all__ = ["Entries", "Hidden", "LinesRead", "Unfolded", "hidden_rows", "unfolded"]

Booleans = npt.NDArray[np.bool_]


class Entries(NamedTuple):
    """Which rows are in which items, perhaps with values by their codes."""

    rows: Numbers
    items: Numbers
    codes: Numbers | None = None


class LinesRead(NamedTuple):
    """What can be read at the places of lines.

    values   the value of each code
    empty    the code of a place without a choice; -1: every place has one
    codes    int64[rows of the table]: the code of what each says
    line, place, row  int64[]: each row at each place of each line
    lengths  int64[lines]
    """

    values: list[Hashable]
    empty: int
    codes: Numbers
    line: Numbers
    place: Numbers
    row: Numbers
    lengths: Numbers

    @classmethod
    def of(
        cls, lines: Sequence[Line], said: Sequence[Hashable], empty: Hashable | None
    ) -> LinesRead:
        """Read the lines of a table whose rows say these values."""
        distinct = list(dict.fromkeys([*said, *([] if empty is None else [empty])]))
        code_of = {value: code for code, value in enumerate(distinct)}
        codes = np.fromiter(map(code_of.__getitem__, said), np.int64, len(said))
        lengths = np.array([len(line.places) for line in lines], np.int64)
        of_places = list(chain.from_iterable(line.rows for line in lines))
        sizes = list(map(len, of_places))
        row = np.fromiter(chain.from_iterable(of_places), np.int64, sum(sizes))
        places = spread(np.zeros(len(lines), np.int64), lengths)
        line = np.repeat(np.repeat(np.arange(len(lines)), lengths), sizes)
        none = -1 if empty is None else code_of[empty]
        return cls(distinct, none, codes, line, np.repeat(places, sizes), row, lengths)

    def allowed(self, lines: Numbers, places: int) -> Booleans:
        """Return bool[lines, places, codes]: what lines of one length can read at each place."""
        number = np.full(len(self.lengths), -1)
        number[lines] = np.arange(len(lines))
        there = number[self.line] >= 0
        allowed = np.zeros((len(lines), places, len(self.values)), bool)
        allowed[number[self.line[there]], self.place[there], self.codes[self.row[there]]] = True
        if self.empty >= 0:
            allowed[:, :, self.empty] = True
        return allowed


class Unfolded(NamedTuple):
    """The automata of lines of one length.

    lines    int64[]: the numbers of the lines
    kinds    int64[]: the kind of each; lines of a kind are alike
    allowed  bool[kinds, places, codes]: what can be read at each place
    several  bool[kinds, places]: whether the choices of a place have several values
    layers   those of each kind
    """

    lines: Numbers
    kinds: Numbers
    allowed: Booleans
    several: Booleans
    layers: Layers

    def listed(self, most: int) -> Booleans:
        """Return bool[kinds]: whether each word is one hidden row, as they are so many at most."""
        listed: Booleans = self.layers.sizes <= most
        return listed if self.allowed.shape[1] >= 2 else np.ones_like(listed)


def unfolded(
    automata: Sequence[Automaton], read: LinesRead, *, refused: bool
) -> Iterator[Unfolded]:
    """Yield the automata of lines over their places, length by length.

    Raises TooManySteps for a line on which its automaton takes too many steps.
    """
    for places in unique_numbers(read.lengths).tolist():
        lines = np.flatnonzero(read.lengths == places)
        allowed = read.allowed(lines, places)
        numbers: dict[tuple[int, bytes], int] = {}
        first: list[int] = []
        kinds = []
        for at, line in enumerate(lines.tolist()):
            kind = numbers.setdefault((id(automata[line]), allowed[at].tobytes()), len(numbers))
            if kind == len(first):
                first.append(at)
            kinds.append(kind)
        allowed = allowed[first]
        of_kinds = [automata[line] for line in lines[first].tolist()]
        try:
            layers = laid_out(of_kinds, allowed, read.values, refused=refused)
        except TooManySteps as error:
            raise TooManySteps(int(lines[first[error.line]])) from None
        own = np.arange(len(read.values)) != read.empty
        several = allowed[:, :, own].sum(axis=2) > 1
        yield Unfolded(lines, np.array(kinds, np.int64), allowed, several, layers)


class Hidden(NamedTuple):
    """The hidden rows, and what they and the table's rows are in.

    rows             gives (line, place, values, state before, state behind, accepted) of each
    size             how many hidden rows there are
    needed, limited  the keys of the items that must be covered, and of those that need not
    own, others      entries of the hidden rows and of the table's, in the needed items
    tints, tinted    the same in the limited ones
    values           what the codes of entries stand for
    notes            gives what all of it means, for the first item that must be covered, the first
                     of the others, the first option of the table and the first hidden row
    """

    rows: Callable[[], Iterator[tuple[Any, ...]]]
    size: int
    needed: Sequence[Key]
    limited: Sequence[Key]
    own: Entries
    others: Entries
    tints: Entries
    tinted: Entries
    values: list[Any]
    notes: Callable[[int, int, int, int], list[NotedLines]]


def hidden_rows(
    lines: Sequence[Line], read: LinesRead, parts: Sequence[Unfolded], most: int
) -> Hidden:
    """Return the hidden rows of lines: the words of those that have so many at most, else steps."""
    patterns = [_Pattern(part, read, most) for part in parts]
    sizes = np.zeros((3, len(lines)), np.int64)
    for pattern in patterns:
        sizes[:, pattern.part.lines] = pattern.sizes[:, pattern.part.kinds]
    size, needed, limited = sizes.sum(axis=1).tolist()
    row_at, needed_at, limited_at = np.cumsum(sizes, axis=1) - sizes
    width = int(read.lengths.max(initial=0))
    colored = np.full((len(lines), width), -1)
    for pattern in patterns:
        lines_of, kinds = pattern.part.lines, pattern.part.kinds
        colored[lines_of, : pattern.places] = pattern.colored[kinds]
    item = colored[read.line, read.place]
    there = item >= 0
    kind_of = {line: (each, kind) for each in patterns for line, kind in each.kind_of()}
    each_line = [(line, *kind_of[number]) for number, line in enumerate(lines)]

    def of_all(read: Callable[[_Pattern, Line, int], Iterable[Any]]) -> Callable[[], Iterator[Any]]:
        return lambda: chain.from_iterable(
            read(pattern, line, kind) for line, pattern, kind in each_line
        )

    def notes(needed: int, limited: int, table: int, hidden: int) -> list[NotedLines]:
        at = row_at + hidden, needed_at + needed, limited_at + limited
        return [pattern.note(*at, table) for pattern in patterns if pattern.places > 1]

    states = max((int(part.layers.states.max(initial=0)) for part in parts), default=0)
    return Hidden(
        of_all(_Pattern.rows),
        size,
        LateKeys(needed, of_all(_Pattern.needed_keys)),
        LateKeys(limited, of_all(_Pattern.limited_keys)),
        _joined([pattern.own(row_at, needed_at) for pattern in patterns], 2),
        Entries(read.row, needed_at[read.line] + read.place),
        _joined([pattern.tints(row_at, limited_at) for pattern in patterns], 3),
        Entries(
            read.row[there],
            (limited_at[read.line] + item)[there],
            read.codes[read.row[there]],
        ),
        [*read.values, *(f"state {state}" for state in range(states))],
        notes,
    )


def _joined(parts: Sequence[Entries], fields: int) -> Entries:
    nothing = np.zeros(0, np.int64)
    return Entries(
        *[np.concatenate([nothing, *[part[k] for part in parts]]) for k in range(fields)]
    )


class _Pattern:
    """The hidden rows of lines of one length, kind by kind, and which of a line's items each is in.

    listed   bool[kinds]: whether the words are the rows, else the steps are
    sizes    int64[3, kinds]: how many rows a line has, items that must be covered, and others
    colored  int64[kinds, places]: the item of each place's value; -1: none
    state    int64[kinds, places]: the item of the state behind each place; -1: none

    The items of a line are numbered from 0: of those that must be covered first the places, of the
    others first the values of places.
    """

    def __init__(self, part: Unfolded, read: LinesRead, most: int) -> None:
        self.part, self._read = part, read
        self.listed = part.listed(most)
        kinds, self.places = part.several.shape
        layers = part.layers
        apart = np.zeros((kinds, self.places), bool)
        apart[:, :-1] = (layers.states[:, 1:] > 1) & ~self.listed[:, None]
        several = part.several.sum(axis=1)
        self.colored = np.where(part.several, np.cumsum(part.several, axis=1) - 1, -1)
        self.state = np.where(apart, several[:, None] + np.cumsum(apart, axis=1) - 1, -1)
        self._steps = np.flatnonzero(~self.listed[layers.line])
        rows = np.bincount(self._words.line, minlength=kinds)
        rows += np.bincount(layers.line[self._steps], minlength=kinds)
        needed = self.places + np.where(self.listed, 1, self.places)
        self.sizes = np.array([rows, needed, several + apart.sum(axis=1)])

    @cached_property
    def _words(self) -> Words:
        return self.part.layers.words(self.listed)

    def kind_of(self) -> Iterator[tuple[int, int]]:
        """Yield (line, kind), by number."""
        return zip(self.part.lines.tolist(), self.part.kinds.tolist(), strict=True)

    def own(self, row_at: Numbers, item_at: Numbers) -> Entries:
        """Return the entries of the hidden rows in the items that must be covered.

        row_at, item_at  the first row and the first item of each line
        """
        words, layers, steps = self._words, self.part.layers, self._steps
        empty, spots = self._read.empty, np.arange(self.places)
        whole = np.full((len(words.line), 1), self.places)
        of_words = np.hstack([whole, np.where(words.codes == empty, spots, -1)])
        place = layers.place[steps]
        skips = np.where(layers.code[steps] == empty, place, -1)
        of_steps = np.column_stack([place + self.places, skips])
        return self._spread(of_words, of_steps, None, row_at, item_at)

    def tints(self, row_at: Numbers, item_at: Numbers) -> Entries:
        """Return the entries in the other items, with the codes of values and of states.

        row_at, item_at  as above; the codes of states follow those of values
        """
        words, layers, steps = self._words, self.part.layers, self._steps
        empty, states = self._read.empty, len(self._read.values)
        of_words = np.where(words.codes == empty, -1, self.colored[words.line])
        kind, place, code = layers.line[steps], layers.place[steps], layers.code[steps]
        value = np.where(code == empty, -1, self.colored[kind, place])
        before = np.where(place > 0, self.state[kind, place - 1], -1)
        of_steps = np.column_stack([value, before, self.state[kind, place]])
        around = layers.before[steps] + states, layers.behind[steps] + states
        codes = words.codes, np.column_stack([code, *around])
        return self._spread(of_words, of_steps, codes, row_at, item_at)

    def _spread(
        self,
        of_words: Numbers,
        of_steps: Numbers,
        codes: tuple[Numbers, Numbers] | None,
        row_at: Numbers,
        item_at: Numbers,
    ) -> Entries:
        """Return entries of all lines; -1 stands for no item in the items of words and of steps."""
        kinds = len(self.listed)
        parts = []
        both = (of_words, self._words.line), (of_steps, self.part.layers.line[self._steps])
        for k, (items, kind) in enumerate(both):
            first = np.searchsorted(kind, np.arange(kinds))
            there = items >= 0
            row = np.repeat(np.arange(len(items)), there.sum(axis=1))
            owner = kind[row]
            code = np.zeros(0, np.int64) if codes is None else codes[k][there]
            parts.append((owner, row - first[owner], items[there], code))
        kind, within, item, code = (np.concatenate(own) for own in zip(*parts, strict=True))
        if len(self._words.line) and len(self._steps):
            order = np.argsort(kind, kind="stable")
            kind, within, item = kind[order], within[order], item[order]
            code = code if codes is None else code[order]
        first, end = (
            np.searchsorted(kind, np.arange(kinds), side=side) for side in ("left", "right")
        )
        count = (end - first)[self.part.kinds]
        each = spread(first[self.part.kinds], first[self.part.kinds] + count)
        line = np.repeat(self.part.lines, count)
        tints = None if codes is None else code[each]
        return Entries(row_at[line] + within[each], item_at[line] + item[each], tints)

    def note(
        self, row_at: Numbers, needed_at: Numbers, limited_at: Numbers, table: int
    ) -> NotedLines:
        """Return what the items of the lines mean together.

        row_at, needed_at, limited_at  the first hidden option of each line, and its first items
        table                          the first option of the table
        """
        part, read, layers = self.part, self._read, self.part.layers
        _, needed, limited = self.sizes[:, part.kinds]
        spots = needed_at[part.lines][:, None] + np.arange(self.places)
        said = spread(needed_at[part.lines] + self.places, needed_at[part.lines] + needed)
        number = np.full(len(read.lengths), -1)
        number[part.lines] = np.arange(len(part.lines))
        own = number[read.line] >= 0
        steps = [array[self._steps] for array in layers[:5]]
        return NotedLines(
            np.concatenate(
                [said, spread(limited_at[part.lines], limited_at[part.lines] + limited)]
            ),
            spots,
            read.empty,
            number[read.line[own]],
            read.place[own],
            read.row[own] + table,
            read.codes[read.row[own]],
            part.kinds,
            layers.steps,
            row_at[part.lines],
            NotedWords(self._words.line, self._words.codes),
            NotedLayers(*steps),
        )

    def needed_keys(self, line: Line, kind: int) -> Iterator[Key]:
        """Yield the keys of the items of a line that must be covered."""
        yield from [(line.key, place) for place in line.places]
        if self.listed[kind]:
            yield line.key, "line", "word"
        else:
            yield from [(line.key, place, "step") for place in line.places]

    def limited_keys(self, line: Line, kind: int) -> Iterator[Key]:
        """Yield the keys of the other items of a line."""
        for items, name in (self.colored, "value"), (self.state, "state"):
            for place, has_item in zip(line.places, items[kind] >= 0, strict=True):
                if has_item:
                    yield line.key, place, name

    def rows(self, line: Line, kind: int) -> Iterator[tuple[Any, ...]]:
        """Yield the hidden rows of a line of a kind."""
        values, last = self._read.values, self.places - 1
        if self.listed[kind]:
            words = self._words
            for at in range(*np.searchsorted(words.line, [kind, kind + 1]).tolist()):
                codes, accepted = words.codes[at].tolist(), bool(words.accepted[at])
                yield line.key, None, tuple([values[code] for code in codes]), 0, 0, accepted
            return
        layers = self.part.layers
        own = slice(*np.searchsorted(layers.line, [kind, kind + 1]).tolist())
        fields = layers.place[own], layers.before[own], layers.code[own], layers.behind[own]
        for place, before, code, behind in zip(*[each.tolist() for each in fields], strict=True):
            accepted = place < last or behind == 0
            yield line.key, line.places[place], (values[code],), before, behind, accepted
