"""Knuth's DLX text, the interchange format of exact covers.

From the programs dlx1, dlx2, dlx3 and dlx5 that go with The Art of Computer Programming, volume 4B:

    | a line that begins with a bar is a comment
    a b 2:3|c 2|d | x y         the items: primary, then behind a bar secondary ones;
                                low:high|name and n|name are multiplicities of primary items
    a c x:red |5                an option a line: items, colors on secondary items, costs
    b d y |2 |1                 costs may stand anywhere and add up

Beyond Knuth: a cost may be negative; and a matrix without primary items is written with a blank in
front of the lone bar (` | x y`, or ` |` alone for the empty matrix), for his programs refuse
those anyway. Above the item line a bar behind blanks is therefore no comment; below it, it is.
And an option without a primary item, which his programs leave out, is an option here that may be
chosen or not; `ExactCover.primary_only` leaves them out.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from ...errors import InputError, excerpt
from ...matrix.exact_cover import ExactCover
from ...matrix.validation import COST_LIMIT, SIZE_LIMIT
from ...puzzle import Puzzle
from ...telling.spelling import plain
from ..format import Confidence, Format
from ..source import Source, tokens

__all__ = [
    "DLX",
    "LONGEST_NAME",
    "fits_dlx",
    "option_line",
    "read_dlx",
    "remarks",
    "writable",
    "write_dlx",
]

LONGEST_NAME = 1000
_NUMBER = re.compile(r"[0-9]{1,18}")
_COST = re.compile(r"\|(-?[0-9]{1,18})")
_LONE = ("|", ":")  # may be colors, as they are to Knuth's programs
_UNWRITABLE = re.compile("[\\s|:\x00-\x1f\x7f-\x9f\ud800-\udfff]")

# An entry of an option is held as one number: the item, and above it the color.
_ITEM_BITS = 32
_ITEM_MASK = (1 << _ITEM_BITS) - 1


def fits_dlx(lines: Sequence[Sequence[str]]) -> bool:
    """Whether the first line names each item once and most other lines are options of them."""
    names = set(lines[0])
    if len(names) < len(lines[0]):
        return False
    fitting = 0
    for line in lines[1:]:
        words = [word.partition(":")[0] for word in line if word[0] != "|"]
        fitting += names.issuperset(words) and len(set(words)) == len(words)
    return fitting >= 0.6 * (len(lines) - 1)


def _sniff(source: Source) -> Confidence:
    """Look for bars in the first line; nearly all that is no other format is read as this one."""
    (first,) = source.head(1)
    if first.lstrip().startswith("|"):
        return Confidence.STRONG
    return Confidence.LIKELY if "|" in first else Confidence.POSSIBLE


def read_dlx(source: Source, *, indented: bool = False) -> ExactCover:
    """Return the matrix that the text describes.

    indented  whether a bar behind blanks begins a comment above the item line, too

    A text of one line without any bar is a fine (and unsolvable) problem to Knuth's programs; where
    the format was only guessed it is most probably something else, and an error.
    """
    lines = source.numbered()
    items = _Items(source)
    for number, line in lines:
        if not (line.lstrip() if indented else line).startswith("|"):
            items.read(number, line)
            break
    else:
        raise source.error("no line of items, expected one", 1)
    options = _Options(source, items)
    options.read(lines)
    if source.guessed and "|" not in source.text and not options.costs:
        raise source.error("no options after the item line, expected at least one", items.line)
    codes = np.frombuffer(options.codes, np.int64) if options.codes else np.zeros(0, np.int64)
    return ExactCover(
        primary=items.primary,
        items=items.names,
        starts=np.frombuffer(options.starts, np.int64),
        members=codes & _ITEM_MASK,
        colors=codes >> _ITEM_BITS,
        costs=np.frombuffer(options.costs, np.int64) if options.costs else [],
        low=items.low,
        high=items.high,
        color_names=list(options.colors),
    )


class _Items:
    """The item line."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line = 0
        self.names: list[str] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.primary = 0
        self.number: dict[str, int] = {}

    def read(self, line: int, text: str) -> None:
        """Read the line; `number` then says the number of each name."""
        self.line = line
        secondary = False
        for column, token in tokens(text):
            name = token
            if token[0] == "|":
                if secondary:
                    raise self._error("a second lone |, expected one at most", column)
                secondary, self.primary = True, len(self.names)
                name = token[1:]
            if name:
                self._add(name, column + len(token) - len(name), secondary)
        if not secondary:
            self.primary = len(self.names)

    def _add(self, token: str, column: int, secondary: bool) -> None:
        bounds, bar, name = token.rpartition("|")
        if bar and secondary:
            what = f"multiplicity {excerpt(token)} on a secondary item, expected none"
            raise self._error(what, column)
        low, high = self._multiplicity(bounds, column) if bar else (0 if secondary else 1, 1)
        if not name or ":" in name:
            raise self._error(f"{excerpt(token)}, expected an item's name without | and :", column)
        if len(name) > LONGEST_NAME:
            what = f"a name of {len(name)} characters, expected {LONGEST_NAME} at most"
            raise self._error(what, column)
        if name in self.number:
            raise self._error(f"item {excerpt(name)} twice, expected each name once", column)
        self.number[name] = len(self.names)
        self.names.append(name)
        self.low.append(low)
        self.high.append(high)

    def _multiplicity(self, bounds: str, column: int) -> tuple[int, int]:
        first, colon, second = bounds.partition(":")
        if not _NUMBER.fullmatch(first) or (colon and not _NUMBER.fullmatch(second)):
            what = f"multiplicity {excerpt(bounds)}, expected n|name or low:high|name"
            raise self._error(what, column)
        low = int(first)
        high = int(second) if colon else low
        if low > high:
            raise self._error(f"multiplicity {low}:{high}, expected low <= high", column)
        if high > SIZE_LIMIT:
            raise self._error(f"multiplicity {high}, expected less than 2^31", column)
        return low, high

    def _error(self, what: str, column: int) -> InputError:
        return self.source.error(what, self.line, column)


class _Options:
    """The lines below the item line, gathered in flat arrays.

    `known` maps every token met so far (`item` and `item:color`) to its entry, so that the common
    line costs one look-up a token; whatever is not in it takes the slow road once.
    """

    def __init__(self, source: Source, items: _Items) -> None:
        self.source, self.items = source, items
        self.known = dict(items.number)
        self.colors: dict[str, int] = {}
        self.codes, self.starts, self.costs = array("q"), array("q", [0]), array("q")
        self.prices: dict[str, int] = {}
        self.spent = 0

    def read(self, lines: Iterator[tuple[int, str]]) -> None:
        """Read the rest of the text."""
        known, codes, starts, costs = self.known, self.codes, self.starts, self.costs
        for number, line in lines:
            words = line.split()
            if words[0][0] == "|":
                continue
            cost = self._cost(number, line, words) if "|" in line else 0
            try:
                row = [known[word] for word in words]
            except KeyError:
                row = [self._entry(number, line, word) for word in words]
            used = {code & _ITEM_MASK for code in row} if self.colors else set(row)
            if len(used) < len(row):
                raise self._twice(number, line, words)
            codes.extend(row)
            starts.append(len(codes))
            costs.append(cost)

    def _cost(self, number: int, line: str, words: list[str]) -> int:
        """Return the line's total cost and take the costs out of its words."""
        bars = [word for word in words if word[0] == "|"]
        if not bars:
            return 0
        try:
            costs = [self.prices[bar] for bar in bars]
        except KeyError:
            costs = [self._price(number, line, bar) for bar in bars]
        self.spent += sum(map(abs, costs))
        if self.spent >= COST_LIMIT:
            what = f"cost {excerpt(bars[-1])} overflows, expected all together less than 2^53"
            raise self._error(what, number, line, bars[-1])
        words[:] = [word for word in words if word[0] != "|"]
        return sum(costs)

    def _price(self, number: int, line: str, bar: str) -> int:
        match = _COST.fullmatch(bar)
        if not match:
            raise self._error(f"cost {excerpt(bar)}, expected |number", number, line, bar)
        return self.prices.setdefault(bar, int(match[1]))

    def _entry(self, number: int, line: str, word: str) -> int:
        """Return the entry of a token, which may be a new pair of item and color."""
        if word in self.known:
            return self.known[word]
        name, _, color = word.partition(":")
        item = self.items.number.get(name)
        if item is None:
            what = f"unknown item {excerpt(name)}, expected a name from line {self.items.line}"
        elif not color or (color not in _LONE and (":" in color or "|" in color)):
            what = f"{excerpt(word)}, expected item or item:color"
        elif item < self.items.primary:
            what = f"color on the primary item {excerpt(name)}, expected none"
        else:
            paint = self.colors.setdefault(color, len(self.colors) + 1)
            return self.known.setdefault(word, item | paint << _ITEM_BITS)
        raise self._error(what, number, line, word)

    def _twice(self, number: int, line: str, words: Sequence[str]) -> InputError:
        names = [word.partition(":")[0] for word in words]
        first: dict[str, int] = {}
        place = next(k for k, name in enumerate(names) if first.setdefault(name, k) != k)
        what = f"item {excerpt(names[place])} twice in the option, expected once"
        word = words[place]
        return self._error(what, number, line, word, words[:place].count(word))

    def _error(self, what: str, number: int, line: str, word: str, earlier: int = 0) -> InputError:
        """Return the error that stands at a word, `earlier` like it in front of it."""
        places = (column for column, token in tokens(line) if token == word)
        return self.source.error(what, number, next(islice(places, earlier, None)))


def write_dlx(problem: Puzzle | ExactCover, comment: str | None = None) -> str:
    """Return a puzzle or a matrix as DLX text; of a matrix, `read_dlx` gives it back.

    problem  of a puzzle, its givens and forbidden choices are written too: a given is a primary
             item `given_K` that option K alone has, and what is forbidden is left out. So the text
             has the puzzle's own solutions. A matrix (`puzzle.matrix`) knows of neither
    comment  what stands in the first line; by default, what it is. The format knows least costs
             only: a puzzle that maximises is written with the negated worths, and a comment says so

    What the format cannot say is said otherwise: characters that a name cannot hold become `_` (and
    names that this makes equal get a number), colors are numbered anew in the order in which they
    come up, and an option without items gets a secondary item of its own, which changes nothing.
    What options mean (their labels) has no place in the text.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    empty = np.flatnonzero(np.diff(matrix.starts) == 0).tolist()
    names = writable([*map(plain, matrix.items), *(f"free{k + 1}" for k in empty)])
    colors = ["", *(":" + name for name in _colors(matrix.color_names))]
    own = dict(zip(empty, names[len(matrix.items) :], strict=True))
    members, starts = matrix.members.tolist(), matrix.starts.tolist()
    paints, costs = matrix.colors.tolist(), matrix.costs.tolist()
    comments = [comment or f"{_title(problem)}, written by minuet", *remarks(problem)]
    lines = [*("| " + " ".join(text.split()) for text in comments), _item_line(matrix, names)]
    for k in range(matrix.options):
        part = slice(starts[k], starts[k + 1])
        words = [
            names[item] + colors[paint]
            for item, paint in zip(members[part], paints[part], strict=True)
        ] or [own[k]]
        if costs[k]:
            words.append(f"|{costs[k]}")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def _colors(names: Sequence[object]) -> Iterator[str]:
    """Yield the colors as they are written: a lone bar or colon can be one."""
    plain = list(map(str, names))
    for name, written in zip(plain, writable(plain), strict=True):
        yield name if name in _LONE else written


def option_line(matrix: ExactCover, option: int) -> str:
    """Return one option as its line of DLX text, its names as they are. ModelError: no option."""
    names = [
        f"{matrix.items[item]}:{matrix.color_names[color - 1]}"
        if color
        else str(matrix.items[item])
        for item, color in matrix.option(option)
    ]
    cost = int(matrix.costs[option])
    return " ".join([*names, f"|{cost}"] if cost else names)


def _title(problem: Puzzle | ExactCover) -> str:
    return "an exact cover" if isinstance(problem, ExactCover) else problem.name


def remarks(problem: Puzzle | ExactCover) -> Iterator[str]:
    """Yield what is to be known of a puzzle's costs."""
    if not isinstance(problem, ExactCover) and problem.has_objective and problem.objective(1) < 0:
        yield "maximized: the costs are the negated worths"


def _item_line(matrix: ExactCover, names: Sequence[str]) -> str:
    words: list[str] = []
    for name, low, high in zip(names, matrix.low.tolist(), matrix.high.tolist(), strict=False):
        if len(words) == matrix.primary:
            break
        bounds = f"{low}|" if low == high else f"{low}:{high}|"
        words.append(name if low == high == 1 else bounds + name)
    secondary = names[matrix.primary :]
    if secondary or not words:
        words += ["|" if words else " |", *secondary]
    return " ".join(words)


def writable(names: Sequence[Any], unwritable: re.Pattern[str] = _UNWRITABLE) -> list[str]:
    """Return names that differ and that the format can hold, the same wherever possible."""
    plain = [unwritable.sub("_", name)[:LONGEST_NAME] or "_" for name in names]
    taken = set(plain)
    result: dict[str, None] = {}
    tries: dict[str, int] = {}
    for name in plain:
        chosen = name
        while chosen in result or (chosen != name and chosen in taken):
            tries[name] = tries.get(name, 1) + 1
            suffix = f"_{tries[name]}"
            chosen = name[: LONGEST_NAME - len(suffix)] + suffix
        result[chosen] = None
    return list(result)


DLX = Format(
    "dlx",
    "Knuth's exact-cover text",
    extensions=(".dlx",),
    sniff=_sniff,
    read=lambda source: (read_dlx(source),),
    write=write_dlx,
    example="| a comment\na b | x y\na x:red y |5\nb x:red\n",
)
