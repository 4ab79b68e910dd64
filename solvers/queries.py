"""The questions: solve, solutions, count.

Each takes a `Puzzle` or a bare `ExactCover`, compiles it, lets one solver search, verifies every
solution and reads it back. Nothing is mutated, and the time limit counts compiling in.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import index

from ..models.answer import Answer
from ..models.errors import ModelError, WrongAnswer
from ..models.exact_cover import ExactCover
from ..models.puzzle import Puzzle
from ..models.watch import watched
from .auto import Auto
from .registry import get_solver
from .result import Interrupted, Result, Statistics
from .solver import Deadline, Options, Search, Solver, Status, Stopped
from .verify import Verifier

__all__ = ["Problem", "Solutions", "count", "solutions", "solve"]

Problem = Puzzle | ExactCover

log = logging.getLogger("minuet")


def solve(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
) -> Result:
    """Find a solution or, where there are costs, the best one.

    time_limit  seconds, compiling included; what was found by then is kept
    given       further option numbers that the solution must hold
    threads     how many may work at it; the answer is the same

    Raises UnknownSolver, Unavailable, Unsupported, WrongAnswer; Interrupted on Ctrl-C.
    """
    began = time.monotonic()
    try:
        question = _Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return _unanswered(solver, began)
    search, best = question.search, question.matrix.has_costs
    found: Options | None = None
    try:
        question.tell()
        stream = question.solver.improving(search) if best else question.first()
        for options in question.verified(stream):
            found = options
    except KeyboardInterrupt:
        raise Interrupted(question.solved(found)) from None
    return question.solved(found)


def count(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    memory: int | None = None,
) -> Result:
    """Count the solutions, exactly; the other arguments are those of `solve`.

    memory  bytes for what `dlx:memo` and `auto` remember; by default a quarter of the machine's

    At the time limit, `count` is what was counted by then and `complete` is false.
    """
    if memory is not None and memory < 1:
        raise ModelError(f"memory of {memory} bytes, expected 1 or more")
    began = time.monotonic()
    try:
        question = _Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return _unanswered(solver, began, count=0)
    question.search.memory = memory
    try:
        question.tell()
        question.solver.count(question.search)
    except KeyboardInterrupt:
        raise Interrupted(question.counted()) from None
    return question.counted()


def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
) -> Solutions:
    """Iterate over all solutions, lazily; the arguments are those of `solve`."""
    began = time.monotonic()
    try:
        return Solutions(_Question.put(puzzle, solver, time_limit, given, threads))
    except Stopped:
        return Solutions(None, _unanswered(solver, began, count=0))


class Solutions(Iterator[Answer | Options]):
    """A lazy iterator over solutions: answers of a puzzle, option numbers of a bare matrix.

    `close()` stops the search, as does leaving a `with` block. `result()` tells how far it got.
    """

    def __init__(self, question: _Question | None, late: Result | None = None) -> None:
        self._question, self._late = question, late
        self._puzzle: Puzzle | None = None
        self._found = 0
        if question is None:  # the time was over before the puzzle was compiled
            self._stream = _no_solutions()
            return
        if isinstance(question.puzzle, Puzzle):
            self._puzzle = question.puzzle
        question.tell()
        self._stream = question.verified(question.solver.solutions(question.search))

    def __next__(self) -> Answer | Options:
        options = next(self._stream)
        self._found += 1
        return options if self._puzzle is None else self._puzzle.read(options)

    def result(self) -> Result:
        """Return the status and the count so far."""
        if self._late is not None:
            return self._late
        assert self._question is not None  # for the type checker
        self._question.search.found = self._found
        return self._question.counted()

    def close(self) -> None:
        """Stop the search; no further solutions come."""
        self._stream.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@dataclass
class _Question:
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
    ) -> _Question:
        began = time.monotonic()
        deadline = Deadline(time_limit)
        matrix, selected, forbidden = selection_of(puzzle, given, deadline)
        chosen = get_solver(solver)
        chosen.require(matrix)
        return cls(
            puzzle,
            matrix,
            chosen,
            Search(matrix, selected, forbidden, deadline, threads),
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

    def verified(self, stream: Iterator[Options]) -> Generator[Options, None, None]:
        """Yield the solver's solutions, ascending, each after it passed `verify`.

        Those that the solver has at hand are verified together: that is faster, and nothing waits.
        """
        try:
            for options in stream:
                ready, self.search.ready = self.search.ready, 0
                batch = [options, *islice(stream, ready)]
                wrong = self.verifier.first_wrong(batch)
                for sound in batch[: None if wrong is None else wrong[0]]:
                    yield tuple(sorted(sound))
                if wrong is not None:
                    raise WrongAnswer(f"solver {self.solver.full_name}: {wrong[1]}")
        finally:
            if hasattr(stream, "close"):
                stream.close()

    def solved(self, options: Options | None) -> Result:
        complete, matrix = self.search.complete, self.matrix
        cost = None if options is None or not self._has_objective else matrix.cost(options)
        bound = self.search.bound if self._has_objective else None
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
            statistics=self._statistics(),
        )

    def counted(self) -> Result:
        found, complete = self.search.found, self.search.complete
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
            statistics=self._statistics(),
        )

    @property
    def _has_objective(self) -> bool:
        puzzle = self.puzzle
        return puzzle.has_objective if isinstance(puzzle, Puzzle) else self.matrix.has_costs

    def _in_words(self, cost: int | None) -> int | None:
        if cost is None or not isinstance(self.puzzle, Puzzle):
            return cost
        return self.puzzle.objective(cost)

    def _statistics(self) -> Statistics:
        search = self.search
        return Statistics(
            search.nodes,
            search.updates,
            self.compiled - self.began,
            time.monotonic() - self.compiled,
            1.0 if search.complete else search.progress or None,
        )


def _unanswered(solver: str | Solver, began: float, count: int | None = None) -> Result:
    """Return what there is to say where the time was over before the puzzle was compiled."""
    chosen = get_solver(solver)
    statistics = Statistics(compile_seconds=time.monotonic() - began)
    return Result(
        Status.UNKNOWN, chosen.full_name, chosen.version(), count=count, statistics=statistics
    )


def _no_solutions() -> Generator[Options, None, None]:
    yield from ()


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
