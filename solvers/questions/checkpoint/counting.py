"""A count with a checkpoint: by which engine, and from where.

`dlx` and `bitmask` count by their engines, `dlx:memo` with memory as long as that pays. `auto`
tries for some tenths of a second who will be done sooner, masks or memo, and stays with it; the
file says with whom, so that a resumed count does not choose anew. What counts without parts (SAT,
CP-SAT, MIP, the reference in Python, solvers of other packages) is refused in one line.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from ....models.errors import SolverError, Unsupported
from ...auto.auto import Auto
from ...contract.deadline import Stopped
from ...contract.features import require_covers
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver, version_of
from ...native.solver import NativeSolver
from ...registry import get_solver
from .engine_run import Record, count_by_engine
from .file import CheckpointFile
from .key import SearchKey
from .memo_run import MemoRun

if TYPE_CHECKING:
    from ...dlx.dlx import DancingLinks

__all__ = ["count_with_checkpoint", "require_parts"]

MEMO = "dlx:memo"
TRIAL = 0.25  # seconds of a memo and of masks, before one of them is chosen
MEMO_TRIAL = 1.0  # of a memo that was asked for by name
GOES_ON = "the checkpoint was begun with it"
NO_MEMO = "its states do not come up again"


def count_with_checkpoint(
    solver: Solver,
    query: Query,
    progress: Progress,
    path: str | os.PathLike[str],
    puzzle: str = "",
) -> int:
    """Count as `Solver.count` does, going on where the file says, and writing it every second.

    puzzle  its name, for `minuet status`

    Raises Unsupported for a solver that counts without parts; CheckpointError for a file of
    something else, damaged or in use; OSError where it cannot be written.
    """
    require_parts(solver, query)
    key = SearchKey.of("count", query, solver.full_name, version_of("minuet"))
    with CheckpointFile(path, key, puzzle) as file, suppress(Stopped):
        record = Record(file, progress)
        if not file.state.complete:
            _count(solver, query, progress, record)
        elif isinstance(solver, Auto):
            solver.take(get_solver(file.state.worker), GOES_ON)
    return progress.found


def require_parts(solver: Solver, query: Query) -> None:
    """Raise Unsupported unless the solver, asked for this, searches in parts.

    No engine that does knows weights, graph rules and statements.
    """
    require_covers(query.matrix, "a checkpoint")
    if isinstance(solver, Auto):
        return
    native = isinstance(solver, NativeSolver) and solver.kind_in(query) == NativeSolver.kind
    if not native:
        raise Unsupported(
            f"solver {solver.full_name} searches without parts, so it keeps no checkpoint; "
            "expected auto, dlx, bitmask or one of their variants"
        )
    if solver.full_name == MEMO:
        solver.require_size(query)


def _count(solver: Solver, query: Query, progress: Progress, record: Record) -> None:
    worker = record.file.state.worker
    if isinstance(solver, Auto):
        _count_by_choice(solver, query, progress, record)
    elif solver.full_name == MEMO and worker in ("", MEMO):
        run = _memo_run(query, progress, record)
        first = query.deadline.within(MEMO_TRIAL)
        if run.advance(first, trial=True) or query.deadline.passed():
            run.save()
        elif run.untouched and not run.pays:
            count_by_engine(_without_memory(query), query, progress, record)
        else:
            run.advance(query.deadline)
            run.save()
    elif solver.full_name == MEMO:
        count_by_engine(cast(NativeSolver, get_solver(worker)), query, progress, record)
    else:
        count_by_engine(cast(NativeSolver, solver), query, progress, record)


def _count_by_choice(auto: Auto, query: Query, progress: Progress, record: Record) -> None:
    """Count by whom the file names, or by who promises to be done sooner."""
    worker = record.file.state.worker
    if worker and worker != MEMO:
        chosen = get_solver(worker)
        auto.take(chosen, GOES_ON)
        return count_by_engine(cast(NativeSolver, chosen), query, progress, record)
    engine = _without_memory(query)
    memo = get_solver(MEMO)
    try:
        memo.require(query.matrix)
        memo.require_size(query)
        run = _memo_run(query, progress, record)
    except SolverError:
        auto.take(engine, "dancing links take any size")
        return count_by_engine(engine, query, progress, record)
    auto.take(memo, GOES_ON if worker else "states may repeat")
    if (
        not worker
        and not run.advance(query.deadline.within(TRIAL), trial=True)
        and not _leads(run, query)
    ):
        auto.take(engine, NO_MEMO)
        return count_by_engine(engine, query, progress, record)
    run.advance(query.deadline)
    run.save()
    return None


def _leads(run: MemoRun, query: Query) -> bool:
    """Whether a memo, after its trial, promises to be done before the masks."""
    if not run.pays or query.deadline.passed():
        return run.pays
    share = run.counter.frontier_progress
    if share is None:
        return True
    from ...native.problem import problem_of

    engine = _without_memory(query).engine(problem_of(query), query.deadline.check)
    engine.count(TRIAL)
    return engine.progress <= share


def _memo_run(query: Query, progress: Progress, record: Record) -> MemoRun:
    memo = cast("DancingLinks", get_solver(MEMO))
    return MemoRun(query, progress, record, memo.counter)


def _without_memory(query: Query) -> NativeSolver:
    """Return the engine that counts fastest where states do not repeat."""
    masks = get_solver("bitmask")
    try:
        masks.require_size(query)
    except SolverError:
        return cast(NativeSolver, get_solver("dlx"))
    return cast(NativeSolver, masks)
