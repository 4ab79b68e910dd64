"""Sudoku variants as constraint strings, the words of the Interactive Sudoku Solver (Sigh, 2020).

3.......5[... 81 characters].Cage~15~R1C1~R1C2.Thermo~R4C1~R3C2~R2C3.AntiKnight

A grid, or none, then constraints joined by dots: a word, and what it is about, joined by tildes;
rows and columns count from 1. `~R5C3_1` gives a digit, `~R5C3_1_2` leaves two. Blanks and
semicolons part constraints as dots do, commas and colons what tildes do. A puzzle begins with its
grid, or behind an empty line or a line `# comment`; otherwise a line continues the puzzle above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isqrt
from typing import Any, NamedTuple

from ..errors import InputError, ModelError, excerpt
from ..sudokus.cells import Cell, Cells, cells_of
from ..sudokus.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    BetweenLine,
    Cage,
    Candidates,
    Constraint,
    DoubleArrow,
    Even,
    Kropki,
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
from ..sudokus.grid_shape import GridShape, diagonals_of, regions_of
from ..sudokus.sudoku import Sudoku, box_shape
from .lazy_puzzles import LazyPuzzles
from .source import Source

__all__ = ["read_constraints"]

_GRID = re.compile(r"[.0-9]*")
_WORD = re.compile(r"[^.;\s]+")
_GIVEN = re.compile(r"([Rr][0-9]+[Cc][0-9]+)((?:_[0-9]+)+)")
_LEAST = 16  # a run of fewer digits and dots before a word is no grid
_LARGEST = 25
_MOST_DOTS = 3  # between a grid and its first constraint


class Word(NamedTuple):
    """A constraint as it stands in the text: its place, its word, what it is about."""

    line: int
    column: int
    word: str
    about: tuple[str, ...]


@dataclass
class Draft:
    """A puzzle while it is read."""

    grid: str | None = None
    words: list[Word] = field(default_factory=list)
    place: tuple[int, int] = (1, 1)


class Variants(LazyPuzzles["_Builder"]):
    """The puzzles of a text; each is made when it is asked for."""

    def _made(self, draft: _Builder) -> Sudoku:
        return draft.build()


def read_constraints(source: Source) -> Variants:
    """Return the puzzles. Raises InputError, with line and column, for what does not fit."""
    return Variants([_Builder(source, draft) for draft in _drafts(source)])


def _drafts(source: Source) -> list[Draft]:
    drafts: list[Draft] = []
    last = -1
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        start = len(line) - len(line.lstrip())
        grid = _grid_at(source, number, line, start)
        if grid is not None or number != last + 1:
            drafts.append(Draft(grid, [], (number, start + 1)))
        drafts[-1].words += _words(number, line, start + len(grid or ""))
        last = number
    if not drafts:
        raise source.error("no line that is not a comment, expected a grid or constraints", 1)
    return drafts


def _grid_at(source: Source, number: int, line: str, start: int) -> str | None:
    """Return the grid that a line begins with, if it does."""
    match = _GRID.match(line, start)
    run = "" if match is None else match[0]
    if len(run) < _LEAST:
        return None
    length = isqrt(len(run)) ** 2
    if not run[length:].strip(".") and len(run) - length <= _MOST_DOTS:
        return run[:length]
    what = f"a grid of {len(run)} characters, expected 81, or another square"
    raise source.error(what, number, start + 1)


def _words(number: int, line: str, start: int) -> Iterator[Word]:
    for match in _WORD.finditer(line, start):
        word, *about = re.split("[~,:]", match[0])
        yield Word(number, match.start() + 1, word, tuple(about))


@cache
def _square(size: int) -> GridShape:
    return GridShape(size, frozenset((r, c) for r in range(size) for c in range(size)), ())


class _Builder:
    """Makes a puzzle of a draft, whose words it checks at once."""

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source, self.draft = source, draft
        self.options: dict[str, Any] = {}
        self.extra: list[tuple[Cell, ...]] = []
        self.found: dict[Constraint, None] = {}
        # Dictionaries as ordered sets: what stands in the text twice is meant once.
        self.pairs: dict[str, dict[Cells, None]] = {"white": {}, "black": {}, "x": {}, "v": {}}
        self.shown: set[str] = set()
        self.givens: dict[Cell, int] = {}
        self.size = isqrt(len(draft.grid)) if draft.grid else 9

        self._shape()
        for word in draft.words:
            self._read(word)
        if "windoku" in self.options and "regions" in self.options:
            raise source.error("Windoku with Jigsaw, expected one of the two", *draft.place)

    def build(self) -> Sudoku:
        """Return the puzzle."""
        found = list(self.found)
        white, black, x, v = (tuple(self.pairs[sign]) for sign in ("white", "black", "x", "v"))
        kropki = Kropki(white, black, "strictkropki" in self.shown)
        if kropki.white or kropki.black or kropki.all_shown:
            found.append(kropki)
        xv = XV(x, v, "strictxv" in self.shown)
        if xv.x or xv.v or xv.all_shown:
            found.append(xv)
        puzzle = Sudoku(self._grid(), extra=self.extra, constraints=found, **self.options)
        puzzle.layout = "line" if self.size < 10 else "numbers"
        return puzzle

    def _shape(self) -> None:
        """Read the words on which the size depends, before all others."""
        for word in self.draft.words:
            name = word.word.lower()
            if name == "shape":
                match = re.fullmatch(r"([0-9]{1,3})x\1", "~".join(word.about))
                if match is None:
                    raise self._error(word, "a shape, expected one such as Shape~6x6")
                size = int(match[1])
            elif name == "jigsaw":
                self.options["regions"] = layout = "".join(word.about)
                size = isqrt(len(layout))
                if size * size != len(layout) or not size:
                    what = f"a layout of {len(layout)} characters, expected 81"
                    raise self._error(word, what)
            else:
                continue
            if self.draft.grid and size != self.size:
                raise self._error(word, f"size {size}, expected {self.size} as the grid's")
            self.size = size
        if not 1 <= self.size <= _LARGEST:
            what = f"a sudoku of size {self.size}, expected up to {_LARGEST}"
            raise self.source.error(what, *self.draft.place)
        try:
            if "regions" in self.options:
                regions_of(self.options["regions"], self.size)
            else:
                box_shape(self.size)
        except ModelError as error:
            raise self.source.error(str(error), *self.draft.place) from None
        self.grid_shape = _square(self.size)

    def _grid(self) -> list[list[int]]:
        n = self.size
        marks = [0 if m == "." else int(m) for m in self.draft.grid or "." * (n * n)]
        rows = [marks[n * r : n * r + n] for r in range(n)]
        for (row, col), value in self.givens.items():
            rows[row][col] = value
        return rows

    def _error(self, word: Word, what: str) -> InputError:
        return self.source.error(what, word.line, word.column)

    def _read(self, word: Word) -> None:
        name = word.word.lower()
        try:
            if name in ("", "givens"):
                self._give(word)
            elif name in PAIRS:
                pair = cells_of(_cells(word.about))
                self._check(Kropki([pair]))
                self.pairs[PAIRS[name]][pair] = None
            elif name in ("strictkropki", "strictxv"):
                self.shown.add(name)
            elif name in ("windoku", "noboxes", "shape", "jigsaw"):
                self._layout(word, name)
            elif name == "diagonal":
                self._diagonal(word)
            elif name in WORDS:
                constraint = WORDS[name](word.about, self.size)
                if not constraint.whole:
                    self._check(constraint)
                self.found[constraint] = None
            else:
                raise _unknown(word.word)
        except ModelError as error:
            what = str(error) if name not in WORDS else f"{word.word}: {error}"
            raise self._error(word, what) from None

    def _check(self, constraint: Constraint) -> None:
        for demand in constraint.demands(self.grid_shape):
            self.grid_shape.require(demand.cells)

    def _layout(self, word: Word, name: str) -> None:
        if name == "windoku":
            self.options["windoku"] = True
        elif name == "noboxes" and "regions" not in self.options:
            raise ModelError("NoBoxes without Jigsaw, expected a layout of regions")

    def _diagonal(self, word: Word) -> None:
        falling, rising = diagonals_of(self.size)
        if word.about not in (("1",), ("-1",)):
            raise ModelError("a diagonal, expected Diagonal~1 or Diagonal~-1")
        self.extra.append(rising if word.about == ("1",) else falling)

    def _give(self, word: Word) -> None:
        for about in filter(None, word.about):
            match = _GIVEN.fullmatch(about)
            if match is None:
                raise ModelError(f"{excerpt(about)}, expected a given such as R5C3_1")
            values = [int(value[:9]) for value in match[2][1:].split("_")]
            candidates = Candidates(match[1], tuple(values))
            self._check(candidates)
            if len(values) > 1:
                self.found[candidates] = None
                continue
            cell = cells_of(match[1])[0]
            if self.givens.setdefault(cell, values[0]) != values[0]:
                raise ModelError(f"{match[1]} twice, expected each cell once")


def _unknown(word: str) -> ModelError:
    known = ", ".join(sorted({*WORDS, *PAIRS, "diagonal", "windoku", "jigsaw"}))
    return ModelError(f"{excerpt(word)}, expected one of {known}")


About = tuple[str, ...]
PAIRS: Mapping[str, str] = {"whitedot": "white", "blackdot": "black", "x": "x", "v": "v"}


def _cells(about: Sequence[str]) -> str:
    return " ".join(filter(None, about))


def _number(about: About, place: int = 0) -> int:
    if place >= len(about) or not re.fullmatch("[0-9]{1,6}", about[place]):
        found = excerpt(about[place]) if place < len(about) else "nothing"
        raise ModelError(f"{found}, expected a number")
    return int(about[place])


def _arrow(about: About, size: int) -> Constraint:
    return Arrow(_cells(about[:1]), _cells(about[1:]))


def _pill(about: About, size: int) -> Constraint:
    head = 1 + _number(about)
    pill = tuple(sorted(cells_of(_cells(about[1:head]))))  # read from left to right, or down
    return Arrow(pill, _cells(about[head:]))


def _whispers(about: About, size: int) -> Constraint:
    if about and about[0].isdecimal():
        return Whispers(_cells(about[1:]), _number(about))
    return Whispers(_cells(about))


def _side(about: About, place: int, size: int) -> tuple[Cell, ...]:
    """Return the cells of a row or column such as R3 or C9."""
    name = about[place] if place < len(about) else ""
    match = re.fullmatch(r"([RCrc])([0-9]{1,3})", name)
    if match is None or not 1 <= int(match[2]) <= size:
        raise ModelError(f"{excerpt(name)}, expected R1 to R{size} or C1 to C{size}")
    line = int(match[2]) - 1
    return tuple((line, k) if match[1] in "Rr" else (k, line) for k in range(size))


def _skyscraper(about: About, size: int) -> Constraint:
    line = _side(about, 0, size)
    if len(about) == 3 and not about[1]:
        return Skyscraper(_number(about, 2), line[::-1])
    return Skyscraper(_number(about, 1), line)


WORDS: Mapping[str, Callable[[About, int], Constraint]] = {
    "antiknight": lambda about, size: AntiKnight(),
    "antiking": lambda about, size: AntiKing(),
    "anticonsecutive": lambda about, size: NonConsecutive(),
    "arrow": _arrow,
    "between": lambda about, size: BetweenLine(_cells(about)),
    "cage": lambda about, size: Cage(_number(about) or None, _cells(about[1:])),
    "doublearrow": lambda about, size: DoubleArrow(_cells(about)),
    "even": lambda about, size: Even(_cells(about)),
    "greaterthan": lambda about, size: Less(_cells(about[::-1])),
    "odd": lambda about, size: Odd(_cells(about)),
    "palindrome": lambda about, size: Palindrome(_cells(about)),
    "pillarrow": _pill,
    "renban": lambda about, size: Renban(_cells(about)),
    "sandwich": lambda about, size: Sandwich(_number(about), _side(about, 1, size)),
    "skyscraper": _skyscraper,
    "sum": lambda about, size: Cage(_number(about), _cells(about[1:]), repeats=True),
    "thermo": lambda about, size: Thermometer(_cells(about)),
    "whisper": _whispers,
}
