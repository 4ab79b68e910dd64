"""A search on its way: begun, watched, verified, read back. The one place where a search is run.

`answered` begins it: the time limit, which counts compiling in; who is told how far it is; what
Ctrl-C and a limit leave. A `RunningSearch` is what it has then: the compiled matrix and its solver,
every solution of which is verified; and it makes the result. Nothing is mutated.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ...models.errors import Unreached, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.telling.spelling import numeral
from ..contract.batch import Batch, Options, checked_batch, closing_stream, one_by_one
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Evidence, Level
from ..contract.near import Exact, Near, near
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Interrupted, Result, Statistics, Status
from ..contract.solver import Solver
from ..contract.statements import of_count, of_solution
from ..contract.verify import Verifier, verify
from ..contract.watching.watching import watching
from ..registry import get_solver
from .goal import Goal
from .search import Search
from .selection import (
    Problem,
    checked_hint,
    checked_options,
    given_in,
    selection_of,
    title_of,
    visible_hint,
)
from .settings import require_fit

if TYPE_CHECKING:
    from ..contract.watching.watch import Watch
    from .symmetries.alike import Broken, Known

__all__ = ["RunningSearch", "answered", "out_of_time", "query_of", "too_late", "unanswered"]

log = logging.getLogger("minuet")


Answered = TypeVar("Answered")


def answered(
    search: Search,
    by: Callable[[RunningSearch], Answered],
    late: Callable[[Result], Answered],
    *,
    what: str = "",
    total: int | None = None,
) -> Answered:
    """Begin a search, and return what answers it.

    by     begins to answer; it closes the watch of the run if it goes on beyond that
    late   answers where the time was over before the puzzle was compiled
    what   as who is told of it calls it; by default the verb of the goal
    total  the parts that it has, if there are several

    Raises UnknownSolver, Unsupported, ModelError for what does not fit; Interrupted on Ctrl-C.
    """
    began = time.monotonic()
    with watching(search.settings.progress, what or search.goal.verb, total) as watch:
        try:
            run = RunningSearch.of(search, watch)
        except Stopped:
            return late(_known_before(search, began))
        except KeyboardInterrupt as interrupt:
            raise _keeping(interrupt, search, began) from None
        return by(run)


def too_late(what: str) -> Callable[[Result], NoReturn]:
    """Return what answers by Unreached where the time was over before the puzzle was compiled."""

    def answer(_: Result) -> NoReturn:
        raise out_of_time(what)

    return answer


def out_of_time(what: str) -> Unreached:
    """Return the error that says that the time was over before there was an answer."""
    return Unreached(f"{what}: the time limit came first", late=True)


def query_of(search: Search, deadline: Deadline | None = None) -> Query:
    """Return what a solver gets: the compiled matrix, the selection on it, how it is to be done.

    deadline  of the whole, where it has begun; None: the search's own

    Raises ModelError for an option that there is not; Stopped where the time is over before the
    puzzle is compiled. This is the one place where a query is made: others derive theirs from it.
    """
    settings = search.settings
    deadline = Deadline(settings.time_limit) if deadline is None else deadline
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
    """One search on its way: what was asked, of whom, and when.

    known   a solution that came with it; empty: none
    near    what is near enough to the best; None: the best alone
    group   the symmetries up to which solutions are listed; None: none
    broken  what is left out by symmetry, which a second solver is not to heed
    watch   who is told how far it is; None: nobody
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
        """Take a search on: find the solver, compile, look at every setting."""
        began, settings = time.monotonic(), search.settings
        limit = settings.time_limit
        deadline = Deadline(limit) if watch is None else watch.deadline(limit)
        solver = get_solver(settings.solver).for_problem(search.problem)
        require_fit(search.goal, settings, solver)
        query = query_of(search, deadline)
        solver.require(query.matrix)
        group, broken = _symmetries(search, deadline)
        known, guess = checked_hint(query.matrix, settings.hint, query.given, query.forbidden)
        if guess and isinstance(search.problem, Puzzle):
            known, guess = _with_hidden(search.problem, query, guess)
        if broken:
            never = query.forbidden | broken.spared
            query = replace(query, forbidden=never, symmetries=broken.generators)
        if known or guess:
            begin = known if query.forbidden.isdisjoint(known) else ()
            query = replace(query, hint=begin, guess=() if begin else known or guess)
        run = cls(
            search,
            solver,
            query,
            Progress(),
            Verifier(query.matrix, query.given, query.forbidden),
            began,
            time.monotonic(),
            known,
            near(settings.gap, settings.gap_absolute),
            group,
            broken,
            watch,
        )
        if watch is not None:
            watch.source = run.seen
        return run

    @property
    def puzzle(self) -> Problem:
        """The problem that was asked about."""
        return self.search.problem

    @property
    def matrix(self) -> ExactCover:
        """What is searched."""
        return self.query.matrix

    @property
    def priced(self) -> bool:
        """Whether costs play a part: not where any solution will do."""
        return self.search.goal is not Goal.FIRST and self.matrix.has_costs

    def unbroken(self) -> RunningSearch:
        """Return the run with all that was left out by symmetry, for a second solver."""
        if self.broken is None:
            return self
        forbidden = self.query.forbidden - self.broken.spared
        return replace(self, query=replace(self.query, forbidden=forbidden, symmetries=()))

    def tell(self) -> None:
        """Log which solver is asked; a solver that chooses others logs its choices itself."""
        if log.isEnabledFor(logging.DEBUG):
            matrix, took = self.matrix, self.compiled - self.began
            log.debug(
                "%d items, %d options, %d given; compiled in %.3f s",
                len(matrix.items),
                matrix.options,
                len(self.query.given),
                took,
            )
        if not self.solver.chooses:
            log.info("%s", self.solver.full_name)

    @property
    def reason(self) -> str:
        """Why `auto` chose the solver."""
        return self.solver.reason

    @property
    def title(self) -> str:
        """The puzzle's name; of a matrix its size."""
        return title_of(self.puzzle)

    @property
    def answerer(self) -> Solver:
        """The solver whose word the answer is: the one that `auto` chose last, if it was asked."""
        return self.solver.answerer

    @property
    def bounder(self) -> Solver:
        """The solver that proved the bound on the costs."""
        return self.solver.bounder

    def seen(self) -> dict[str, Any]:
        """Return what a `Snapshot` shows of the search."""
        progress = self.progress.now()
        return {
            "solver": self.answerer.full_name,
            "share": 1.0 if progress.complete else progress.share or None,
            "found": progress.found,
            "bound": self.in_words(progress.bound) if self.matrix.has_costs else None,
        }

    def sharing(self, part: float) -> Query:
        """Return the query with a part of the time that is left, 0 to 1; others have the rest."""
        whole = self.query.deadline
        if part < 1 and math.isfinite(left := whole.left()):
            return replace(self.query, deadline=whole.within(left * part))
        return self.query

    def is_near(self, cost: int | None) -> bool:
        """Whether a solution of this cost is near enough, by what is proved now."""
        if cost is None or self.near is None:
            return False
        return self.near.holds(self.in_words(cost), self.in_words(self.progress.now().bound))

    def whole(self, number: object) -> int:
        """Return what a solver says it counted. Raises WrongAnswer if that is no number."""
        try:
            counted = index(number)  # type: ignore[arg-type]
        except TypeError:
            raise WrongAnswer(
                f"solver {self.solver.full_name}: counts {number!r} solutions"
            ) from None
        if counted < 0:
            raise WrongAnswer(
                f"solver {self.solver.full_name}: counts {numeral(counted)} solutions"
            )
        return counted

    def verified(self, stream: Iterable[Sequence[Options]]) -> Generator[Options, None, None]:
        """Yield the solver's solutions, ascending, each after it passed `verify`."""
        return one_by_one(self.verified_batches(stream))

    def verified_batches(
        self, stream: Iterable[Sequence[Options]]
    ) -> Generator[Sequence[Options], None, None]:
        """Do the same by the batch; there may be empty ones.

        Those that come together are verified together: that is faster, and nothing waits.
        """
        with closing_stream(stream) as batches:
            for one in batches:
                batch = checked_batch(one, self.solver.full_name)
                wrong = self.verifier.first_wrong(batch)
                yield _ascending(batch if wrong is None else batch[: wrong[0]])
                if wrong is not None:
                    raise WrongAnswer(f"solver {self.solver.full_name}: {wrong[1]}")

    def solved(self, options: Options | None) -> Result:
        """Return the result of `solve`. Raises WrongAnswer if the bound excludes the solution."""
        complete, matrix, priced = self.progress.complete, self.matrix, self.has_objective
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
            self.answerer.full_name,
            found=options is not None,
            complete=complete,
            costs=matrix.has_costs,
            bound=self.in_words(bound),
            bounder=self.bounder.full_name,
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
        puzzle = self.puzzle if isinstance(self.puzzle, Puzzle) else None
        cost = None
        if options is not None and self.has_objective:
            cost = self.matrix.cost(options)
        return Result(
            status,
            self.solver.full_name,
            self.solver.version() if complete else self.solver.version_at_hand(),
            self.reason,
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
        self, found: int, *, complete: bool | None = None, evidence: Evidence | None = None
    ) -> Result:
        """Return what was counted.

        complete  whether that is all; None: as the solver says
        evidence  None: what `count` claims
        """
        complete = self.progress.complete if complete is None else complete
        if found:
            status = Status.OPTIMAL if complete else Status.FEASIBLE
        else:
            status = Status.INFEASIBLE if complete else Status.UNKNOWN
        if evidence is None:
            evidence = of_count(self.answerer.full_name, found, complete=complete)
        return Result(
            status,
            self.solver.full_name,
            self.solver.version() if complete else self.solver.version_at_hand(),
            self.reason,
            count=found,
            complete=complete,
            statistics=self._statistics(complete=complete),
            evidence=evidence,
            seed=self.query.seed,
            parameters=self.query.parameters,
        )

    @property
    def has_objective(self) -> bool:
        """Whether the cheapest solution is asked for, or the best."""
        puzzle = self.puzzle
        return puzzle.has_objective if isinstance(puzzle, Puzzle) else self.matrix.has_costs

    def in_words(self, cost: int | None) -> Exact | None:
        """Return a cost as the puzzle's objective; None stays None."""
        if cost is None or not isinstance(self.puzzle, Puzzle):
            return cost
        return self.puzzle.objective(cost)

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


def _ascending(batch: Sequence[Options]) -> Sequence[Options]:
    """Return the solutions of a batch, the options of each in ascending order."""
    if isinstance(batch, Batch):
        return batch.ascending()
    return [tuple(sorted(options)) for options in batch]


def _symmetries(search: Search, deadline: Deadline) -> tuple[Known | None, Broken | None]:
    """Return the symmetries up to which solutions are listed, and how a search breaks them."""
    goal, settings = search.goal, search.settings
    if settings.symmetries is None or goal is Goal.COUNT:
        return None, None
    from .symmetries.alike import broken_in_time, group_in_time

    given = settings.given
    if goal is not Goal.ALL:
        return None, broken_in_time(search.problem, settings.symmetries, given, deadline)
    group = group_in_time(search.problem, settings.symmetries, given, deadline)
    if settings.evidence is not Level.CLAIMED:  # a second solver is asked about all solutions
        return group, None
    return group, broken_in_time(search.problem, group, given, deadline)


def _with_hidden(puzzle: Puzzle, query: Query, guess: Options) -> tuple[Options, Options]:
    """Return (solution, guess), one of which is empty: hidden rows of rules may be all it lacks.

    They follow from the choices, so no limit of time is needed to find them.
    """
    visible, matrix = puzzle.visible_options, query.matrix
    if matrix.options == visible or max(guess) >= visible or not given_in(query.given, guess):
        return (), guess
    if not puzzle.check(puzzle.read(guess)):
        return (), guess
    others = frozenset(range(visible)).difference(guess)
    asked = replace(query, given=guess, forbidden=others, deadline=Deadline(), parameters={})
    found = get_solver("dlx").first(asked, Progress())
    if found is None or verify(matrix, found, given=guess, forbidden=others) is not None:
        return (), guess
    return tuple(sorted(found)), ()


def unanswered(search: Search, began: float) -> Result:
    """Return what there is to say where the time was over before the puzzle was compiled."""
    chosen = get_solver(search.settings.solver)
    statistics = Statistics(compile_seconds=time.monotonic() - began)
    count = 0 if search.goal in (Goal.ALL, Goal.RANKED, Goal.COUNT) else None
    version = chosen.version_at_hand()
    return Result(Status.UNKNOWN, chosen.full_name, version, count=count, statistics=statistics)


def _known_before(search: Search, began: float) -> Result:
    """Return what is known where the time was over before the search: a hint that is a solution.

    A puzzle need not be compiled for that: its rules are evaluated on the hint's choices, and
    `options` are those alone. Raises ModelError for a hint that is none.
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


def _keeping(interrupt: KeyboardInterrupt, search: Search, began: float) -> KeyboardInterrupt:
    """Return the interrupt, which came before the search, with the hint if that is a solution."""
    result = _known_before(search, began) if search.settings.hint else None
    return interrupt if result is None or result.options is None else Interrupted(result)
