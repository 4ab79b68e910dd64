"""Questions about givens: is the answer unique, which givens can be spared, which few suffice.

A set of givens is *enough* if the puzzle has exactly one solution with them. More givens than
enough are enough too, so leaving out one after the other, each for good where the rest is still
enough, ends with a minimal set: none of it can be spared, though another set may be smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, TypeVar, Unpack

from ...models.answer import Answer
from ...models.errors import ModelError, WrongAnswer
from ...models.matrix.exact_cover import ExactCover
from ...models.puzzle import Given, Puzzle
from ...models.tables.table import Choices
from ..contract.batch import Options
from ..contract.deadline import Deadline, Stopped
from ..contract.evidence import Level, asked_level
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Result, Unreached
from ..contract.solver import Solver
from ..contract.verify import Verifier
from ..contract.watching.watching import watching
from ..explain.part_clauses import PartSolver
from ..explain.parts import Kind, Part, Parts
from ..process.interrupt import Run, streamed
from ..questions.many_run import ManyRun
from ..questions.running import RunningSearch, answered
from ..questions.search import Search
from ..questions.selection import Problem, selection_of
from ..questions.settings import ClaimSettings
from ..registry import get_solver
from ..second_opinion.no_other import another, no_other
from ..second_opinion.opinion import Second
from .uniqueness import UniquenessTest

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener
    from ..contract.watching.watch import Watch

__all__ = ["Unreached", "in_time", "is_unique", "minimal_givens", "of_tables", "redundant_givens"]

Found = TypeVar("Found")


@contextmanager
def in_time(what: str) -> Iterator[None]:
    """Raise Unreached where the deadline ends the block."""
    try:
        yield
    except Stopped:
        raise _late(what) from None


def _late(what: str) -> Unreached:
    return Unreached(f"{what}: the time limit came first", late=True)


def is_unique(
    puzzle: Problem, solver: str | Solver = "auto", **settings: Unpack[ClaimSettings]
) -> bool:
    """Tell whether there is exactly one solution; False if there is none, or several.

    Costs play no part. Raises what `solve` raises, and Unreached where the time limit comes first,
    or where no other solver agrees as was asked.
    """
    search = Search.part_of("is_unique", puzzle, solver, settings, ClaimSettings)
    return answered(search, _is_one, _too_late, what="is unique")


def _is_one(running: RunningSearch) -> bool:
    query = running.query
    many = ManyRun(running.puzzle, query, running.solver, [()], 2)
    for result in many.results():
        if result.evidence < query.evidence:
            raise many.stopped or Unreached(f"is_unique: {result.evidence}")
        return result.count == 1
    if query.deadline.passed():
        raise _late("is_unique")
    raise Unreached("is_unique: the solver ended without an answer")


def _too_late(_: Result) -> bool:
    raise _late("is_unique")


def redundant_givens(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    evidence: str = "claimed",
    progress: Listener = None,
) -> tuple[Given, ...]:
    """Return the givens that follow, each alone, from the others.

    Any one of them can be lifted without a new solution; two of them together perhaps not. Of a
    choice given twice the second is listed. With the evidence "agreed" a solver of another kind
    than SAT must say the same of each, with "certified" that they follow has to be certified, and
    of the others a solution without each is looked at. Who is told of the `progress`, as for
    `solve`, hears of the givens that were looked at. Raises ModelError if the puzzle has no
    solution, Unavailable without python-sat, Unreached at the time limit or where that evidence is
    not had, WrongAnswer.
    """
    wanted = asked_level(evidence)
    with watching(progress, "redundant givens") as watch:
        deadline = Deadline(time_limit) if watch is None else watch.deadline(time_limit)
        with in_time("redundant givens"):
            matrix, selected, forbidden = selection_of(puzzle, (), deadline)
        spare = _spare(matrix, selected, forbidden, deadline, watch)
        if wanted >= Level.AGREED:
            _agree_on_spare(matrix, selected, forbidden, spare, deadline, wanted)
    seen: set[int] = set()
    result = []
    for given in puzzle.givens:
        if given.option in spare or given.option in seen:
            result.append(given)
        seen.add(given.option)
    return tuple(result)


def _spare(
    matrix: ExactCover,
    selected: Options,
    forbidden: frozenset[int],
    deadline: Deadline,
    watch: Watch | None,
) -> set[int]:
    """Return those of the options selected that follow, each alone, from the others."""
    parts = Parts(matrix, selected, tuple(sorted({*forbidden, *selected})))
    always = [part for part in parts.all if part.kind in (Kind.ITEM, Kind.CONDITION)]
    always += [Part(Kind.FORBIDDEN, option) for option in sorted(forbidden)]
    made = [Part(Kind.GIVEN, option) for option in selected]

    def work(run: Run[set[int]]) -> None:
        with PartSolver(parts, run, deadline) as solver:
            if solver.unsatisfiable_subset([*always, *made]) is not None:
                raise ModelError("redundant givens: there is no solution; explain tells why")
            found = set()
            for place, (_, option) in enumerate(made):
                if watch is not None:
                    watch.known |= {"unit": "givens", "done": place, "total": len(made)}
                others = [*made[:place], *made[place + 1 :], Part(Kind.FORBIDDEN, option)]
                if solver.unsatisfiable_subset([*always, *others]) is not None:
                    found.add(option)
            run.emit(found)

    return _last(work, deadline, "redundant givens")


def minimal_givens(
    puzzle: Problem,
    answer: Answer | Sequence[int] | None = None,
    *,
    tables: Iterable[str | Choices] | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    evidence: str = "claimed",
    progress: Listener = None,
) -> Options:
    """Return givens, as option numbers, that are enough and of which none can be spared.

    answer  its choices are those that may be given, and the puzzle's own givens are set aside;
            None: a part of the puzzle's own givens is looked for
    tables  only choices of these tables are given; None: of all
    seed    of the random order in which givens are left out
    evidence  "agreed": two solvers of different kinds must say that the givens are enough, and that
              none of them can be spared; "certified": that they are enough is certified, and of
              each that cannot be spared two solutions are looked at
    progress  who is told how far it is, as for `solve`: `done` are the givens that were looked at

    `puzzle.with_given_options(...)` makes the puzzle that has them. Raises ModelError if the answer
    is none or if even all those choices leave several solutions; Unavailable without python-sat;
    Unreached at the time limit or without agreement, WrongAnswer.
    """
    wanted = asked_level(evidence)
    with watching(progress, "minimal givens") as watch:
        deadline = Deadline(time_limit) if watch is None else watch.deadline(time_limit)
        with in_time("minimal givens"):
            matrix, selected, forbidden = selection_of(puzzle, (), deadline)
        pool: Options = selected if answer is None else tuple(_numbers(answer))
        if answer is not None:
            problem = Verifier(matrix, (), forbidden).problem(pool)
            if problem is not None:
                raise ModelError(f"minimal givens: not an answer of the puzzle: {problem}")
        order = list(of_tables(puzzle, pool, tables))
        Random(seed).shuffle(order)
        found = _thinned(matrix, forbidden, order, deadline, watch)
        if wanted >= Level.AGREED:
            _agree_on_minimal(matrix, forbidden, found, deadline, wanted)
    return tuple(sorted(found))


def _thinned(
    matrix: ExactCover,
    forbidden: frozenset[int],
    order: Sequence[int],
    deadline: Deadline,
    watch: Watch | None,
) -> Options:
    """Leave out givens, the last ones first, until none can be spared."""

    def told(looked_at: int) -> None:
        if watch is not None:
            seen = {"done": looked_at, "total": len(order), "unit": "givens"}
            watch.known |= seen | {"even": False}  # the last ones take the longest

    def work(run: Run[Options]) -> None:
        with UniquenessTest(matrix, forbidden, run, deadline) as uniqueness:
            uniqueness.know(uniqueness.solution(order))
            if uniqueness.enough(order) is None:
                raise ModelError("minimal givens: even all of them leave several solutions")
            run.emit(uniqueness.thinned(order, told=told))

    return _last(work, deadline, "minimal givens")


def agree_on_enough(
    matrix: ExactCover,
    forbidden: frozenset[int],
    given: Options,
    deadline: Deadline,
    what: str,
    wanted: Level,
) -> None:
    """Have it agreed on, or certified, that the givens are enough.

    Raises WrongAnswer if they are said not to be, and Unreached if that is left open.
    """
    _agree(matrix, forbidden, [given], [1], deadline, what, wanted)


def _agree_on_minimal(
    matrix: ExactCover,
    forbidden: frozenset[int],
    given: Options,
    deadline: Deadline,
    wanted: Level,
) -> None:
    """Do the same, and for each given ask whether the others leave several solutions."""
    fewer = [tuple(o for o in given if o != spared) for spared in given]
    expected = [1] + [2] * len(fewer)
    _agree(matrix, forbidden, [given, *fewer], expected, deadline, "minimal givens", wanted)


def _agree(
    matrix: ExactCover,
    forbidden: frozenset[int],
    selections: Sequence[Options],
    expected: Sequence[int],
    deadline: Deadline,
    what: str,
    level: Level,
) -> None:
    """Compare how many solutions are found, up to two, with what is expected."""
    query = Query(matrix, (), forbidden, deadline, evidence=level)
    question = ManyRun(matrix, query, get_solver("auto"), selections, 2)
    results = question.results()
    for wanted in expected:
        result = next(results, None)
        if result is None:
            raise question.stopped or _late(what)
        if result.evidence < level:
            raise question.stopped or Unreached(f"{what}: {result.evidence}")
        if result.count != wanted:
            raise WrongAnswer(f"{what}: {wanted} solutions or more expected, {result.evidence}")


def _agree_on_spare(
    matrix: ExactCover,
    selected: Options,
    forbidden: frozenset[int],
    spare: set[int],
    deadline: Deadline,
    wanted: Level,
) -> None:
    """Ask somebody else whether these givens, and no others, follow from the rest."""
    first = get_solver("sat")
    for option in dict.fromkeys(selected):
        others = tuple(other for other in selected if other != option)
        query = Query(matrix, others, forbidden | {option}, deadline, evidence=wanted)
        second = Second(query, Progress(), first)
        confirmation = no_other(second, ()) if option in spare else another(second, ())
        if not confirmation:
            raise Unreached(f"redundant givens: {matrix.option_name(option)}: {confirmation.why}")


def _last(work: Callable[[Run[Found]], None], deadline: Deadline, what: str) -> Found:
    """Run `work` where Ctrl-C and the deadline are seen; return what it emits last."""
    found = list(streamed(work, deadline))
    if not found:
        raise _late(what)
    return found[-1]


def _numbers(answer: Answer | Sequence[int]) -> Iterable[int]:
    return answer.options if isinstance(answer, Answer) else answer


def of_tables(puzzle: Problem, options: Options, tables: Iterable[str | Choices] | None) -> Options:
    """Return the options that are rows of the tables, or of any table.

    Raises ModelError for an unknown table.
    """
    if tables is None:
        visible = puzzle.visible_options if isinstance(puzzle, Puzzle) else None
        return options if visible is None else tuple(o for o in options if o < visible)
    if isinstance(puzzle, ExactCover):
        raise ModelError("tables: a bare matrix has none")
    wanted = [puzzle.table(table) for table in tables]
    return tuple(o for o in options if any(t.offset <= o < t.offset + len(t) for t in wanted))
