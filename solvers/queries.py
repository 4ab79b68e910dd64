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
from .limits import checked_memory, checked_threads
from .registry import get_solver
from .result import Interrupted, Result, Statistics
from .solver import Deadline, Options, Search, Solver, Status, Stopped
from .verify import Verifier

__all__ = ["Problem", "Question", "Solutions", "count", "solutions", "solve"]

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
    threads     how many may work at it, 1 to 256; the answer is the same

    Raises ModelError for an argument out of its range; UnknownSolver, Unavailable, Unsupported,
    WrongAnswer; Interrupted on Ctrl-C.
    """
    began = time.monotonic()
    try:
        question = Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return _unanswered(solver, began)
    search, best = question.search, question.matrix.has_costs
    found: Options | None = None
    try:
        question.tell()
        stream = question.solver.improving(search) if best else question.first()
        for options in question.verified(stream):
            question.require_cheaper(options, found)
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
    room = None if memory is None else checked_memory(memory)
    began = time.monotonic()
    try:
        question = Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return _unanswered(solver, began, count=0)
    question.search.memory = room
    try:
        question.tell()
        question.search.found = question.whole(question.solver.count(question.search))
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
        question = Question.put(puzzle, solver, time_limit, given, threads)
    except Stopped:
        return Solutions.left_open(solver, began)
    return Solutions(question, question.solver.solutions(question.search))


class Solutions(Iterator[Answer | Options]):
    """A lazy iterator over solutions: answers of a puzzle, option numbers of a bare matrix.

    `close()` stops the search, as does leaving a `with` block. `result()` tells how far it got, and
    `complete` whether all that was asked for has come: that no more comes says nothing by itself,
    for the time may have run out.
    """

    def __init__(self, question: Question, stream: Iterator[Options]) -> None:
        self._question: Question | None = question
        self._puzzle = question.puzzle if isinstance(question.puzzle, Puzzle) else None
        self._found = 0
        self._open, self._ended = True, False
        self._late: Result | None = None
        question.tell()
        self._stream = question.verified(stream)

    @classmethod
    def left_open(cls, solver: str | Solver, began: float) -> Solutions:
        """Return what there is where the time was over before the puzzle was compiled: nothing."""
        late = cls.__new__(cls)
        late._question, late._puzzle, late._found = None, None, 0
        late._open, late._ended = True, False
        late._late, late._stream = _unanswered(solver, began, count=0), _no_solutions()
        return late

    def __next__(self) -> Answer | Options:
        try:
            options = next(self._stream)
        except StopIteration:
            self._ended |= self._open
            self._open = False
            raise
        except BaseException:
            self._open = False
            raise
        self._found += 1
        return options if self._puzzle is None else self._puzzle.read(options)

    @property
    def complete(self) -> bool:
        """Whether the search came to its end; not if it was closed, or cut short, or failed."""
        return self._ended and self._question is not None and self._question.search.complete

    def result(self) -> Result:
        """Return the status and the count so far."""
        if self._late is not None:
            return self._late
        assert self._question is not None  # for the type checker
        self._question.search.found = self._found
        return self._question.counted(complete=self.complete)

    def close(self) -> None:
        """Stop the search; no further solutions come."""
        self._open = False
        self._stream.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


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
