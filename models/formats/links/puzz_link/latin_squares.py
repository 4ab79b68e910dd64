"""Sudokus and Latin squares of puzz.link: sudoku, skyscrapers, kropki, minarism.

They are `Sudoku`s, a Latin square one whose boxes are its rows, and a `Sudoku` that says no more is
written as one of these kinds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ....errors import ModelError
from ....sudokus.constraints import Constraint, Difference, Kropki, Less, Skyscraper
from ....sudokus.grid_shape import Cell, cells_of
from ....sudokus.grid_values import box_shape, has_boxes
from ....sudokus.sudoku import Sudoku
from ...sudoku.grids import given_rows
from .kind import UNKNOWN, Body, Kind, Number, Spelling

__all__ = ["KropkiSquare", "Minarism", "PlainSudoku", "Skyscrapers"]

Pair = tuple[Cell, Cell]
_SIZES = (4, 6, 9, 16, 25)
LARGEST = 50


@dataclass(frozen=True)
class _Square(Kind):
    """A square of digits."""

    @classmethod
    def of(cls, puzzle: Sudoku) -> Self | None:
        """Return the clues of a sudoku; None if the kind does not say such constraints."""
        raise NotImplementedError

    def latin(self, constraints: Sequence[Constraint], givens: Sequence[Number] = ()) -> Sudoku:
        """Return a Latin square."""
        return Sudoku(self.grid(givens), box=(1, self.size), constraints=constraints)

    def grid(self, givens: Sequence[Number]) -> list[list[int]]:
        """Return givens as rows. Raises ModelError for a number that is no digit of the square."""
        size = self.size
        if size > LARGEST:
            raise ModelError(f"a board of {size}x{size}, expected up to {LARGEST}")
        for given in givens:
            if given is not None and given != UNKNOWN and not 1 <= given <= size:
                raise ModelError(f"{given} in a square of size {size}, expected 1 to {size}")
        digits = [0 if given in (None, UNKNOWN) else int(given or 0) for given in givens]
        digits = digits or [0] * (size * size)
        return [digits[k : k + size] for k in range(0, size * size, size)]

    def borders(self) -> list[Pair]:
        """The pairs of neighbours: along the rows, then along the columns."""
        across = [((r, c), (r, c + 1)) for r in range(self.rows) for c in range(self.columns - 1)]
        down = [((r, c), (r + 1, c)) for r in range(self.rows - 1) for c in range(self.columns)]
        return across + down


def _flat(puzzle: Sudoku) -> tuple[Number, ...]:
    return tuple(value or None for row in given_rows(puzzle) for value in row)


def _is_latin(puzzle: Sudoku) -> bool:
    return puzzle.box in ((1, puzzle.size), (puzzle.size, 1)) and not puzzle.further_houses


@dataclass(frozen=True)
class PlainSudoku(_Square):
    """Givens, row by row; a board of 6x6 has boxes of 2x3, any other square ones."""

    names = ("sudoku",)
    title = "sudoku"
    givens: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        return cls(body.rows, body.columns, tuple(body.numbers(body.cells)))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.givens)

    def puzzle(self) -> Sudoku:  # noqa: D102
        if self.size not in _SIZES:
            raise ModelError(f"a sudoku of size {self.size}, expected 4, 6, 9, 16 or 25")
        return Sudoku(self.grid(self.givens))

    @classmethod
    def of(cls, puzzle: Sudoku) -> Self | None:  # noqa: D102
        size = puzzle.size
        usual = size in _SIZES and has_boxes(size) and puzzle.box == box_shape(size)
        if not usual or puzzle.constraints or puzzle.further_houses:
            return None
        return cls(size, size, _flat(puzzle))


@dataclass(frozen=True)
class Skyscrapers(_Square):
    """How many digits are seen from above, below, the left and the right; and givens."""

    names = ("skyscrapers", "building", "skyscraper")
    title = "skyscrapers"
    seen: tuple[Number, ...]
    givens: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        seen = body.numbers(2 * (body.rows + body.columns))
        givens = body.numbers(body.cells) if body.goes_on else [None] * body.cells
        return cls(body.rows, body.columns, tuple(seen), tuple(givens))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.seen)
        if any(given is not None for given in self.givens):
            spelling.numbers(self.givens)

    def puzzle(self) -> Sudoku:  # noqa: D102
        constraints = []
        for seen, line in zip(self.seen, _views(self.size), strict=True):
            if seen is None:
                continue
            if seen == UNKNOWN or not seen:  # the page's own check accepts no answer to either
                clue = "." if seen == UNKNOWN else "0"
                raise ModelError(f"a clue {clue} beside the board, expected 1 to {self.size}")
            constraints.append(Skyscraper(seen, line))
        return self.latin(constraints, self.givens)

    @classmethod
    def of(cls, puzzle: Sudoku) -> Self | None:  # noqa: D102
        views = _views(puzzle.size)
        clues: dict[Any, int] = {}
        for constraint in puzzle.constraints:
            line = cells_of(constraint.line) if isinstance(constraint, Skyscraper) else ()
            if line not in views or line in clues or not isinstance(constraint, Skyscraper):
                return None
            clues[line] = constraint.seen
        if not _is_latin(puzzle):
            return None
        seen = tuple(clues.get(line) for line in views)
        return cls(puzzle.size, puzzle.size, seen, _flat(puzzle))


def _views(size: int) -> list[tuple[Cell, ...]]:
    """Return the lines as they are seen from above, below, the left and the right."""
    columns = [tuple((row, col) for row in range(size)) for col in range(size)]
    rows = [tuple((row, col) for col in range(size)) for row in range(size)]
    return [line[::way] for lines in (columns, rows) for way in (1, -1) for line in lines]


@dataclass(frozen=True)
class KropkiSquare(_Square):
    """Dots between neighbours: white (1) where digits are consecutive, black (2) where double."""

    names = ("kropki",)
    title = "kropki"
    dots: tuple[int, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        count = body.rows * (body.columns - 1) + body.columns * (body.rows - 1)
        return cls(body.rows, body.columns, tuple(body.thirds(count)))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.thirds(self.dots)

    def puzzle(self) -> Sudoku:  # noqa: D102
        dots = list(zip(self.dots, self.borders(), strict=True))
        white, black = ([pair for dot, pair in dots if dot == wanted] for wanted in (1, 2))
        return self.latin([Kropki(white, black, all_shown=True)])

    @classmethod
    def of(cls, puzzle: Sudoku) -> Self | None:  # noqa: D102
        if not _is_latin(puzzle) or puzzle.given_options or len(puzzle.constraints) != 1:
            return None
        (constraint,) = puzzle.constraints
        if not isinstance(constraint, Kropki) or not constraint.all_shown:
            return None
        blank = cls(puzzle.size, puzzle.size, ())
        marks = {frozenset(cells_of(pair)): 1 for pair in constraint.white}
        marks |= {frozenset(cells_of(pair)): 2 for pair in constraint.black}
        return cls(
            puzzle.size, puzzle.size, tuple(marks.get(frozenset(b), 0) for b in blank.borders())
        )


@dataclass(frozen=True)
class Minarism(_Square):
    """Signs and differences between neighbours: `<` and `>` as -2 and -3, or a number."""

    names = ("minarism",)
    title = "minarism"
    signs: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        count = body.rows * (body.columns - 1) + body.columns * (body.rows - 1)
        signs: list[Number] = []
        while len(signs) < count and body.mark():
            mark = body.mark()
            if mark in _SIGNS:
                body.place += 1
                signs.append(_SIGNS[mark])
            elif "i" <= mark <= "z":
                signs += [None] * (body.digit(36) - 17)
            else:
                signs.append(body.number())
        if len(signs) != count:
            raise body.error(f"{len(signs)} borders, expected {count},")
        return cls(body.rows, body.columns, tuple(signs))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.signs, first="i", most=18, marks=_MARKS)

    def puzzle(self) -> Sudoku:  # noqa: D102
        constraints: list[Constraint] = []
        for sign, pair in zip(self.signs, self.borders(), strict=True):
            if sign in (LESS, GREATER):
                constraints.append(Less(pair if sign == LESS else pair[::-1]))
            elif sign is not None and sign > 0:
                constraints.append(Difference(pair, sign))
        return self.latin(constraints)

    @classmethod
    def of(cls, puzzle: Sudoku) -> Self | None:  # noqa: D102
        borders = cls(puzzle.size, puzzle.size, ()).borders()
        signs: dict[Any, int] = {}
        for constraint in puzzle.constraints:
            pair = cells_of(constraint.cells) if isinstance(constraint, Less | Difference) else ()
            key = pair if pair in borders else pair[::-1]
            if key not in borders or key in signs:
                return None
            sign = (
                constraint.value
                if isinstance(constraint, Difference)
                else LESS
                if pair == key
                else GREATER
            )
            signs[key] = sign
        if not _is_latin(puzzle) or puzzle.given_options:
            return None
        return cls(puzzle.size, puzzle.size, tuple(signs.get(pair) for pair in borders))


LESS, GREATER = -2, -3
_SIGNS: Mapping[str, int] = {"g": LESS, "h": GREATER}
_MARKS: Mapping[int, str] = {sign: mark for mark, sign in _SIGNS.items()}
