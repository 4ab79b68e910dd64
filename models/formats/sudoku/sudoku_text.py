"""Sudoku texts: tells the layouts apart, and makes puzzles that share one matrix.

The layouts: a puzzle a line; rows of digits; numbers with blanks between; rows of letters; the JSON
array of LeetCode. `read_grids` stops at numbers, `read_sudokus` makes puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ...sudokus.sudoku import Sudoku, TargetSudoku
from ..source import Source
from .character_grids import read_digit_rows, read_letter_rows, read_puzzle_lines
from .grids import DIGIT_SIZES, Grid, Grids
from .json_grid import read_json_grid
from .lazy_puzzles import LazyPuzzles
from .number_grids import read_numbers

__all__ = ["Sudokus", "read_grids", "read_sudokus"]

_LONGEST_ROW = 12  # a longer line of digits is a whole puzzle


def read_grids(source: Source) -> Grids:
    """Return the grids of a text in any of the layouts."""
    head = source.head(9)
    first = head[0].lstrip()
    if first.startswith("["):
        return read_json_grid(source)
    if len(first.split(maxsplit=1)) > 1 and not _is_characters(head):
        return read_numbers(source)
    digits = sum(first.count(mark) for mark in ".0123456789")
    if digits < sum(mark.isalpha() or mark == "-" for mark in first[:100]):
        return read_letter_rows(source)
    lengths = sorted(map(len, head))
    if lengths[len(lengths) // 2] in DIGIT_SIZES or lengths[-1] <= _LONGEST_ROW:
        return read_digit_rows(source)
    return read_puzzle_lines(source)


def _is_characters(head: Sequence[str]) -> bool:
    """Whether most lines are of one word, so that a blank in the first is the mistake."""
    words = [len(line.split(maxsplit=1)) for line in head]
    return words.count(1) * 2 > len(words)


def read_sudokus(source: Source, *, target: bool = False) -> Sudokus:
    """Return the puzzles, as target sudokus if `target` is set; `#` begins a line of comment."""
    source = source.without_comments()
    grids = read_grids(source)
    if target and grids.size != 9:
        what = f"a target sudoku of size {grids.size}, expected 9"
        raise source.error(what, source.lines[0][0])
    return Sudokus(grids, target=target)


class Sudokus(LazyPuzzles[Grid]):
    """The puzzles of a file; each is made when it is asked for, and all share one matrix."""

    def __init__(
        self, grids: Grids, *, target: bool = False, make: Callable[[Grid], Sudoku] = Sudoku
    ) -> None:
        super().__init__(grids.grids)
        self.grids, self.make = grids, TargetSudoku if target else make

    @cached_property
    def blank(self) -> Sudoku:
        """The puzzle without givens that all the others are copies of."""
        size = self.grids.size
        puzzle = self.make([[0] * size for _ in range(size)])
        puzzle.layout = self.grids.layout
        return puzzle

    def _made(self, draft: Grid) -> Sudoku:
        return self.blank.with_givens(draft)
