"""A question on its way: what was asked, of whom, and when; and what comes of it.

A `Puzzle` or a bare `ExactCover` is compiled, one solver searches, every solution is verified and
read back. Nothing is mutated, and the time limit counts compiling in.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any

from ...models.errors import WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Puzzle
from ...models.telling.spelling import numeral
from ..auto.auto import Auto, answerer, reason
from ..auto.foregone import unless_foregone
from ..contract.batch import Batch, Options, checked_batch, closing_stream, one_by_one
from ..contract.deadline import Deadline
from ..contract.evidence import Evidence, Level
from ..contract.near import Exact, Near
from ..contract.progress import Progress
from ..contract.query import Permutation, Query
from ..contract.result import Interrupted, Result, Statistics, Status
from ..contract.settings import checked_parameters, checked_seed, checked_threads
from ..contract.solver import Solver
from ..contract.statements import of_count, of_solution
from ..contract.verify import Verifier, verify
from ..registry import get_solver
from .selection import Hint, Problem, checked_hint, given_in, selection_of, visible_hint

if TYPE_CHECKING:
    from ..contract.watching.watch import Watch

__all__ = ["Problem", "Question", "keeping", "known_before", "unanswered"]

log = logging.getLogger("minuet")


@dataclass
class Question:
    """One question on its way: what was asked, of whom, and when.

    known  a solution that came with the question; empty: none
    near   what is near enough to the best; None: the best alone
    """

    puzzle: Problem
    matrix: ExactCover
    solver: Solver
    query: Query
    progress: Progress
    verifier: Verifier
    began: float
    compiled: float
    known: Options = ()
    near: Near | None = None

    @classmethod
    def put(
        cls,
        puzzle: Problem,
        solver: str | Solver,
        time_limit: float | None,
        given: Sequence[int],
        threads: int,
        *,
        forbidden: Iterable[int] = (),
        symmetries: tuple[Permutation, ...] = (),
        memory: int | None = None,
        seed: int | None = None,
        parameters: Mapping[str, Any] | None = None,
        hint: Hint = (),
        near: Near | None = None,
        evidence: Level = Level.CLAIMED,
        watch: Watch | None = None,
    ) -> Question:
        """Take a question on; `forbidden` are options that must not be chosen besides.

        symmetries  as in `Query`
        """
        began = time.monotonic()
        deadline = Deadline(time_limit) if watch is None else watch.deadline(time_limit)
        workers = checked_threads(threads)
        chosen = unless_foregone(get_solver(solver), puzzle)
        drawn, settings = checked_seed(seed), checked_parameters(chosen, parameters)
        matrix, selected, of_puzzle = selection_of(puzzle, given, deadline)
        never = of_puzzle.union(forbidden)
        chosen.require(matrix)
        known, guess = checked_hint(matrix, hint, selected, of_puzzle)
        if guess and isinstance(puzzle, Puzzle):
            known, guess = _with_hidden(puzzle, matrix, guess, selected)
        begin = known if never.isdisjoint(known) else ()
        question = cls(
            puzzle,
            matrix,
            chosen,
            Query(
                matrix,
                selected,
                never,
                deadline,
                workers,
                memory,
                seed=drawn,
                evidence=evidence,
                hint=begin,
                guess=() if begin else known or guess,
                symmetries=symmetries,
                parameters=settings,
            ),
            Progress(),
            Verifier(matrix, selected, never),
            began,
            time.monotonic(),
            known,
            near,
        )
        if watch is not None:
            watch.source = question.seen
        return question

    def tell(self) -> None:
        """Log which solver is asked; `auto` itself logs its choices."""
        if log.isEnabledFor(logging.DEBUG):
            matrix, took = self.matrix, self.compiled - self.began
            log.debug(
                "%d items, %d options, %d given; compiled in %.3f s",
                len(matrix.items),
                matrix.options,
                len(self.query.given),
                took,
            )
        if not isinstance(self.solver, Auto):
            log.info("%s", self.solver.full_name)

    @property
    def reason(self) -> str:
        """Why `auto` chose the solver."""
        return reason(self.solver)

    @property
    def title(self) -> str:
        """The puzzle's name; of a matrix its size."""
        if isinstance(self.puzzle, Puzzle):
            return self.puzzle.name
        items, options = len(self.matrix.items), self.matrix.options
        return f"a matrix of {items} items and {options} options"

    @property
    def answerer(self) -> Solver:
        """The solver whose word the answer is: the one that `auto` chose last, if it was asked."""
        return answerer(self.solver)

    @property
    def bounder(self) -> Solver:
        """The solver that proved the bound on the costs."""
        chosen = self.solver.bounder if isinstance(self.solver, Auto) else None
        return chosen or self.answerer

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
        progress = self.progress
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


def _with_hidden(
    puzzle: Puzzle, matrix: ExactCover, guess: Options, given: Options
) -> tuple[Options, Options]:
    """Return (solution, guess), one of which is empty: hidden rows of rules may be all it lacks.

    They follow from the choices, so no limit of time is needed to find them.
    """
    visible = puzzle.visible_options
    if matrix.options == visible or max(guess) >= visible or not given_in(given, guess):
        return (), guess
    if not puzzle.check(puzzle.read(guess)):
        return (), guess
    others = frozenset(range(visible)).difference(guess)
    query = Query(matrix, guess, others)
    found = get_solver("dlx").first(query, Progress())
    if found is None or verify(matrix, found, given=guess, forbidden=others) is not None:
        return (), guess
    return tuple(sorted(found)), ()


def unanswered(solver: str | Solver, began: float, count: int | None = None) -> Result:
    """Return what there is to say where the time was over before the puzzle was compiled."""
    chosen = get_solver(solver)
    statistics = Statistics(compile_seconds=time.monotonic() - began)
    version = chosen.version_at_hand()
    return Result(Status.UNKNOWN, chosen.full_name, version, count=count, statistics=statistics)


def known_before(
    puzzle: Problem, solver: str | Solver, began: float, given: Sequence[int], hint: Hint
) -> Result:
    """Return what is known where the time was over before the search: a hint that is a solution.

    A puzzle need not be compiled for that: its rules are evaluated on the hint's choices, and
    `options` are those alone. Raises ModelError for a hint that is none.
    """
    result = unanswered(solver, began)
    options = visible_hint(puzzle, hint)
    if not options or not given_in(given, options):
        return result
    objective: Exact | None
    if isinstance(puzzle, Puzzle):
        answer = puzzle.read(options)
        if not puzzle.check(answer):
            return result
        objective, priced = puzzle.total(answer), puzzle.has_objective
    else:
        answer = None
        if verify(puzzle, options, given=tuple(given)) is not None:
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


def keeping(
    interrupt: KeyboardInterrupt,
    puzzle: Problem,
    solver: str | Solver,
    began: float,
    given: Sequence[int],
    hint: Hint,
) -> KeyboardInterrupt:
    """Return the interrupt with the hint, if that is a solution; else as it is.

    It came before the search.
    """
    result = known_before(puzzle, solver, began, given, hint) if hint else None
    return interrupt if result is None or result.options is None else Interrupted(result)
