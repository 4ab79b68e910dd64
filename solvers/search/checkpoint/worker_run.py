"""Counting and listing by workers elsewhere: the coordinator knows what is open, the file keeps it.

Between two results what was found and what is open or out with a worker are the whole tree. So
that is written, every second or so, by the same rules as of threads; how many workers there are,
then or later, plays no part. Solutions come by at most so many a task, and no further task is given
out while those that came are written or looked at: whoever asks slowly is not run over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress

from ....models.errors import WrongAnswer
from ...contract.batch import Batch
from ...contract.deadline import Stopped
from ...contract.goal import Goal
from ...contract.progress import Progress
from ...contract.query import Query
from ...native.engine import Effort, SizeEstimate
from ...native.solver import NativeSolver
from ..workers.coordinator import Coordinator
from ..workers.executors import Pool
from ..workers.tasks import Done, load_of
from .engine_run import Pace, Record
from .file import State
from .output import Emitter

__all__ = ["count_by_workers", "list_by_workers", "solutions_by_workers"]


def count_by_workers(
    solver: NativeSolver, query: Query, progress: Progress, record: Record, pool: Pool
) -> None:
    """Count what is open, until the deadline; raises what `CheckpointFile.save` does.

    Raises SolverError where the workers fail; what was counted by then is written.
    """
    before = record.file.state
    load = load_of(Goal.COUNT, solver.full_name, query)
    search = Coordinator(load, pool, query.deadline, before.parts)

    def state() -> State:
        parts = search.open()
        return record.now(
            worker=solver.full_name,
            found=progress.found,
            parts=parts,
            complete=not parts,
            done=before.done + search.finished,
        )

    def add(done: Done) -> None:
        progress.found += done.found

    _run(search, progress, record, add, state, solver.tree_size(query))


def list_by_workers(solver: NativeSolver, query: Query, emitter: Emitter, pool: Pool) -> None:
    """Write all solutions that are open, likewise. Raises WrongAnswer besides."""
    record = emitter.record
    before = record.file.state
    load = load_of(Goal.ALL, solver.full_name, query)
    search = Coordinator(load, pool, query.deadline, before.parts)

    def state() -> State:
        return emitter.state(search.open(), before.done + search.finished)

    def emit(done: Done) -> None:
        if done.batch is not None:
            emitter.emit(done.batch)

    record.save(state())  # before anything stands in the output
    size = solver.tree_size(query)
    _run(search, emitter.progress, record, emit, state, size, lambda: not emitter.torn)


def solutions_by_workers(
    solver: NativeSolver, query: Query, progress: Progress, pool: Pool
) -> Iterator[Batch]:
    """Yield all solutions, in any order."""
    with suppress(Stopped):
        load = load_of(Goal.ALL, solver.full_name, query)
        search = Coordinator(load, pool, query.deadline)
        with closing(search.results()) as results:
            for done in results:
                progress.add_effort(Progress(nodes=done.nodes, updates=done.updates))
                progress.share = search.share
                if done.batch:
                    yield done.batch
        progress.complete = search.complete


def _run(
    search: Coordinator,
    progress: Progress,
    record: Record,
    take: Callable[[Done], None],
    state: Callable[[], State],
    size: SizeEstimate | None,
    whole: Callable[[], bool] = lambda: True,
) -> None:
    """Take what comes, and write down how far it is now and then, and at the end.

    size   estimates the tree; None: nobody watches
    whole  whether the state is consistent: all results so far were taken
    """
    effort, pace, nodes, updates = Effort(progress), Pace(), 0, 0
    began = time.monotonic()
    try:
        with closing(search.results()) as results:
            for done in results:
                take(done)
                nodes, updates = nodes + done.nodes, updates + done.updates
                effort.note(nodes, updates)
                progress.share, progress.complete = search.share, search.complete
                progress.worked = time.monotonic() - began
                if size is not None and not search.complete:
                    size.look(progress.worked, progress.nodes, search.open)
                    progress.likely = size.share_of(progress.nodes)
                if pace.due and record.file.kept:
                    pace.measured(record.save, state())
        progress.complete = search.complete
    except (OSError, WrongAnswer):
        raise  # what cannot be written once is not tried again
    except BaseException:
        if whole():
            record.save(state())
        raise
    record.save(state())
