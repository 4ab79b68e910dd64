"""A kind of puzzle of puzz.link: its clues, how a link spells them, and the puzzle they make.

A kind is a small frozen dataclass of clues in a file of its own, and kinds.py lists them all. The
puzzle remembers its clues, so that it can be written as a link again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from ....errors import ModelError
from ....puzzle import Puzzle
from .codes import Body, Spelling

__all__ = ["Board", "Cell", "Clued", "Kind", "cells_of_board", "neighbours_of", "rows_of"]

Cell = tuple[int, int]
Board = Sequence[Sequence[int | None]]
MOST_CHOICES = 200_000


@dataclass(frozen=True)
class Kind:
    """The clues of a puzzle on a board of so many rows and columns.

    names    what links call the kind, the usual name first
    title    what people call it
    """

    names: ClassVar[Sequence[str]] = ()
    title: ClassVar[str] = ""
    rows: int
    columns: int

    @classmethod
    @abstractmethod
    def read(cls, body: Body) -> Self:
        """Return the clues of a link. Raises ModelError for what does not fit."""

    @abstractmethod
    def spell(self, spelling: Spelling) -> None:
        """Spell the clues as `read` reads them."""

    @abstractmethod
    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raises ModelError for clues that make none."""

    @property
    def link(self) -> str:
        """What stands behind `?` in a link."""
        spelling = Spelling()
        self.spell(spelling)
        return f"{self.names[0]}/{self.columns}/{self.rows}/{spelling.text}"

    @property
    def cells(self) -> list[Cell]:
        """The cells of the board."""
        return cells_of_board(self.rows, self.columns)

    @property
    def size(self) -> int:
        """The side of a square board. Raises ModelError for another."""
        if self.rows != self.columns:
            what = f"a board of {self.rows}x{self.columns}"
            raise ModelError(f"{what}, expected a square for {self.title}")
        return self.rows

    def begun(self) -> Clued:
        """Return a puzzle that has nothing yet but its name and its clues."""
        return Clued(self)

    def require_few(self, choices: int) -> None:
        """Raise ModelError for a puzzle of too many choices."""
        if choices > MOST_CHOICES:
            raise ModelError(f"{choices} choices for {self.title}, expected up to {MOST_CHOICES}")


class Clued(Puzzle):
    """A puzzle that remembers the clues it is made of."""

    def __init__(self, clues: Kind) -> None:
        super().__init__(clues.title)
        self.clues = clues


def cells_of_board(rows: int, columns: int) -> list[Cell]:
    """Return the cells of a board, row by row."""
    return [(row, col) for row in range(rows) for col in range(columns)]


def neighbours_of(cell: Cell, *, corners: bool = False) -> list[Cell]:
    """Return the cells beside a cell, and, if asked, those that touch it at a corner."""
    row, col = cell
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)] if corners else []
    return [(row + down, col + right) for down, right in steps]


def rows_of(values: Sequence[int | None], columns: int) -> tuple[tuple[int | None, ...], ...]:
    """Return values as rows of so many."""
    return tuple(tuple(values[k : k + columns]) for k in range(0, len(values), columns))
