"""The words of constraint strings: what each is about, field by field.

A word takes its fields in the order and number that the Interactive Sudoku Solver (Sigh, 2020)
gives them; a field more or less is an error that names it, for a clue that is dropped in silence
makes another puzzle.

    Skyscraper~R3~3~6      a line, how many are seen from its beginning, how many from its end;
                           one of the two may be left empty or out
    Sandwich~12~C4         a sum, a line
    Cage~15~R1C1~R1C2      a sum (0 or none: any), cells; `Sum` is one whose digits may repeat
    Whisper~4~R1C1~R1C2    a difference (5 if it is left out), the cells of the line
    PillArrow~2~R1C1~...   how many of the cells, 2 or 3, are the pill; the others are the arrow
    X~R1C1~R1C2~R2C2       cells, of which all neighbours are meant; so are V and the dots.
                           GreaterThan: each is greater than its neighbours further down the list
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise

from ...errors import ModelError, excerpt
from ...sudokus.cells import Cell, cells_of, spell_cell
from ...sudokus.constraints import (
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    Cage,
    Candidates,
    Constraint,
    DoubleArrow,
    Even,
    Less,
    NonConsecutive,
    Odd,
    Palindrome,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whispers,
)

__all__ = ["PAIRS", "WORDS", "cell_name", "no_fields", "one_field", "pairs_beside"]

About = Sequence[str]
Way = tuple[Cell, ...]

PAIRS: Mapping[str, str] = {"whitedot": "white", "blackdot": "black", "x": "x", "v": "v"}

_SHORT_NAME = re.compile(r"[Rr]([1-9a-z])[Cc]([1-9a-z])")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def cell_name(name: str) -> str:
    """Return the name of a cell in decimals: row 16 and column 11 may be called `RgCb`, too."""
    match = _SHORT_NAME.fullmatch(name)
    return name if match is None else "R{}C{}".format(*map(_DIGITS.index, match.groups()))


def no_fields(about: About) -> None:
    """Raise ModelError if a word that is about nothing more is."""
    if any(about):
        raise ModelError(f"{excerpt('~'.join(about))}, expected nothing behind the word")


def one_field(about: About, what: str) -> str:
    """Return the only field. Raises ModelError, expecting `what`, if there are none or more."""
    if len(about) != 1:
        raise ModelError(f"{excerpt('~'.join(about)) or 'nothing'}, expected {what} alone")
    return about[0]


def pairs_beside(about: About) -> list[tuple[Cell, Cell]]:
    """Return the pairs of neighbours, along rows and columns, among the cells, in their order."""
    cells = _cells(about)
    if len(cells) < 2:
        raise ModelError("1 cell, expected 2 or more")
    for place, cell in enumerate(cells):
        if cell in cells[:place]:
            raise ModelError(f"{spell_cell(cell)} twice, expected each cell once")
    found = [
        (one, other)
        for one, other in combinations(cells, 2)
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    ]
    if not found:
        raise ModelError(f"no two neighbours among {len(cells)} cells, expected some")
    return found


def _cells(about: About) -> Way:
    return tuple(cell for name in about or [""] for cell in cells_of(cell_name(name)))


def _number(about: About, place: int = 0) -> int:
    if place >= len(about) or not re.fullmatch("[0-9]{1,6}", about[place]):
        found = excerpt(about[place]) if place < len(about) else "nothing"
        raise ModelError(f"{found}, expected a number")
    return int(about[place])


def _arrow(about: About, size: int) -> list[Constraint]:
    return [Arrow(_cells(about[:1]), _cells(about[1:]))]


def _pill(about: About, size: int) -> list[Constraint]:
    length = _number(about)
    if length not in (2, 3):
        raise ModelError(f"a pill of {length} cells, expected 2 or 3")
    cells = _cells(about[1:])
    pill = tuple(sorted(cells[:length]))  # read from left to right, or down
    for (row, col), (further, right) in pairwise(pill):
        if (further - row, right - col) not in ((0, 1), (1, 0), (1, 1)):
            raise ModelError("a pill that is no way right or down, expected one")
    # Only the first may be a number of several digits itself.
    digits = Candidates(pill[1:], tuple(range(1, min(size, 9) + 1)))
    return [Arrow(pill, cells[length:]), *([digits] if size > 9 else [])]


def _cage(about: About, size: int) -> list[Constraint]:
    total = _number(about) if any(about[:1]) else 0
    return [Cage(total or None, _cells(about[1:]))]


def _whispers(about: About, size: int) -> list[Constraint]:
    if about and about[0].isdecimal():
        return [Whispers(_cells(about[1:]), _number(about))]
    return [Whispers(_cells(about))]


def _side(name: str, size: int) -> Way:
    """Return the cells of a row or column such as R3 or C9."""
    match = re.fullmatch(r"([RCrc])([0-9]{1,3}|[a-z])", name)
    line = 0
    if match is not None:
        line = int(match[2]) if match[2].isdecimal() else _DIGITS.index(match[2])
    if match is None or not 1 <= line <= size:
        raise ModelError(f"{excerpt(name)}, expected R1 to R{size} or C1 to C{size}")
    return tuple((line - 1, k) if match[1] in "Rr" else (k, line - 1) for k in range(size))


def _sandwich(about: About, size: int) -> list[Constraint]:
    if len(about) != 2:
        raise ModelError(f"{len(about)} fields, expected a sum and a line, as in Sandwich~12~R3")
    return [Sandwich(_number(about), _side(about[1], size))]


def _skyscraper(about: About, size: int) -> list[Constraint]:
    seen = about[1:]
    if not about or len(seen) > 2 or not any(seen):
        raise ModelError(
            "expected a line, and how many are seen from its beginning, its end or both, "
            "as in Skyscraper~R3~3~6"
        )
    line = _side(about[0], size)
    found: list[Constraint] = []
    for place, way in enumerate((line, line[::-1])[: len(seen)]):
        if seen[place]:
            count = _number(seen, place)
            if not count:
                raise ModelError("0 seen, expected 1 or more")
            found.append(Skyscraper(count, way))
    return found


def _greater(about: About, size: int) -> list[Constraint]:
    return [Less((other, one)) for one, other in pairs_beside(about)]


def _of_grid(kind: Callable[[], Constraint]) -> Callable[[About, int], list[Constraint]]:
    """Return the reader of a rule of the whole grid, which has no fields."""

    def read(about: About, size: int) -> list[Constraint]:
        no_fields(about)
        return [kind()]

    return read


def _of_cells(kind: Callable[[Way], Constraint]) -> Callable[[About, int], list[Constraint]]:
    """Return the reader of a constraint all of whose fields are cells."""
    return lambda about, size: [kind(_cells(about))]


WORDS: Mapping[str, Callable[[About, int], Sequence[Constraint]]] = {
    "antiknight": _of_grid(AntiKnight),
    "antiking": _of_grid(AntiKing),
    "anticonsecutive": _of_grid(NonConsecutive),
    "arrow": _arrow,
    "between": _of_cells(BetweenLine),
    "cage": _cage,
    "doublearrow": _of_cells(DoubleArrow),
    "even": _of_cells(Even),
    "greaterthan": _greater,
    "odd": _of_cells(Odd),
    "palindrome": _of_cells(Palindrome),
    "pillarrow": _pill,
    "renban": _of_cells(Renban),
    "sandwich": _sandwich,
    "skyscraper": _skyscraper,
    "sum": lambda about, size: [Cage(_number(about), _cells(about[1:]), repeats=True)],
    "thermo": _of_cells(Thermometer),
    "whisper": _whispers,
}
