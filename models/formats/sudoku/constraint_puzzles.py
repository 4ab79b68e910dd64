"""Makes sudoku variants of the words of constraint strings.

A square grid whose values are 1 to its side, in boxes or regions of as many cells, is a `Sudoku`;
one of other sides, values or regions is a `ShapedSudoku`. Every word is looked at once at the
beginning, so that a message names all those that minuet does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...errors import InputError, ModelError, did_you_mean, excerpt
from ...sudokus.cells import Cell, spell_cell
from ...sudokus.constraints import CONSTRAINTS, Constraint, Either, kind_of_word
from ...sudokus.constraints.text_fields import no_fields, one_field, shifted_cells
from ...sudokus.grid_puzzle import GridPuzzle
from ...sudokus.grid_shape import (
    boxes_of,
    diagonals_of,
    extra_regions,
    regions_of,
    windows_of,
)
from ...sudokus.grid_values import has_boxes
from ...sudokus.shaped_sudoku import ShapedSudoku
from ...sudokus.sudoku import Sudoku
from ..instances import LazyPuzzles
from ..source import Source
from .constraint_forms import GridForm
from .constraint_words import (
    GIVENS,
    GROUPS,
    MOST_WORDS,
    SWITCHES,
    Draft,
    Word,
    drafts,
    is_known,
    nested,
)

__all__ = ["Variants", "read_constraints"]

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
            what = "Windoku with Jigsaw, expected one of the two"
            raise self.source.error(what, *self.draft.place)
        if not self._is_plain():
            self.form.regions()
        else:
            try:
                if self.layout is not None:
                    regions_of(self.layout, self.size.rows)
            except ModelError as error:
                raise self.source.error(str(error), *self.draft.place) from None

    def _error(self, word: Word, what: str) -> InputError:
        return self.source.error(what, word.line, word.column)

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
        found = list(self.found)
        for kind in CONSTRAINTS.values():
            joined = kind.join(list(self.parts[kind])) if kind in self.parts else None
            if joined is not None:
                found.append(joined)
        if self._is_plain():
            return self._plain(found)
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
            constraints=found,
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
        known = name in SWITCHES or (kind_of_word(name) is not None and name not in GIVENS)
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
            said = f"{word.word}: {error}" if known or name in GROUPS else str(error)
            raise self._inner_mistake(word) or self._error(word, said) from None

    def _inner_mistake(self, word: Word) -> InputError | None:
        """Return the error of the first word in a group that is wrong by itself."""
        for inner in word.inner:
            kind = kind_of_word(inner.word.lower())
            try:
                if kind is not None:
                    kind[0].from_text(kind[1], inner.about, self.grid_shape)
            except ModelError as error:
                return self._error(inner, f"{inner.word}: {error}")
            found = self._inner_mistake(inner)
            if found is not None:
                return found
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
            known = self.found
            if constraint.joins:
                known = self.parts.setdefault(type(constraint), {})
            if constraint not in known:
                known[constraint] = None
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

        found = cells([origin])
        self.grid_shape.require(found)
        (start,) = found[:1]
        first = start[0] * self.size.cols + start[1]
        bits = (_SIX_BITS.index(mark) >> place & 1 for mark in table for place in range(6))
        places = [first + number for number, bit in enumerate(bits) if bit]
        if len(places) > MOST_PLACES or any(one >= len(self.grid_shape.cells) for one in places):
            raise ModelError("places outside the grid, expected some in it")
        for one in places:
            row, col = divmod(one, self.size.cols)
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
    about = tuple(shifted_cells(one, down, right) for one in word.about)
    return word._replace(about=about, inner=tuple(_moved(one, down, right) for one in word.inner))


def _unknown(words: Sequence[str]) -> ModelError:
    if len(words) > 1:
        said = ", ".join(map(excerpt, words[:-1]))
        return ModelError(f"no constraints {said} and {excerpt(words[-1])}, expected known ones")
    known = {word for kind in CONSTRAINTS.values() for word in kind.words if word}
    every = sorted({*known, "Diagonal", "Windoku", "Jigsaw", "Shape", "NoBoxes", "Or", "Replicate"})
    wanted = "expected one such as Cage, Thermo or Windoku"
    return ModelError(f"no constraint {excerpt(words[0])}, {wanted}{did_you_mean(words[0], every)}")
