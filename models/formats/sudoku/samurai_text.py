"""Samurai sudokus as they are printed: 21 lines, with blanks where no grid is.

.6.......   8..4.....      a digit, `.` or `0` for a blank cell
........4   .......3.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...errors import ModelError
from ...sudokus.grid_shape import spell_cell
from ..format import Confidence, Format, Problem, held
from ..source import Source, plural

if TYPE_CHECKING:
    from ...sudokus.samurai import Samurai

__all__ = ["SAMURAI", "read_samurai"]

_SIDE = 21
_GRID = 9
_FIRST = re.compile(r"[.0-9]{9}[ #]{3}[.0-9]{9}")


def _sniff(source: Source) -> Confidence:
    many_lines = len(source.head()) > _GRID
    fits = many_lines and _FIRST.fullmatch(source.first_line)
    return Confidence.STRONG if fits else Confidence.NO


def read_samurai(source: Source) -> Samurai:
    """Return the puzzle. Raises InputError for a line or a character that does not fit."""
    from ...sudokus.samurai import Samurai

    blank = Samurai()
    lines = source.lines
    if len(lines) != _SIDE:
        message = f"{plural(len(lines), 'line')}, expected {_SIDE}"
        raise source.error(message, lines[min(len(lines), _SIDE + 1) - 1][0])
    for row, (number, line) in enumerate(lines):
        if len(line) > _SIDE:
            message = f"{len(line)} characters, expected up to {_SIDE}"
            raise source.error(message, number, _SIDE + 1)
        for col, mark in enumerate(line.ljust(_SIDE)):
            inside = (row, col) in blank.cells
            if mark not in (".0123456789" if inside else " #"):
                expected = "a digit or ." if inside else "a blank, as no grid is there"
                raise source.error(f"{mark!r}, expected {expected}", number, col + 1)
    return Samurai([line for _, line in lines])


def write_samurai(problem: Problem) -> str:
    """Return the 21 lines. Raises ModelError for another puzzle, and for a cell given twice."""
    from ...sudokus.samurai import Samurai

    puzzle = held(problem, Samurai(), "samurai", "a plain samurai")
    marks = dict.fromkeys(puzzle.cells, ".")
    for row, col, value in puzzle.read(puzzle.given_options)[puzzle.digit]:
        if marks[row, col] != ".":
            raise ModelError(f"{spell_cell((row, col))} is given twice, expected one digit a cell")
        marks[row, col] = str(value)
    rows = ("".join(marks.get((r, c), " ") for c in range(_SIDE)) for r in range(_SIDE))
    return "".join(f"{row.rstrip()}\n" for row in rows)


SAMURAI = Format(
    "samurai",
    "five sudokus that overlap",
    sniff=_sniff,
    read=lambda source: (read_samurai(source),),
    write=write_samurai,
    example="""\
..7..3.95   2..5..8..
4..2.5..8   .....9..6
.6.7..1..   .7.1..3..
.5...97..   ....12...
6.......9   .........
.....4.3.   897.....3
.3.......7.9...4..9..
.........3.......36..
8....1.....6.....5..2
      .7.......
      ...1.3...
      6......12
...78..3..8...6.35...
..5......64.1..7.....
8...................5
.6.4.....   5....2.9.
...9.....   .1...8...
...5.3.1.   79......2
6...2..8.   6..3....7
.2.....54   ..18..6..
..7.5....   ...6..32.
""",
)
