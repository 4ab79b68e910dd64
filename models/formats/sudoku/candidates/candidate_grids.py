"""Grids of candidates as they come out of a text, and the puzzles of them.

A cell with one digit left is given; the others hold one of theirs. A file is read to short drafts,
and each puzzle is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ....errors import excerpt
from ...instances import LazyPuzzles
from ...source import Source

if TYPE_CHECKING:
    from ....sudokus.cells import Cell
    from ....sudokus.sudoku import Sudoku

__all__ = [
    "CandidateGrids",
    "Digits",
    "Draft",
    "Row",
    "content",
    "digits_of",
    "draft_of",
    "join_grids",
]

Digits = tuple[int, ...]
Row = tuple[int, Sequence[tuple[int, str]]]  # the line, and (column, word) for each cell

BLANKS = (".", "0", "*", "x", "X", "_", "-")


class Draft(NamedTuple):
    """A puzzle as it was read: the digits left to each cell, row by row; () for all."""

    cells: Sequence[Digits]
    origin: str


class CandidateGrids(LazyPuzzles["Sudoku", Draft]):
    """The puzzles of a text, each made when it is asked for."""

    def _made(self, draft: Draft) -> Sudoku:
        from ....sudokus.constraints import Candidates
        from ....sudokus.sudoku import Sudoku

        size = round(len(draft.cells) ** 0.5)
        grid = [[0] * size for _ in range(size)]
        found: dict[Digits, list[Cell]] = {}
        for k, left in enumerate(draft.cells):
            row, col = divmod(k, size)
            if len(left) == 1:
                grid[row][col] = left[0]
            elif left and len(left) < size:
                found.setdefault(left, []).append((row, col))
        constraints = [Candidates(tuple(cells), left) for left, cells in found.items()]
        puzzle = Sudoku(grid, constraints=constraints)
        puzzle.layout = "line"
        return puzzle

    def _origin(self, place: int) -> str | None:
        return self._drafts[place].origin


def digits_of(source: Source, word: str, size: int, place: tuple[int, int]) -> Digits:
    """Return the digits of a word. Raises InputError for none, and for what is no digit."""
    known = {str(value) for value in range(1, size + 1)}
    for k, mark in enumerate(word):
        if mark not in known or mark in word[:k]:
            again = " again" if mark in word[:k] else ""
            what = f"{excerpt(mark)}{again}, expected each of 1 to {size} once, or none of it"
            raise source.error(what, place[0], place[1] + k)
    if not word:
        raise source.error("no digit left to a cell, expected some", *place)
    return tuple(sorted(map(int, word)))


def content(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines that are no comments. Raises InputError if there are none."""
    read = False
    for number, line in source.numbered():
        if not line.lstrip().startswith("#"):
            read = True
            yield number, line
    if not read:
        raise source.error("nothing but comments, expected puzzles", 1)


def draft_of(source: Source, rows: Sequence[Row], size: int) -> Draft:
    """Return the draft of rows of words, of which some are blanks."""
    cells = [
        () if word in BLANKS else digits_of(source, word, size, (number, column))
        for number, row in rows
        for column, word in row
    ]
    return Draft(cells, f"{source.file}:{rows[0][0]}")


def join_grids(texts: Sequence[str]) -> str:
    """Return grids with an empty line between."""
    return "\n".join(texts)
