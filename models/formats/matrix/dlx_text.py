"""Read and write Knuth's DLX text, the interchange format of exact covers.

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
chosen or not; `ExactCover.primary_only` leaves them out. An option that counts with another weight
than 1 in a primary item says so behind a star; the multiplicity then bounds the sum of the weights,
and both may be negative:

    34|row -2:5|debt
    row*16 debt*-3              16 in the one, -3 in the other

What begins with an item's name and ends so is that item first: `a*3` is the item of that name, if
there is one. Graph rules and statements have no place in the text.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from ...errors import InputError, excerpt
from ...matrix.exact_cover import BOUND_LIMIT, COST_LIMIT, SIZE_LIMIT, ExactCover
from ...puzzle import Puzzle
from ...spelling import plain
from ..format import Confidence, Format
from ..source import Source, tokens
from .refusals import require_items_alone

__all__ = [
    "DLX",
    "LONGEST_NAME",
    "fits_dlx",
    "is_item_line",
    "option_line",
    "read_dlx",
    "remarks",
    "writable",
    "write_dlx",
]

# ---- Writing -------------------------------------------------------------------------------------


LONGEST_NAME = 1000
LONE = ("|", ":")  # may be colors, as they are to Knuth's programs
_UNWRITABLE = re.compile("[\\s|:\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_STARRED = re.compile(r"\*(?=-?[0-9]+$)")  # what would be read as a weight


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
    What options mean (their labels) has no place in the text. Raises ModelError for graph rules and
    statements.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    require_items_alone(matrix, "dlx")
    empty = np.flatnonzero(np.diff(matrix.starts) == 0).tolist()
    raw_names = [*map(plain, matrix.items), *(f"free{k + 1}" for k in empty)]
    if matrix.has_weights:
        raw_names = [_STARRED.sub("_", name) for name in raw_names]
    names = writable(raw_names)
    # A lone bar or colon can be a color, so these stay as they are.
    color_names = list(map(str, matrix.color_names))
    pairs = zip(color_names, writable(color_names), strict=True)
    colors = ["", *(f":{name if name in LONE else written}" for name, written in pairs)]
    own = dict(zip(empty, names[len(matrix.items) :], strict=True))
    members, starts = matrix.members.tolist(), matrix.starts.tolist()
    paints, costs = matrix.colors.tolist(), matrix.costs.tolist()
    stars = matrix.weights.tolist() if matrix.has_weights else None
    title = "an exact cover" if isinstance(problem, ExactCover) else problem.name
    comments = [comment or f"{title}, written by minuet", *remarks(problem)]
    lines = [*("| " + " ".join(text.split()) for text in comments), _item_line(matrix, names)]
    for k in range(matrix.options):
        part = slice(starts[k], starts[k + 1])
        words = [
            names[item] + colors[paint]
            for item, paint in zip(members[part], paints[part], strict=True)
        ] or [own[k]]
        if stars is not None and starts[k] < starts[k + 1]:
            words = list(map(_starred, words, stars[part]))
        if costs[k]:
            words.append(f"|{costs[k]}")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def _starred(word: str, weight: int) -> str:
    return word if weight == 1 else f"{word}*{weight}"


def option_line(matrix: ExactCover, option: int) -> str:
    """Return one option as its line of DLX text, its names as they are. ModelError: no option."""
    names = [
        f"{matrix.items[item]}:{matrix.color_names[color - 1]}"
        if color
        else _starred(str(matrix.items[item]), weight)
        for (item, color), weight in zip(
            matrix.option(option), matrix.option_weights(option), strict=True
        )
    ]
    cost = int(matrix.costs[option])
    return " ".join([*names, f"|{cost}"] if cost else names)


def remarks(problem: Puzzle | ExactCover) -> Iterator[str]:
    """Yield what is to be known of a puzzle's costs."""
    if not isinstance(problem, ExactCover) and problem.has_objective and problem.objective(1) < 0:
        yield "maximized: the costs are the negated worths"


def _item_line(matrix: ExactCover, names: Sequence[str]) -> str:
    words: list[str] = []
    # Past 32 bits all bounds on the number of options are alike.
    most = np.where(matrix.weighted_items, BOUND_LIMIT, SIZE_LIMIT)
    lows, highs = (np.minimum(some, most).tolist() for some in (matrix.low, matrix.high))
    for name, low, high in zip(names, lows, highs, strict=False):
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


# ---- Reading -------------------------------------------------------------------------------------

_NUMBER = re.compile(r"-?[0-9]{1,19}")
_BOUNDS = re.compile(r"-?[0-9]+(:-?[0-9]+)?")
_WEIGHT = re.compile(r"-?[0-9]{1,18}")
_COST = re.compile(r"\|(-?[0-9]{1,19})")

# An entry of an option is held as one number: the item, and above it the color; of a primary item,
# which has none, the weight, and 0 for 1.
_ITEM_BITS = 32
_ITEM_MASK = (1 << _ITEM_BITS) - 1


def fits_dlx(lines: Sequence[Sequence[str]]) -> bool:
    """Whether the first line names each item once and most other lines are options of them."""
    names = set(lines[0])
    if len(names) < len(lines[0]):
        return False
    fitting = 0
    for line in lines[1:]:
        words = [_name_in(word, names) for word in line if word[0] != "|"]
        fitting += names.issuperset(words) and len(set(words)) == len(words)
    return fitting >= 0.6 * (len(lines) - 1)


def is_item_line(line: str) -> bool:
    """Whether every bar in a line stands as it does among items: alone, or behind a number."""
    bars = (word.rpartition("|")[0] for word in line.split() if "|" in word)
    return all(not word or _BOUNDS.fullmatch(word) for word in bars)


def _name_in(word: str, names: Collection[str]) -> str:
    """Return the item's name in an entry of an option, without color and weight."""
    if word in names:
        return word
    name, star, weight = word.rpartition("*")
    return name if star and _WEIGHT.fullmatch(weight) else word.partition(":")[0]


def _sniff(source: Source) -> Confidence:
    """Look for bars in the first line; nearly all that is no other format is read as this one."""
    (first,) = source.head(1)
    if first.lstrip().startswith("|"):
        return Confidence.STRONG
    return Confidence.LIKELY if "|" in first else Confidence.POSSIBLE


def read_dlx(source: Source, *, indented: bool = False, weights: bool = True) -> ExactCover:
    """Return the matrix that the text describes.

    indented  whether a bar behind blanks begins a comment above the item line, too
    weights   whether a star may give a weight; else it is an error, as to Knuth's programs

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
    options = _Options(source, items, weights=weights)
    options.read(lines)
    items.require_bounds(options.weighted)
    if source.guessed and "|" not in source.text and not options.costs:
        raise source.error("no options after the item line, expected at least one", items.line)
    codes = np.frombuffer(options.codes, np.int64) if options.codes else np.zeros(0, np.int64)
    members, above = codes & _ITEM_MASK, codes >> _ITEM_BITS
    weighing = (members < items.primary) & (above != 0)
    return ExactCover(
        primary=items.primary,
        items=items.names,
        starts=np.frombuffer(options.starts, np.int64),
        members=members,
        colors=np.where(weighing, 0, above),
        weights=np.where(weighing, above, 1) if options.weighted else None,
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
        self.wide: dict[int, InputError] = {}  # what is wrong with an item unless it has weights

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
            message = f"multiplicity {excerpt(token)} on a secondary item, expected none"
            raise self._error(message, column)
        low, high = 0 if secondary else 1, 1
        if bar:
            low, high = self._multiplicity(bounds, column, len(self.names))
        if not name or ":" in name:
            raise self._error(f"{excerpt(token)}, expected an item's name without | and :", column)
        if len(name) > LONGEST_NAME:
            message = f"a name of {len(name)} characters, expected {LONGEST_NAME} at most"
            raise self._error(message, column)
        if name in self.number:
            raise self._error(f"item {excerpt(name)} twice, expected each name once", column)
        self.number[name] = len(self.names)
        self.names.append(name)
        self.low.append(low)
        self.high.append(high)

    def require_bounds(self, weighted: Collection[int]) -> None:
        """Raise InputError for the bounds of a sum on an item that has no weights."""
        for item, error in self.wide.items():
            if item not in weighted:
                raise error

    def _multiplicity(self, bounds: str, column: int, item: int) -> tuple[int, int]:
        first, colon, second = bounds.partition(":")
        if not _NUMBER.fullmatch(first) or (colon and not _NUMBER.fullmatch(second)):
            message = f"multiplicity {excerpt(bounds)}, expected n|name or low:high|name"
            raise self._error(message, column)
        low = int(first)
        high = int(second) if colon else low
        if low > high:
            raise self._error(f"multiplicity {low}:{high}, expected low <= high", column)
        most = max(abs(low), abs(high))
        if most > BOUND_LIMIT:
            raise self._error(f"multiplicity {excerpt(bounds)}, expected 2^62 at most", column)
        if low < 0:
            message = f"multiplicity {excerpt(bounds)}, expected n|name or low:high|name"
            self.wide[item] = self._error(message, column)
        elif most > SIZE_LIMIT:
            message = f"multiplicity {high}, expected less than 2^31"
            self.wide[item] = self._error(message, column)
        return low, high

    def _error(self, message: str, column: int) -> InputError:
        return self.source.error(message, self.line, column)


class _Options:
    """The lines below the item line, gathered in flat arrays.

    `known` maps every token met so far (`item` and `item:color`) to its entry, so that the common
    line costs one look-up a token; whatever is not in it takes the slow road once.
    """

    def __init__(self, source: Source, items: _Items, *, weights: bool) -> None:
        self.source, self.items, self.weights = source, items, weights
        self.weighted: set[int] = set()  # items in which an option counts other than 1
        self.known = dict(items.number)
        self.colors: dict[str, int] = {}
        self.codes, self.starts, self.costs = array("q"), array("q", [0]), array("q")
        self.prices: dict[str, int] = {}
        self.spent = 0

    def read(self, lines: Iterator[tuple[int, str]]) -> None:
        """Read the rest of the text."""
        entries, codes, starts, costs = self.known, self.codes, self.starts, self.costs
        for number, line in lines:
            words = line.split()
            if words[0][0] == "|":
                continue
            cost = self._cost(number, line, words) if "|" in line else 0
            try:
                row = [entries[word] for word in words]
            except KeyError:
                row = [self._entry(number, line, word) for word in words]
            tinted = self.colors or self.weighted
            used = {code & _ITEM_MASK for code in row} if tinted else set(row)
            if len(used) < len(row):
                names = [_name_in(word, self.items.number) for word in words]
                first: dict[str, int] = {}
                place = next(k for k, name in enumerate(names) if first.setdefault(name, k) != k)
                message = f"item {excerpt(names[place])} twice in the option, expected once"
                word = words[place]
                raise self._error(message, number, line, word, words[:place].count(word))
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
            message = f"cost {excerpt(bars[-1])} overflows, expected all together less than 2^62"
            raise self._error(message, number, line, bars[-1])
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
        starred, star, weight = word.rpartition("*")
        if star and item is None and self.weights and starred in self.items.number:
            return self._weighted(number, line, word, starred, weight)
        if item is None:
            message = f"unknown item {excerpt(name)}, expected a name from line {self.items.line}"
        elif not color or (color not in LONE and (":" in color or "|" in color)):
            message = f"{excerpt(word)}, expected item or item:color"
        elif item < self.items.primary:
            message = f"color on the primary item {excerpt(name)}, expected none"
        else:
            paint = self.colors.setdefault(color, len(self.colors) + 1)
            return self.known.setdefault(word, item | paint << _ITEM_BITS)
        raise self._error(message, number, line, word)

    def _weighted(self, number: int, line: str, word: str, name: str, text: str) -> int:
        """Return the entry of an item with a weight."""
        item, message = (
            self.items.number[name],
            f"weight {excerpt(text)} on the item {excerpt(name)}",
        )
        if not _WEIGHT.fullmatch(text):
            raise self._error(f"{message}, expected an integer", number, line, word)
        weight = int(text)
        if weight == 0:
            message += ", expected another; an option that counts for nothing leaves the item out"
        elif abs(weight) > SIZE_LIMIT:
            message += ", expected -(2^31 - 1) to 2^31 - 1"
        elif item >= self.items.primary and weight != 1:
            message += ", which is secondary; expected none"
        else:
            if weight == 1:
                return self.known.setdefault(word, item)
            self.weighted.add(item)
            return self.known.setdefault(word, item + (weight << _ITEM_BITS))
        raise self._error(message, number, line, word)

    def _error(
        self, message: str, number: int, line: str, word: str, earlier: int = 0
    ) -> InputError:
        """Return the error that stands at a word, `earlier` like it in front of it."""
        places = (column for column, token in tokens(line) if token == word)
        return self.source.error(message, number, next(islice(places, earlier, None)))


DLX = Format(
    "dlx",
    "Knuth's exact-cover text",
    extensions=(".dlx",),
    sniff=_sniff,
    read=lambda source: (read_dlx(source),),
    write=write_dlx,
    example="| a comment\na b | x y\na x:red y |5\nb x:red\n",
)
