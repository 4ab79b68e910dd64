"""All answers of a small puzzle: sets of rows, by `Puzzle.check` alone, without the matrix."""

from __future__ import annotations

from collections.abc import Mapping

from ....models.answer import Answer
from ....models.puzzle import Puzzle
from ...contract.batch import Options

__all__ = ["MOST_ROWS", "row_answers"]

MOST_ROWS = 10


def row_answers(puzzle: Puzzle) -> Mapping[Options, object]:
    """Return the rows of each answer, with the answer's total; of at most MOST_ROWS rows."""
    size = puzzle.visible_options
    found: dict[Options, object] = {}
    for number in range(1 << size):
        rows = tuple(k for k in range(size) if number >> k & 1)
        answer = Answer(puzzle, rows)
        if puzzle.check(answer):
            found[rows] = puzzle.total(answer)
    return found
