"""A question on its way: what was asked, of whom, and when; and what comes of it.

A `Puzzle` or a bare `ExactCover` is compiled, one solver searches, every solution is verified and
read back. Nothing is mutated, and the time limit counts compiling in.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index

from ..models.errors import ModelError, WrongAnswer
from ..models.exact_cover import ExactCover
from ..models.puzzle import Puzzle
from ..models.watch import watched
from .auto import Auto
from .limits import checked_threads
from .registry import get_solver
from .result import Result, Statistics
from .solver import Deadline, Options, Search, Solver, Status
from .verify import Verifier

__all__ = ["Problem", "Question", "checked_options", "selection_of", "unanswered"]

Problem = Puzzle | ExactCover

log = logging.getLogger("minuet")


@dataclass
class Question:
    """One question on its way: what was asked, of whom, and when."""

    puzzle: Problem
    matrix: ExactCover
    solver: Solver
    search: Search
    verifier: Verifier
    began: float
    compiled: float

    @classmethod
    def put(
        cls,
        puzzle: Problem,
        solver: str | Solver,
        time_limit: float | None,
        given: Sequence[int],
        threads: int,
        *,
        barred: Iterable[int] = (),
    ) -> Question:
        """Take a question on; `barred` are options that must not be chosen besides."""
        began = time.monotonic()
        deadline, workers = Deadline(time_limit), checked_threads(threads)
        matrix, selected, forbidden = selection_of(puzzle, given, deadline)
        forbidden = forbidden.union(barred)
        chosen = get_solver(solver)
        chosen.require(matrix)
        return cls(
            puzzle,
            matrix,
            chosen,
            Search(matrix, selected, forbidden, deadline, workers),
            Verifier(matrix, selected, forbidden),
            began,
            time.monotonic(),
        )

    def tell(self) -> None:
        """Log which solver is asked; `auto` itself logs its choices."""
        if not isinstance(self.solver, Auto):
            log.info("%s", self.solver.full_name)

    @property
    def reason(self) -> str:
        """Why `auto` chose the solver."""
        return self.solver.reason if isinstance(self.solver, Auto) else ""

    def first(self) -> Iterator[Options]:
        """Yield one solution, if there is one."""
        options = self.solver.first(self.search)
        if options is not None:
            yield options

    def whole(self, number: object) -> int:
        """Return what a solver says it counted. Raises WrongAnswer if that is no number."""
        try:
            counted = index(number)  # type: ignore[arg-type]
        except TypeError:
            counted = -1
        if counted < 0:
            raise WrongAnswer(f"solver {self.solver.full_name}: counts {number!r} solutions")
        return counted

    def require_cheaper(self, options: Options, before: Options | None) -> None:
        """Raise WrongAnswer if an improving solution is no improvement."""
        if before is None or not self.matrix.has_costs:
            return
        cost, least = self.matrix.cost(options), self.matrix.cost(before)
        if cost >= least:
            raise WrongAnswer(
                f"solver {self.solver.full_name}: a solution of cost {cost} after one of {least}"
            )

    def verified(self, stream: Iterator[Options]) -> Generator[Options, None, None]:
        """Yield the solver's solutions, ascending, each after it passed `verify`.

        Those that the solver has at hand are verified together: that is faster, and nothing waits.
        """
        try:
            found = iter(stream)
            for options in found:
                ready, self.search.ready = self.search.ready, 0
                batch = [options, *islice(found, ready)]
                wrong = self.verifier.first_wrong(batch)
                for sound in batch[: None if wrong is None else wrong[0]]:
                    yield tuple(sorted(sound))
                if wrong is not None:
                    raise WrongAnswer(f"solver {self.solver.full_name}: {wrong[1]}")
        finally:
            if hasattr(stream, "close"):
                stream.close()

    def solved(self, options: Options | None) -> Result:
        """Return the result of `solve`. Raises WrongAnswer if the bound excludes the solution."""
        complete, matrix = self.search.complete, self.matrix
        cost = None if options is None or not self._has_objective else matrix.cost(options)
        bound = self.search.bound if self._has_objective else None
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
        puzzle = self.puzzle if isinstance(self.puzzle, Puzzle) else None
        return Result(
            status,
            self.solver.full_name,
            self.solver.version(),
            self.reason,
            answer=puzzle.read(options) if puzzle and options is not None else None,
            options=options,
            objective=self._in_words(cost),
            bound=self._in_words(cost if status is Status.OPTIMAL else bound),
            complete=complete,
            statistics=self._statistics(complete=complete),
        )

    def counted(self, *, complete: bool | None = None) -> Result:
        """Return what was counted; `complete`: whether that is all, None: as the search says."""
        found = self.search.found
        complete = self.search.complete if complete is None else complete
        if found:
            status = Status.OPTIMAL if complete else Status.FEASIBLE
        else:
            status = Status.INFEASIBLE if complete else Status.UNKNOWN
        return Result(
            status,
            self.solver.full_name,
            self.solver.version(),
            self.reason,
            count=found,
            complete=complete,
            statistics=self._statistics(complete=complete),
        )

    @property
    def _has_objective(self) -> bool:
        puzzle = self.puzzle
        return puzzle.has_objective if isinstance(puzzle, Puzzle) else self.matrix.has_costs

    def _in_words(self, cost: int | None) -> int | None:
        if cost is None or not isinstance(self.puzzle, Puzzle):
            return cost
        return self.puzzle.objective(cost)

    def _statistics(self, *, complete: bool) -> Statistics:
        search = self.search
        return Statistics(
            search.nodes,
            search.updates,
            self.compiled - self.began,
            time.monotonic() - self.compiled,
            1.0 if complete else search.progress or None,
            search.conflicts,
            search.decisions,
            search.propagations,
            search.encode_seconds,
            search.load_seconds,
        )


def unanswered(solver: str | Solver, began: float, count: int | None = None) -> Result:
    """Return what there is to say where the time was over before the puzzle was compiled."""
    chosen = get_solver(solver)
    statistics = Statistics(compile_seconds=time.monotonic() - began)
    return Result(
        Status.UNKNOWN, chosen.full_name, chosen.version(), count=count, statistics=statistics
    )


def selection_of(
    puzzle: Problem, given: Sequence[int] = (), deadline: Deadline | None = None
) -> tuple[ExactCover, Options, frozenset[int]]:
    """Return the matrix, the options that must be chosen and those that must not be.

    Raises ModelError for a given that is not the number of an option, and Stopped if the deadline
    comes before the puzzle is compiled.
    """
    if isinstance(puzzle, ExactCover):
        return puzzle, checked_options(puzzle, given), frozenset()
    with watched((deadline or Deadline()).check):
        puzzle.matrix  # noqa: B018  compiled here
    chosen = checked_options(puzzle.matrix, (*puzzle.given_options, *given))
    return puzzle.matrix, chosen, puzzle.forbidden_options


def checked_options(matrix: ExactCover, given: Iterable[int]) -> Options:
    """Return the option numbers, each once. Raises ModelError for one that the matrix lacks."""
    try:
        chosen = tuple(dict.fromkeys(map(index, given)))
    except TypeError as error:
        raise ModelError(f"given: {error}, expected option numbers") from None
    if chosen and not 0 <= min(chosen) <= max(chosen) < matrix.options:
        wrong = min(chosen) if min(chosen) < 0 else max(chosen)
        raise ModelError(f"given: option number {wrong}, expected 0 to {matrix.options - 1}")
    return chosen
