"""Samurai sudokus as they are printed: 21 lines, with blanks where no grid is.

.6.......   8..4.....      a digit, `.` or `0` for a blank cell
........4   .......3.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..format import Confidence, Format
from ..source import Source, plural

if TYPE_CHECKING:
    from ...sudokus.samurai import Samurai

__all__ = ["SAMURAI", "read_samurai"]

_SIDE = 21
_GRID = 9
_FIRST = re.compile(r"[.0-9]{9}[ #]{3}[.0-9]{9}")


def _sniff(source: Source) -> Confidence:
    many_lines = len(source.head()) > _GRID
    told = many_lines and _FIRST.fullmatch(source.first_line)
    return Confidence.STRONG if told else Confidence.NO


def read_samurai(source: Source) -> Samurai:
    """Return the puzzle. Raises InputError for a line or a character that does not fit."""
    from ...sudokus.samurai import Samurai

    blank = Samurai()
    lines = source.lines
    if len(lines) != _SIDE:
        what = f"{plural(len(lines), 'line')}, expected {_SIDE}"
        raise source.error(what, lines[min(len(lines), _SIDE + 1) - 1][0])
    for row, (number, line) in enumerate(lines):
        if len(line) > _SIDE:
            what = f"{len(line)} characters, expected up to {_SIDE}"
            raise source.error(what, number, _SIDE + 1)
        for col, mark in enumerate(line.ljust(_SIDE)):
            inside = (row, col) in blank.cells
            if mark not in (".0123456789" if inside else " #"):
                expected = "a digit or ." if inside else "a blank, as no grid is there"
                raise source.error(f"{mark!r}, expected {expected}", number, col + 1)
    return Samurai([line for _, line in lines])


SAMURAI = Format(
    "samurai",
    "five sudokus that overlap",
    sniff=_sniff,
    read=lambda source: (read_samurai(source),),
)
