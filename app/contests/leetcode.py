"""LeetCode 36 (is a sudoku valid so far) and 37 (solve it): a JSON array in, JSON out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...models.formats.source import Source
from .task import Contest, Write, answer_text

if TYPE_CHECKING:
    from ...models.sudokus.sudoku import Sudoku
    from ...solvers.contract.watching.receiver import Listener

__all__ = ["LEETCODE"]


def _valid(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    """Look at the rules alone: the givens may be valid and yet lead nowhere."""
    puzzle = _sudoku(source)
    write("false\n" if puzzle.clashes() else "true\n")
    return 1


def _solve(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
    write(answer_text(_sudoku(source), solver, threads, progress))
    return 1


def _sudoku(source: Source) -> Sudoku:
    from ...models.formats.sudoku.pasted.listed_grids import read_listed
    from ...models.formats.sudoku.sudoku_text import Sudokus

    (puzzle,) = Sudokus(read_listed(source, 9))
    return puzzle


LEETCODE = (
    Contest("leetcode-36", (), "is a sudoku valid so far: true or false", _valid),
    Contest("leetcode-37", (), "a sudoku as a JSON array: the solved array", _solve),
)
