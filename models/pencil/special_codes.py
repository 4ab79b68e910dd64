"""Codes of links to puzz.link that only one kind of puzzle has, in the order of the kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from ..errors import ModelError, excerpt
from .grid import BETWEEN, BLANKS, Draft, Grid
from .link_characters import (
    UNKNOWN,
    Body,
    Number,
    Spelling,
    blanks_from,
    spell_arrow_number,
    spell_number,
    spell_one_or_two,
    spell_to_45,
)
from .link_codes import DIRECTIONS, Code, Numbers, put_words, size_of, words_of

__all__ = [
    "BoxSums",
    "CastleClues",
    "CircleNumbers",
    "Fleet",
    "GalaxyMarks",
    "HeadLetter",
    "HitoriNumbers",
    "KakuroClues",
    "Minarism",
    "ShipNumbers",
]


class HeadLetter(Code):
    """How many letters there are, and a slash; in a text the last letter stands behind the size."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the number. Raises ModelError for what is none."""
        number = body.decimal()
        if not 1 <= number <= len(ascii_lowercase):
            raise body.error(f"{number} letters, expected 1 to {len(ascii_lowercase)},")
        draft.head.append(ascii_lowercase[number - 1])

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the number."""
        spelling.decimal(1 + ascii_lowercase.index(grid.head[0].lower()))


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

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words = body.runs(size_of(draft, "marks"), lambda: _castle_clue(body), blanks_from("a"))
        put_words(draft, (word or "-" for word in words), "marks")

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        words = words_of(grid, "marks")
        items = (None if word in BLANKS else _castle_clue_spelled(word) for word in words)
        spelling.runs(items, blanks_from("a"))


_COLORS = "gox"  # neither, inside, outside


def _castle_clue(body: Body) -> str:
    color = _COLORS[body.digit(3)]
    way, number = body.arrow_number()
    return color if number == UNKNOWN else f"{number}{DIRECTIONS[way - 1] if way else ''}{color}"


def _castle_clue_spelled(word: str) -> str:
    way = DIRECTIONS.find(word[-2:-1]) + 1 if word[:-1] else 0
    number = word.rstrip("neswgox")
    clue = spell_arrow_number(way, int(number) if number else UNKNOWN)
    return f"{_COLORS.index(word[-1])}{clue}"


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
        return body.runs(count, lambda: self._number(body), ".")

    def _number(self, body: Body) -> int:
        return UNKNOWN if body.skip("@") or body.skip("%") else body.one_or_two(36)

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one of three digits."""
        texts = {None: None, UNKNOWN: "@"}
        spelling.runs(
            (texts[n] if n in texts else spell_one_or_two(n or 0, 36) for n in numbers), "."
        )


class BoxSums(Numbers):
    """A number beside each line in base 32, two characters behind a `-`."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return [body.one_or_two(32) for _ in range(count)]

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for a line without one."""
        if None in numbers:
            raise ModelError("a line without a number, expected one beside each")
        spelling.text += "".join(spell_one_or_two(n or 0, 32) for n in numbers)


class KakuroClues(Code):
    """Black cells with the sums below and to the right; the first row and column stand last."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        rows, cols = body.rows, body.cols
        runs = body.runs(rows * cols, lambda: _two_sums(body), blanks_from("k"))
        words = [word or "0" for word in runs]
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
        items = (None if word == "0" else "".join(map(_spelled_sum, _sums(word))) for word in inner)
        spelling.runs((item and item.replace("--", ".") for item in items), blanks_from("k"))
        tops = (_sums(word)[0] for word, below in zip(top, rest[0], strict=True) if below == "0")
        sides = (_sums(line[0])[1] for line in rest if line[1] == "0")
        spelling.text += "".join(map(_spelled_sum, (*tops, *sides)))


def _two_sums(body: Body) -> str:
    """Return a black cell of the board: `-` without sums."""
    if body.skip("."):
        return "-"
    return f"{_sum_or_none(body)},{_sum_or_none(body)}".replace("None", "")


def _sum_or_none(body: Body) -> Number:
    return None if body.skip("-") else body.to_45()


def _sums(word: str) -> tuple[Number, Number]:
    """Return the sums of a black cell of a kakuro: below and to the right."""
    below, _, right = word.strip("-").partition(",")
    return (int(below) if below else None), (int(right) if right else None)


def _spelled_sum(number: Number) -> str:
    return "-" if number is None else spell_to_45(number)


class Minarism(Code):
    """Signs and differences between cells: `<`, `>`, `^`, `v`, or a number."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        runs = body.runs(size_of(draft, *BETWEEN), lambda: _sign_or_number(body), blanks_from("i"))
        words, wide = [word or "-" for word in runs], size_of(draft, BETWEEN[0])
        upright = {"<": "^", ">": "v"}
        words[wide:] = (upright.get(word, word) for word in words[wide:])
        put_words(draft, words, *BETWEEN)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts. Raises ModelError for what the code cannot say."""
        texts = {"-": None, ".": None, "<": "g", "^": "g", ">": "h", "v": "h", "?": "."}
        words = words_of(grid, *BETWEEN)
        items = (texts[word] if word in texts else spell_number(int(word)) for word in words)
        spelling.runs(items, blanks_from("i"))


def _sign_or_number(body: Body) -> str:
    for letter, sign in (("g", "<"), ("h", ">")):
        if body.skip(letter):
            return sign
    return str(body.number()).replace(str(UNKNOWN), "?")
