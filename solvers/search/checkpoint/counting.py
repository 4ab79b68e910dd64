"""A count with a checkpoint: by which engine, and from where.

`dlx` and `bitmask` count by their engines, `memo` with memory as long as that pays. `auto`
tries for some tenths of a second who will be done sooner, masks or memo, and stays with it; the
file says with whom, so that a resumed count does not choose anew. What counts without parts (SAT,
CP-SAT, MIP, the reference in Python, solvers of other packages) is refused in one line.

Workers elsewhere (`on=`) count what an engine would count here, in the same parts, with a file or
without one. What is counted with memory is not cut, so it is counted here; `auto` does that where
it promises to be done sooner than all the workers.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, cast

from ....models.errors import SolverError, Unsupported
from ...contract.deadline import Stopped
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver, require_covers, version_of
from ...native.solver import NativeSolver
from ...registry import get_solver
from ..selection import title_of
from ..workers.workers_at import workers_at
from .engine_run import MemoRun, Record, count_by_engine
from .file import CheckpointFile, SearchKey, Unkept

if TYPE_CHECKING:
    from ...memo import Memo
    from ..running import RunningSearch
    from ..workers.executors import Pool

__all__ = ["count_in_parts", "require_parts", "searcher"]

MEMO = "memo"
TRIAL = 0.25  # seconds of a memo and of masks, before one of them is chosen
MEMO_TRIAL = 1.0  # of a memo that was asked for by name
GOES_ON = "the checkpoint was begun with it"
NO_MEMO = "its states do not come up again"
IN_ONE_PIECE = (
    "solver memo counts in one piece, for in each part of it the same states come up; expected "
    "auto, dlx or bitmask with on="
)


def count_in_parts(run: RunningSearch, query: Query) -> int:
    """Count as `Solver.count` does: with the checkpoint of the settings, by their workers, or both.

    The count continues where the file says, and the file is written every second.

    Raises Unsupported for a solver that counts without parts; CheckpointError for a file of another
    search, damaged or in use; OSError if it cannot be written.
    """
    settings, solver, progress = run.search.settings, run.solver, run.progress
    with workers_at(settings.on, run.query.deadline) as pool:
        if settings.checkpoint is None:
            require_parts(solver, query, "on=")
            with suppress(Stopped):
                _Count(query, progress, Record(Unkept(), progress), pool).by(solver)
            return progress.found
        require_parts(solver, query)
        key = SearchKey.of("count", query, solver.full_name, version_of("minuet"))
        title = title_of(run.search.problem)
        with CheckpointFile(settings.checkpoint, key, title) as file, suppress(Stopped):
            file.require_options(query.matrix.options)
            record = Record(file, progress)  # the progress has then what the file knows
            if not file.state.complete:
                _Count(query, progress, record, pool).by(solver)
            elif solver.chooses:
                solver.choose(get_solver(file.state.worker), GOES_ON)
        return progress.found


def require_parts(solver: Solver, query: Query, purpose: str = "a checkpoint") -> None:
    """Raise Unsupported unless the solver, asked for this, searches in parts.

    No engine that does knows weights, graph rules and statements.
    """
    require_covers(query.matrix, purpose)
    if solver.chooses:
        return
    if solver.full_name == MEMO:
        solver.require_size(query)
        return
    native = isinstance(solver, NativeSolver) and solver.kind_in(query) == NativeSolver.kind
    if not native:
        lacks = "keeps no checkpoint" if purpose == "a checkpoint" else "cannot share them out"
        raise Unsupported(
            f"solver {solver.full_name} searches without parts, so it {lacks}; "
            "expected auto, dlx, bitmask or memo"
        )


def searcher(solver: Solver, query: Query, worker: str = "") -> NativeSolver:
    """Return who searches for all solutions in parts: of `auto` the masks, where they are small.

    worker  the solver that a checkpoint names, if it was begun
    """
    if not solver.chooses:
        return cast(NativeSolver, solver)
    if worker:
        chosen, why = get_solver(worker), GOES_ON
    else:
        chosen, why = get_solver("bitmask"), "the option masks are small"
        try:
            chosen.require_size(query)
        except SolverError:
            chosen, why = get_solver("dlx"), "dancing links take any size"
    solver.choose(chosen, why)
    return cast(NativeSolver, chosen)


class _Count:
    """A count on its way, by an engine or with memory; `on`: the workers, if there are some."""

    def __init__(self, query: Query, progress: Progress, record: Record, on: Pool | None) -> None:
        self._query, self._progress, self._record, self._on = query, progress, record, on

    def by(self, solver: Solver) -> None:
        """Count by a solver, or by the one that the file names in its place."""
        query, worker = self._query, self._record.file.state.worker
        if solver.chooses:
            self._by_choice(solver)
        elif solver.full_name == MEMO and worker in ("", MEMO):
            if self._on is not None:
                raise Unsupported(IN_ONE_PIECE)
            run = self._memo_run()
            first = query.deadline.within(MEMO_TRIAL)
            if run.advance(first, trial=True) or query.deadline.passed():
                run.save()
            elif run.untouched and not run.pays:
                self._by_engine(_without_memory(query))
            else:
                run.advance(query.deadline)
                run.save()
        elif solver.full_name == MEMO:
            self._by_engine(cast(NativeSolver, get_solver(worker)))
        else:
            self._by_engine(cast(NativeSolver, solver))

    def _by_choice(self, auto: Solver) -> None:
        """Count by the solver that the file names, or by the one expected to finish sooner."""
        query, worker = self._query, self._record.file.state.worker
        if worker and worker != MEMO:
            chosen = get_solver(worker)
            auto.choose(chosen, GOES_ON)
            return self._by_engine(cast(NativeSolver, chosen))
        engine = _without_memory(query)
        memo = get_solver(MEMO)
        try:
            memo.require(query.matrix)
            memo.require_size(query)
            run = self._memo_run()
        except SolverError:
            auto.choose(engine, "dancing links take any size")
            return self._by_engine(engine)
        here = "" if self._on is None else ", which is counted here"
        auto.choose(memo, GOES_ON if worker else f"states may repeat{here}")
        if not worker and not run.advance(query.deadline.within(TRIAL), trial=True):
            try:
                leads = query.deadline.passed() or self._leads(run)
            except BaseException:
                run.save()  # what was counted by then is reported
                raise
            if not leads:
                auto.choose(engine, NO_MEMO)
                return self._by_engine(engine)
        run.advance(query.deadline)
        run.save()
        return None

    def _leads(self, run: MemoRun) -> bool:
        """Whether a memo, after its trial, promises to be done before the masks."""
        query = self._query
        if not run.pays:
            return False
        share = run.counter.frontier_progress
        if share is None:
            return True
        from ...native.engine import problem_of

        engine = _without_memory(query).engine(problem_of(query), query.deadline.check)
        engine.count(TRIAL)
        hands = 1 if self._on is None else self._on.workers
        return engine.progress * hands <= share

    def _memo_run(self) -> MemoRun:
        memo = cast("Memo", get_solver(MEMO))
        return MemoRun(self._query, self._progress, self._record, memo.counter)

    def _by_engine(self, solver: NativeSolver) -> None:
        self._progress.found = self._record.file.state.found  # without what a memo has counted
        if self._on is None:
            return count_by_engine(solver, self._query, self._progress, self._record)
        from .worker_run import count_by_workers

        return count_by_workers(solver, self._query, self._progress, self._record, self._on)


def _without_memory(query: Query) -> NativeSolver:
    """Return the engine that counts fastest where states do not repeat."""
    masks = get_solver("bitmask")
    try:
        masks.require_size(query)
    except SolverError:
        return cast(NativeSolver, get_solver("dlx"))
    return cast(NativeSolver, masks)
