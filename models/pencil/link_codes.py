"""The codes of links to puzz.link: each fills a part of a grid and spells it again.

The link of a kind names the codes that follow one another in it. The page is pzpr (Sabo, 2009;
robx/pzprjs).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, islice, product

from ..errors import ModelError, excerpt
from .grid import BETWEEN, BLANKS, DOTTED, Cell, Draft, Grid, Marks
from .link_characters import (
    NO_NUMBER,
    Body,
    Number,
    Spelling,
    blanks_from,
    regions_within,
    spell_to_45,
)

__all__ = [
    "BLACK",
    "DIRECTIONS",
    "ArrowNumbers",
    "Bank",
    "Bits",
    "Borders",
    "Circles",
    "Code",
    "Crosses",
    "Digits",
    "DotMarks",
    "DotPairs",
    "Dots",
    "FewSigns",
    "HeadNumber",
    "IfAny",
    "KakuruNumbers",
    "Link",
    "Marked",
    "NoHead",
    "NoNumbers",
    "Numbers",
    "OptionalBits",
    "OptionalWalls",
    "RoomNumbers",
    "SmallNumbers",
    "Walls",
    "Words",
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
    return [word for part in parts for line in grid.parts.get(part, ()) for word in line]


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
    names   the words of certain numbers; NO_NUMBER is a clue without a number
    others  the words that another code spells
    """

    parts: Sequence[str] = ("marks",)
    names: Mapping[int, str] = field(default_factory=lambda: {NO_NUMBER: "?"})
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
        if number == NO_NUMBER and number not in self.names:
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
        spelling.tens(numbers)


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
    parts  the parts that they fill, one after the other
    """

    names: tuple[str, str] = ("w", "b")
    parts: Sequence[str] = ("marks",)

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        words = ("-", *self.names)
        thirds = body.thirds(size_of(draft, *self.parts))
        put_words(draft, (words[third] for third in thirds), *self.parts)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        numbers = {"1": 1, "2": 2} | {name: k for k, name in enumerate(self.names, 1)}
        spelling.thirds([numbers.get(word, 0) for word in words_of(grid, *self.parts)])


@dataclass(frozen=True)
class ArrowNumbers(Code):
    """Numbers with an arrow, as in `3n`.

    names  the words of clues without an arrow: of a number, or of none (NO_NUMBER)
    """

    names: Mapping[int, str] = field(default_factory=lambda: {NO_NUMBER: "?"})
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
        return word + DIRECTIONS[way - 1] if way else word

    def _value(self, word: str) -> tuple[int, int] | None:
        if word in BLANKS:
            return None
        way = DIRECTIONS.find(word[-1]) + 1
        word = word[:-1] if way else word
        named = [number for number, name in self.names.items() if name == word]
        return way, named[0] if named else int(word) if word.isdecimal() else NO_NUMBER


DIRECTIONS = "nswe"  # 1 to 4


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

    apart  the marks of cells that each stand alone, between borders
    bare   the marks of holes, which belong to no region; around them no border is spelled
    then   the codes that follow, of which some may say where holes are
    """

    part: str = "regions"
    apart: Sequence[str] = ()
    bare: Sequence[str] = ()
    then: Sequence[Code] = ()

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        rows, cols = draft.rows, draft.cols
        pairs = [((r, c), (r, c + 1)) for r, c in product(range(rows), range(cols - 1))]
        wide = len(pairs)
        pairs += [((r, c), (r + 1, c)) for r, c in product(range(rows - 1), range(cols))]
        bits = body.bits(wide) + body.bits(len(pairs) - wide)
        for code in self.then:
            code.read(body, draft)
        marks = draft.grid().marks
        holes = {cell for cell in draft.cells() if marks.get(cell) in self.bare}
        cut = [bit or not holes.isdisjoint(pair) for pair, bit in zip(pairs, bits, strict=True)]
        lines = regions_within(rows, cols, cut[:wide], cut[wide:])
        names = {cell: str(lines[cell[0]][cell[1]] + 1) for cell in draft.cells()}
        draft.check_borders(names, compress(pairs, bits))
        if self.part == "marks":  # names of regions and holes are in one part
            names |= {cell: marks[cell] for cell in holes}
        put_words(draft, names.values(), self.part)

    def _names(self, grid: Grid) -> list[list[str]]:
        """Return the names of the regions, with one of its own for each cell that stands alone."""
        marks = grid.marks
        return [
            [
                f"{row}.{col}" if marks.get((row, col)) in (*self.apart, *self.bare) else name
                for col, name in enumerate(line)
            ]
            for row, line in enumerate(grid.parts[self.part])
        ]

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for a region whose cells do not hang together."""
        lines = self._names(grid)
        names = {name: k for k, name in enumerate(dict.fromkeys(n for line in lines for n in line))}
        if {"@", "#"} & names.keys():
            raise ModelError("cells of no region, which a link does not say")
        labels = [[names[word] for word in line] for line in lines]
        again = Spelling()
        again.regions(labels)
        read = Body(again.text, grid.rows, grid.cols).regions()
        if len({label for row in read for label in row}) != len(names):
            raise ModelError("a region whose cells do not hang together")
        spelling.regions(labels, {c for c, mark in grid.marks.items() if mark in self.bare})
        for code in self.then:
            code.write(spelling, grid)


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

    parts: Sequence[str] = BETWEEN

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

    names   the words of the first, the second ... sign
    center  those of signs in cells, if they differ
    """

    names: Sequence[str] = ("o",)
    center: Sequence[str] = ()

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        wide = 2 * draft.cols - 1
        dots: Marks = {}
        for place, value in enumerate(self.values(body, (2 * draft.rows - 1) * wide)):
            names = self._names(divmod(place, wide))
            if value > len(names):
                raise body.error("a dot that this kind does not know,")
            if value:
                dots[divmod(place, wide)] = names[value - 1]
        self.fill(draft, dots, body)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts. Raises ModelError for a sign that a link cannot say."""
        wide = 2 * grid.cols - 1
        values = [0] * ((2 * grid.rows - 1) * wide)
        for place, word in self.dots(grid).items():
            names = self._names(place)
            if word not in names:
                raise ModelError(f"a sign {excerpt(word)}, expected one of {' '.join(names)}")
            values[place[0] * wide + place[1]] = 1 + names.index(word)
        self.spell(spelling, values)

    def _names(self, place: Cell) -> Sequence[str]:
        inside = place[0] % 2 == place[1] % 2 == 0
        return self.center if inside and self.center else self.names

    def values(self, body: Body, count: int) -> list[int]:
        """Return the numbers of so many signs; 0 is none."""
        return body.dots(count)

    def spell(self, spelling: Spelling, values: Sequence[int]) -> None:
        """Spell the numbers of signs."""
        spelling.dots(values)

    def fill(self, draft: Draft, dots: Marks, body: Body) -> None:
        """Set the signs, by their places in halves of cells."""
        parts = {halves: part for part, halves in DOTTED.items()}
        for (row, col), word in dots.items():
            draft.parts[parts[row % 2, col % 2]][row // 2][col // 2] = word

    def dots(self, grid: Grid) -> Marks:
        """Return the signs by their places in halves of cells."""
        return grid.dots


@dataclass(frozen=True)
class DotPairs(Dots):
    """Signs in cells, at sides and at corners that four cells share, two in a number."""

    names: Sequence[str] = ("b", "g", "w")

    def values(self, body: Body, count: int) -> list[int]:
        """Return the numbers of so many signs; 0 is none."""
        pairs = body.numbers((count + 1) // 2)
        return [value for pair in pairs for value in divmod(pair or 0, 4)][:count]

    def spell(self, spelling: Spelling, values: Sequence[int]) -> None:
        """Spell the numbers of signs."""
        pairs = zip(values[::2], [*values[1::2], 0], strict=False)
        spelling.numbers([4 * first + second or None for first, second in pairs])


@dataclass(frozen=True)
class DotMarks(Dots):
    """Dots that marks of cells stand for: in a cell, at its right and lower side, at its corner.

    marks  for each mark the colors of its dots, by their places: halves of a cell down and right
    """

    names: Sequence[str] = ("w", "b")
    marks: Mapping[str, Marks] = field(default_factory=dict)

    def fill(self, draft: Draft, dots: Marks, body: Body) -> None:
        """Set the marks. Raises ModelError for dots that none stands for."""
        for row, col in draft.cells():
            near = {
                (down, right): dots[2 * row + down, 2 * col + right]
                for down, right in DOTTED.values()
                if (2 * row + down, 2 * col + right) in dots
            }
            found = [mark for mark, places in self.marks.items() if places == near]
            if near and not found:
                raise body.error(f"dots at R{row + 1}C{col + 1}, which this kind does not know,")
            draft.parts["marks"][row][col] = found[0] if near else "-"

    def dots(self, grid: Grid) -> Marks:
        """Return the dots of the marks by their places in halves of cells."""
        return {
            (2 * row + down, 2 * col + right): color
            for (row, col), mark in grid.clues.items()
            for (down, right), color in self.marks.get(mark, {}).items()
        }


class Words(Code):
    """A word at some cells, each spelled by itself, and runs of blanks.

    part    where the words stand
    blanks  the letters that are 1, 2 ... blanks
    """

    part: str = "marks"
    blanks: str = blanks_from("g")

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words = body.runs(size_of(draft, self.part), lambda: self.word(body), self.blanks)
        put_words(draft, (word or "-" for word in words), self.part)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for a word that the code cannot say."""
        words = words_of(grid, self.part)
        items = (None if word in BLANKS else self.spelled(word) for word in words)
        spelling.runs(items, self.blanks)

    @abstractmethod
    def word(self, body: Body) -> str:
        """Return the next word. Raises ModelError for what is none."""

    @abstractmethod
    def spelled(self, word: str) -> str:
        """Return the characters of a word. Raises ModelError for one that they cannot say."""


@dataclass(frozen=True)
class FewSigns(Words):
    """A few signs, and numbers of blanks.

    names  the words of the signs, from 1
    point  the word of a point; "": there is none
    """

    names: Sequence[str]
    point: str = ""
    part: str = "marks"
    blanks = blanks_from("5")

    def word(self, body: Body) -> str:
        """Return the next word. Raises ModelError for what is none."""
        if self.point and body.skip("."):
            return self.point
        names = {str(digit): name for digit, name in enumerate(self.names, 1)}
        if body.mark() not in names:
            raise body.error(f"{excerpt(body.mark())}, expected 1 to {len(names)} or blanks")
        body.place += 1
        return names[body.text[body.place - 1]]

    def spelled(self, word: str) -> str:
        """Return the characters of a word. Raises ModelError for one that they cannot say."""
        texts = {name: str(digit) for digit, name in enumerate(self.names, 1)}
        texts |= {self.point: "."} if self.point else {}
        if word not in texts:
            raise ModelError(f"a clue {excerpt(word)}, expected one of {' '.join(self.names)}")
        return texts[word]


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


@dataclass(frozen=True)
class IfAny(Code):
    """Codes that are left out, from one on, where no further mark is there."""

    codes: Sequence[Code]
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the codes that are there."""
        for code in self.codes if body.goes_on else ():
            code.read(body, draft)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the codes if the part has a mark."""
        if any(word not in BLANKS for word in words_of(grid, self.part)):
            for code in self.codes:
                code.write(spelling, grid)


class NoHead(Code):
    """Spells nothing, and refuses grids with words behind the size that change the rules."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read nothing."""

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell nothing. Raises ModelError for a word that is not the number of rows."""
        for word in grid.head:
            if word != str(grid.rows):
                raise ModelError(f"{excerpt(word)} behind the size, which a link does not say")


class NoNumbers(Code):
    """Spells nothing: numbers in cells, which links of the kind do not have, are refused."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read nothing."""

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell nothing. Raises ModelError for a number in a cell."""
        if grid.clues:
            raise ModelError("a number in a cell, which links of this kind cannot say")


_BANKS = {
    "p": "337k 15v 24as 24bo 23fg 337i 23rg 334u 335s 33bk 24bk 337o",  # pentominoes
    "t": "14u 23bg 22u 23f 23eg",  # tetrominoes
    "d": "14u 14u 23bg 23bg 22u 22u 23f 23f 23eg 23eg",
    "z": "",
}


@dataclass(frozen=True)
class Bank(Code):
    """Clues, which may be left out, and pieces: the words behind the size in a text, as `xx/x.`.

    Either a letter stands for usual pieces, or each is spelled: width, height, a bit for each cell.
    """

    clues: Code

    def read(self, body: Body, draft: Draft) -> None:
        """Read the clues and pieces. Raises ModelError for what does not fit."""
        if body.mark() != "/":
            self.clues.read(body, draft)
        text = body.text[body.place :]
        number, *codes = text[1:].split("/")
        if number == "" and len(codes) == 1 and codes[0] in _BANKS:
            codes = _BANKS[codes[0]].split()
        elif not text.startswith("/") or number != str(len(codes)):
            raise body.error(f"{excerpt(text)}, expected pieces")
        draft.head += [_drawn(code, body) for code in codes]
        body.place = len(body.text)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the clues and pieces."""
        self.clues.write(spelling, grid)
        codes = [_piece_code(word) for word in grid.head]
        usual = next((k for k, bank in _BANKS.items() if bank.split() == codes), "")
        spelling.text += f"//{usual}" if usual else "/" + "/".join([str(len(codes)), *codes])


def _drawn(code: str, body: Body) -> str:
    """Return the drawing of a piece, as `xx/x.`. Raises ModelError for a code of none."""
    size = Body(code[:2], 1, 1)
    try:
        wide, high = size.digit(36), size.digit(36)
        cells = Body(code[2:].ljust(-(-wide * high // 5), "0"), high, wide)
        marks = "".join("x" if bit else "." for bit in cells.bits(wide * high))
        cells.end()
    except ModelError:
        marks = ""
    if "x" not in marks:
        raise body.error(f"{excerpt(code)}, expected a piece")
    return "/".join(marks[k : k + wide] for k in range(0, wide * high, wide))


def _piece_code(word: str) -> str:
    """Return the code of a piece. Raises ModelError for one of more than 35 rows or columns."""
    lines = word.split("/")
    if max(len(lines), *map(len, lines)) > 35:
        raise ModelError(f"a piece {excerpt(word)}, expected up to 35 rows and columns")
    spelling = Spelling()
    spelling.bits([mark == "x" for line in lines for mark in line])
    return f"{_SIZES[len(lines[0])]}{_SIZES[len(lines)]}{spelling.text.rstrip('0')}"


_SIZES = "0123456789abcdefghijklmnopqrstuvwxyz"
BLACK = -2  # a black cell without a number


@dataclass(frozen=True)
class KakuruNumbers(Numbers):
    """Numbers to 45, `+` for a black cell; `.` and `k` to `z` are 1 to 17 blanks."""

    names: Mapping[int, str] = field(default_factory=lambda: {NO_NUMBER: "?", BLACK: "x"})

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.runs(count, lambda: self._number(body), "." + blanks_from("k"))

    def _number(self, body: Body) -> int:
        return BLACK if body.skip("+") else NO_NUMBER if body.skip("_") else body.to_45()

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one above 45."""
        texts = {None: None, BLACK: "+", NO_NUMBER: "_"}
        items = (texts[n] if n in texts else spell_to_45(n or 0) for n in numbers)
        spelling.runs(items, "." + blanks_from("k"))


# ---- Links ---------------------------------------------------------------------------------------


class Link:
    """The links of a kind.

    names  what links call it, the usual name first
    codes  the codes that follow one another
    heads  the words behind the size that such a name stands for
    head   the words that a grid has for a name to be chosen; none: those behind its size
    more   how many rows and columns the text of a kind has more than the board of a link
    flags  the letters of variations that only look different
    """

    def __init__(
        self,
        name: str,
        *codes: Code,
        also: Sequence[str] = (),
        heads: Mapping[str, Sequence[str]] | None = None,
        head: Callable[[Grid], Sequence[str]] = lambda grid: grid.head,
        more: int = 0,
        flags: str = "",
    ) -> None:
        self.names, self.codes = (name, *also), codes
        self.heads, self.head, self.more, self.flags = heads or {}, head, more, flags

    def read(self, text: str, draft: Draft) -> Grid:
        """Return the grid of what stands behind the sizes. Raises ModelError for what is none."""
        body = Body(text, draft.rows, draft.cols)
        if self.more:
            unread = draft.unread
            draft = Draft(draft.rows + self.more, draft.cols + self.more, draft.parts)
            draft.unread = unread
        for code in self.codes:
            code.read(body, draft)
        body.end()
        return draft.grid()

    def write(self, grid: Grid) -> str:
        """Return what stands behind `?` in a link. Raises ModelError for what none can say."""
        spelling = Spelling()
        for code in self.codes:
            code.write(spelling, grid)
        fitting = (name for name, head in self.heads.items() if [*head] == [*self.head(grid)])
        name = next(fitting, self.names[0])
        return f"{name}/{grid.cols - self.more}/{grid.rows - self.more}/{spelling.text}"
