"""Codes of links to puzz.link that only one kind of puzzle has, in the order of the kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..errors import ModelError, excerpt
from .grid import BLANKS, Draft, Grid
from .link_characters import UNKNOWN, Body, Number, Spelling
from .link_codes import Code, Numbers, put_words, size_of, words_of

__all__ = [
    "BoxSums",
    "CastleClues",
    "CircleNumbers",
    "Fleet",
    "GalaxyMarks",
    "HeadLetter",
    "HitoriNumbers",
    "KakuroClues",
    "KakuruNumbers",
    "Kropki",
    "Minarism",
    "NoNumbers",
    "ShipNumbers",
]

BLACK = -2  # a black cell without a number
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SIDES = "nswe"  # directions 1 to 4


class HeadLetter(Code):
    """How many letters there are, and a slash; in a text the last letter stands behind the size."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the number. Raises ModelError for what is none."""
        number = body.decimal()
        if not 1 <= number <= len(_LETTERS):
            raise body.error(f"{number} letters, expected 1 to {len(_LETTERS)},")
        draft.head.append(_LETTERS[number - 1])

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the number."""
        spelling.decimal(1 + _LETTERS.index(grid.head[0].lower()))


class NoNumbers(Code):
    """Spells nothing: numbers in cells, which links of the kind do not have, are refused."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read nothing."""

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell nothing. Raises ModelError for a number in a cell."""
        if grid.clues:
            raise ModelError("a number in a cell, which links of this kind cannot say")


class CircleNumbers(Numbers):
    """Circles, perhaps with a number: twice the number, and 1 more if the circle is black."""

    def word(self, number: int, body: Body) -> str:
        """Return the word of a number. Raises ModelError for a clue that the kind does not know."""
        if number < 0:
            raise body.error("a clue without a circle, which this kind does not know,")
        return "wb"[number % 2] + str(number // 2 or "")

    def number(self, word: str) -> Number:
        """Return the number of a word."""
        return None if word in BLANKS else 2 * int(word.strip("wb") or 0) + ("b" in word)


class ShipNumbers(Numbers):
    """Numbers for parts of ships, which are left out with all others if there are no numbers."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        if body.mark() != "/":
            super().read(body, draft)


class Fleet(Code):
    """The ships of a fleet: a letter for a usual one, or each ship as a bit for each cell."""

    _USUAL: Mapping[str, str] = {"c": "3 2 1", "d": "4 3 2 1", "e": "5 4 3 2 1", "z": ""}

    def read(self, body: Body, draft: Draft) -> None:
        """Read the fleet. Raises ModelError for ships that are no straight lines."""
        text = body.text[body.place :]
        number, *ships = text.strip("/").split("/")
        if text.startswith("//") and number in self._USUAL and not ships:
            head = self._USUAL[number].split()
        else:
            shapes = {_ship(size): size for size in range(1, 16)}
            if number != str(len(ships)) or any(ship not in shapes for ship in ships):
                raise body.error(f"{excerpt(text)}, expected a fleet of straight ships")
            sizes = [shapes[ship] for ship in ships]
            head = [str(sizes.count(size)) for size in range(1, max(sizes, default=0) + 1)]
        draft.head += head
        body.place = len(body.text)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the fleet."""
        counts = " ".join(grid.head).rstrip("0 ")
        for letter, usual in self._USUAL.items():
            if counts == usual:
                spelling.text += f"//{letter}"
                return
        ships = [_ship(size) for size, n in enumerate(grid.head, 1) for _ in range(int(n))]
        spelling.text += "/" + "/".join([str(len(ships)), *ships])


def _ship(size: int) -> str:
    """Return how a ship of so many cells is spelled: wide, high, and a bit for each cell."""
    bits = Spelling()
    bits.bits([True] * size)
    return f"{'0123456789abcdef'[size]}1{bits.text}"


class CastleClues(Code):
    """A color, a direction and a number, as in `3no`; blanks are letters."""

    _COLORS = "gox"  # neither, inside, outside

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words: list[str] = []
        count = size_of(draft, "marks")
        while len(words) < count and body.goes_on:
            if body.mark() in _LETTERS:
                words += ["-"] * (body.digit(36) - 9)
                continue
            color = self._COLORS[body.digit(3)]
            for way, number in filter(None, body.arrow_numbers(1)):
                words.append(color if number == UNKNOWN else f"{number}{_side(way)}{color}")
        body.require(len(words), count)
        put_words(draft, words, "marks")

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        for blank, words in groupby(words_of(grid, "marks"), lambda word: word in BLANKS):
            run = list(words)
            if blank:
                spelling.arrow_numbers([None] * len(run))
            for word in run if not blank else ():
                spelling.text += str(self._COLORS.index(word[-1]))
                way = _SIDES.find(word[-2:-1]) + 1 if word[:-1] else 0
                number = word.rstrip("neswgox")
                spelling.arrow_numbers([(way, int(number) if number else UNKNOWN)])


def _side(way: int) -> str:
    return _SIDES[way - 1] if way else ""


class GalaxyMarks(Code):
    """Marks at middles of cells, of sides and at corners, which may be black; then holes."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        wide = 2 * draft.cols - 1
        dots = body.dots(wide * (2 * draft.rows - 1))
        lines = draft.parts["marks"]
        for place, dot in enumerate(dots):
            row, col = divmod(place, wide)
            if dot and lines[row // 2][col // 2] != "-":
                raise body.error("two marks that touch, expected one,")
            if dot:
                lines[row // 2][col // 2] = f"{row % 2 * 2 + col % 2}{'b' * (dot - 1)}"

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        wide = 2 * grid.cols - 1
        dots = [0] * (wide * (2 * grid.rows - 1))
        for (row, col), mark in grid.clues.items():
            if mark[0].isdecimal():
                down, right = divmod(int(mark[0]), 2)
                if not grid.has((row + down, col + right)):
                    raise ModelError("a mark at the edge, expected one within the grid")
                dots[(2 * row + down) * wide + 2 * col + right] = len(mark)
        spelling.dots(dots)


class HitoriNumbers(Numbers):
    """Numbers in base 36, two characters behind a `-`; a `.` is a blank."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        numbers: list[Number] = []
        while len(numbers) < count and body.goes_on:
            if body.mark() in ".%@":
                numbers.append(None if body.mark() == "." else UNKNOWN)
                body.place += 1
            else:
                numbers.append(_two_digits(body, 36))
        body.require(len(numbers), count)
        return numbers

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one of three digits."""
        signs = {None: ".", UNKNOWN: "@"}
        spelling.text += "".join(signs.get(n) or _spelled(n or 0, 36) for n in numbers)


class BoxSums(Numbers):
    """A number beside each line in base 32, two characters behind a `-`."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return [_two_digits(body, 32) for _ in range(count)]

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for a line without one."""
        if None in numbers:
            raise ModelError("a line without a number, expected one beside each")
        spelling.text += "".join(_spelled(n or 0, 32) for n in numbers)


def _two_digits(body: Body, base: int) -> int:
    """Return the next number: one digit, or two behind a `-`."""
    if body.mark() != "-":
        return body.digit(base)
    body.place += 1
    return base * body.digit(base) + body.digit(base)


def _spelled(number: int, base: int) -> str:
    """Return how such a number is spelled. Raises ModelError for one of three digits."""
    digits = "0123456789" + _LETTERS
    if number >= base * base:
        raise ModelError(f"a clue of {number}, expected up to {base * base - 1}")
    upper = f"-{digits[number // base]}" if number >= base else ""
    return upper + digits[number % base]


@dataclass(frozen=True)
class KakuruNumbers(Numbers):
    """Numbers to 45, `+` for a black cell; `.` and `k` to `z` are 1 to 17 blanks."""

    names: Mapping[int, str] = field(default_factory=lambda: {UNKNOWN: "?", BLACK: "x"})

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        numbers: list[Number] = []
        while len(numbers) < count and body.goes_on:
            mark = body.mark()
            if "k" <= mark <= "z":
                numbers += [None] * (body.digit(36) - 18)
            elif mark in ".+_":
                numbers.append({"+": BLACK, "_": UNKNOWN}.get(mark))
                body.place += 1
            else:
                numbers.append(_sum(body))
        body.require(len(numbers), count)
        return numbers

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one above 45."""
        signs = {BLACK: "+", UNKNOWN: "_"}
        for blank, same in groupby(numbers, lambda number: number is None):
            run = list(same)
            if blank:
                spelling.text += _runs(len(run), ".klmnopqrstuvwxyz")
            for number in run if not blank else ():
                spelling.text += signs.get(number or 0) or _spelled_sum(number)


class KakuroClues(Code):
    """Black cells with the sums below and to the right; the first row and column stand last."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        rows, cols = body.rows, body.cols
        words: list[str] = []
        while len(words) < rows * cols and body.goes_on:
            if "k" <= body.mark() <= "z":
                words += ["0"] * (body.digit(36) - 19)
            elif body.mark() == ".":
                body.place += 1
                words.append("-")
            else:
                words.append(f"{_sum_or_none(body)},{_sum_or_none(body)}".replace("None", ""))
        body.require(len(words), rows * cols)
        top = [_sum_or_none(body) if word == "0" else None for word in words[:cols]]
        left = [_sum_or_none(body) if word == "0" else None for word in words[::cols]]
        lines = draft.parts["marks"]
        lines[0] = ["-", *("-" if total is None else f"{total}," for total in top)]
        for row, total in enumerate(left):
            first = "-" if total is None else f",{total}"
            lines[row + 1] = [first, *words[row * cols : row * cols + cols]]
        lines[:] = [["-" if word == "," else word for word in line] for line in lines]

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError where the first row or column has white cells."""
        top, *rest = grid.parts["marks"]
        if "0" in top or any(line[0] == "0" for line in rest):
            raise ModelError("white cells at the upper or left edge, expected black ones")
        inner = (word for line in rest for word in line[1:])
        for white, words in groupby(inner, lambda word: word == "0"):
            run = list(words)
            if white:
                spelling.text += _runs(len(run), "klmnopqrstuvwxyz")
            for word in run if not white else ():
                both = "".join(map(_spelled_sum, _sums(word)))
                spelling.text += "." if both == "--" else both
        tops = (_sums(word)[0] for word, below in zip(top, rest[0], strict=True) if below == "0")
        sides = (_sums(line[0])[1] for line in rest if line[1] == "0")
        spelling.text += "".join(map(_spelled_sum, (*tops, *sides)))


_SMALL, _BIG = "0123456789abcdefghij", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # to 19, and 20 to 45


def _sum(body: Body) -> int:
    """Return the next number up to 45, which is one character."""
    number = (_SMALL + _BIG).find(body.mark() or "!")
    if number < 0:
        raise body.error(f"{excerpt(body.mark() or 'nothing')}, expected a sum")
    body.place += 1
    return number


def _sum_or_none(body: Body) -> Number:
    if body.mark() != "-":
        return _sum(body)
    body.place += 1
    return None


def _sums(word: str) -> tuple[Number, Number]:
    """Return the sums of a black cell of a kakuro: below and to the right."""
    below, _, right = word.strip("-").partition(",")
    return (int(below) if below else None), (int(right) if right else None)


def _spelled_sum(number: Number) -> str:
    if number is None:
        return "-"
    if number > 45:
        raise ModelError(f"a clue of {number}, expected up to 45")
    return (_SMALL + _BIG)[number]


def _runs(count: int, letters: str) -> str:
    """Return a run of blanks in letters that mean 1, 2 ... blanks."""
    most = len(letters)
    return letters[-1] * (count // most) + (letters[count % most - 1] if count % most else "")


_BETWEEN = ("right sides", "lower sides")


class Kropki(Code):
    """White and black dots between cells."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        thirds = body.thirds(size_of(draft, *_BETWEEN))
        put_words(draft, ("-wb"[third] for third in thirds), *_BETWEEN)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts."""
        spelling.thirds([max("-wb".find(word), 0) for word in words_of(grid, *_BETWEEN)])


class Minarism(Numbers):
    """Signs and differences between cells: `<`, `>`, `^`, `v`, or a number."""

    def __init__(self) -> None:
        super().__init__(_BETWEEN, {})

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        words: list[str] = []
        wide = size_of(draft, _BETWEEN[0])
        count = size_of(draft, *_BETWEEN)
        while len(words) < count and body.goes_on:
            mark = body.mark()
            if mark in "gh":
                words.append(("<>" if len(words) < wide else "^v")["gh".index(mark)])
                body.place += 1
            elif "i" <= mark <= "z":
                words += ["-"] * (body.digit(36) - 17)
            else:
                words.append(str(body.number()).replace(str(UNKNOWN), "?"))
        body.require(len(words), count)
        put_words(draft, words, *_BETWEEN)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts. Raises ModelError for what the code cannot say."""
        codes: Mapping[str, Number] = {"<": -2, "^": -2, ">": -3, "v": -3, "?": UNKNOWN}
        words: Iterable[str] = words_of(grid, *_BETWEEN)
        numbers = [codes[word] if word in codes else self.number(word) for word in words]
        spelling.numbers(numbers, first="i", most=18, marks={-2: "g", -3: "h"})
