"""LeetCode 36 (is a sudoku valid so far) and 37 (solve it): a JSON array in, JSON out."""

from __future__ import annotations

from ...models.formats.source import Source
from ...models.formats.sudoku.json_grid import read_json_grid
from ...models.formats.sudoku.sudoku_text import Sudokus
from .task import NO_SOLUTION, Contest, Write, answered

__all__ = ["LEETCODE"]


def _valid(source: Source, write: Write, solver: str) -> int:
    """Look at the rules alone: the givens may be valid and yet lead nowhere."""
    (puzzle,) = Sudokus(read_json_grid(source, 9))
    write("false\n" if puzzle.clashes() else "true\n")
    return 1


def _solve(source: Source, write: Write, solver: str) -> int:
    (puzzle,) = Sudokus(read_json_grid(source, 9))
    answer = answered(puzzle, solver).answer
    write(f"{answer or NO_SOLUTION}\n")
    return 1


LEETCODE = (
    Contest("leetcode-36", (), "is a sudoku valid so far: true or false", _valid),
    Contest("leetcode-37", (), "a sudoku as a JSON array: the solved array", _solve),
)
