"""A running search: begin it, watch it, verify its solutions, make its result.

This is the one place where a search is run. `answered` begins it: it owns the deadline, which
includes compiling, the watch, and what is left on Ctrl-C or at the deadline. A `RunningSearch`
holds the compiled query and its solver, verifies every solution, and makes the result.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ...models.errors import Unreached, WrongAnswer
from ...models.puzzle import Puzzle
from ..contract.batch import Batch, Options, checked_batch, closing_stream, one_by_one
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Evidence, Level, of_count, of_solution
from ..contract.goal import Goal
from ..contract.numbers import Exact, Near, near
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Interrupted, Result, Statistics, Status
from ..contract.solver import Solver
from ..contract.verify import Verifier, verify
from ..contract.watching import watching
from ..registry import get_solver, native_solver
from .search import Search
from .selection import (
    checked_hint,
    checked_options,
    given_in,
    selection_of,
    visible_hint,
)
from .settings import require_fit

if TYPE_CHECKING:
    from ..contract.watching import Watch
    from .alike import Broken, Known

__all__ = ["RunningSearch", "answered", "out_of_time", "query_of", "too_late", "unanswered"]

log = logging.getLogger("minuet")

Answered = TypeVar("Answered")


def answered(
    search: Search,
    by: Callable[[RunningSearch], Answered],
    late: Callable[[Result], Answered],
    *,
    title: str = "",
    total: int | None = None,
) -> Answered:
    """Begin a search, and return its answer.

    by     makes the answer; if that outlives the call, as a stream does, it closes the watch
    late   makes the answer if the time is over before the puzzle is compiled
    title  of the search in progress reports; by default the verb of the goal
    total  the number of its parts, if there are several

    Raises UnknownSolver, Unsupported, ModelError for what does not fit; Interrupted on Ctrl-C.
    """
    began = time.monotonic()
    with watching(search.settings.progress, title or search.goal.verb, total) as watch:
        try:
            run = RunningSearch.of(search, watch)
        except Stopped:
            return late(_hinted_result(search, began))
        except KeyboardInterrupt:
            # The search has not begun: a hint that is a solution is the result.
            result = _hinted_result(search, began) if search.settings.hint else None
            if result is None or result.options is None:
                raise
            raise Interrupted(result) from None
        return by(run)


def too_late(verb: str) -> Callable[[Result], NoReturn]:
    """Return a `late` of `answered` that raises Unreached."""

    def answer(_: Result) -> NoReturn:
        raise out_of_time(verb)

    return answer


def out_of_time(verb: str) -> Unreached:
    """Return the error for a verb whose time is over before it has an answer."""
    return Unreached(f"{verb}: the time limit came first", late=True)


def query_of(search: Search, deadline: Deadline | None = None) -> Query:
    """Return the query of a search: the compiled matrix, the selection on it, the settings.

    deadline  of the whole, if it has begun; None: the search's own

    Raises ModelError for an unknown option, and Stopped if the time is over before the puzzle is
    compiled. This is the one place where a query is made; others are derived from it.
    """
    settings = search.settings
    deadline = search.deadline() if deadline is None else deadline
    matrix, given, forbidden = selection_of(search.problem, settings.given, deadline)
    if settings.forbidden:
        forbidden |= set(checked_options(matrix, settings.forbidden, "forbidden"))
    return Query(
        matrix,
        given,
        forbidden,
        deadline,
        threads=settings.threads,
        memory=settings.memory,
        ahead=settings.ahead,
        seed=settings.seed,
        evidence=settings.evidence,
        parameters=settings.parameters,
    )


@dataclass
class RunningSearch:
    """One running search: input, solver, timing.

    began, compiled  when it began, and when the puzzle was compiled
    known            the hint if that is a solution; empty: there is none
    near             the gap that is small enough; None: only the best solution will do
    group            the symmetries up to which solutions are listed; None: there are none
    broken           what is left out by symmetry, which a second solver must not leave out
    watch            reports the progress; None: nothing is reported
    """

    search: Search
    solver: Solver
    query: Query
    progress: Progress
    verifier: Verifier
    began: float
    compiled: float
    known: Options = ()
    near: Near | None = None
    group: Known | None = None
    broken: Broken | None = None
    watch: Watch | None = None

    @classmethod
    def of(cls, search: Search, watch: Watch | None = None) -> RunningSearch:
        """Begin a search: find the solver, compile the puzzle, check every setting."""
        began, settings = time.monotonic(), search.settings
        deadline = search.deadline(watch)
        solver = get_solver(settings.solver).for_problem(search.problem)
        require_fit(search.goal, settings, solver)
        query = replace(query_of(search, deadline), watched=watch is not None)
        solver.require(query.matrix)
        recorded = settings.explicit()
        solution, guess = _hinted(search, query) if "hint" in recorded else ((), ())
        group, broken = None, None
        if "symmetries" in recorded and search.goal is not Goal.COUNT:
            group, broken = _symmetries(search, deadline)
        if broken:
            never = query.forbidden | broken.spared
            query = replace(query, forbidden=never, symmetries=broken.generators)
        if solution or guess:
            begin = solution if query.forbidden.isdisjoint(solution) else ()
            query = replace(query, hint=begin, guess=() if begin else solution or guess)
        run = cls(
            search,
            solver,
            query,
            Progress(),
            Verifier(query.matrix, query.given, query.forbidden),
            began,
            time.monotonic(),
            solution,
            near(settings.gap, settings.gap_absolute),
            group,
            broken,
            watch,
        )
        if watch is not None:
            watch.source = run.snapshot
        return run

    @property
    def priced(self) -> bool:
        """Whether costs play a part: not if any solution will do."""
        return self.search.goal is not Goal.FIRST and self.query.matrix.has_costs

    def unbroken(self) -> RunningSearch:
        """Return the search with what is left out by symmetry, for a second solver."""
        if self.broken is None:
            return self
        forbidden = self.query.forbidden - self.broken.spared
        return replace(self, query=replace(self.query, forbidden=forbidden, symmetries=()))

    def log_solver(self) -> None:
        """Log the solver; one that chooses others logs its choices itself."""
        if log.isEnabledFor(logging.DEBUG):
            matrix, took = self.query.matrix, self.compiled - self.began
            log.debug(
                "%d items, %d options, %d given; compiled in %.3f s",
                len(matrix.items),
                matrix.options,
                len(self.query.given),
                took,
            )
        if not self.solver.chooses:
            log.debug("%s", self.solver.full_name)

    def snapshot(self) -> dict[str, Any]:
        """Return what a `Snapshot` shows of the search."""
        progress = self.progress.now()
        return {
            "solver": self.solver.answerer.full_name,
            "share": 1.0 if progress.complete else progress.share or None,
            "worked": progress.worked,
            "before": progress.before,
            "found": progress.found,
            "bound": self.in_words(progress.bound) if self.query.matrix.has_costs else None,
        }

    def sharing(self, part: float) -> Query:
        """Return the query with a part of the time that is left, 0 to 1."""
        whole = self.query.deadline
        if part < 1 and math.isfinite(left := whole.left()):
            return replace(self.query, deadline=whole.within(left * part))
        return self.query

    def is_near(self, cost: int | None) -> bool:
        """Whether a solution of this cost is near enough to the bound that is proved now."""
        if cost is None or self.near is None:
            return False
        return self.near.holds(self.in_words(cost), self.in_words(self.progress.now().bound))

    def verified(self, stream: Iterable[Sequence[Options]]) -> Generator[Options, None, None]:
        """Yield the solver's solutions, ascending, each after it passed `verify`."""
        return one_by_one(self.verified_batches(stream))

    def first(self, query: Query, progress: Progress) -> Options | None:
        """Return the solver's first solution of a query, verified; None if it has none."""
        options = self.solver.first(query, progress)
        if options is None:
            return None
        (options,) = checked_batch([options], self.solver.full_name)
        self.verifier.require(options, self.solver.full_name)
        return tuple(sorted(options))

    def verified_batches(
        self, stream: Iterable[Sequence[Options]]
    ) -> Generator[Sequence[Options], None, None]:
        """Do the same by the batch; there may be empty ones.

        Solutions that come together are verified together: that is faster, and nothing waits.
        """
        with closing_stream(stream) as batches:
            for unchecked in batches:
                batch = checked_batch(unchecked, self.solver.full_name)
                wrong = self.verifier.first_wrong(batch)
                right = batch if wrong is None else batch[: wrong[0]]
                if isinstance(right, Batch):
                    yield right.ascending()
                else:
                    yield [tuple(sorted(options)) for options in right]
                if wrong is not None:
                    raise WrongAnswer(f"solver {self.solver.full_name}: {wrong[1]}")

    def solved(self, options: Options | None) -> Result:
        """Return the result of `solve`. Raises WrongAnswer if the bound excludes the solution."""
        complete, matrix, priced = self.progress.complete, self.query.matrix, self.has_objective
        cost = matrix.cost(options) if priced and options is not None else None
        bound = self.progress.bound if priced else None
        complete = complete or (cost is not None and cost == bound)  # whoever stopped it
        if cost is not None and bound is not None and bound > cost:
            raise WrongAnswer(
                f"solver {self.solver.full_name}: no solution costs less than {bound}, it says, "
                f"but one costs {cost}"
            )
        if options is None:
            status = Status.INFEASIBLE if complete else Status.UNKNOWN
        else:
            done = complete or not matrix.has_costs
            status = Status.OPTIMAL if done else Status.FEASIBLE
        evidence = of_solution(
            self.solver.answerer.full_name,
            found=options is not None,
            complete=complete,
            costs=matrix.has_costs,
            bound=self.in_words(bound),
            bounder=self.solver.bounder.full_name,
        )
        proved = cost if status is Status.OPTIMAL else bound
        return self.shown(status, options, proved, evidence, complete=complete)

    def shown(
        self,
        status: Status,
        options: Options | None,
        bound: int | None,
        evidence: Evidence,
        *,
        complete: bool,
    ) -> Result:
        """Return a result of `solve`, read back."""
        problem = self.search.problem
        puzzle = problem if isinstance(problem, Puzzle) else None
        cost = None
        if options is not None and self.has_objective:
            cost = self.query.matrix.cost(options)
        return Result(
            status,
            self.solver.full_name,
            self.solver.version() if complete else self.solver.version_at_hand(),
            self.solver.reason,
            answer=puzzle.read(options) if puzzle and options is not None else None,
            options=options,
            objective=self.in_words(cost),
            bound=self.in_words(bound),
            complete=complete,
            statistics=self._statistics(complete=complete),
            evidence=evidence,
            seed=self.query.seed,
            parameters=self.query.parameters,
        )

    def counted(
        self, count: int, *, complete: bool | None = None, evidence: Evidence | None = None
    ) -> Result:
        """Return the result of a count.

        complete  whether these are all solutions; None: as the solver says
        evidence  None: that of `count`
        """
        complete = self.progress.complete if complete is None else complete
        if count:
            status = Status.COMPLETE if complete else Status.FEASIBLE
        else:
            status = Status.INFEASIBLE if complete else Status.UNKNOWN
        if evidence is None:
            evidence = of_count(self.solver.answerer.full_name, count, complete=complete)
        return Result(
            status,
            self.solver.full_name,
            self.solver.version() if complete else self.solver.version_at_hand(),
            self.solver.reason,
            count=count,
            complete=complete,
            statistics=self._statistics(complete=complete),
            evidence=evidence,
            seed=self.query.seed,
            parameters=self.query.parameters,
        )

    @property
    def has_objective(self) -> bool:
        """Whether solutions have an objective, or costs."""
        problem = self.search.problem
        return problem.has_objective if isinstance(problem, Puzzle) else problem.has_costs

    def in_words(self, cost: int | None) -> Exact | None:
        """Return a cost as the puzzle's objective; None stays None."""
        problem = self.search.problem
        if cost is None or not isinstance(problem, Puzzle):
            return cost
        return problem.objective(cost)

    def _statistics(self, *, complete: bool) -> Statistics:
        progress = self.progress.with_work()
        if log.isEnabledFor(logging.DEBUG):
            took = time.monotonic() - self.compiled
            log.debug("%d nodes, %d updates in %.3f s", progress.nodes, progress.updates, took)
        return Statistics(
            progress.nodes,
            progress.updates,
            self.compiled - self.began,
            time.monotonic() - self.compiled,
            1.0 if complete else progress.share or None,
            progress.conflicts,
            progress.decisions,
            progress.propagations,
            progress.encode_seconds,
            progress.load_seconds,
        )


def _symmetries(search: Search, deadline: Deadline) -> tuple[Known | None, Broken | None]:
    """Return the symmetries up to which solutions are listed, and how a search breaks them."""
    goal, settings = search.goal, search.settings
    from .alike import broken_in_time, symmetries_in_time

    problem, given = search.problem, settings.given
    if goal is not Goal.ALL:
        return None, broken_in_time(problem, deadline, settings.symmetries, given)
    group = symmetries_in_time(problem, deadline, settings.symmetries, given)
    if group is None:
        raise Stopped
    if settings.evidence is not Level.CLAIMED:  # a second solver is asked about all solutions
        return group, None
    return group, broken_in_time(problem, deadline, group, given)


def _hinted(search: Search, query: Query) -> tuple[Options, Options]:
    """Return the hint as (solution, guess); one of them is empty.

    A guess may lack only hidden rows of rules to be a solution. They follow from the choices, so
    the search for them needs no time limit.
    """
    puzzle, matrix = search.problem, query.matrix
    solution, guess = checked_hint(matrix, search.settings.hint, query.given, query.forbidden)
    if not guess or not isinstance(puzzle, Puzzle):
        return solution, guess
    visible = puzzle.visible_options
    if matrix.options == visible or max(guess) >= visible or not given_in(query.given, guess):
        return (), guess
    if not puzzle.check(puzzle.read(guess)):
        return (), guess
    others = frozenset(range(visible)).difference(guess)
    new_query = replace(query, given=guess, forbidden=others, deadline=Deadline(), parameters={})
    completed = native_solver(matrix).first(new_query, Progress())
    if completed is None or verify(matrix, completed, given=guess, forbidden=others) is not None:
        return (), guess
    return tuple(sorted(completed)), ()


def unanswered(search: Search, began: float) -> Result:
    """Return the result if the time is over before the puzzle is compiled."""
    chosen = get_solver(search.settings.solver)
    statistics = Statistics(compile_seconds=time.monotonic() - began)
    count = 0 if search.goal in (Goal.ALL, Goal.RANKED, Goal.COUNT) else None
    version = chosen.version_at_hand()
    return Result(Status.UNKNOWN, chosen.full_name, version, count=count, statistics=statistics)


def _hinted_result(search: Search, began: float) -> Result:
    """Return the result if the time is over before the search: with the hint, if it is a solution.

    That needs no compiled puzzle: its rules are evaluated on the hint's choices, and `options` are
    those alone. Raises ModelError for what is no hint.
    """
    puzzle, settings = search.problem, search.settings
    result = unanswered(search, began)
    options = visible_hint(puzzle, settings.hint)
    if not options or not given_in(settings.given, options):
        return result
    if not set(options).isdisjoint(settings.forbidden):
        return result
    objective: Exact | None
    if isinstance(puzzle, Puzzle):
        answer = puzzle.read(options)
        if not puzzle.check(answer):
            return result
        objective, priced = puzzle.total(answer), puzzle.has_objective
    else:
        answer = None
        if verify(puzzle, options, given=settings.given) is not None:
            return result
        priced = puzzle.has_costs
        objective = puzzle.cost(options) if priced else None
    evidence = of_solution(result.solver, found=True, complete=False, costs=priced)
    status = Status.FEASIBLE if priced else Status.OPTIMAL
    return replace(
        result,
        status=status,
        answer=answer,
        options=options,
        objective=objective,
        evidence=evidence,
    )
