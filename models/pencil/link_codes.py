"""The codes of links to puzz.link: each fills a part of a grid and spells it again.

The link of a kind names the codes that follow one another in it. The page is pzpr (Sabo, 2009;
robx/pzprjs).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ..errors import ModelError, excerpt
from .grid import BLANKS, Draft, Grid
from .link_characters import UNKNOWN, Body, Number, Spelling

__all__ = [
    "LETTERS_BY_NUMBER",
    "ArrowNumbers",
    "Bits",
    "Borders",
    "BoxNumbers",
    "CircledNumbers",
    "Circles",
    "Code",
    "Compasses",
    "Crosses",
    "Digits",
    "Dotted",
    "FewCrosses",
    "HeadNumber",
    "Link",
    "Marked",
    "Numbers",
    "OpenSides",
    "OptionalBits",
    "PillowNumbers",
    "RoomNumbers",
    "Slash",
    "SmallNumbers",
    "put_words",
    "size_of",
    "words_of",
]


class Code(ABC):
    """Fills a part of a grid from a link, and spells it again."""

    @abstractmethod
    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""

    @abstractmethod
    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for what the code cannot say."""


def words_of(grid: Grid, *parts: str) -> list[str]:
    """Return the words of parts, line by line."""
    return [word for part in parts for line in grid.parts[part] for word in line]


def put_words(draft: Draft, words: Iterable[str], *parts: str) -> None:
    """Set the words of parts, line by line."""
    rest = iter(words)
    for part in parts:
        draft.put(part, islice(rest, size_of(draft, part)))


def size_of(draft: Draft, *parts: str) -> int:
    """Return how many words parts have."""
    return sum(len(line) for part in parts for line in draft.parts[part])


@dataclass(frozen=True)
class Numbers(Code):
    """Numbers in hexadecimal digits.

    parts   the parts that they fill, one after the other
    names   the words of certain numbers; UNKNOWN is a clue without a number
    others  words that another code spells
    """

    parts: Sequence[str] = ("marks",)
    names: Mapping[int, str] = field(default_factory=lambda: {UNKNOWN: "?"})
    others: Container[str] = ()

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        numbers = self.numbers(body, size_of(draft, *self.parts))
        words = ("-" if n is None else self.word(n, body) for n in numbers)
        put_words(draft, words, *self.parts)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for what the code cannot say."""
        self.spell(spelling, [self.number(word) for word in words_of(grid, *self.parts)])

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.numbers(count)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers."""
        spelling.numbers(numbers)

    def word(self, number: int, body: Body) -> str:
        """Return the word of a number. Raises ModelError for a clue that the kind does not know."""
        if number == UNKNOWN and number not in self.names:
            raise body.error("a clue without a number, which this kind does not know,")
        return self.names.get(number, str(number))

    def number(self, word: str) -> Number:
        """Return the number of a word. Raises ModelError for a word that the code cannot say."""
        if word in BLANKS or word in self.others:
            return None
        for number, name in self.names.items():
            if name == word:
                return number
        if not word.isdecimal():
            raise ModelError(f"a clue {excerpt(word)}, expected a number")
        return int(word)


class Digits(Numbers):
    """Numbers of one decimal digit."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.tens(count)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one of two digits."""
        if any(number is not None and number > 9 for number in numbers):
            raise ModelError("a clue of two digits, expected 0 to 9")
        spelling.numbers(numbers, first="a", most=26)


class SmallNumbers(Numbers):
    """Numbers to 4."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.small_numbers(count)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one above 4."""
        if any(number is not None and number > 4 for number in numbers):
            raise ModelError("a clue above 4, expected 0 to 4")
        spelling.small_numbers(numbers)


@dataclass(frozen=True)
class Circles(Code):
    """Two signs.

    names  the words of the first and the second: a white and a black circle
    """

    names: tuple[str, str] = ("w", "b")
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words = ("-", *self.names)
        thirds = body.thirds(size_of(draft, self.part))
        put_words(draft, (words[third] for third in thirds), self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        words = words_of(grid, self.part)
        spelling.thirds([1 + self.names.index(w) if w in self.names else 0 for w in words])


@dataclass(frozen=True)
class ArrowNumbers(Code):
    """Numbers with an arrow, as in `3n`.

    names  the words of clues without an arrow: of a number, or of none (UNKNOWN)
    """

    names: Mapping[int, str] = field(default_factory=lambda: {UNKNOWN: "?"})
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        values = body.arrow_numbers(size_of(draft, self.part))
        put_words(draft, map(self._word, values), self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        spelling.arrow_numbers(list(map(self._value, words_of(grid, self.part))))

    def _word(self, value: tuple[int, int] | None) -> str:
        if value is None:
            return "-"
        way, number = value
        word = self.names.get(number, str(number))
        return word + _SIDES[way - 1] if way else word

    def _value(self, word: str) -> tuple[int, int] | None:
        if word in BLANKS:
            return None
        way = _SIDES.find(word[-1]) + 1
        word = word[:-1] if way else word
        named = [number for number, name in self.names.items() if name == word]
        return way, named[0] if named else int(word)


_SIDES = "nswe"  # directions 1 to 4


@dataclass(frozen=True)
class Marked(Code):
    """One sign that cells have or not, spelled by how many blanks follow each.

    name  its word
    """

    name: str = "x"
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        marks = self.marks(body, size_of(draft, self.part))
        words = words_of(draft.grid(), self.part)
        both = zip(words, marks, strict=True)
        put_words(draft, (self.name if mark else word for word, mark in both), self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        self.spell(spelling, [word == self.name for word in words_of(grid, self.part)])

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return body.marked(count)

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        spelling.marked(marks)


class Bits(Marked):
    """One sign that cells have or not, a bit for each: ice, holes."""

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return body.bits(count)

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        spelling.bits(marks)


class OptionalBits(Bits):
    """Bits that are left out where no cell has the sign."""

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return body.bits(count) if body.goes_on else [False] * count

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        if any(marks):
            spelling.bits(marks)


class Crosses(Marked):
    """One sign that places have or not, spelled by how many blanks come before each."""

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return body.crosses(count)

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        spelling.crosses(marks)


@dataclass(frozen=True)
class Borders(Code):
    """The borders between regions, whose names are numbers from 1.

    whole  whether a border within a region is an error, as it would mean something
    """

    part: str = "regions"
    whole: bool = False

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        start = body.place
        labels = body.regions()
        again = Spelling()
        again.regions(labels)
        if self.whole and again.text != body.text[start : body.place]:
            raise body.error("a border within a region, which this kind does not know,")
        put_words(draft, (str(label + 1) for row in labels for label in row), self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for a region whose cells do not hang together."""
        names = {name: k for k, name in enumerate(dict.fromkeys(words_of(grid, self.part)))}
        labels = [[names[word] for word in line] for line in grid.parts[self.part]]
        again = Spelling()
        again.regions(labels)
        read = Body(again.text, grid.rows, grid.cols).regions()
        if len({label for row in read for label in row}) != len(names):
            raise ModelError("a region whose cells do not hang together")
        spelling.regions(labels)


@dataclass(frozen=True)
class RoomNumbers(Numbers):
    """A number for each region, in the order of their first cells; it stands in the first."""

    regions: str = "regions"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        first: dict[str, int] = {}
        names = words_of(draft.grid(), self.regions)
        for place, name in enumerate(names):
            first.setdefault(name, place)
        words = ["-"] * len(names)
        for place, number in zip(first.values(), self.numbers(body, len(first)), strict=True):
            words[place] = "-" if number is None else self.word(number, body)
        put_words(draft, words, *self.parts)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for two clues of one region."""
        numbers: dict[str, Number] = {}
        names, words = words_of(grid, self.regions), words_of(grid, *self.parts)
        for name, word in zip(names, words, strict=True):
            number = self.number(word)
            if number is not None and numbers.get(name) not in (None, number):
                raise ModelError("two clues in one region, expected one")
            numbers[name] = numbers.get(name) if number is None else number
        self.spell(spelling, list(numbers.values()))


@dataclass(frozen=True)
class HeadNumber(Code):
    """A decimal number and a slash: what stands behind the size in a text.

    place  which word it is there
    """

    place: int = 0

    def read(self, body: Body, draft: Draft) -> None:
        """Read the number. Raises ModelError for what is none."""
        draft.head[self.place :] = [str(body.decimal())]

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the number."""
        spelling.decimal(int(grid.head[self.place]))


# ---- Codes of single kinds -----------------------------------------------------------------------


class PillowNumbers(Numbers):
    """Numbers to 4, `5` for one that is not known, and letters from `6` on for blanks."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.pillows(count)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one above 4."""
        if any(number is not None and number > 4 for number in numbers):
            raise ModelError("a clue above 4, expected 0 to 4")
        spelling.numbers(numbers, first="6", most=30, marks={UNKNOWN: "5"})


@dataclass(frozen=True)
class Dotted(Code):
    """Dots at the middles of cells, of their right and lower sides and at their corners.

    dots  for each mark of a cell, where its dots are, in halves of a cell: down and right
    """

    dots: Mapping[str, tuple[tuple[int, int], ...]]
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        wide = 2 * draft.cols - 1
        values = body.dots(wide * (2 * draft.rows - 1))
        found = {divmod(k, wide) for k, value in enumerate(values) if value == 2}
        for row, col in draft.cells():
            near = {(d, r) for d in (0, 1) for r in (0, 1) if (2 * row + d, 2 * col + r) in found}
            named = [mark for mark, places in self.dots.items() if set(places) == near]
            if near and not named:
                raise body.error("dots at places that this kind does not know")
            draft.parts[self.part][row][col] = named[0] if near else "-"

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        wide = 2 * grid.cols - 1
        values = [0] * (wide * (2 * grid.rows - 1))
        for (row, col), mark in grid.clues.items():
            for down, right in self.dots[mark]:
                values[(2 * row + down) * wide + 2 * col + right] = 2
        spelling.dots(values)


@dataclass(frozen=True)
class OpenSides(Code):
    """The sides of cells that are not dotted; marks add up those that are.

    A bit for each side, those at the rim last, which are left out where all are drawn.
    """

    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        lines, inner = _sides(draft.rows, draft.cols)
        bits = body.bits(inner if len(body.text) - body.place <= -(-inner // 5) else len(lines))
        marks = dict.fromkeys(draft.cells(), 15)
        for line, is_open in zip(lines, bits, strict=False):
            for cell, bit in line.items() if is_open else ():
                marks[cell] -= bit
        draft.put(self.part, (str(mark) if mark else "0" for mark in marks.values()))

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        lines, inner = _sides(grid.rows, grid.cols)
        marks = {cell: int(mark) for cell, mark in grid.clues.items()}
        bits = [not any(marks.get(cell, 0) & bit for cell, bit in line.items()) for line in lines]
        spelling.bits(bits if any(bits[inner:]) else bits[:inner])


def _sides(rows: int, cols: int) -> tuple[list[dict[tuple[int, int], int]], int]:
    """Return the sides of cells, each with its bits in the cells beside; and how many are inner."""
    right = [{(r, c): 1, (r, c + 1): 4} for r in range(rows) for c in range(cols - 1)]
    lower = [{(r, c): 2, (r + 1, c): 8} for r in range(rows - 1) for c in range(cols)]
    rim = [{(0, c): 8} for c in range(cols)] + [{(rows - 1, c): 2} for c in range(cols)]
    rim += [{(r, 0): 4} for r in range(rows)] + [{(r, cols - 1): 1} for r in range(rows)]
    return [*right, *lower, *rim], len(right) + len(lower)


LETTERS_BY_NUMBER = {UNKNOWN: "?", **{k: chr(64 + k) for k in range(1, 27)}}


class BoxNumbers(Code):
    """A number above each column and left of each row, in a digit of base 32, or two behind `-`."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the numbers. Raises ModelError for what does not fit."""
        words = []
        for _ in range(draft.cols + draft.rows):
            if body.mark() == "-":
                body.place += 1
                words.append(str(32 * body.digit(32) + body.digit(32)))
            else:
                words.append(str(body.digit(32)))
        put_words(draft, words, "top", "left")

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the numbers. Raises ModelError where one is missing, or is too large."""
        for word in words_of(grid, "top", "left"):
            if not word.isdecimal() or int(word) >= 32 * 32:
                raise ModelError(f"a clue {excerpt(word)}, expected a number below 1024")
            spelling.base_32(int(word))


class Slash(Code):
    """A slash between two parts."""

    def read(self, body: Body, draft: Draft) -> None:
        """Pass over it. Raises ModelError where it is not."""
        if body.mark() != "/":
            raise body.error(f"{excerpt(body.mark())}, expected a slash")
        body.place += 1

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell it."""
        spelling.text += "/"


class FewCrosses(Crosses):
    """One sign that places have or not, spelled by the blanks before each alone."""

    def marks(self, body: Body, count: int) -> list[bool]:
        """Return which of so many places have the sign."""
        return body.few_crosses(count)

    def spell(self, spelling: Spelling, marks: Sequence[bool]) -> None:
        """Spell which places have the sign."""
        last = max((k for k, mark in enumerate(marks) if mark), default=-1)
        if last >= 0:
            spelling.crosses(marks[: last + 1])


@dataclass(frozen=True)
class Compasses(Code):
    """Compasses, each with four numbers (up, down, left, right), as in `n2e0`; `x` are no cells."""

    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        count, words = size_of(draft, self.part), list[str]()
        while len(words) < count and body.goes_on:
            if body.mark() == "_":
                body.place += 1
                words.append("x")
            elif "g" <= body.mark() <= "z":
                words += ["-"] * (body.digit(36) - 15)
            else:
                four = [(side, body.number()) for side in _SIDES]
                words.append("".join(f"{s}{n}" for s, n in four if n != UNKNOWN) or "?")
        body.require(len(words), count)
        put_words(draft, words, self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        values: list[Number] = []
        marks: dict[int, str] = {}
        for word in words_of(grid, self.part):
            if word in BLANKS:
                values.append(None)
                continue
            four = dict(re.findall("([nswe])([0-9]+)", word))
            again = Spelling()
            again.numbers([int(four.get(side, UNKNOWN)) for side in _SIDES])
            marks[len(marks)] = "_" if word == "x" else again.text
            values.append(len(marks) - 1)
        spelling.numbers(values, marks=marks)


class CircledNumbers(Numbers):
    """White circles, some with a number, as in `w3`; a 0 is a black circle, `b`."""

    def word(self, number: int, body: Body) -> str:
        """Return the word of a number."""
        return {0: "b", UNKNOWN: "w"}.get(number, f"w{number}")

    def number(self, word: str) -> Number:
        """Return the number of a word."""
        known: dict[str, Number] = {"b": 0, "w": UNKNOWN, **dict.fromkeys(BLANKS)}
        return known[word] if word in known else int(word[1:])


# ---- Links ---------------------------------------------------------------------------------------


class Link:
    """The links of a kind.

    names  what links call it, the usual name first
    codes  the codes that follow one another
    """

    def __init__(self, name: str, *codes: Code, also: Sequence[str] = ()) -> None:
        self.names, self.codes = (name, *also), codes

    def read(self, text: str, draft: Draft) -> Grid:
        """Return the grid of what stands behind the sizes. Raises ModelError for what is none."""
        body = Body(text, draft.rows, draft.cols)
        for code in self.codes:
            code.read(body, draft)
        body.end()
        return draft.grid()

    def write(self, grid: Grid) -> str:
        """Return what stands behind `?` in a link. Raises ModelError for what none can say."""
        spelling = Spelling()
        for code in self.codes:
            code.write(spelling, grid)
        return f"{self.names[0]}/{grid.cols}/{grid.rows}/{spelling.text}"
