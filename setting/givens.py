"""Questions about givens: which can be spared, which few suffice.

A set of givens is *enough* if the puzzle has exactly one solution with them. More givens than
enough are enough too, so leaving out one after the other, each for good where the rest is still
enough, ends with a minimal set: none of it can be spared, though another set may be smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar, Unpack

from ..models.answer import Answer
from ..models.errors import ModelError, Unreached, WrongAnswer
from ..models.matrix.exact_cover import ExactCover
from ..models.puzzle import Given, Puzzle
from ..models.tables.table import Choices
from ..solvers.contract.batch import Options
from ..solvers.contract.deadline import Deadline
from ..solvers.contract.progress import Progress
from ..solvers.contract.query import Query
from ..solvers.contract.verify import Verifier
from ..solvers.explain.parts import Kind, Part, Parts, PartSolver
from ..solvers.process.interrupt import Run, streamed
from ..solvers.registry import get_solver
from ..solvers.search.many import ManyRun
from ..solvers.search.running import RunningSearch, answered, out_of_time, too_late
from ..solvers.search.search import Search
from ..solvers.search.selection import Problem
from ..solvers.search.settings import GivensSettings
from ..solvers.second_opinion.opinion import Second
from ..solvers.second_opinion.recount import another, no_other
from .uniqueness import UniquenessTest

__all__ = ["agree_on_enough", "minimal_givens", "of_tables", "redundant_givens"]

Found = TypeVar("Found")


def redundant_givens(puzzle: Puzzle, **settings: Unpack[GivensSettings]) -> tuple[Given, ...]:
    """Return the givens that follow, each alone, from the others.

    Any one of them can be lifted without a new solution; two of them together perhaps not. Of a
    choice given twice the second is listed. With the evidence "agreed" a solver of another kind
    than SAT must say the same of each, with "certified" that they follow has to be certified, and
    of the others a solution without each is looked at. The progress has as `done` how many givens
    were looked at. Raises ModelError if the puzzle has no solution, Unavailable without python-sat,
    Unreached at the time limit or where that evidence is not had, WrongAnswer.
    """
    search = Search.part_of("redundant_givens", puzzle, "auto", settings, GivensSettings)
    spare = answered(search, _spare, too_late("redundant givens"), title="redundant givens")
    seen: set[int] = set()
    result = []
    for given in puzzle.givens:
        if given.option in spare or given.option in seen:
            result.append(given)
        seen.add(given.option)
    return tuple(result)


def _spare(running: RunningSearch) -> set[int]:
    """Return those of the options selected that follow, each alone, from the others."""
    query, watch = running.query, running.watch
    forbidden = sorted(query.forbidden)
    parts = Parts(query.matrix, query.given, tuple(sorted({*forbidden, *query.given})))
    always = [part for part in parts.all if part.kind in (Kind.ITEM, Kind.CONDITION)]
    always += [Part(Kind.FORBIDDEN, option) for option in forbidden]
    givens = [Part(Kind.GIVEN, option) for option in query.given]

    def work(run: Run[set[int]]) -> None:
        with PartSolver(parts, run, query.deadline) as solver:
            if solver.unsatisfiable_subset([*always, *givens]) is not None:
                raise ModelError("redundant givens: there is no solution; explain tells why")
            redundant = set()
            for place, (_, option) in enumerate(givens):
                if watch is not None:
                    watch.values |= {"unit": "givens", "done": place, "total": len(givens)}
                others = [*givens[:place], *givens[place + 1 :], Part(Kind.FORBIDDEN, option)]
                if solver.unsatisfiable_subset([*always, *others]) is not None:
                    redundant.add(option)
            run.emit(redundant)

    spare = _last(work, query.deadline, "redundant givens")
    if query.needs_agreement:
        _agree_on_spare(query, spare)
    return spare


def minimal_givens(
    puzzle: Problem,
    answer: Answer | Sequence[int] | None = None,
    *,
    tables: Iterable[str | Choices] | None = None,
    keep: bool = False,
    **settings: Unpack[GivensSettings],
) -> Options:
    """Return givens, as option numbers, that are enough and of which none can be spared.

    answer  its choices are those that may be given, and the puzzle's own givens are set aside;
            None: a part of the puzzle's own givens is looked for
    keep    with an answer: the puzzle's own givens stay, and those are returned that it lacks
    tables  only choices of these tables are given; None: of all
    seed    of the random order in which givens are left out
    evidence  "agreed": two solvers of different kinds must say that the givens are enough, and that
              none of them can be spared; "certified": that they are enough is certified, and of
              each that cannot be spared two solutions are looked at
    progress  receives as `done` how many givens were looked at

    `puzzle.with_given_options(...)` makes the puzzle that has them. Raises ModelError if the answer
    is none or if even all those choices leave several solutions; Unavailable without python-sat;
    Unreached at the time limit or without agreement, WrongAnswer.
    """
    own = ("answer", "tables", "keep")
    search = Search.part_of("minimal_givens", puzzle, "auto", settings, GivensSettings, own)

    def thinned(running: RunningSearch) -> Options:
        fixed = running.query.given if keep and answer is not None else ()
        return _minimal(running, answer, tables, fixed)

    return answered(search, thinned, too_late("minimal givens"), title="minimal givens")


def _minimal(
    running: RunningSearch,
    answer: Answer | Sequence[int] | None,
    tables: Iterable[str | Choices] | None,
    fixed: Options,
) -> Options:
    query = replace(running.query, given=())
    pool: Options = (
        running.query.given
        if answer is None
        else tuple(answer.options if isinstance(answer, Answer) else answer)
    )
    if answer is not None:
        problem = Verifier(query.matrix, (), query.forbidden).problem(pool)
        if problem is not None:
            raise ModelError(f"minimal givens: not an answer of the puzzle: {problem}")
    order = [o for o in of_tables(running.search.problem, pool, tables) if o not in set(fixed)]
    Random(running.search.settings.seed or 0).shuffle(order)
    # Leave out givens, the last ones first, until none can be spared.

    def on_given(looked_at: int) -> None:
        if running.watch is not None:
            seen = {"done": looked_at, "total": len(order), "unit": "givens"}
            running.watch.values |= seen | {"even": False}  # the last ones take the longest

    def work(run: Run[Options]) -> None:
        with UniquenessTest(query, run) as uniqueness:
            every = [*fixed, *order]
            uniqueness.know(uniqueness.solution(every))
            if uniqueness.enough(every) is None:
                raise ModelError("minimal givens: even all of them leave several solutions")
            run.emit(uniqueness.thinned(order, fixed=fixed, on_given=on_given))

    givens = _last(work, query.deadline, "minimal givens")
    if query.needs_agreement:
        # Do the same, and for each given ask whether the others leave several solutions.
        fewer = [(*fixed, *(o for o in givens if o != spared)) for spared in givens]
        _agree(query, [(*fixed, *givens), *fewer], [1] + [2] * len(fewer), "minimal givens")
    return tuple(sorted(givens))


def agree_on_enough(query: Query, given: Options, title: str) -> None:
    """Have it agreed on, or certified, that the givens are enough.

    query  says how: without givens of its own

    Raises WrongAnswer if they are said not to be, and Unreached if that is left open.
    """
    _agree(query, [given], [1], title)


def _agree(
    query: Query, selections: Sequence[Options], expected: Sequence[int], title: str
) -> None:
    """Compare how many solutions are found, up to two, with what is expected."""
    many = ManyRun(query.matrix, query, get_solver("auto"), selections, 2)
    results = many.results()
    for wanted in expected:
        result = next(results, None)
        if result is None:
            raise many.stopped or out_of_time(title)
        if result.evidence < query.evidence:
            raise many.stopped or Unreached(f"{title}: {result.evidence}")
        if result.count != wanted:
            raise WrongAnswer(f"{title}: {wanted} solutions or more expected, {result.evidence}")


def _agree_on_spare(query: Query, spare: set[int]) -> None:
    """Ask a second solver whether these givens, and no others, follow from the rest."""
    first = get_solver("sat")
    for option in query.given:
        others = tuple(other for other in query.given if other != option)
        without = replace(query, given=others, forbidden=query.forbidden | {option})
        second = Second(without, Progress(), first)
        confirmation = no_other(second, ()) if option in spare else another(second, ())
        if not confirmation:
            name = query.matrix.option_name(option)
            raise Unreached(f"redundant givens: {name}: {confirmation.why}")


def _last(work: Callable[[Run[Found]], None], deadline: Deadline, title: str) -> Found:
    """Run `work` where Ctrl-C and the deadline are seen; return what it emits last."""
    results = list(streamed(work, deadline))
    if not results:
        raise out_of_time(title)
    return results[-1]


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
