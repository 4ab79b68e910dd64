"""Sudoku variants as constraint strings, the words of the Interactive Sudoku Solver (Sigh, 2020).

3.......5[... 81 characters].Cage~15~R1C1~R1C2.Thermo~R4C1~R3C2~R2C3.AntiKnight

A grid, or none, then constraints joined by dots: a word, and what it is about, joined by tildes;
rows and columns count from 1. `~R5C3_1` gives a digit, `~R5C3_1_2` leaves two. Blanks and
semicolons part constraints as dots do, commas and colons what tildes do. A puzzle begins with its
grid, or behind an empty line or a line `# comment`, or with a line that has a further `.Shape` or
`.Jigsaw`, where the puzzle above has its size; otherwise a line continues the puzzle above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, NamedTuple

from ...errors import InputError, ModelError, did_you_mean, excerpt
from ...sudokus.cells import Cell, spell_cell
from ...sudokus.constraints import CONSTRAINTS, Constraint
from ...sudokus.constraints.text_fields import no_fields, one_field
from ...sudokus.grid_shape import diagonals_of, extra_regions, regions_of, square_grid
from ...sudokus.grid_values import box_shape, has_boxes
from ...sudokus.sudoku import Sudoku
from ..instances import LazyPuzzles
from ..source import Source

__all__ = ["read_constraints"]

_GRID = re.compile(r"[.0-9]*")
_WORD = re.compile(r"[^.;\s]+")
_ONCE = ("shape", "jigsaw")
_SWITCHES = ("noboxes", "windoku")
_GIVENS = ("", "givens")
_LEAST = 16  # a run of fewer digits and dots before a word is no grid
LARGEST = 25
_MOST_DOTS = 3  # between a grid and its first constraint

_WORDS = {
    word.lower(): (kind, word)
    for kind in CONSTRAINTS.values()
    for word in (*kind.words, *kind.small_words)
}


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

    def has_one_of(self, words: Sequence[Word]) -> bool:
        """Whether it has a word already that stands once in a puzzle; a grid is as good as Shape.

        A line with such a word is of the next puzzle.
        """
        mine = {word.word.lower() for word in self.words} | ({"shape"} if self.grid else set())
        return any(word.word.lower() in mine for word in words if word.word.lower() in _ONCE)


class Variants(LazyPuzzles[Sudoku, "_Builder"]):
    """The puzzles of a text; each is made when it is asked for."""

    def _made(self, draft: _Builder) -> Sudoku:
        return draft.build()

    def _origin(self, place: int) -> str | None:
        draft = self._drafts[place]
        return f"{draft.source.file}:{draft.draft.place[0]}"


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
        words = list(_words(number, line, start + len(grid or "")))
        if grid is not None or number != last + 1 or drafts[-1].has_one_of(words):
            drafts.append(Draft(grid, [], (number, start + 1)))
        drafts[-1].words += words
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


class _Builder:
    """Makes a puzzle of a draft, whose words it checks at once."""

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source, self.draft = source, draft
        self.options: dict[str, Any] = {}
        self.extra: list[tuple[Cell, ...]] = []
        # Dictionaries as ordered sets: what stands in the text twice is meant once.
        self.found: dict[Constraint, None] = {}
        self.parts: dict[type[Constraint], dict[Constraint, None]] = {}  # of kinds that join
        self.layout: str | None = None
        self.no_boxes: Word | None = None
        self.givens: dict[Cell, int] = {}
        self.size = isqrt(len(draft.grid)) if draft.grid else 9

        self._shape()
        for word in draft.words:
            self._read(word)
        self._regions()

    def build(self) -> Sudoku:
        """Return the puzzle."""
        found = list(self.found)
        for kind in CONSTRAINTS.values():
            joined = kind.join(list(self.parts[kind])) if kind in self.parts else None
            if joined is not None:
                found.append(joined)
        puzzle = Sudoku(self._grid(), extra=self.extra, constraints=found, **self.options)
        puzzle.layout = "line" if self.size < 10 else "numbers"
        return puzzle

    def _shape(self) -> None:
        """Read the words on which the size depends, before all others."""
        for word in self.draft.words:
            name = word.word.lower()
            if name == "shape":
                size = self._size_of(word)
            elif name == "jigsaw":
                size = isqrt(len(self._layout_of(word)))
            else:
                continue
            if self.draft.grid and size != self.size:
                raise self._error(word, f"size {size}, expected {self.size} as the grid's")
            self.size = size
        if not 1 <= self.size <= LARGEST:
            what = f"a sudoku of size {self.size}, expected up to {LARGEST}"
            raise self.source.error(what, *self.draft.place)
        self.grid_shape = square_grid(self.size)

    def _size_of(self, word: Word) -> int:
        match = re.fullmatch(r"([0-9]{1,3})x\1(?:~(?:1-)?\1)?", "~".join(word.about))
        if match is None:
            what = "a shape, expected one such as Shape~6x6, a square of the values from 1 on"
            raise self._error(word, what)
        return int(match[1])

    def _layout_of(self, word: Word) -> str:
        """Read the layout of a jigsaw; the grid's shape may stand before it."""
        layout = word.about[-1] if word.about else ""
        size = isqrt(len(layout))
        if size * size != len(layout) or not size:
            raise self._error(word, f"a layout of {len(layout)} characters, expected 81")
        if list(word.about[:-1]) not in ([], [f"{size}x{size}"]):
            raise self._error(word, f"{excerpt('~'.join(word.about))}, expected a layout alone")
        if self.layout not in (None, layout):
            raise self._error(word, "another layout, expected one Jigsaw")
        self.layout = layout
        return layout

    def _regions(self) -> None:
        """Settle which regions there are: a jigsaw's come on top of the boxes, or with NoBoxes."""
        if self.no_boxes is not None and self.layout is None:
            what = "NoBoxes without Jigsaw, expected a layout of regions"
            raise self._error(self.no_boxes, what)
        try:
            if self.layout is None:
                box_shape(self.size)
                return
            regions_of(self.layout, self.size)
        except ModelError as error:
            raise self.source.error(str(error), *self.draft.place) from None
        if "windoku" in self.options:
            what = "Windoku with Jigsaw, expected one of the two"
            raise self.source.error(what, *self.draft.place)
        if self.no_boxes is None and has_boxes(self.size):
            self.extra += extra_regions(self.layout, self.size)
        else:
            self.options["regions"] = self.layout

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
        known = name in _SWITCHES or (name in _WORDS and name not in _GIVENS)
        try:
            if name in _GIVENS:
                for about in filter(None, word.about):
                    self._give(about)
            elif name in _WORDS:
                kind, as_written = _WORDS[name]
                self._add(kind.from_text(as_written, word.about, self.size))
            elif name in _SWITCHES:
                no_fields(word.about)
                self._switch(name, word)
            elif name == "diagonal":
                self._diagonal(word)
            elif name not in ("shape", "jigsaw"):
                raise _unknown(word.word)
        except ModelError as error:
            raise self._error(word, f"{word.word}: {error}" if known else str(error)) from None

    def _switch(self, name: str, word: Word) -> None:
        if name == "windoku":
            self.options["windoku"] = True
        else:
            self.no_boxes = word

    def _add(self, constraints: Sequence[Constraint]) -> None:
        for constraint in constraints:
            known = self.found
            if constraint.joins:
                known = self.parts.setdefault(type(constraint), {})
            if constraint not in known:
                known[constraint] = None
                if constraint.joins or not constraint.whole:
                    self._check(constraint)

    def _check(self, constraint: Constraint) -> None:
        for demand in constraint.demands(self.grid_shape):
            self.grid_shape.require(demand.cells)

    def _diagonal(self, word: Word) -> None:
        falling, rising = diagonals_of(self.size)
        wanted = one_field(word.about, "Diagonal~1 or Diagonal~-1")
        if wanted not in ("1", "-1"):
            raise ModelError(f"{excerpt(wanted)}, expected Diagonal~1 or Diagonal~-1")
        self.extra.append(rising if wanted == "1" else falling)

    def _give(self, about: str) -> None:
        """Read a cell and its values: one is a given, several are a constraint."""
        kind, as_written = _WORDS[""]
        for constraint in kind.from_text(as_written, (about,), self.size):
            self._check(constraint)
            given = constraint.given
            if given is None:
                self.found[constraint] = None
                continue
            cell, value = given
            if self.givens.setdefault(cell, value) != value:
                raise ModelError(f"{about.partition('_')[0]} twice, expected each cell once")
            if (shown := self._in_grid(cell)) not in (0, value):
                name = spell_cell(cell)
                raise ModelError(f"{about}, expected {name}_{shown}, as in the grid, or nothing")

    def _in_grid(self, cell: Cell) -> int:
        """Return the digit of a cell in the draft's grid; 0 if there is none."""
        mark = self.draft.grid[self.size * cell[0] + cell[1]] if self.draft.grid else "."
        return 0 if mark == "." else int(mark)


def _unknown(word: str) -> ModelError:
    words = {word for kind in CONSTRAINTS.values() for word in kind.words if word}
    known = sorted({*words, "Diagonal", "Windoku", "Jigsaw", "Shape", "NoBoxes"})
    wanted = "expected one such as Cage, Thermo or Windoku"
    return ModelError(f"no constraint {excerpt(word)}, {wanted}{did_you_mean(word, known)}")
