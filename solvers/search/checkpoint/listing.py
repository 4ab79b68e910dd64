"""All solutions into a file, in a way that a kill does not undo.

The solutions stand in the file in the order of the parts of the tree, with one thread in the usual
order. With each checkpoint goes how long the file was then: what a search that is killed wrote
behind that is cut off when it goes on, and found again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....models.errors import CheckpointError, ModelError, Unsupported, WrongAnswer
from ....models.puzzle import Puzzle
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.query import Query
from ...contract.result import Interrupted, Result
from ...contract.solver import version_of
from ...native.solver import NativeSolver
from ..running import RunningSearch
from ..selection import title_of
from ..workers.workers_at import workers_at
from .counting import require_parts, searcher
from .engine_run import Pace, Record
from .file import CheckpointFile, SearchKey, State
from .output import (
    Emitter,
    OutputFile,
    ShardEmitter,
    ShardFolder,
    hashed,
    require_folder,
    require_output,
)

if TYPE_CHECKING:
    from ..workers.executors import Pool

__all__ = ["Target", "written"]

CHECKPOINT = "_checkpoint"  # in a folder of shards, unless it is to be elsewhere


@dataclass(frozen=True)
class Target:
    """Where solutions go, and how."""

    output: str | os.PathLike[str]
    kept: str | os.PathLike[str] | None
    text: Callable[[Any], str] | None
    form: str
    shards: bool = False

    @property
    def checkpoint(self) -> str | os.PathLike[str]:
        """The file of the checkpoint. Raises ModelError where there is none."""
        if self.kept is not None:
            return self.kept
        if not self.shards:
            raise ModelError("write: no checkpoint, expected a file that says what is left")
        return os.path.join(self.output, CHECKPOINT)  # noqa: PTH118


def written(running: RunningSearch, target: Target) -> Result:
    """Return how many solutions were written, or raise Interrupted with that.

    Raises Unsupported where there are costs, and for what is wanted beside all solutions.
    """
    settings = running.search.settings
    if running.has_objective:
        raise Unsupported("the best solutions in order keep no checkpoint, expected no costs")
    if running.query.needs_agreement or settings.symmetries is not None:
        name = "symmetries" if settings.symmetries is not None else "evidence"
        raise Unsupported(f"{name}: solutions are written as one solver finds them, expected none")
    query, progress = running.query, running.progress
    try:
        with workers_at(settings.on, query.deadline) as pool:
            running.log_solver()
            number = Listing(running, target, pool).write()
    except KeyboardInterrupt:
        raise Interrupted(running.counted(progress.found)) from None
    return running.counted(number)


@dataclass(frozen=True)
class Listing:
    """The solutions of a running search on their way to where they are written.

    on  workers elsewhere; None: threads
    """

    run: RunningSearch
    target: Target
    on: Pool | None = None

    def write(self) -> int:
        """Write the solutions, going on where the checkpoint says; return how many there are.

        Raises Unsupported for a solver that searches without parts; CheckpointError for a
        checkpoint of something else, damaged or in use, and where the output is not what it was;
        OSError where one of them cannot be written; WrongAnswer.
        """
        run, target = self.run, self.target
        output, checkpoint = Path(target.output), target.checkpoint
        require_parts(run.solver, run.query)
        (require_folder if target.shards else require_output)(output, Path(checkpoint))
        version, name = version_of("minuet"), run.solver.full_name
        key = SearchKey.of("solutions", run.query, name, version, target.form)
        with CheckpointFile(checkpoint, key, title_of(run.search.problem)) as file:
            file.require_options(run.query.matrix.options)
            # Raise CheckpointError unless what was written would be written in the same words. A
            # puzzle of the same matrix may have another picture, or name its choices otherwise.
            for options, words in file.state.more.get("told", ()):
                if hashed(self._text(tuple(options))) != words:
                    message = "the checkpoint of a puzzle that prints its solutions otherwise"
                    raise CheckpointError(
                        f"{file.path}: {message}, expected the same puzzle and settings"
                    )
            opened: AbstractContextManager[OutputFile | ShardFolder]
            if self.target.shards:
                opened = self._folder(output, file)
            else:
                opened = OutputFile(output, file.path, file.state.more)
            with opened as stream, suppress(Stopped):
                record = Record(file, run.progress)
                worker = searcher(run.solver, run.query, file.state.worker)
                if not file.state.complete:
                    self._write(worker, record, stream)
        return run.progress.found

    def _text(self, options: Options) -> str:
        """Return what is written of a solution, whose options ascend; with its line end."""
        puzzle = self.run.search.problem
        solution = puzzle.read(options) if isinstance(puzzle, Puzzle) else options
        if self.target.text is not None:
            return self.target.text(solution)
        if isinstance(solution, tuple):
            return f"{' '.join(map(str, solution))}\n"
        return f"{solution.puzzle.show(solution)}\n"

    @contextmanager
    def _folder(self, output: Path, file: CheckpointFile) -> Iterator[OutputFile | ShardFolder]:
        matrix, name = self.run.query.matrix, self.run.solver.full_name
        about = {
            "minuet": version_of("minuet"),
            "puzzle": title_of(self.run.search.problem),
            "solver": name,
        }
        about["matrix"] = matrix.digest
        with ShardFolder(output, file.path, file.state.more, about) as stream:
            stream.describe(matrix)
            try:
                yield stream
            finally:
                stream.complete = file.state.complete

    def _write(
        self, worker: NativeSolver, record: Record, stream: OutputFile | ShardFolder
    ) -> None:
        written = list(record.file.state.more.get("told", ()))
        name, run = worker.full_name, self.run
        kind = ShardEmitter if self.target.shards else Emitter
        emitter = kind(
            name, run.verifier, run.progress, self._text, stream, record, samples=written
        )
        if self.on is None:
            return _ByThreads(run.query, worker, emitter).search()
        from .worker_run import list_by_workers

        return list_by_workers(worker, run.query, emitter, self.on)


class _ByThreads:
    """The search for solutions by threads, and the file that they go to."""

    def __init__(self, query: Query, worker: NativeSolver, emitter: Emitter) -> None:
        self._query, self._emitter, self._record = query, emitter, emitter.record
        state = self._record.file.state
        self._team = worker.team(query, emitter.progress, state.parts, count_only=False)
        self._parts, self._done = state.parts, state.done

    def search(self) -> None:
        """Search until all is written, or the deadline comes."""
        progress, deadline = self._emitter.progress, self._query.deadline
        pace, pending = Pace(), self._state()
        try:
            while not progress.complete and not deadline.passed():
                turn = deadline.within(pace.turn)
                with self._team.at_work():
                    pace.measured(self._record.save, pending)
                    while not turn.passed():
                        batch = self._team.first()
                        if batch is not None:
                            self._emitter.emit(batch)
                        elif self._team.over():
                            break
                        else:
                            self._team.wait()
                    self._team.pause()
                pending = self._paused()
        except (OSError, WrongAnswer):
            raise  # what cannot be written once is not tried again
        except BaseException:
            if not self._emitter.torn:
                self._record.save(self._paused())
            raise
        self._record.save(pending)

    def _paused(self) -> State:
        """Write what else was found, and return how far it is."""
        for batch in self._team.leftover():
            self._emitter.emit(batch)
        self._parts = self._team.open()
        self._emitter.progress.complete = not self._parts
        return self._state()

    def _state(self) -> State:
        return self._emitter.state(self._parts, self._done + self._team.finished)
