"""All solutions into a file, in a way that a kill does not undo.

The solutions stand in the file in the order of the parts of the tree, with one thread in the usual
order. With each checkpoint goes how long the file was then: what a search that is killed wrote
behind that is cut off when it goes on, and found again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import cast

from ....models.errors import CheckpointError, SolverError, WrongAnswer
from ...auto.auto import Auto
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver, version_of
from ...contract.verify import Verifier
from ...native.solver import NativeSolver
from ...registry import get_solver
from .counting import GOES_ON, require_parts
from .engine_run import Pace, Record
from .file import CheckpointFile, State
from .key import SearchKey
from .output import OutputFile, require_output

__all__ = ["Listing"]


@dataclass(frozen=True)
class Listing:
    """What is to be listed.

    text  returns what is written of a solution, whose options ascend; with its line end
    form  how solutions are written, which cannot change on the way
    """

    solver: Solver
    query: Query
    progress: Progress
    verifier: Verifier
    text: Callable[[Options], str]
    form: str = ""

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
        require_output(target, Path(checkpoint))
        version, name = version_of("minuet"), self.solver.full_name
        key = SearchKey.of("solutions", self.query, name, version, self.form)
        with CheckpointFile(checkpoint, key, puzzle) as file:
            self._require_words(file)
            with OutputFile(target, file.path, file.state.more) as stream, suppress(Stopped):
                record, worker = Record(file, self.progress), self._worker(file.state)
                if not file.state.complete:
                    _Run(self, record, worker, stream).search()
        return self.progress.found

    def _require_words(self, file: CheckpointFile) -> None:
        """Raise CheckpointError unless what was written would be written in the same words.

        A puzzle of the same matrix may have another picture, or name its choices otherwise.
        """
        for options, words in file.state.more.get("told", ()):
            if _hashed(self.text(tuple(options))) != words:
                what = "the checkpoint of a puzzle that prints its solutions otherwise"
                raise CheckpointError(f"{file.path}: {what}, expected the same puzzle and settings")

    def _worker(self, state: State) -> NativeSolver:
        """Return who searches: of `auto` the masks, where they are small."""
        if not isinstance(self.solver, Auto):
            return cast(NativeSolver, self.solver)
        if state.worker:
            chosen, why = get_solver(state.worker), GOES_ON
        else:
            chosen, why = get_solver("bitmask"), "the option masks are small"
            try:
                chosen.require_size(self.query)
            except SolverError:
                chosen, why = get_solver("dlx"), "dancing links take any size"
        self.solver.take(chosen, why)
        return cast(NativeSolver, chosen)


class _Run:
    """The search for solutions, and the file that they go to."""

    def __init__(
        self, asked: Listing, record: Record, worker: NativeSolver, stream: OutputFile
    ) -> None:
        self._asked, self._record, self._worker = asked, record, worker
        self._stream = stream
        state = record.file.state
        self._team = worker.team(asked.query, asked.progress, state.parts, count_only=False)
        self._parts, self._done = state.parts, state.done
        self._told = list(state.more.get("told", ()))
        self._torn = False  # whether what was found is partly written

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
            if not self._torn:
                self._record.save(self._paused())
            raise
        self._record.save(pending)

    def _emit_next(self) -> bool:
        """Write what was found first, or wait for it; False: everything is written."""
        batch = self._team.first()
        if batch is not None:
            self._emit(batch)
        elif self._team.over():
            return False
        else:
            self._team.wait()
        return True

    def _emit(self, batch: Sequence[Options]) -> None:
        """Write some solutions, after they were looked at. Raises WrongAnswer."""
        self._torn = True
        wrong = self._asked.verifier.first_wrong(batch)
        if wrong is not None:
            raise WrongAnswer(f"solver {self._worker.full_name}: {wrong[1]}")
        for options in batch:
            text = self._asked.text(options)
            self._stream.write(text.encode("utf-8", "backslashreplace"))
        if batch:
            self._told = [*self._told[:1], [[*map(int, batch[-1])], _hashed(text)]]
        self._asked.progress.found += len(batch)
        self._torn = False

    def _paused(self) -> State:
        """Write what else was found, and return how far it is."""
        for batch in self._team.leftover():
            self._emit(batch)
        self._parts = self._team.open()
        self._asked.progress.complete = not self._parts
        return self._state()

    def _state(self) -> State:
        parts = self._parts
        return self._record.now(
            found=self._asked.progress.found,
            parts=parts,
            complete=parts is not None and not parts,
            done=self._done + self._team.finished,
            worker=self._worker.full_name,
            more=self._stream.told() | {"told": self._told},
        )


def _hashed(text: str) -> str:
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()
