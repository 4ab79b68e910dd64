"""Questions about givens: is the answer unique, which givens can be spared, which few suffice.

A set of givens is *enough* if the puzzle has exactly one solution with them. More givens than
enough are enough too, so leaving out one after the other, each for good where the rest is still
enough, ends with a minimal set: none of it can be spared, though another set may be smaller.

Small matrices are asked of the native batch engine (batches.py), some 20,000 sets of givens a
second for sudoku; it is told to stop at a second solution. Large ones and multiplicities are asked
of one SAT solver that holds the matrix and a clause that excludes the known solution; its cores
(part_clauses.py) drop many givens at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from ..models.answer import Answer
from ..models.errors import ModelError, SolverError
from ..models.exact_cover import ExactCover
from ..models.puzzle import Given, Puzzle
from ..models.table import Choices
from .batches import NativeBatch, native_batch
from .interrupt import Run, streamed
from .part_clauses import PartSolver
from .parts import Kind, Part, Parts
from .queries import Problem, selection_of
from .registry import get_solver
from .solver import Deadline, Options, Search, Solver
from .verify import Verifier

__all__ = ["Judge", "Unreached", "is_unique", "minimal_givens", "redundant_givens"]

Found = TypeVar("Found")

# Beyond, clause learning outdoes the batch engine: 16x16 sudokus have 4096 options.
LARGE = 6000


class Unreached(SolverError):
    """A limit came before what was wanted; `best` is the smallest enough set by then, if any."""

    def __init__(self, message: str, best: Options | None = None) -> None:
        super().__init__(message)
        self.best = best


def is_unique(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
) -> bool:
    """Tell whether there is exactly one solution; False if there is none, or several.

    Costs play no part. The arguments are those of `solve`. Raises what `solve` raises, and
    Unreached where the time limit comes first.
    """
    deadline = Deadline(time_limit)
    matrix, selected, forbidden = selection_of(puzzle, given)
    chosen = get_solver(solver)
    chosen.require(matrix)
    search = Search(matrix, selected, forbidden, deadline)
    for found, options in chosen.many(search, [()], 2):
        if options is not None:
            Verifier(matrix, selected, forbidden).require(options, chosen.full_name)
        return found == 1
    raise Unreached("is_unique: the time limit came first")


def redundant_givens(puzzle: Puzzle, *, time_limit: float | None = None) -> tuple[Given, ...]:
    """Return the givens that follow, each alone, from the others.

    Any one of them can be lifted without a new solution; two of them together perhaps not. Of a
    choice given twice the second is listed. Raises ModelError if the puzzle has no solution,
    Unavailable without python-sat, Unreached at the time limit.
    """
    matrix, selected, forbidden = selection_of(puzzle)
    parts = Parts(matrix, selected, tuple(sorted({*forbidden, *selected})))
    always = [part for part in parts.all if part.kind is Kind.ITEM]
    always += [Part(Kind.FORBIDDEN, option) for option in sorted(forbidden)]
    made = [Part(Kind.GIVEN, option) for option in selected]

    def work(run: Run[set[int]]) -> None:
        with PartSolver(parts, run) as solver:
            if solver.core([*always, *made]) is not None:
                raise ModelError("redundant givens: there is no solution; explain tells why")
            found = set()
            for place, (_, option) in enumerate(made):
                others = [*made[:place], *made[place + 1 :], Part(Kind.FORBIDDEN, option)]
                if solver.core([*always, *others]) is not None:
                    found.add(option)
            run.emit(found)

    spare = _last(work, Deadline(time_limit), "redundant givens")
    seen: set[int] = set()
    result = []
    for given in puzzle.givens:
        if given.option in spare or given.option in seen:
            result.append(given)
        seen.add(given.option)
    return tuple(result)


def minimal_givens(
    puzzle: Problem,
    answer: Answer | Sequence[int] | None = None,
    *,
    tables: Iterable[str | Choices] | None = None,
    seed: int = 0,
    time_limit: float | None = None,
) -> Options:
    """Return givens, as option numbers, that are enough and of which none can be spared.

    answer  its choices are those that may be given, and the puzzle's own givens are set aside;
            None: a part of the puzzle's own givens is looked for
    tables  only choices of these tables are given; None: of all
    seed    of the random order in which givens are left out

    `puzzle.with_given_options(...)` makes the puzzle that has them. Raises ModelError if the answer
    is none or if even all those choices leave several solutions; Unavailable without python-sat;
    Unreached at the time limit.
    """
    deadline = Deadline(time_limit)
    matrix, selected, forbidden = selection_of(puzzle)
    pool: Options = selected if answer is None else tuple(_numbers(answer))
    if answer is not None:
        problem = Verifier(matrix, (), forbidden).problem(pool)
        if problem is not None:
            raise ModelError(f"minimal givens: not an answer of the puzzle: {problem}")
    pool = of_tables(puzzle, pool, tables)

    def work(run: Run[Options]) -> None:
        with Judge(matrix, forbidden, run, deadline) as judge:
            judge.know(judge.solution(pool))
            order = list(pool)
            Random(seed).shuffle(order)
            if judge.enough(order) is None:
                raise ModelError("minimal givens: even all of them leave several solutions")
            run.emit(judge.thinned(order))

    return tuple(sorted(_last(work, deadline, "minimal givens")))


def _last(work: Callable[[Run[Found]], None], deadline: Deadline, what: str) -> Found:
    """Run `work` where Ctrl-C and the deadline are seen; return what it emits last."""
    found = list(streamed(work, deadline))
    if not found:
        raise Unreached(f"{what}: the time limit came first")
    return found[-1]


def _numbers(answer: Answer | Sequence[int]) -> Iterable[int]:
    return answer.options if isinstance(answer, Answer) else answer


def of_tables(puzzle: Problem, options: Options, tables: Iterable[str | Choices] | None) -> Options:
    """Return the options that are rows of the tables. Raises ModelError for an unknown table."""
    if tables is None:
        return options
    if isinstance(puzzle, ExactCover):
        raise ModelError("tables: a bare matrix has none")
    wanted = [puzzle.table(table) for table in tables]
    return tuple(o for o in options if any(t.offset <= o < t.offset + len(t) for t in wanted))


class Judge:
    """Says whether givens are enough; a context manager, to be used by the thread of `run`."""

    def __init__(
        self, matrix: ExactCover, forbidden: Iterable[int], run: Run[Any], deadline: Deadline
    ) -> None:
        self._matrix, self._forbidden = matrix, tuple(sorted(forbidden))
        self._run = run
        every = Parts(matrix, tuple(range(matrix.options)), self._forbidden)
        self._clauses = PartSolver(every, run)
        self._always = [part for part in every.all if part.kind is not Kind.GIVEN]
        self._batch: NativeBatch | None = None
        if matrix.options <= LARGE:
            search = Search(matrix, (), frozenset(self._forbidden), _Until(run, deadline))
            self._batch = native_batch(search)
        self._known = False

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *exception: object) -> None:
        self._clauses.__exit__(None, None, None)

    def solution(self, given: Sequence[int], preferred: Iterable[int] | None = None) -> Options:
        """Return a solution with these givens; `preferred` options are in it where that is easy.

        Raises ModelError if there is none.
        """
        self.know(None)
        if preferred is not None:
            liked = set(preferred)
            options = range(self._matrix.options)
            self._clauses.prefer(o + 1 if o in liked else -1 - o for o in options)
        if self._clauses.core(self._parts(given)) is not None:
            raise ModelError("there is no solution; explain tells why")
        Verifier(self._matrix, given, self._forbidden).require(self._clauses.chosen, "sat")
        return self._clauses.chosen

    def know(self, solution: Options | None) -> None:
        """Take note of the solution that all givens to be judged are from."""
        if self._known:
            self._clauses.retract()
        self._known = solution is not None
        if solution is not None:
            taken = {option + 1 for option in solution}
            loose = [literal for literal in self._clauses.loose if literal not in taken]
            self._clauses.suppose([-literal for literal in sorted(taken)] + loose)

    def enough(self, given: Sequence[int]) -> Sequence[int] | None:
        """Return givens among these that are enough; None if even all of them are not."""
        if self._batch is not None:
            self._run.check()
            for found, _ in self._batch.answers([tuple(given)], 2):
                return given if found == 1 else None
        core = self._clauses.core(self._parts(given))
        if core is None:
            return None
        used = {option for kind, option in core if kind is Kind.GIVEN}
        return [option for option in given if option in used]

    def thinned(self, given: Sequence[int], wanted: int = 0) -> Options:
        """Leave out givens, the last ones first, until none can be spared or `wanted` are left.

        The givens must be enough.
        """
        kept = list(given)
        for option in reversed(given):
            if len(kept) <= wanted:
                break
            if option not in kept:
                continue
            rest = [other for other in kept if other != option]
            fewer = self.enough(rest)
            if fewer is not None:
                spare = [other for other in rest if other not in set(fewer)]
                kept = [*fewer, *spare[: max(wanted - len(fewer), 0)]]
        return tuple(kept)

    def _parts(self, given: Iterable[int]) -> list[Part]:
        return [*self._always, *(Part(Kind.GIVEN, option) for option in given)]


class _Until(Deadline):
    """A deadline that has passed as soon as the run is to stop."""

    def __init__(self, run: Run[Any], deadline: Deadline) -> None:
        super().__init__()
        self._run, self._end = run, deadline._end

    def passed(self) -> bool:
        return self._run.stopping or super().passed()
