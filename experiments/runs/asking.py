"""The question of a run, put to its solver, and the answer as fields of a record.

Costs play no part in any question but the best: a first solution of a puzzle with costs is searched
on its matrix without them. All solutions are digested whatever their order: the hashes of
solutions, in the numbers of the instance as it was read, are added up. The time of that is kept
apart, because it is not work of the solver.

Features belong to the instance as it was read, in no other order, and not to a run.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from ...models.errors import MinuetError, Unavailable, Unsupported, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.objective import Number
from ...models.puzzle import Puzzle
from ...solvers.contract.batch import Batch, Options
from ...solvers.contract.goal import Goal
from ...solvers.contract.result import Interrupted, Result
from ...solvers.contract.solver import Solver
from ...solvers.crosscheck.outcome import WIDTH, hash_of
from ...solvers.plug_ins import PlugIn
from ...solvers.search.search import Search
from ...solvers.search.settings import Settings
from ..records.record import OPTIMIZING
from ..suites.loading import Problem, loaded, require_digest
from ..suites.suite import Source
from ..suites.variants import solver_of
from .own_timing import spent
from .shuffling import Ordered, bare, shuffled, with_items
from .task import Task

__all__ = ["Asked", "Described", "failure_of"]

WITHOUT_COSTS = ("first", "unique")
MOMENT = 30.0  # seconds, for a library to be loaded


@dataclass
class Digest:
    """The digest of solutions, and the seconds that it took: by the clock, and of the processor."""

    hashes: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0

    def add(self, batch: Batch) -> None:
        """Take in some solutions."""
        began, used = time.monotonic(), time.thread_time()
        self.hashes += sum(map(hash_of, batch))
        self.seconds += time.monotonic() - began
        self.processor_seconds += time.thread_time() - used

    def __str__(self) -> str:
        return f"{self.hashes % WIDTH:032x}"


@dataclass(frozen=True)
class Asked:
    """A question that is ready to be put.

    problem          the instance as it was read
    search           of the instance, or of its matrix in another order
    ordered          its own numbers of options, where they are not the instance's
    compile_seconds  that were spent on compiling
    digest           of all solutions, where these are asked for
    incumbents       of an improving search, as the record has them
    """

    task: Task
    problem: Problem
    search: Search
    ordered: Ordered | None
    compile_seconds: float
    digest: Digest = field(default_factory=Digest)
    incumbents: dict[str, list[Any]] = field(default_factory=dict)

    @classmethod
    def prepared(cls, task: Task) -> Asked:
        """Read the instance, put it in order, and load the solver's libraries.

        Raises ModelError where the instance is another one than when the experiment began.
        """
        problem = loaded(Source(**task.source))
        began = time.monotonic()
        require_digest(problem, task.digest)
        compiled = time.monotonic() - began
        search = task.search(problem)
        _warm_up(search.goal, _solver(task, search))
        search = search.but(solver=_solver(task, search))
        matrix = problem if isinstance(problem, ExactCover) else problem.matrix
        free = task.question in WITHOUT_COSTS and matrix.has_costs
        if task.shuffle is None and not task.items and not free:
            return cls(task, problem, _asking(search), None, compiled)
        given = () if isinstance(problem, ExactCover) else problem.given_options
        never = () if isinstance(problem, ExactCover) else problem.forbidden_options
        ordered = bare(matrix.replaced(costs=None) if free else matrix, given, never)
        if task.shuffle is not None:
            ordered = shuffled(ordered, task.shuffle)
        if task.items:
            ordered = with_items(ordered, task.items)
        search = _asking(replace(search, problem=ordered.matrix), ordered.given)
        return cls(task, problem, search, ordered, compiled)

    def answer(self) -> dict[str, Any]:
        """Put the question; return fields of a record. Raises what solvers raise."""
        try:
            result, digest = self._run()
        except Interrupted as stopped:
            result, digest = stopped.result, ""
        except KeyboardInterrupt:
            return {"outcome": "timeout", "incumbents": self.incumbents}
        self._require_stated(result)
        statistics = result.statistics
        return {
            "outcome": "answered" if self._answered(result) else "timeout",
            "status": str(result.status),
            "complete": result.complete,
            "count": result.count,
            "objective": self._in_words(result.objective),
            "bound": self._in_words(result.bound),
            "evidence": str(result.evidence.level),
            "solutions": digest,
            "incumbents": self.incumbents,
            "digested": (self.digest.seconds, self.digest.processor_seconds),
            "version": result.version,
            "compile_seconds": self.compile_seconds,
            "encode_seconds": statistics.encode_seconds,
            "load_seconds": statistics.load_seconds,
            "search_seconds": statistics.search_seconds,
            "nodes": statistics.nodes or None,
            "updates": statistics.updates or None,
            "conflicts": statistics.conflicts or None,
            "decisions": statistics.decisions or None,
            "propagations": statistics.propagations or None,
            "message": f"{result.solver}: {result.reason}" if result.reason else "",
        }

    def _require_stated(self, result: Result) -> None:
        """Raise WrongAnswer for another solution than the stated one where there is but one."""
        alone = self.task.question == "unique" and result.complete and result.count == 1
        if alone and isinstance(self.problem, Puzzle) and self.ordered is None:
            # Of pencil puzzles, whose modules are not loaded here, for this is timed.
            differs = getattr(self.problem.picture, "differs", None)
            if differs is not None and result.answer and differs(result.answer):
                raise WrongAnswer("one solution, which is not the stated one")

    def _run(self) -> tuple[Result, str]:
        """Return the result, and the digest of all solutions where they are asked for."""
        if self.search.goal is Goal.ALL:
            return self._all()
        if self.search.goal is Goal.IMPROVING:
            return self._improving(), ""
        result = self.search.run()
        if self.search.goal is Goal.MANY:
            result = next(result, None)
            if result is None:
                raise KeyboardInterrupt
        return result, ""

    def _all(self) -> tuple[Result, str]:
        """Look at all solutions; return their digest if the list is complete."""
        with self.search.run() as stream:
            try:
                for batch in stream:
                    own = batch if self.ordered is None else self.ordered.back(batch)
                    self.digest.add(own)
            except KeyboardInterrupt:
                pass
            result = stream.result()
        return result, str(self.digest) if result.complete else ""

    def _improving(self) -> Result:
        """Keep when each better solution and bound came."""
        began, used = time.monotonic(), spent()
        with self.search.run() as stream:
            for improvement in stream:
                for name, value in (
                    ("seconds", time.monotonic() - began),
                    ("processor_seconds", spent() - used),
                    ("objective", self._in_words(improvement.objective)),
                    ("bound", self._in_words(improvement.bound)),
                ):
                    self.incumbents.setdefault(name, []).append(value)
        result: Result = stream.result()
        return result

    def _answered(self, result: Result) -> bool:
        """Whether the question was answered in full."""
        if self.task.question in ("first", *OPTIMIZING):
            return str(result.status) in ("OPTIMAL", "INFEASIBLE")
        if self.task.question == "unique" and (result.count or 0) > 1:
            return True
        return result.complete

    def _in_words(self, cost: Number | None) -> Number | None:
        """Return a cost as the instance speaks of it, which a matrix in another order does not."""
        if cost is None or self.ordered is None or not isinstance(self.problem, Puzzle):
            return cost
        return self.problem.objective(int(cost))


def _asking(search: Search, given: Options = ()) -> Search:
    """Return the search with what its question asks besides.

    given  what must be chosen besides what the problem holds itself
    """
    if search.goal is Goal.MANY:
        return search.but(givens=[given], unique=True)
    search = search.with_given(given)
    return search.but(arrays=True) if search.goal is Goal.ALL else search


def _solver(task: Task, search: Search) -> Solver:
    """Return the solver of a search, in a suite's own words or in minuet's."""
    name = search.settings.solver
    base = name.partition(":")[0]
    return solver_of(name, {base: PlugIn(**task.plug_in)} if task.plug_in else {})


def _warm_up(goal: Goal, solver: Solver) -> None:
    """Have the solver answer about the smallest matrix; what is amiss shows with the question."""
    matrix = ExactCover(primary=1, items=["a"], starts=[0, 1, 2], members=[0, 0], costs=[1, 2])
    if goal not in (Goal.BEST, Goal.IMPROVING):
        matrix = matrix.replaced(costs=None)
    simple = Goal.COUNT if goal is Goal.COUNT else Goal.BEST
    try:
        Search(matrix, simple, Settings(solver=solver, time_limit=MOMENT)).run()
    except MinuetError:
        return


def failure_of(error: Exception) -> dict[str, Any]:
    """Return the fields of a record of a run that an exception ended."""
    text = " ".join(str(error).split())
    for kind, outcome in _OUTCOMES:
        if isinstance(error, kind):
            return {"outcome": outcome, "message": text}
    return {"outcome": "crashed", "message": f"failed with {type(error).__name__}: {text}"}


_OUTCOMES: tuple[tuple[type[Exception], str], ...] = (
    (WrongAnswer, "wrong"),
    (Unsupported, "unsupported"),
    (Unavailable, "unsupported"),
    (MemoryError, "memory"),
)


@dataclass(frozen=True)
class Described:
    """An instance whose features are to be computed."""

    task: Task
    problem: Problem

    @classmethod
    def prepared(cls, task: Task) -> Described:
        """Read the instance. Raises ModelError where it is another one than it was."""
        problem = loaded(Source(**task.source))
        require_digest(problem, task.digest)
        return cls(task, problem)

    def answer(self) -> dict[str, Any]:
        """Return the features; when interrupted those that were known by then."""
        from ..features.features import features

        limit = Settings.from_dict(self.task.settings).time_limit
        try:
            result = features(self.problem, time_limit=limit)
        except Interrupted as stopped:
            result = stopped.result
        return {"features": dict(result)}
