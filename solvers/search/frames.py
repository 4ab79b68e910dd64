"""Solutions that were found, however they came, as one data frame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...models.answer import Answer
from ...models.errors import ModelError
from ...models.tables.frames import chosen_frame, frame_library
from ...models.tables.table import Choices
from ..contract.batch import Batch, Options
from ..contract.result import Result
from .stream import Batches, Solutions

__all__ = ["frame_of"]


def frame_of(
    found: Solutions | Batches | Iterable[Answer | Result | Options],
    table: str | Choices | None = None,
    *,
    library: str = "pandas",
) -> Any:
    """Return many solutions as one data frame, a row for each choice that is made.

    found  what `solutions`, `best` or `solve_many` give, or a list of answers, results or options
           of a bare matrix. A result without a solution has no rows
    table  whose choices; None: those of all tables, and then `table` says of which each is
    library  `pandas` or `polars`

    The columns are `solution` (its place, from 0), `table` where a puzzle has several, and the
    table's own. `to_frame` of what `solutions` gives does the same.

    Raises ModelError for answers of several puzzles, and for a table that there is not; Unavailable
    without that library.
    """
    if isinstance(found, Solutions | Batches):
        return found.to_frame(table, library=library)
    frame_library(library)  # before an iterator is used up
    answers: list[Options] = []
    puzzle: Any = None
    for place, one in enumerate(found):
        answer = one.answer if isinstance(one, Result) else one
        if isinstance(answer, Answer):
            puzzle = answer.puzzle if puzzle is None else puzzle
            if answer.puzzle is not puzzle and answer.puzzle.matrix != puzzle.matrix:
                what = f"frame_of: solution {place} is of another puzzle than those before"
                raise ModelError(f"{what}, expected one puzzle")
            answers.append(answer.options)
        else:
            options = one.options if isinstance(one, Result) else answer
            answers.append(tuple(sorted(options or ())))
    batch = Batch.of(answers)
    return chosen_frame(puzzle, batch.starts, batch.options, table, library=library)
