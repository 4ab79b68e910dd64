"""Read constraint strings, and make sudoku variants of their words.

A square grid whose values are 1 to its side, in boxes or regions of as many cells, is a `Sudoku`;
one of other sides, values or regions is a `ShapedSudoku`. Every word is looked at once at the
beginning, so that a message names all those that minuet does not have.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any, NamedTuple

from ...errors import InputError, ModelError, did_you_mean, excerpt
from ...sudokus.constraints import CONSTRAINTS, Constraint, Either, kind_of_word
from ...sudokus.constraints.text_fields import no_fields, one_field, shifted_cells
from ...sudokus.grid_puzzle import GridPuzzle
from ...sudokus.grid_shape import (
    Cell,
    GridShape,
    boxes_of,
    cells_of,
    diagonals_of,
    extra_regions,
    regions_of,
    spell_cell,
    windows_of,
)
from ...sudokus.grid_values import has_boxes
from ...sudokus.shaped_sudoku import ShapedSudoku
from ...sudokus.sudoku import Sudoku
from ..instances import LazyPuzzles
from ..source import Source
from .grids import givens_of, grid_and_layout

__all__ = ["LARGEST", "Variants", "is_known", "puzzle_lines", "read_constraints"]

# ---- Texts of several puzzles --------------------------------------------------------------------
# The words are those of the Interactive Sudoku Solver (Sigh, 2020).
#
# 3.......5[... 81 characters].Cage~15~R1C1~R1C2.Thermo~R4C1~R3C2~R2C3.AntiKnight
#
# A grid, or none, then constraints joined by dots: a word and its fields, joined by tildes; rows
# and columns count from 1. `~R5C3_1` gives a digit, `~R5C3_1_2` leaves two. Semicolons separate
# constraints as dots do, commas and colons are tildes; a blank separates constraints where a word
# begins behind it, and is dropped within one, as is the end of a line.
#
# As on the page, empty lines and lines `# comment` do not end a puzzle. A text of several puzzles
# gives each its size: a line with a grid, a `.Shape` or a `.Jigsaw` begins the next puzzle if the
# one above has its size (or its `.Jigsaw`) already. A line of a grid and the layout of its regions,
# two words, is a jigsaw (grids.py).
#
# Of the branches between `Or` and `End` one holds, between `And` and `End` all; `Replicate` repeats
# what is before its `End` at several places.


_LOG = logging.getLogger(__name__)

_GRID = re.compile(r"[.0-9]*")
_WORD = re.compile(r"([.;\s]*)([^.;\s]+)")
_SIZED = re.compile(r"(?:^|[.;\s])(shape|jigsaw)(?![a-z])", re.IGNORECASE)
_GIVEN_CELLS = re.compile(r"(?:~[a-z]+[0-9a-z]*_[0-9_]+)+", re.IGNORECASE)
_TILDES = re.compile("[~,:]")
SWITCHES = ("noboxes", "windoku", "searchpriority")
GIVENS = ("", "givens")
GROUPS = ("or", "and", "replicate")
_LAYOUT = ("shape", "jigsaw", "regionsize", "var")
_OTHERS = (*_LAYOUT, *SWITCHES, *GIVENS, *GROUPS, "diagonal", "end")  # they are no constraints
_LEAST = 16  # a run of fewer digits and dots before a word is no grid
MOST_WORDS = 20_000  # of a puzzle
_SHORTEST = 3  # an unknown word of fewer letters is a part of the one before
_MOST_DOTS = 3  # between a grid and its first constraint
_DEEPEST = 20  # groups in each other


class Word(NamedTuple):
    """A constraint as it stands in the text: its place, its word, what it is about.

    inner  what stands between the word and its `End`
    """

    line: int
    column: int
    word: str
    about: tuple[str, ...]
    inner: tuple[Word, ...] = ()


@dataclass
class Draft:
    """A puzzle while it is read.

    sized  what it has of a grid or `.Shape`, and of `.Jigsaw`: the words that stand once
    lines  (line number, line) of each line that is no comment
    """

    grid: str | None = None
    words: list[Word] = field(default_factory=list)
    place: tuple[int, int] = (1, 1)
    sized: set[str] = field(default_factory=set)
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether no comment and no empty line stands in it."""
        return self.lines[-1][0] - self.lines[0][0] + 1 == len(self.lines)


def drafts(source: Source) -> list[Draft]:
    """Return the puzzles of a text, their words one after the other.

    Raises InputError for a grid of no size.
    """
    result = list(_pieces(source))
    for draft in result:
        for begun in _texts(source, draft):
            draft.words += begun.words()
            if len(draft.words) > MOST_WORDS:
                last = draft.words[MOST_WORDS]
                message = f"more than {MOST_WORDS} constraints in a puzzle, expected fewer"
                raise source.error(message, last.line, last.column)
    if not result:
        raise source.error("no line that is not a comment, expected a grid or constraints", 1)
    parted = next((draft for draft in result if not draft.is_whole), None)
    if parted is not None and source.guessed:
        message = "are one puzzle, a line with .Shape or a grid would begin the next"
        begin, end = parted.lines[0][0], parted.lines[-1][0]
        _LOG.info("%s: lines %d to %d %s", source.file, begin, end, message)
    return result


def puzzle_lines(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each puzzle, with the number of lines before it."""
    every = source.text.split("\n")
    for draft in _pieces(source):
        first, last = draft.lines[0][0], draft.lines[-1][0]
        yield first - 1, every[first - 1 : last]


def _pieces(source: Source) -> Iterator[Draft]:
    """Yield a draft for each puzzle, with its lines and without its words."""
    draft = Draft()
    for number, line in source.numbered():
        if line.lstrip().startswith("#"):
            continue
        if grid_and_layout(line) is not None:
            sized = {"shape", "jigsaw"}
        else:
            sized = {word.lower() for word in _SIZED.findall(line)}
            if len(_run(line)) >= _LEAST:
                sized.add("shape")
        if not draft.lines or not sized.isdisjoint(draft.sized):
            if draft.lines:
                yield draft
            draft = Draft(place=(number, len(line) - len(line.lstrip()) + 1))
        draft.lines.append((number, line))
        draft.sized |= sized
    if draft.lines:
        yield draft


def _run(line: str) -> str:
    """Return the digits and dots with which a line begins."""
    match = _GRID.match(line, len(line) - len(line.lstrip()))
    return "" if match is None else match[0]


@dataclass
class _Text:
    """The text of a word, in pieces with blanks or line ends between."""

    line: int
    column: int
    pieces: list[str]

    def words(self) -> list[Word]:
        """Return the word, as a list of one."""
        name, *about = re.split(_TILDES, "".join(self.pieces))
        return [Word(self.line, self.column, name, tuple(about))]

    def goes_on(self, text: str) -> bool:
        """Whether a text behind a blank or the end of a line belongs to the word."""
        if re.match(_TILDES, text):
            return _GIVEN_CELLS.fullmatch(text) is None
        if re.match(_TILDES, self.pieces[-1][-1]):
            return True
        begun, name = (
            re.split(_TILDES, part, maxsplit=1)[0] for part in (text, "".join(self.pieces[:3]))
        )
        return not is_known(begun) and (len(begun) < _SHORTEST or not is_known(name))


class _Jigsaw(NamedTuple):
    """A line of a grid and its layout."""

    line: int
    column: int
    grid: str
    layout: str

    def words(self) -> list[Word]:
        """Return the words that say the same."""
        words = ("Jigsaw", (self.layout,)), ("NoBoxes", ()), ("", givens_of(self.grid))
        return [Word(self.line, self.column, *word) for word in words]


def _texts(source: Source, draft: Draft) -> Iterator[_Text | _Jigsaw]:
    """Yield the text of each word, and fill in the grid."""
    begun: _Text | None = None
    last = -1
    for number, line in draft.lines:
        start = len(line) - len(line.lstrip())
        jigsaw = grid_and_layout(line)
        is_sized = jigsaw is not None or len(_run(line)) >= _LEAST
        if begun is not None and (is_sized or number != last + 1):
            yield begun  # no word goes on behind a comment, an empty line or a grid
            begun = None
        if jigsaw is not None:
            yield _Jigsaw(number, start + 1, *jigsaw)
            continue
        if is_sized:
            draft.grid = _grid_at(source, number, line, start)
            start += len(draft.grid)
        for match in _WORD.finditer(line, start):
            separators, text = match[1], match[2]
            if begun is not None and not separators.strip() and begun.goes_on(text):
                begun.pieces.append(text)
                continue
            if begun is not None:
                yield begun
            begun = _Text(number, match.start(2) + 1, [text])
        if begun is not None and line[-1] in ".;":
            yield begun
            begun = None
        last = number
    if begun is not None:
        yield begun


def _grid_at(source: Source, number: int, line: str, start: int) -> str:
    """Return the grid that a line begins with."""
    run = _run(line)
    length = isqrt(len(run)) ** 2
    if not run[length:].strip(".") and len(run) - length <= _MOST_DOTS:
        return run[:length]
    message = f"a grid of {len(run)} characters, expected 81, or another square"
    raise source.error(message, number, start + 1)


def is_known(word: str) -> bool:
    """Whether a word is one that minuet has."""
    name = word.lower()
    return name in _OTHERS or kind_of_word(name) is not None


def nested(source: Source, words: Sequence[Word]) -> list[Word]:
    """Return words with those up to an `End` inside the word that begins what it ends.

    Raises InputError for an `End` of nothing, and for a group without one.
    """
    open_words: list[tuple[Word | None, list[Word]]] = [(None, [])]
    for word in words:
        name = word.word.lower()
        if name in GROUPS:
            if len(open_words) > _DEEPEST:
                raise _error(source, word, f"over {_DEEPEST} groups in each other, expected fewer")
            open_words.append((word, []))
        elif name == "end":
            begun, inner = open_words.pop()
            if begun is None:
                raise _error(source, word, "End of nothing, expected Or, And or Replicate before")
            open_words[-1][1].append(begun._replace(inner=tuple(inner)))
        else:
            open_words[-1][1].append(word)
    begun, result = open_words[-1]
    if begun is not None:
        raise _error(source, begun, f"{begun.word} without an end, expected .End")
    return result


def _error(source: Source, word: Word, message: str) -> InputError:
    return source.error(message, word.line, word.column)


# ---- Sides, values and regions of a grid ---------------------------------------------------------
# `Shape~6x9` says the sides, `Shape~9x9~0-8` and `Shape~6x6~9` the values too, `Shape~9x9~~Raw`
# that there are no rows, columns and boxes; `Jigsaw~...` a label for each cell, `RegionSize~9` how
# many cells a box or a region has; `Var~A~what they are~3` three cells outside the grid: VA1, VA2,
# VA3.


LARGEST = 25

_SHAPE = re.compile(r"(\d{1,3})x(\d{1,3})(?:~(?:(?:([01])-)?(\d{1,3}))?)?(?:~(Sudoku|Raw))?")
_COUNT = re.compile(r"(?:([1-9]\d{0,2})x)?([1-9]\d{0,2})")
_MOST_OUTSIDE = 1000


class GridSize(NamedTuple):
    """The sides of a grid, its values, and how many cells a region has."""

    rows: int
    cols: int
    values: range
    region: int

    @property
    def is_plain(self) -> bool:
        """Whether it is that of a usual sudoku, if it has boxes or regions."""
        n = self.rows
        return self.cols == n == self.region and self.values == range(1, n + 1)


class GridForm:
    """The form that the words of a draft say.

    size    sides, values, size of regions
    layout  a label for each cell, or None
    raw     whether there are no rows, columns and boxes
    extra   the cells outside the grid

    Raises InputError for words that contradict each other, and for what is no shape.
    """

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source, self.draft = source, draft
        self.layout: str | None = None
        self.raw = False
        self.size = self._size()
        # The cells outside the grid: those of Var, and those that constraints bring.
        cells: dict[Cell, None] = {}
        for word in self.draft.words:
            kind = kind_of_word(word.word)
            if word.word.lower() == "var":
                cells.update(dict.fromkeys(self._outside(word)))
            elif kind is not None and kind[0].brings_cells and not kind[0].arguments():
                cells.update(dict.fromkeys(kind[0]().extra_cells(self.shape)))
        self.extra = tuple(cells)

    def _error(self, word: Word, message: str) -> InputError:
        return self.source.error(message, word.line, word.column)

    def _size(self) -> GridSize:
        """Read the words on which the size depends, before all others."""
        side = isqrt(len(self.draft.grid)) if self.draft.grid else None
        size = None if side is None else (side, side, range(1, side + 1))
        region = None
        for word in self.draft.words:
            name = word.word.lower()
            if name == "shape":
                shape = self._shape_of(word)
            elif name == "jigsaw":
                shape = self._with_layout(word, size)
            elif name == "regionsize":
                text = word.about[0] if len(word.about) == 1 else ""
                if not re.fullmatch("[1-9][0-9]?", text):
                    raise self._error(word, "a size of regions, expected one such as RegionSize~9")
                region = int(text)
                continue
            else:
                continue
            if side is not None and shape[:2] != (side, side):
                raise self._error(word, f"size {shape[0]}, expected {side} as the grid's")
            if name == "shape" or size is None:
                size = shape
        rows, cols, values = size or (9, 9, range(1, 10))
        if not 1 <= max(rows, cols, len(values)) <= LARGEST or not min(rows, cols):
            message = f"a sudoku of size {max(rows, cols, len(values))}, expected up to {LARGEST}"
            raise self.source.error(message, *self.draft.place)
        return GridSize(rows, cols, values, region or max(rows, cols))

    def _shape_of(self, word: Word) -> tuple[int, int, range]:
        match = _SHAPE.fullmatch("~".join(word.about))
        if match is None:
            message = "a shape, expected one such as Shape~6x6, Shape~6x8 or Shape~9x9~0-8"
            raise self._error(word, message)
        rows, cols, first = int(match[1]), int(match[2]), int(match[3] or 1)
        last = int(match[4] or max(rows, cols))
        self.raw = match[5] == "Raw"
        if not self.raw and not max(rows, cols) <= last - first + 1:
            message = f"{max(last - first + 1, 0)} values, expected {max(rows, cols)} or more"
            raise self._error(word, message)
        return rows, cols, range(first, last + 1)

    @property
    def shape(self) -> GridShape:
        """The cells and the boxes, without houses and without cells outside the grid."""
        rows, cols, values, _ = self.size
        cells = frozenset((r, c) for r in range(rows) for c in range(cols))
        return GridShape(len(values), cells, (), tuple(self.boxes()), values.start)

    def _outside(self, word: Word) -> tuple[Cell, ...]:
        """Return the cells of a word such as Var~A~name~3, which are called VA1 to VA3."""
        letters, _, size = (*word.about, "", "", "")[:3]
        match = _COUNT.fullmatch(size or "1")
        if not re.fullmatch("[A-Z]{1,3}", letters) or match is None or len(word.about) > 3:
            raise self._error(word, "cells outside the grid, expected some such as Var~A~name~3")
        count = int(match[1] or 1) * int(match[2])
        if count > _MOST_OUTSIDE:
            raise self._error(word, f"{count} cells, expected up to {_MOST_OUTSIDE}")
        numbers = map(str, range(1, count + 1)) if count > 1 else [""]
        return cells_of(" ".join(f"V{letters}{number}" for number in numbers))

    def _with_layout(
        self, word: Word, size: tuple[int, int, range] | None
    ) -> tuple[int, int, range]:
        """Read the layout of a jigsaw; the grid's shape may stand before it."""
        layout = word.about[-1] if word.about else ""
        shapes = [
            self._shape_of(other) for other in self.draft.words if other.word.lower() == "shape"
        ]
        wanted = size or (shapes[0] if shapes else None)
        side = isqrt(len(layout))
        if wanted is None or len(layout) != wanted[0] * wanted[1]:
            if side * side != len(layout) or not side or shapes:
                area = 81 if wanted is None else wanted[0] * wanted[1]
                message = f"a layout of {len(layout)} characters, expected {area}"
                raise self._error(word, message)
            wanted = side, side, range(1, side + 1)
        if list(word.about[:-1]) not in ([], [f"{wanted[0]}x{wanted[1]}"]):
            raise self._error(word, f"{excerpt('~'.join(word.about))}, expected a layout alone")
        if self.layout not in (None, layout):
            raise self._error(word, "another layout, expected one Jigsaw")
        self.layout = layout
        return wanted

    def regions(self) -> list[tuple[Cell, ...]]:
        """Return the regions of the layout; one of them may be what the others leave."""
        if self.layout is None:
            return []
        by_label: dict[str, list[Cell]] = {}
        for place, label in enumerate(self.layout):
            by_label.setdefault(label, []).append(divmod(place, self.size.cols))
        whole = [tuple(cells) for cells in by_label.values() if len(cells) == self.size.region]
        if len(by_label) > len(whole) + 1:
            label, cells = next((k, v) for k, v in by_label.items() if len(v) != self.size.region)
            message = f"region {label!r} has {len(cells)} cells, expected {self.size.region}"
            raise self.source.error(message, *self.draft.place)
        return whole

    def boxes(self) -> list[tuple[Cell, ...]]:
        """Return what a line of region sums goes by: the boxes, or else the regions."""
        bare = any(word.word.lower() == "noboxes" for word in self.draft.words)
        boxes = boxes_of(self.size.rows, self.size.cols, self.size.region)[1]
        return self.regions() if bare or not boxes else boxes


MOST_PLACES = 1000  # of a group that is replicated

_SIX_BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Variants(LazyPuzzles[GridPuzzle, "_Builder"]):
    """The puzzles of a text; each is made when it is asked for."""

    def _made(self, draft: _Builder) -> GridPuzzle:
        return draft.build()

    def _origin(self, place: int) -> str | None:
        draft = self._drafts[place]
        return f"{draft.source.file}:{draft.draft.place[0]}"


def read_constraints(source: Source) -> Variants:
    """Return the puzzles. Raises InputError, with line and column, for what does not fit."""
    return Variants([_Builder(source, draft) for draft in drafts(source)])


class _Builder:
    """Makes a puzzle of a draft, whose words it checks at once."""

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source, self.draft = source, draft
        # Dictionaries as ordered sets: what stands in the text twice is meant once.
        self.found: dict[Constraint, None] = {}
        self.parts: dict[type[Constraint], dict[Constraint, None]] = {}  # of kinds that join
        self.copies = 0  # of words, by Replicate
        self.no_boxes = self.windoku = False
        self.diagonals: list[int] = []  # 0 falls, 1 rises
        self.givens: dict[Cell, int] = {}

        unknown = [word for word in draft.words if not is_known(word.word)]
        if unknown:
            names = list(dict.fromkeys(word.word for word in unknown))
            raise self._error(unknown[0], str(_unknown(names)))
        self.form = GridForm(source, draft)
        self.size, self.layout = self.form.size, self.form.layout
        self.grid_shape = replace(self.form.shape, extra=self.form.extra)
        for word in nested(source, draft.words):
            self._read(word)
        # Raise InputError for regions that do not fit.
        if self.windoku and self.layout is not None:
            message = "Windoku with Jigsaw, expected one of the two"
            raise self.source.error(message, *self.draft.place)
        if not self._is_plain():
            self.form.regions()
        else:
            try:
                if self.layout is not None:
                    regions_of(self.layout, self.size.rows)
            except ModelError as error:
                raise self.source.error(str(error), *self.draft.place) from None

    def _error(self, word: Word, message: str) -> InputError:
        return self.source.error(message, word.line, word.column)

    # ---- Words that are not known ---------------------------------------------------------

    def _is_plain(self) -> bool:
        bare = self.form.raw or self.form.extra
        return (
            not bare
            and self.size.is_plain
            and (self.layout is not None or (has_boxes(self.size.rows) and not self.no_boxes))
        )

    # ---- The puzzle -----------------------------------------------------------------------

    def build(self) -> GridPuzzle:
        """Return the puzzle."""
        constraints = list(self.found)
        for kind in CONSTRAINTS.values():
            joined = kind.join(list(self.parts[kind])) if kind in self.parts else None
            if joined is not None:
                constraints.append(joined)
        if self._is_plain():
            return self._plain(constraints)
        rows, cols, values, region = self.size
        regions, further = self.form.regions(), dict[str, Any]()
        if self.diagonals:
            further["diagonal"] = [diagonals_of(rows)[which] for which in self.diagonals]
        box, boxes = boxes_of(rows, cols, region)
        if self.windoku and box is not None:
            further["window"] = windows_of(rows, *box)
        bare = self.no_boxes or not boxes or self.form.raw
        if regions and not bare:
            further["extra region"] = regions
        return ShapedSudoku(
            rows,
            cols,
            values=values,
            givens=self._all_givens(),
            regions=regions if bare else None,
            region_size=region,
            lines=not self.form.raw,
            extra_cells=self.form.extra,
            extra=further,
            constraints=constraints,
        )

    def _plain(self, constraints: Sequence[Constraint]) -> Sudoku:
        n, options = self.size.rows, dict[str, Any]()
        extra = [diagonals_of(n)[which] for which in self.diagonals]
        if self.layout is not None:
            if self.no_boxes or not has_boxes(n):
                options["regions"] = self.layout
            else:
                extra += extra_regions(self.layout, n)
        if self.windoku:
            options["windoku"] = True
        rows = [[0] * self.size.cols for _ in range(self.size.rows)]
        for (row, col), value in self._all_givens().items():
            rows[row][col] = value
        puzzle = Sudoku(rows, extra=extra, constraints=constraints, **options)
        puzzle.layout = "line" if n < 10 else "numbers"
        return puzzle

    def _all_givens(self) -> dict[Cell, int]:
        shown = enumerate(self.draft.grid or "")
        of_grid = {divmod(k, self.size.cols): int(mark) for k, mark in shown if mark not in ".0"}
        return {**of_grid, **self.givens}

    # ---- Each word ------------------------------------------------------------------------

    def _read(self, word: Word) -> None:
        name = word.word.lower()
        recognized = name in SWITCHES or (kind_of_word(name) is not None and name not in GIVENS)
        try:
            if name in GIVENS:
                for about in filter(None, word.about):
                    self._give(about)
            elif (kind := kind_of_word(name)) is not None:
                self._add(kind[0].from_text(kind[1], word.about, self.grid_shape))
            elif name in SWITCHES:
                self._switch(name, word)
            elif name == "diagonal":
                self._diagonal(word)
            elif name in GROUPS:
                self._group(name, word)
        except ModelError as error:
            if isinstance(error, InputError):
                raise
            message = f"{word.word}: {error}" if recognized or name in GROUPS else str(error)
            raise self._inner_mistake(word) or self._error(word, message) from None

    def _inner_mistake(self, word: Word) -> InputError | None:
        """Return the error of the first word in a group that is wrong by itself."""
        for inner in word.inner:
            kind = kind_of_word(inner.word.lower())
            try:
                if kind is not None:
                    kind[0].from_text(kind[1], inner.about, self.grid_shape)
            except ModelError as error:
                return self._error(inner, f"{inner.word}: {error}")
            mistake = self._inner_mistake(inner)
            if mistake is not None:
                return mistake
        return None

    def _group(self, name: str, word: Word) -> None:
        if name == "or":
            no_fields(word.about)
            self._add([Either(tuple(map(_branch, word.inner)))])
        else:
            for inner in self._copies(word) if name == "replicate" else word.inner:
                self._read(inner)

    def _switch(self, name: str, word: Word) -> None:
        if name == "searchpriority":
            return  # how to search, which is the solvers' own affair
        no_fields(word.about)
        if name == "windoku":
            self._require_square("Windoku")
            self.windoku = True
        else:
            self.no_boxes = True

    def _require_square(self, name: str) -> None:
        if self.size.rows != self.size.cols:
            raise ModelError(f"{name} on a grid of {self.grid_shape.spelled}, expected a square")

    def _add(self, constraints: Sequence[Constraint]) -> None:
        for constraint in constraints:
            added = self.found
            if constraint.joins:
                added = self.parts.setdefault(type(constraint), {})
            if constraint not in added:
                added[constraint] = None
                if constraint.joins or not constraint.whole:
                    self._check(constraint)

    def _check(self, constraint: Constraint) -> None:
        shape = self.grid_shape
        if constraint.brings_cells:
            shape = replace(shape, extra=(*shape.extra, *constraint.extra_cells(shape)))
        for demand in constraint.demands(shape):
            shape.require(demand.cells)
        for clue in constraint.region_demands(shape):
            shape.require(clue.cells)

    def _diagonal(self, word: Word) -> None:
        wanted = one_field(word.about, "Diagonal~1 or Diagonal~-1")
        if wanted not in ("1", "-1"):
            raise ModelError(f"{excerpt(wanted)}, expected Diagonal~1 or Diagonal~-1")
        self._require_square("Diagonal")
        which = int(wanted == "1")
        if which not in self.diagonals:
            self.diagonals.append(which)

    def _copies(self, word: Word) -> Iterator[Word]:
        """Yield the words of a group at each place that a table of bits, six a character, says."""
        table, origin = (*word.about, "", "R1C1")[:2] if word.about else ("", "R1C1")
        origin = origin or "R1C1"
        if set(table) - set(_SIX_BITS) or len(word.about) > 2:
            raise ModelError("a table of places, expected letters, digits, - and _")
        from ...sudokus.constraints.text_fields import cells

        origins = cells([origin])
        self.grid_shape.require(origins)
        (start,) = origins[:1]
        first = start[0] * self.size.cols + start[1]
        bits = (_SIX_BITS.index(mark) >> place & 1 for mark in table for place in range(6))
        places = [first + number for number, bit in enumerate(bits) if bit]
        if len(places) > MOST_PLACES or any(
            place >= len(self.grid_shape.cells) for place in places
        ):
            raise ModelError("places outside the grid, expected some in it")
        for place in places:
            row, col = divmod(place, self.size.cols)
            for inner in word.inner:
                self.copies += _count(inner)
                if self.copies > MOST_WORDS:
                    raise ModelError(f"more than {MOST_WORDS} constraints, expected fewer")
                yield _moved(inner, row - start[0], col - start[1])

    def _give(self, about: str) -> None:
        """Read a cell and its values: one is a given, several are a constraint."""
        kind, as_written = kind_of_word("") or (None, "")
        assert kind is not None
        for constraint in kind.from_text(as_written, (about,), self.grid_shape):
            self._check(constraint)
            given = constraint.given
            if given is None:
                self.found[constraint] = None
                continue
            cell, value = given
            if self.givens.setdefault(cell, value) != value:
                raise ModelError(f"{about.partition('_')[0]} twice, expected each cell once")
            # The digit of a cell in the draft's grid; 0 if there is none.
            mark = self.draft.grid[self.size.cols * cell[0] + cell[1]] if self.draft.grid else "."
            if (shown := 0 if mark == "." else int(mark)) not in (0, value):
                name = spell_cell(cell)
                raise ModelError(f"{about}, expected {name}_{shown}, as in the grid, or nothing")


def _branch(word: Word) -> str:
    """Return a branch as a constraint string."""
    if word.word.lower() == "and":
        return ".".join(map(_branch, word.inner))
    if word.inner:
        raise ModelError(f"{word.word} in a branch, expected a word such as Cage, or And")
    return "~".join((word.word, *word.about))


def _count(word: Word) -> int:
    return 1 + sum(map(_count, word.inner))


def _moved(word: Word, down: int, right: int) -> Word:
    about = tuple(shifted_cells(text, down, right) for text in word.about)
    return word._replace(
        about=about, inner=tuple(_moved(inner, down, right) for inner in word.inner)
    )


def _unknown(words: Sequence[str]) -> ModelError:
    if len(words) > 1:
        listed = ", ".join(map(excerpt, words[:-1]))
        return ModelError(f"no constraints {listed} and {excerpt(words[-1])}, expected known ones")
    known_words = {word for kind in CONSTRAINTS.values() for word in kind.words if word}
    every = sorted(
        {*known_words, "Diagonal", "Windoku", "Jigsaw", "Shape", "NoBoxes", "Or", "Replicate"}
    )
    wanted = "expected one such as Cage, Thermo or Windoku"
    return ModelError(f"no constraint {excerpt(words[0])}, {wanted}{did_you_mean(words[0], every)}")
