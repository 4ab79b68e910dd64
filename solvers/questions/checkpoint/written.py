"""All solutions, written to a file as they are found, with a checkpoint beside it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....models.answer import Answer
from ....models.errors import Unsupported
from ....models.puzzle import Puzzle
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.result import Interrupted, Result
from ...contract.solver import Solver
from ...contract.watching.watching import watching
from ..question import Problem, Question, unanswered
from ..workers.place import Place, require_place, workers_at

if TYPE_CHECKING:
    from ...contract.watching.receiver import Listener

__all__ = ["write_shards", "write_solutions"]

CHECKPOINT = "_checkpoint"  # in a folder of shards, unless it is to be elsewhere


def write_solutions(
    puzzle: Problem,
    output: str | os.PathLike[str],
    solver: str | Solver = "auto",
    *,
    checkpoint: str | os.PathLike[str],
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    text: Callable[[Any], str] | None = None,
    form: str = "",
    progress: Listener = None,
    on: Place = None,
) -> Result:
    """Write all solutions to a file; the other arguments are those of `solve` and `count`.

    output      the file, at first a new one or an empty one; later what stands in it behind what
                the checkpoint knows is cut off. It is held by one search, and hashed
    checkpoint  a file in which is written, every second or so, what is left: the same search with
                both files goes on there, be it after a limit, an interrupt or a kill
    text        what is written of a solution, with its line end; by default the answer as text, or
                the option numbers of a matrix. `form` is its name: a search that goes on with
                another one is refused
    on          who searches, as for `count`; this process alone writes

    Solutions come in the order of the parts of the tree; with one thread that is the usual order.

    Raises what `count` raises, Unsupported where there are costs, CheckpointError also where
    `output` is not as the search left it, is no regular file or in use, or holds something and the
    checkpoint is new; and OSError, naming it, where it is changed or taken away meanwhile.
    """
    asked = _Asked(puzzle, solver, time_limit, given, threads, seed, parameters)
    return asked.written(Target(output, checkpoint, text, form), progress, on)


def write_shards(
    puzzle: Problem,
    folder: str | os.PathLike[str],
    solver: str | Solver = "auto",
    *,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    progress: Listener = None,
    on: Place = None,
) -> Result:
    """Write all solutions to a folder of Parquet files; other arguments as for `write_solutions`.

    folder      which may be new. `pandas.read_parquet(folder)` reads all as one table: a row for
                each solution, whose `options` are its option numbers, ascending. What they mean is
                in `_choices.parquet`, how many there are and whether that is all in
                `_manifest.json`
    checkpoint  None: `_checkpoint` in the folder

    Raises what `write_solutions` raises, and Unavailable without pyarrow.
    """
    kept = os.path.join(folder, CHECKPOINT) if checkpoint is None else checkpoint  # noqa: PTH118
    asked = _Asked(puzzle, solver, time_limit, given, threads, seed, parameters)
    return asked.written(Target(folder, kept, None, "Parquet", shards=True), progress, on)


@dataclass(frozen=True)
class Target:
    """Where solutions go, and how."""

    output: str | os.PathLike[str]
    checkpoint: str | os.PathLike[str]
    text: Callable[[Any], str] | None
    form: str
    shards: bool = False


@dataclass(frozen=True)
class _Asked:
    """What is asked of whom."""

    puzzle: Problem
    solver: str | Solver
    time_limit: float | None
    given: Sequence[int]
    threads: int
    seed: int | None
    parameters: Mapping[str, Any] | None

    def written(self, target: Target, progress: Listener, on: Place) -> Result:
        """Put the question, and write what is found."""
        require_place(on, self.threads)
        began = time.monotonic()
        with watching(progress, "solutions") as watch:
            try:
                question = Question.put(
                    self.puzzle,
                    self.solver,
                    self.time_limit,
                    self.given,
                    self.threads,
                    seed=self.seed,
                    parameters=self.parameters,
                    watch=watch,
                )
            except Stopped:
                return unanswered(self.solver, began, count=0)
            return _written(question, target, on)


def _written(
    question: Question,
    target: Target,
    on: Place,
) -> Result:
    """Return how many solutions were written, or raise Interrupted with that."""
    from .listing import Listing

    puzzle = question.puzzle
    if question.has_objective:
        raise Unsupported("the best solutions in order keep no checkpoint, expected no costs")
    shown = _plain if target.text is None else target.text

    def line(options: Options) -> str:
        return shown(puzzle.read(options) if isinstance(puzzle, Puzzle) else options)

    query, found = question.query, question.progress
    solver, verifier = question.solver, question.verifier
    try:
        with workers_at(on, query.deadline) as pool:
            question.tell()
            listing = Listing(
                solver, query, found, verifier, line, target.form, pool, shards=target.shards
            )
            number = listing.write(target.output, target.checkpoint, question.title)
    except KeyboardInterrupt:
        raise Interrupted(question.counted(found.found)) from None
    return question.counted(number)


def _plain(solution: Answer | Options) -> str:
    return f"{' '.join(map(str, solution)) if isinstance(solution, tuple) else solution}\n"
