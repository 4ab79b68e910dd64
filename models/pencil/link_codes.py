"""The codes of links to puzz.link: each fills a part of a grid and spells it again.

The link of a kind names the codes that follow one another in it. The page is pzpr (Sabo, 2009;
robx/pzprjs).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from ..errors import ModelError, excerpt
from .grid import BLANKS, DOTTED, Draft, Grid
from .link_characters import UNKNOWN, Body, Number, Spelling

__all__ = [
    "ArrowNumbers",
    "Bits",
    "Borders",
    "Circles",
    "Code",
    "Crosses",
    "Digits",
    "DigitsOrNumbers",
    "DotPairs",
    "Dots",
    "FewSigns",
    "HeadNumber",
    "KakuruNumbers",
    "Link",
    "Marked",
    "Numbers",
    "OptionalBits",
    "OptionalWalls",
    "RoomNumbers",
    "SmallNumbers",
    "TapaNumbers",
    "WallNumbers",
    "Walls",
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
    """

    parts: Sequence[str] = ("marks",)
    names: Mapping[int, str] = field(default_factory=lambda: {UNKNOWN: "?"})

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
        if word in BLANKS:
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


class DigitsOrNumbers(Digits):
    """Numbers of one decimal digit, or behind a `-` in hexadecimal digits."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        if body.mark() != "-":
            return body.tens(count)
        body.place += 1
        return body.numbers(count)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers."""
        if all(number is None or number < 10 for number in numbers):
            super().spell(spelling, numbers)
        else:
            spelling.text += "-"
            spelling.numbers(numbers)


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
    """The borders between regions, whose names are numbers from 1."""

    part: str = "regions"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        labels = (str(label + 1) for row in body.regions() for label in row)
        put_words(draft, labels, self.part)

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
    """A number for each region, in the order of their first cells; it stands in the first.

    regions  the part that names the regions; "": walls cut them off
    """

    regions: str = "regions"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        first: dict[str, int] = {}
        names = self._names(draft.grid())
        for place, name in enumerate(names):
            first.setdefault(name, place)
        words = ["-"] * len(names)
        for place, number in zip(first.values(), self.numbers(body, len(first)), strict=True):
            words[place] = "-" if number is None else self.word(number, body)
        put_words(draft, words, *self.parts)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for two clues of one region."""
        numbers: dict[str, Number] = {}
        names, words = self._names(grid), words_of(grid, *self.parts)
        for name, word in zip(names, words, strict=True):
            number = self.number(word)
            if number is not None and numbers.get(name) not in (None, number):
                raise ModelError("two clues in one region, expected one")
            numbers[name] = numbers.get(name) if number is None else number
        self.spell(spelling, list(numbers.values()))

    def _names(self, grid: Grid) -> list[str]:
        return words_of(grid, self.regions) if self.regions else list(grid.regions.values())


@dataclass(frozen=True)
class Walls(Code):
    """Borders between cells that need not cut off regions.

    parts  which part has those at right sides, which those at lower sides
    """

    parts: Sequence[str] = ("right sides", "lower sides")

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        for part in self.parts:
            bits = body.bits(size_of(draft, part))
            put_words(draft, ("1" if bit else "-" for bit in bits), part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        for part in self.parts:
            spelling.bits([word == "1" for word in words_of(grid, part)])


class OptionalWalls(Walls):
    """Walls that are left out where there is none."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        if body.goes_on:
            super().read(body, draft)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        if "1" in words_of(grid, *self.parts):
            super().write(spelling, grid)


@dataclass(frozen=True)
class Dots(Code):
    """Signs in cells, at sides and at corners that four cells share.

    names  the words of the first and the second sign
    """

    names: Sequence[str] = ("o",)

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        high, wide = 2 * draft.rows - 1, 2 * draft.cols - 1
        dots = body.dots(high * wide)
        if any(dot > len(self.names) for dot in dots):
            raise body.error("a dot that this kind does not know,")
        words = ["-" if not dot else self.names[dot - 1] for dot in dots]
        for part, (down, right) in DOTTED.items():
            lines = (
                words[row * wide + right : (row + 1) * wide : 2] for row in range(down, high, 2)
            )
            put_words(draft, (word for line in lines for word in line), part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        high, wide = 2 * grid.rows - 1, 2 * grid.cols - 1
        dots = [0] * (high * wide)
        for part, (down, right) in DOTTED.items():
            for (row, col), word in grid.block(part).items():
                if word not in BLANKS:
                    place = (2 * row + down) * wide + 2 * col + right
                    dots[place] = 1 + self.names.index(word)
        spelling.dots(dots)


@dataclass(frozen=True)
class WallNumbers(Code):
    """Numbers in hexadecimal digits, and black cells, `x`."""

    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words: list[str] = []
        count = size_of(draft, self.part)
        while len(words) < count and body.goes_on:
            if body.mark() == "+":
                body.place += 1
                words.append("x")
            else:
                blanks = "g" <= body.mark() <= "z"
                words += ["-"] * (body.digit(36) - 15) if blanks else [_word(body.number())]
        body.require(len(words), count)
        put_words(draft, words, self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        words = words_of(grid, self.part)
        for black, group in groupby(words, lambda word: word == "x"):
            if black:
                spelling.text += "+" * len(list(group))
            else:
                spelling.numbers([_number(word) for word in group])


def _word(number: int) -> str:
    return "?" if number == UNKNOWN else str(number)


def _number(word: str) -> Number:
    return UNKNOWN if word == "?" else None if word in BLANKS else int(word)


@dataclass(frozen=True)
class DotPairs(Code):
    """Signs in cells, at sides and at corners that four cells share, two in a number.

    names   the words of the first, the second and the third sign
    center  those of signs in cells, if they differ
    """

    names: Sequence[str] = ("b", "g", "w")
    center: Sequence[str] = ()

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        wide = 2 * draft.cols - 1
        count = (2 * draft.rows - 1) * wide
        pairs = body.numbers((count + 1) // 2)
        words = []
        for place, dot in enumerate(d for pair in pairs for d in divmod(pair or 0, 4)):
            inside = place // wide % 2 == place % wide % 2 == 0
            names = self.center if inside and self.center else self.names
            if dot > len(names):
                raise body.error("a dot that this kind does not know,")
            words.append(names[dot - 1] if dot else "-")
        for part, (down, right) in DOTTED.items():
            lines = (
                words[start + right : start + wide : 2]
                for start in range(down * wide, count, 2 * wide)
            )
            put_words(draft, (word for line in lines for word in line), part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        wide = 2 * grid.cols - 1
        dots = [0] * ((2 * grid.rows - 1) * wide + 1)
        for (row, col), word in grid.dots.items():
            inside = row % 2 == col % 2 == 0
            names = self.center if inside and self.center else self.names
            if word not in names:
                raise ModelError(f"a sign {excerpt(word)}, expected one of {' '.join(names)}")
            dots[row * wide + col] = 1 + names.index(word)
        pairs = zip(dots[::2], dots[1::2], strict=False)
        spelling.numbers([4 * first + second or None for first, second in pairs])


@dataclass(frozen=True)
class KakuruNumbers(Code):
    """Numbers to 45, `?` and black cells, `x`, each of one character."""

    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words: list[str] = []
        count = size_of(draft, self.part)
        while len(words) < count and body.goes_on:
            mark = body.mark()
            if "k" <= mark <= "z":
                words += ["-"] * (body.digit(36) - 18)
                continue
            body.place += 1
            if mark in _KAKURU:
                words.append(str(_KAKURU.index(mark)))
            elif mark in _KAKURU_SIGNS:
                words.append(_KAKURU_SIGNS[mark])
            else:
                raise body.error(f"{excerpt(mark)}, expected a number of one character")
        body.require(len(words), count)
        put_words(draft, words, self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for a number above 45."""
        signs = {word: mark for mark, word in _KAKURU_SIGNS.items()}
        for blank, group in groupby(words_of(grid, self.part), lambda word: word in BLANKS):
            words = list(group)
            while blank and words:
                number = min(len(words), 17)
                spelling.text += "." if number == 1 else chr(ord("k") + number - 2)
                del words[:number]
            for word in words:
                if word not in signs and int(word) >= len(_KAKURU):
                    raise ModelError(f"a clue of {word}, expected up to {len(_KAKURU) - 1}")
                spelling.text += signs.get(word) or _KAKURU[int(word)]


@dataclass(frozen=True)
class TapaNumbers(Code):
    """The clues of Tapa: one to four lengths, as in `13` or `1?`."""

    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words: list[str] = []
        count = size_of(draft, self.part)
        while len(words) < count and body.goes_on:
            mark = body.mark()
            if mark == ".":
                body.place += 1
                words.append("?")
                continue
            digit = body.digit(36)
            if digit > 15:
                words += ["-"] * (digit - 15)
            elif digit < 10:
                words.append("1111" if digit == 9 else str(digit))
            else:
                words.append(_lengths(36 * digit + body.digit(36)))
        body.require(len(words), count)
        put_words(draft, words, self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for a clue that the code cannot say."""
        for blank, group in groupby(words_of(grid, self.part), lambda word: word in BLANKS):
            words = list(group)
            if blank:
                spelling.numbers([None] * len(words))
            for word in () if blank else words:
                spelling.text += _lengths_spelled(word)


_TAPA = {
    2: (6, 360),
    3: (4, 396),
    4: (2, 460),
}  # the base and the first number, by how many lengths


def _lengths(number: int) -> str:
    """Return the clue of a number of two characters; a 0 in it is a `?`."""
    count = next(count for count in (4, 3, 2) if number >= _TAPA[count][1])
    base, first = _TAPA[count]
    places = [(number - first) // base**k % base for k in reversed(range(count))]
    return "".join(str(place or "?") for place in places)


def _lengths_spelled(word: str) -> str:
    """Return the characters of a clue. Raises ModelError for one that they cannot say."""
    if len(word) == 1 or word == "1111":
        return "." if word == "?" else "9" if len(word) > 1 else word
    base, number = _TAPA[len(word)][0], 0
    for mark in word:
        place = 0 if mark == "?" else int(mark)
        if not 0 <= place < base or mark == "0":
            raise ModelError(f"a clue {word}, expected lengths up to {base - 1}")
        number = number * base + place
    high, low = divmod(number + _TAPA[len(word)][1], 36)
    return _HEX[high] + _HEX[low]


_HEX = "0123456789abcdefghijklmnopqrstuvwxyz"
_KAKURU = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_KAKURU_SIGNS = {"+": "x", "_": "?", ".": "-"}


@dataclass(frozen=True)
class FewSigns(Code):
    """A few signs, and numbers of blanks.

    names  the words of the signs, from 1
    point  the word of a point; "": there is none
    """

    names: Sequence[str]
    point: str = ""
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words: list[str] = []
        count = size_of(draft, self.part)
        while len(words) < count and body.goes_on:
            if self.point and body.mark() == ".":
                body.place += 1
                words.append(self.point)
                continue
            digit = body.digit(36)
            words += [self.names[digit - 1]] if 0 < digit < 5 else ["-"] * (digit - 4)
        body.require(len(words), count)
        put_words(draft, words, self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for a word that the code cannot say."""
        numbers: list[Number] = []
        for word in words_of(grid, self.part):
            if self.point and word == self.point:
                numbers.append(UNKNOWN)
                continue
            if word not in BLANKS and word not in self.names:
                raise ModelError(f"a clue {excerpt(word)}, expected one of {' '.join(self.names)}")
            numbers.append(None if word in BLANKS else 1 + self.names.index(word))
        spelling.numbers(numbers, first="5", most=31)


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
