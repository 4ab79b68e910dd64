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
from typing import TYPE_CHECKING

from ....models.errors import CheckpointError, WrongAnswer
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver, version_of
from ...contract.verify import Verifier
from ...native.solver import NativeSolver
from .counting import require_parts, searcher
from .emitter import Emitter, ShardEmitter, hashed
from .engine_run import Pace, Record
from .file import CheckpointFile, State
from .key import SearchKey
from .output import OutputFile, require_output
from .shards import ShardFolder, require_folder

if TYPE_CHECKING:
    from ..workers.pool import Pool

__all__ = ["Listing"]


@dataclass(frozen=True)
class Listing:
    """What is to be listed.

    text  returns what is written of a solution, whose options ascend; with its line end
    form  how solutions are written, which cannot change on the way
    on    workers elsewhere; None: threads
    shards  whether they go to a folder of Parquet files, and not to one file as text
    """

    solver: Solver
    query: Query
    progress: Progress
    verifier: Verifier
    text: Callable[[Options], str]
    form: str = ""
    on: Pool | None = None
    shards: bool = False

    def write(
        self,
        output: str | os.PathLike[str],
        checkpoint: str | os.PathLike[str],
        puzzle: str = "",
    ) -> int:
        """Write the solutions to `output`, going on where the checkpoint says; return how many.

        Raises Unsupported for a solver that searches without parts; CheckpointError for a
        checkpoint of something else, damaged or in use, and where the output is not what it was;
        OSError where one of them cannot be written; WrongAnswer.
        """
        require_parts(self.solver, self.query)
        target = Path(output)
        (require_folder if self.shards else require_output)(target, Path(checkpoint))
        version, name = version_of("minuet"), self.solver.full_name
        key = SearchKey.of("solutions", self.query, name, version, self.form)
        with CheckpointFile(checkpoint, key, puzzle) as file:
            file.require_options(self.query.matrix.options)
            self._require_words(file)
            with self._stream(target, file, puzzle) as stream, suppress(Stopped):
                record = Record(file, self.progress)
                worker = searcher(self.solver, self.query, file.state.worker)
                if not file.state.complete:
                    self._write(worker, record, stream)
        return self.progress.found

    def _stream(
        self, target: Path, file: CheckpointFile, puzzle: str
    ) -> AbstractContextManager[OutputFile | ShardFolder]:
        if not self.shards:
            return OutputFile(target, file.path, file.state.more)
        return self._folder(target, file, puzzle)

    @contextmanager
    def _folder(
        self, target: Path, file: CheckpointFile, puzzle: str
    ) -> Iterator[OutputFile | ShardFolder]:
        matrix, name = self.query.matrix, self.solver.full_name
        about = {"minuet": version_of("minuet"), "puzzle": puzzle, "solver": name}
        about["matrix"] = matrix.digest
        with ShardFolder(target, file.path, file.state.more, about) as stream:
            stream.describe(matrix)
            try:
                yield stream
            finally:
                stream.complete = file.state.complete

    def _require_words(self, file: CheckpointFile) -> None:
        """Raise CheckpointError unless what was written would be written in the same words.

        A puzzle of the same matrix may have another picture, or name its choices otherwise.
        """
        for options, words in file.state.more.get("told", ()):
            if hashed(self.text(tuple(options))) != words:
                what = "the checkpoint of a puzzle that prints its solutions otherwise"
                raise CheckpointError(f"{file.path}: {what}, expected the same puzzle and settings")

    def _write(
        self, worker: NativeSolver, record: Record, stream: OutputFile | ShardFolder
    ) -> None:
        told = list(record.file.state.more.get("told", ()))
        name, seen = worker.full_name, self.progress
        kind = ShardEmitter if self.shards else Emitter
        emitter = kind(name, self.verifier, seen, self.text, stream, record, told=told)
        if self.on is None:
            return _Run(self, worker, emitter).search()
        from .worker_run import list_by_workers

        return list_by_workers(worker, self.query, emitter, self.on)


class _Run:
    """The search for solutions, and the file that they go to."""

    def __init__(self, asked: Listing, worker: NativeSolver, emitter: Emitter) -> None:
        self._asked, self._emitter, self._record = asked, emitter, emitter.record
        state = self._record.file.state
        self._team = worker.team(asked.query, asked.progress, state.parts, count_only=False)
        self._parts, self._done = state.parts, state.done

    def search(self) -> None:
        """Search until all is written, or the deadline comes."""
        progress, deadline = self._asked.progress, self._asked.query.deadline
        pace, pending = Pace(), self._state()
        try:
            while not progress.complete and not deadline.passed():
                turn = deadline.within(pace.turn)
                with self._team.at_work():
                    pace.measured(self._record.save, pending)
                    while not turn.passed() and self._emit_next():
                        pass
                    self._team.pause()
                pending = self._paused()
        except (OSError, WrongAnswer):
            raise  # what cannot be written once is not tried again
        except BaseException:
            if not self._emitter.torn:
                self._record.save(self._paused())
            raise
        self._record.save(pending)

    def _emit_next(self) -> bool:
        """Write what was found first, or wait for it; False: everything is written."""
        batch = self._team.first()
        if batch is not None:
            self._emitter.emit(batch)
        elif self._team.over():
            return False
        else:
            self._team.wait()
        return True

    def _paused(self) -> State:
        """Write what else was found, and return how far it is."""
        for batch in self._team.leftover():
            self._emitter.emit(batch)
        self._parts = self._team.open()
        self._asked.progress.complete = not self._parts
        return self._state()

    def _state(self) -> State:
        return self._emitter.state(self._parts, self._done + self._team.finished)
