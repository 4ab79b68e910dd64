"""What each character of a sudoku's cells means: a value, or the blank.

A text has one mark for blanks, the commonest of those there are; only 0 and `.` may stand beside
each other, where values are 1 to 9. A mark that stands there but once is rather a slip.

    1 to 9          sizes up to 9
    1 to 9, A to G  size 16; letters from A for 10 on in all sizes beyond 9, small letters as well
    0 to 9, A to F  the same with 0 for the greatest value, where another mark is the blank
    A to P          letters alone
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase

__all__ = ["BLANKS", "LARGEST", "Symbols", "symbols_of"]

BLANKS = ".0*_-xX?·# "
LARGEST = 25  # of which every value is one character, in letters too
_USUAL = ".0"
_DIGITS = "123456789"


@dataclass(frozen=True)
class Symbols:
    """The marks of a text.

    marks  what each character means: a value from 1 on, or 0 for a blank
    style  `digits` (with letters from 10 on), `zero` (with 0 for the greatest value) or `letters`
    blank  the mark for a blank, a dot if there is none
    size   of the grids
    """

    marks: Mapping[str, int]
    style: str
    blank: str
    size: int

    @property
    def expected(self) -> str:
        """What an error about another mark expects."""
        blank = "a blank" if self.blank == " " else self.blank
        if self.style == "letters":
            return f"A to {ascii_uppercase[self.size - 1]} or {blank}"
        if self.size <= 9:
            first = 0 if self.blank in _USUAL else 1
            return f"{first} to {self.size} or {'.' if first == 0 else blank}"
        last = next(mark for mark, value in self.marks.items() if value == self.size)
        if self.style == "zero":
            last = next(mark for mark, value in self.marks.items() if value == self.size - 1)
        return f"{'0' if self.style == 'zero' else '1'} to {last} or {blank}"

    def layout(self, *, line: bool) -> str:
        """Return the layout in which such a grid is written."""
        if self.style == "letters":
            return "letter-line" if line else "letters"
        return ("zero-" if self.style == "zero" else "") + ("line" if line else "rows")


def symbols_of(counts: Mapping[str, int], size: int) -> Symbols:
    """Return what the marks of a text mean.

    counts  how often each character stands in the cells
    """
    letters = ascii_uppercase[:size]
    has_digits = any(mark in counts for mark in _DIGITS)
    if not has_digits and any(mark in counts for mark in letters):
        values = {mark: value for value, mark in enumerate(letters, 1)}
        return _with_blank(counts, values, "letters", size)
    values = {mark: value for value, mark in enumerate(_DIGITS[:size], 1)}
    if size <= len(_DIGITS):
        return _with_blank(counts, values, "digits", size)
    beyond = ascii_uppercase[: size - len(_DIGITS)]
    upper = sum(counts.get(mark, 0) for mark in beyond)
    if upper < sum(counts.get(mark, 0) for mark in beyond.lower()):
        beyond = beyond.lower()
    values |= {mark: value for value, mark in enumerate(beyond, len(_DIGITS) + 1)}
    if beyond[-1] not in counts and _is_digit_zero(counts, values):
        del values[beyond[-1]]
        return _with_blank(counts, values | {"0": size}, "zero", size)
    return _with_blank(counts, values, "digits", size)


def _is_digit_zero(counts: Mapping[str, int], values: Mapping[str, int]) -> bool:
    """Whether 0 is a value, in a text without the greatest letter.

    It is, where another mark is the blank; and where all is filled in, each value as often as 0.
    """
    zeros = counts.get("0", 0)
    if not zeros:
        return False
    if any(counts.get(mark, 0) > 1 for mark in BLANKS if mark != "0" and mark not in values):
        return True
    return all(counts.get(mark, 0) == zeros for mark in list(values)[:-1])


def _with_blank(
    counts: Mapping[str, int], values: dict[str, int], style: str, size: int
) -> Symbols:
    """Return the symbols of these values and of the commonest mark for a blank."""
    here = {mark: counts[mark] for mark in BLANKS if mark in counts and mark not in values}
    digits = style == "digits" and size <= len(_DIGITS)
    if digits and any(mark in here for mark in _USUAL):
        here["."] = sum(here.pop(mark, 0) for mark in _USUAL)
    best = max(here, key=lambda mark: (here[mark], mark in _USUAL), default=".")
    if best not in _USUAL and here[best] == 1:
        best = "."
    blanks = _USUAL if digits and best == "." else best
    return Symbols(dict.fromkeys(blanks, 0) | values, style, best, size)
