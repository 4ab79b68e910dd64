"""Counting by workers elsewhere: the coordinator knows what is open, and the file keeps it.

Between two results what was counted and what is open or out with a worker are the whole tree. So
that is written, every second or so, by the same rules as of threads; how many workers there are,
then or later, plays no part.
"""

from __future__ import annotations

from contextlib import closing

from ...contract.progress import Progress
from ...contract.query import Query
from ...native.engine import Effort
from ...native.solver import NativeSolver
from ...native.split import OpenPart
from ..workers.coordinator import Coordinator
from ..workers.job import Job
from ..workers.pool import Pool
from .engine_run import Pace, Record
from .file import State

__all__ = ["count_by_workers"]


def count_by_workers(
    solver: NativeSolver, query: Query, progress: Progress, record: Record, pool: Pool
) -> None:
    """Count what is open, until the deadline; raises what `CheckpointFile.save` does.

    Raises SolverError where the workers fail; what was counted by then is written.
    """
    run = _Run(solver, query, progress, record, pool)
    try:
        run.count()
    except OSError:
        raise  # what cannot be written once is not tried again
    except BaseException:
        record.save(run.state())
        raise
    record.save(run.state())


class _Run:
    """A count by workers on its way."""

    def __init__(
        self, solver: NativeSolver, query: Query, progress: Progress, record: Record, pool: Pool
    ) -> None:
        state = record.file.state
        parts = [OpenPart((query.given, ()), 1.0)] if state.parts is None else state.parts
        self._solver, self._record, self._progress = solver, record, progress
        self._before, self._nodes, self._updates = state.done, 0, 0
        progress.found = state.found  # whatever others have tried here
        job = Job.of("count", solver.full_name, query)
        self._search = Coordinator(pool, job, parts, query.deadline)

    def count(self) -> None:
        """Add up what comes, and write it down now and then."""
        progress, search = self._progress, self._search
        effort, pace = Effort(progress), Pace()
        with closing(search.results()) as results:
            for done in results:
                self._nodes += done.nodes
                self._updates += done.updates
                effort.note(self._nodes, self._updates)
                progress.found += done.found
                progress.share = min(search.share, 1.0)
                progress.complete = search.complete
                if pace.due and self._record.file.kept:
                    pace.measured(self._record.save, self.state())
        progress.complete = search.complete
        if search.complete:
            progress.share = 1.0

    def state(self) -> State:
        """Return how far it is, between two results."""
        parts = self._search.open()
        return self._record.now(
            worker=self._solver.full_name,
            found=self._progress.found,
            parts=parts,
            complete=not parts,
            done=self._before + self._search.finished,
        )
