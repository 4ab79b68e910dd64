"""The characters in which links to puzz.link spell clues, both ways.

The page is pzpr (Sabo, 2009; robx/pzprjs), whose encodings these are. A body is read from left to
right; link_codes.py says what follows what.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import TypeVar

from ..errors import ModelError, excerpt
from ..spelling import counted

__all__ = [
    "DIGITS",
    "NO_NUMBER",
    "Body",
    "Number",
    "Spelling",
    "blanks_from",
    "regions_within",
    "spell_arrow_number",
    "spell_number",
    "spell_one_or_two",
    "spell_to_45",
]

# A number is a hexadecimal digit, or several behind a sign; `g` to `z` are 1 to 20 blanks; a `.` is
# a clue without a number. Borders are a bit each, five in a digit of base 32: first those between
# neighbours along the rows, then those along the columns.
#
# The page always writes the whole board, the blanks at its end and the zeros that fill a digit
# included, so a body that is too short or too long is an error. A part that some kinds leave out
# where it is blank is left out whole.


Number = int | None  # None: no clue
T = TypeVar("T")
NO_NUMBER = -1  # a clue without a number

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SIGNS = {
    "-": (2, 0),
    "+": (3, 0),
    "=": (3, 4096),
    "%": (3, 8192),
    "@": (3, 8192),
    "*": (4, 12240),
    "$": (5, 77776),
}
_DECIMAL = re.compile(r"([0-9]{1,3})(?:/|\Z)")
_TO_45 = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"


def blanks_from(first: str) -> str:
    """Return the letters that are 1, 2 ... blanks, if that one is 1: up to `z`."""
    return DIGITS[DIGITS.index(first) :]


_BLANKS = blanks_from("g")
_LETTERS = blanks_from("a")


class Body:
    """What stands behind the sizes in a link, and how far it is read."""

    def __init__(self, text: str, rows: int, cols: int) -> None:
        self.text, self.rows, self.cols = text, rows, cols
        self.place = 0

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols

    def error(self, message: str) -> ModelError:
        """Return, for the caller to raise, a mistake at the place that is read."""
        return ModelError(f"{message} at character {self.place + 1} of the clues")

    def end(self) -> None:
        """Raise ModelError if anything is left."""
        if self.goes_on:
            rest = excerpt(self.text[self.place :], 20)
            raise self.error(f"{rest}, expected nothing more,")

    @property
    def goes_on(self) -> bool:
        """Whether anything is left: a part that is left out where it is blank."""
        return self.place < len(self.text)

    def mark(self) -> str:
        """Return the next character; "" at the end."""
        return self.text[self.place : self.place + 1]

    def digit(self, base: int) -> int:
        """Return the next character as a digit."""
        value = DIGITS.find(self.mark()) if self.mark() else -1
        if not 0 <= value < base:
            mark = excerpt(self.mark()) if self.goes_on else "nothing"
            raise self.error(f"{mark}, expected a digit of base {base}")
        self.place += 1
        return value

    def skip(self, mark: str) -> bool:
        """Pass over a character if it is the next one, and return whether it is."""
        found = self.mark() == mark
        self.place += found
        return found

    def decimal(self) -> int:
        """Return a number up to the next slash, or up to the end, and pass over both."""
        match = _DECIMAL.match(self.text, self.place)
        if match is None:
            text = self.text[self.place :].partition("/")[0]
            raise self.error(f"{excerpt(text)}, expected a number and a slash")
        self.place = match.end()
        return int(match[1])

    def runs(self, count: int, item: Callable[[], T], blanks: str = _BLANKS) -> list[T | None]:
        """Return so many items, None for each blank.

        item    reads one
        blanks  the letters that are 1, 2 ... blanks
        """
        items: list[T | None] = []
        while len(items) < count and self.goes_on:
            run = 1 + blanks.find(self.mark())
            self.place += run > 0
            items += [None] * run if run else [item()]
        self.require(len(items), count)
        return items

    def require(self, actual: int, count: int) -> None:
        """Raise ModelError unless so many were found as the board has."""
        if actual != count:
            raise self.error(f"{counted(actual, 'cell')}, expected {count},")

    def numbers(self, count: int) -> list[Number]:
        """Return so many numbers."""
        return self.runs(count, self.number)

    def number(self) -> int:
        """Return the number that begins at the next character."""
        if self.skip("."):
            return NO_NUMBER
        if self.mark() not in _SIGNS:
            return self.digit(16)
        length, more = _SIGNS[self.mark()]
        digits = self.text[self.place + 1 : self.place + 1 + length]
        if len(digits) < length or any(mark not in DIGITS[:16] for mark in digits):
            raise self.error(f"{excerpt(digits)}, expected {length} hexadecimal digits")
        self.place += 1 + length
        return int(digits, 16) + more

    def tens(self, count: int) -> list[Number]:
        """Return so many numbers of one decimal digit; a letter is 1 to 26 blanks."""
        return self.runs(count, lambda: NO_NUMBER if self.skip(".") else self.digit(10), _LETTERS)

    def one_or_two(self, base: int) -> int:
        """Return the next number: one digit, or two behind a `-`."""
        return base * self.digit(base) + self.digit(base) if self.skip("-") else self.digit(base)

    def to_45(self) -> int:
        """Return the next number up to 45, which is one character."""
        number = _TO_45.find(self.mark() or "!")
        if number < 0:
            raise self.error(f"{excerpt(self.mark() or 'nothing')}, expected a sum")
        self.place += 1
        return number

    def arrow_number(self) -> tuple[int, int]:
        """Return a direction (0 none, 1 up, 2 down, 3 left, 4 right) and a number.

        A direction of 5 and more says that two digits follow, a `-` that the direction and three
        do.
        """
        length = 3 if self.skip("-") else 1
        way = self.digit(10)
        if way > 4:
            way, length = way - 5, 2
        if self.skip("."):
            return way, NO_NUMBER
        number = 0
        for _ in range(length):
            number = 16 * number + self.digit(16)
        return way, number

    def arrow_numbers(self, count: int) -> list[tuple[int, int] | None]:
        """Return so many numbers with a direction; a letter is 1 to 26 blanks."""
        return self.runs(count, self.arrow_number, _LETTERS)

    def crosses(self, count: int) -> list[bool]:
        """Return which of so many places have a mark, as spelled by the blanks before each."""
        marks: list[bool] = []
        while len(marks) < count and self.mark():
            if self.skip("."):
                marks += [False] * 36
                continue
            marks += [False] * self.digit(36)
            if len(marks) < count:
                marks.append(True)
        self.require(len(marks), count)
        return marks

    def few_crosses(self, count: int) -> list[bool]:
        """Return which of so many places have a mark; those behind the last one are not spelled."""
        marks: list[bool] = []
        while len(marks) < count and self.mark():
            if self.skip("."):
                marks += [False] * 36
            else:
                marks += [*[False] * self.digit(36), True]
        return (marks + [False] * count)[:count]

    def dots(self, count: int) -> list[int]:
        """Return so many numbers from 0 to 2; a digit says how many blanks follow, to 7."""
        values: list[int] = []
        while len(values) < count and self.mark():
            value = self.digit(36)
            values += [0] * (value - 15) if value > 15 else [value % 2 + 1, *[0] * (value // 2)]
        if len(values) > count and not any(values[count:]):
            del values[count:]
        self.require(len(values), count)
        return values

    def small_numbers(self, count: int) -> list[Number]:
        """Return numbers to 4 that say how many of two blanks stand behind them.

        A last number may say two, whether or not the board has them.
        """
        numbers: list[Number] = []
        while len(numbers) < count and self.mark():
            if self.skip("."):
                numbers.append(NO_NUMBER)
                continue
            value = self.digit(36)
            if value == 15:
                raise self.error("'f', expected another letter")
            if value > 15:
                numbers += [None] * (value - 15)
            else:
                behind = value // 5
                numbers += [value % 5, *[None] * behind]
                if behind == 2:
                    del numbers[count:]
        self.require(len(numbers), count)
        return numbers

    def marked(self, count: int) -> list[bool]:
        """Return which cells have the only mark there is."""
        marks: list[bool] = []
        while len(marks) < count and self.mark():
            value = self.digit(36)
            marks += [False] * (value - 17) if value > 17 else [True, *[False] * value]
        self.require(len(marks), count)
        return marks

    def bits(self, count: int) -> list[bool]:
        """Return so many bits, five a character."""
        values = self._digits(32, 5, count)
        bits = [bool(value >> place & 1) for value in values for place in (4, 3, 2, 1, 0)]
        return self._filled(bits, count)

    def thirds(self, count: int) -> list[int]:
        """Return so many numbers from 0 to 2, three a character."""
        values = self._digits(27, 3, count)
        thirds = [third for value in values for third in (value // 9, value // 3 % 3, value % 3)]
        return self._filled(thirds, count)

    def _digits(self, base: int, each: int, count: int) -> list[int]:
        """Return the digits that hold so many values, `each` in a digit."""
        return [self.digit(base) for _ in range(-(-count // each))]

    def _filled(self, values: list[T], count: int) -> list[T]:
        """Return so many values; those that fill the last digit must be 0."""
        if any(values[count:]):
            self.place -= 1
            raise self.error(f"{excerpt(self.mark())}, expected {count} marks and nothing behind,")
        return values[:count]

    def regions(self) -> list[list[int]]:
        """Return the number of the region of each cell, row by row."""
        across = self.bits((self.cols - 1) * self.rows)
        down = self.bits(self.cols * (self.rows - 1))
        return regions_within(self.rows, self.cols, across, down)


def regions_within(
    rows: int, columns: int, across: Sequence[bool], down: Sequence[bool]
) -> list[list[int]]:
    """Number the regions that borders cut a board into, in the order of their first cells.

    across  whether a border is between neighbours along each row
    down    whether one is between neighbours along the columns, row by row
    """
    labels = [[-1] * columns for _ in range(rows)]
    count = 0
    for row in range(rows):
        for col in range(columns):
            if labels[row][col] < 0:
                stack = [(row, col)]
                labels[row][col] = count
                while stack:
                    r, c = stack.pop()
                    for near_row, near_col, border in (
                        (r, c + 1, c + 1 < columns and across[r * (columns - 1) + c]),
                        (r, c - 1, c > 0 and across[r * (columns - 1) + c - 1]),
                        (r + 1, c, r + 1 < rows and down[r * columns + c]),
                        (r - 1, c, r > 0 and down[(r - 1) * columns + c]),
                    ):
                        inside = 0 <= near_row < rows and 0 <= near_col < columns
                        if inside and not border and labels[near_row][near_col] < 0:
                            labels[near_row][near_col] = count
                            stack.append((near_row, near_col))
                count += 1
    return labels


class Spelling:
    """Spells clues, the reverse of `Body`."""

    def __init__(self) -> None:
        self.text = ""

    def decimal(self, number: int) -> None:
        """Spell a number and a slash."""
        self.text += f"{number}/"

    def runs(self, items: Iterable[str | None], blanks: str = _BLANKS) -> None:
        """Spell items, with None for each blank.

        blanks  the letters that are 1, 2 ... blanks
        """
        count = 0
        for item in (*items, ""):
            count += item is None
            if count and (item is not None or count == len(blanks)):
                self.text, count = self.text + blanks[count - 1], 0
            self.text += item or ""

    def numbers(self, numbers: Iterable[Number]) -> None:
        """Spell numbers."""
        self.runs(None if number is None else spell_number(number) for number in numbers)

    def tens(self, numbers: Iterable[Number]) -> None:
        """Spell numbers of one decimal digit."""
        self.runs((None if n is None else spell_number(n) for n in numbers), _LETTERS)

    def small_numbers(self, numbers: Sequence[Number]) -> None:
        """Spell numbers to 4."""
        place = blanks = 0
        while place < len(numbers):
            number = numbers[place]
            if number is None:
                blanks += 1
                if blanks == len(_BLANKS):
                    self.text, blanks = self.text + DIGITS[blanks + 15], 0
                place += 1
                continue
            if blanks:
                self.text, blanks = self.text + DIGITS[blanks + 15], 0
            if number == NO_NUMBER:
                self.text, place = f"{self.text}.", place + 1
                continue
            behind = _blanks_behind(numbers, place, 2)
            place += 1 + behind
            self.text += DIGITS[number + 5 * (2 if place == len(numbers) else behind)]
        if blanks:
            self.text += DIGITS[blanks + 15]

    def arrow_numbers(self, values: Iterable[tuple[int, int] | None]) -> None:
        """Spell numbers with a direction."""
        self.runs((None if v is None else spell_arrow_number(*v) for v in values), _LETTERS)

    def crosses(self, marks: Iterable[bool]) -> None:
        """Spell which places have a mark."""
        start, blanks = self.text, 0
        for mark in marks:
            blanks += not mark
            if mark:
                self.text, blanks = self.text + DIGITS[blanks], 0
            elif blanks == 36:
                self.text, blanks = f"{self.text}.", 0
        if blanks or self.text == start:
            self.text += DIGITS[blanks]

    def dots(self, values: Sequence[int]) -> None:
        """Spell numbers from 0 to 2."""
        place = blanks = 0
        while place < len(values):
            value = values[place]
            if not value:
                blanks += 1
                place += 1
                if blanks == len(_BLANKS):
                    self.text, blanks = self.text + DIGITS[blanks + 15], 0
                continue
            if blanks:
                self.text, blanks = self.text + DIGITS[blanks + 15], 0
            behind = _blanks_behind([item or None for item in values], place, 7)
            last = place + 1 + behind >= len(values)
            behind = 7 if last else min(behind, 6) if behind < 7 else 7
            self.text += DIGITS[2 * behind + value - 1]
            place += 1 + behind
        if blanks:
            self.text += DIGITS[blanks + 15]

    def marked(self, marks: Sequence[bool]) -> None:
        """Spell which cells have the only mark there is."""
        place = 0
        while place < len(marks):
            some = [mark or None for mark in marks]
            if marks[place]:
                behind = _blanks_behind(some, place, 17)
                self.text += DIGITS[behind]
                place += 1 + behind
            else:
                blank = 1 + _blanks_behind(some, place, 17)
                self.text += DIGITS[blank + 17]
                place += blank

    def bits(self, bits: Sequence[bool]) -> None:
        """Spell bits, five a character."""
        for start in range(0, len(bits), 5):
            five = [*bits[start : start + 5], *[False] * 4][:5]
            self.text += DIGITS[sum(bit << 4 - place for place, bit in enumerate(five))]

    def thirds(self, numbers: Sequence[int]) -> None:
        """Spell numbers from 0 to 2, three a character."""
        for start in range(0, len(numbers), 3):
            first, second, third = [*numbers[start : start + 3], 0, 0][:3]
            self.text += DIGITS[9 * first + 3 * second + third]

    def regions(
        self, labels: Sequence[Sequence[int]], bare: Container[tuple[int, int]] = ()
    ) -> None:
        """Spell the borders between regions.

        bare  cells around which no border is spelled
        """
        cells = {(r, c): label for r, line in enumerate(labels) for c, label in enumerate(line)}
        for down, right in ((0, 1), (1, 0)):
            pairs = [((r, c), (r + down, c + right)) for r, c in cells]
            self.bits(
                [
                    cells[item] != cells[other] and item not in bare and other not in bare
                    for item, other in pairs
                    if other in cells
                ]
            )


def _blanks_behind(numbers: Sequence[object], place: int, most: int) -> int:
    """Return how many blanks follow a place, at most so many."""
    behind = numbers[place + 1 : place + 1 + most]
    return next((k for k, number in enumerate(behind) if number is not None), len(behind))


def spell_number(number: int) -> str:
    """Return how a number is spelled. Raises ModelError for one that is too large."""
    if number == NO_NUMBER:
        return "."
    if number < 16:
        return DIGITS[number]
    for sign in "-+=@":
        length, more = _SIGNS[sign]
        if number - more < 16**length:
            return f"{sign}{number - more:0{length}x}"
    raise ModelError(f"a clue of {number}, expected up to {8192 + 16**3 - 1}")


def spell_arrow_number(way: int, number: int) -> str:
    """Return how a direction and a number are spelled. Raises ModelError for one above 4095."""
    if number == NO_NUMBER:
        return f"{way}."
    if number < 16:
        return f"{way}{number:x}"
    if number >= 4096:
        raise ModelError(f"a clue of {number}, expected up to 4095")
    return f"{way + 5}{number:02x}" if number < 256 else f"-{way}{number:03x}"


def spell_one_or_two(number: int, base: int) -> str:
    """Return how a number of one or two digits is spelled. Raises ModelError for one of three."""
    if number >= base * base:
        raise ModelError(f"a clue of {number}, expected up to {base * base - 1}")
    return (f"-{DIGITS[number // base]}" if number >= base else "") + DIGITS[number % base]


def spell_to_45(number: int) -> str:
    """Return the character of a number. Raises ModelError for one above 45."""
    if number > 45:
        raise ModelError(f"a clue of {number}, expected up to 45")
    return _TO_45[number]
