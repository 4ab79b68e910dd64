"""The questions: solve, count, solutions.

Each puts one question (question.py) to one solver. Nothing is mutated, and the time limit counts
compiling in.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from ...models.errors import ModelError
from ..contract.batch import Options
from ..contract.deadline import Stopped
from ..contract.evidence import Level, asked_level
from ..contract.near import near
from ..contract.query import Query
from ..contract.result import Interrupted, Result
from ..contract.settings import ExactNumber, checked_memory
from ..contract.solver import Solver
from ..contract.watching.watching import watching
from .better import better_ones
from .question import Problem, Question, keeping, known_before, unanswered
from .selection import Hint, checked_options, selection_of
from .stream import Batches, Solutions
from .workers.place import Place, require_place, workers_at

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener
    from ..contract.watching.watch import Watch
    from .symmetries.alike import Alike, Broken
    from .workers.pool import Pool

__all__ = [
    "Batches",
    "Problem",
    "Question",
    "Solutions",
    "checked_options",
    "count",
    "selection_of",
    "solutions",
    "solve",
]

HALF = 0.5  # of the time, where a second solver has to say the same


def solve(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    hint: Hint = (),
    gap: ExactNumber | None = None,
    gap_absolute: ExactNumber | None = None,
    evidence: str = "claimed",
    symmetries: Alike | None = None,
    progress: Listener = None,
) -> Result:
    """Find a solution or, where there are costs, the best one.

    time_limit  seconds, compiling included; what was found by then is kept
    given       further option numbers that the solution must hold
    threads     how many may work at it, 1 to 256; the answer is the same
    seed        of what the solver draws at random; with it `cpsat` works alone, and gives the same
                answer each time. `auto` hands it on; `dlx` and `bitmask` draw nothing
    parameters  names and values of the solver's own library, for `cpsat`, `mip` and `sat`
    hint        an answer, or option numbers. A solution is the answer until a better one is found,
                at a limit too; `auto`, `dlx`, `cpsat` and `mip` begin there, `sat` tries its
                options first. What is none, a part of one perhaps, is taken for a guess by those
                three last, and others pass over it
    gap, gap_absolute  how near to the bound an answer is near enough, relative to the objective
                (.01 is a hundredth) and in its own unit: it is FEASIBLE, with the bound. One
                solver's word
    evidence    "agreed": a solver of another kind must say the same where the answer cannot be
                looked at. Where there are costs the first has half of the time, so that there is
                some left for the second. What is not agreed on is left open: UNKNOWN instead of
                INFEASIBLE, FEASIBLE with the bound that both confirm instead of OPTIMAL.
                "certified": a checker must accept a certificate instead; what is not certified is
                left open likewise
    symmetries  "auto": leave out what a symmetry maps to something that is looked at, which tells
                whether there is a solution, or how good the best is, all the same; where nothing
                can be left out, `sat`, `cpsat` and `mip` say it in clauses; "known", or
                `Symmetries`, as for `count_up_to_symmetry`. A second solver gets the whole
    progress    who is told how far it is, some ten times a second: a callable, which gets a
                `Snapshot`; a bar as tqdm's; True: a bar on the terminal or in the notebook. What a
                callable raises ends the search, and is raised here

    Raises ModelError for an argument out of its range; UnknownSolver, Unavailable, Unsupported,
    WrongAnswer; Interrupted on Ctrl-C.
    """
    began, wanted = time.monotonic(), asked_level(evidence)
    enough = near(gap, gap_absolute)
    if enough is not None and wanted is not Level.CLAIMED:
        raise ModelError(f"gap: what is near enough is one solver's word, not {wanted}")
    with watching(progress, "solve") as watch:
        try:
            broken: Broken | None = None
            if symmetries is not None:
                from .symmetries.alike import broken_in_time

                broken, time_limit = broken_in_time(puzzle, symmetries, given, time_limit)
            question = Question.put(
                puzzle,
                solver,
                time_limit,
                given,
                threads,
                forbidden=broken.spared if broken else (),
                symmetries=broken.generators if broken else (),
                seed=seed,
                parameters=parameters,
                hint=hint,
                near=enough,
                evidence=wanted,
                watch=watch,
            )
        except Stopped:
            return known_before(puzzle, solver, began, given, hint)
        except KeyboardInterrupt as interrupt:
            raise keeping(interrupt, puzzle, solver, began, given, hint) from None
        return _solved(question, watch, broken)


def _solved(question: Question, watch: Watch | None, broken: Broken | None) -> Result:
    """Return the answer, or raise Interrupted with it; `broken`: what nobody else shall heed."""
    best, agreed = question.matrix.has_costs, question.query.needs_agreement
    found: Options | None = question.known or None
    try:
        question.tell()
        query = question.sharing(HALF if agreed and best else 1.0)
        for found in better_ones(question, query):
            if watch is not None:
                _note(watch, question, found)
        result = question.solved(found)
    except KeyboardInterrupt:
        raise Interrupted(question.solved(found)) from None
    if not agreed:
        return result
    from .confirm import confirmed_solution

    if broken:
        whole = question.query.forbidden - broken.spared
        query = replace(question.query, forbidden=whole, symmetries=())
        question = replace(question, query=query)
    return confirmed_solution(question, result)


def _note(watch: Watch, question: Question, found: Options) -> None:
    """Let the watch know of a solution."""
    known: dict[str, Any] = {"found": watch.known.get("found", 0) + 1}
    if question.has_objective:
        known["best"] = question.in_words(question.matrix.cost(found))
    watch.note(**known)


def count(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    memory: int | None = None,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
    symmetries: Alike | None = None,
    progress: Listener = None,
    checkpoint: str | PathLike[str] | None = None,
    on: Place = None,
) -> Result:
    """Count the solutions, exactly; the other arguments are those of `solve`.

    memory    bytes for what `dlx:memo` and `auto` remember; by default a quarter of the machine's
    evidence  "agreed": a solver of another kind must count as many; of the time the first has half.
              Where none does, the status is UNKNOWN and `count` what both counted at least.
              "certified": a checker must accept a certificate of the number
    symmetries  "auto", "known" or `Symmetries`: count one of all that are alike, so that `count` is
                the number of classes; `count_up_to_symmetry` says more
    checkpoint  a file in which is written, every second or so, what was counted and what is left:
              the same count with that file goes on there, be it after a limit, an interrupt or a
              kill, with as many threads as one likes. For `auto`, `dlx` and `bitmask`
    on        who counts: an Executor of `concurrent.futures`, a `distributed.Client`, or in words
              "processes:8", "tcp://scheduler:8786". Each worker takes parts of the tree for a
              second or so; for the same solvers, with or without a checkpoint

    At the time limit, `count` is what was counted by then and `complete` is false. Raises
    CheckpointError for a file that is of something else, damaged or in use; OSError where it cannot
    be written.
    """
    if symmetries is not None:
        from .symmetries.alike import refuse_beside
        from .symmetries.class_count import Asks, count_classes

        refuse_beside(memory=memory, seed=seed, parameters=parameters, checkpoint=checkpoint, on=on)
        asks = Asks(count, solutions)
        return count_classes(
            puzzle, symmetries, asks, solver, time_limit, given, threads, evidence, progress
        ).result(solver)
    require_place(on, threads)
    wanted = asked_level(evidence)
    room = None if memory is None else checked_memory(memory)
    began = time.monotonic()
    with watching(progress, "count") as watch:
        try:
            question = Question.put(
                puzzle,
                solver,
                time_limit,
                given,
                threads,
                memory=room,
                seed=seed,
                parameters=parameters,
                evidence=wanted,
                watch=watch,
            )
        except Stopped:
            return unanswered(solver, began, count=0)
        return _counted(question, checkpoint, on)


def _counted(question: Question, checkpoint: str | PathLike[str] | None, on: Place) -> Result:
    """Return the count, or raise Interrupted with it."""
    progress, agreed = question.progress, question.query.needs_agreement
    try:
        with workers_at(on, question.query.deadline) as pool:
            question.tell()
            query = question.sharing(HALF if agreed else 1.0)
            result = question.counted(question.whole(_number(question, query, checkpoint, pool)))
    except KeyboardInterrupt:
        raise Interrupted(question.counted(progress.found)) from None
    if not agreed:
        return result
    from .confirm import confirmed_count

    return confirmed_count(question, result)


def _number(
    question: Question, query: Query, checkpoint: str | PathLike[str] | None, pool: Pool | None
) -> object:
    """Let the solver count, be it with a checkpoint or by workers elsewhere."""
    solver, progress = question.solver, question.progress
    if checkpoint is not None:
        from .checkpoint.counting import count_with_checkpoint

        return count_with_checkpoint(solver, query, progress, checkpoint, question.title, pool)
    if pool is None:
        return solver.count(query, progress)
    from .checkpoint.counting import count_on_workers

    return count_on_workers(solver, query, progress, pool)


@overload
def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
    arrays: Literal[False] = False,
    symmetries: Alike | None = None,
    progress: Listener = None,
    on: Place = None,
) -> Solutions: ...
@overload
def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
    arrays: Literal[True],
    symmetries: None = None,
    progress: Listener = None,
    on: Place = None,
) -> Batches: ...
def solutions(
    puzzle: Problem,
    solver: str | Solver = "auto",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    threads: int = 1,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
    arrays: bool = False,
    symmetries: Alike | None = None,
    progress: Listener = None,
    on: Place = None,
) -> Solutions | Batches:
    """Iterate over all solutions, lazily; the arguments are those of `solve`.

    arrays  yield a `Batch` of the solutions that were found together, many where they come fast:
            `options[starts[k]:starts[k + 1]]` are the option numbers of solution k, ascending, in
            int64 arrays. No Python object is made for each; `puzzle.read(options)` makes the
            answer of one
    symmetries  "auto", "known" or `Symmetries`: one solution of all that are alike
    on      who searches, as for `count`; the solutions come in any order then, and no faster than
            they are asked for

    With the evidence "agreed" a solver of another kind is asked at the end whether that is all,
    with "certified" that has to be certified; else `complete` is false.
    """
    require_place(on, threads)
    began = time.monotonic()
    wanted = asked_level(evidence, certificates=symmetries is None)
    kind: Any = Batches if arrays else Solutions
    spared: frozenset[int] = frozenset()
    with watching(progress, "solutions") as watch:
        try:
            if symmetries is not None:
                from .symmetries.alike import broken_in_time, group_in_time, refuse_beside
                from .symmetries.class_stream import OneOfEach

                refuse_beside(arrays=arrays or None)
                group, time_limit = group_in_time(puzzle, symmetries, given, time_limit)
                kind = partial(OneOfEach, group=group)
                if wanted is Level.CLAIMED:  # a second solver is asked about all solutions
                    broken, time_limit = broken_in_time(puzzle, group, given, time_limit)
                    spared = broken.spared
            question = Question.put(
                puzzle,
                solver,
                time_limit,
                given,
                threads,
                forbidden=spared,
                seed=seed,
                parameters=parameters,
                evidence=wanted,
                watch=watch,
            )
        except Stopped:
            late: Solutions | Batches = kind(unanswered(solver, began, count=0))
            return late
        found = _found(question, on)
        stream: Solutions | Batches = kind(question, found, watch=watch)
        return stream


def _found(question: Question, on: Place) -> Iterator[Sequence[Options]]:
    """Return the solutions as they are found, be it by workers elsewhere."""
    solver, query, progress = question.solver, question.query, question.progress
    if on is None:
        return solver.solutions(query, progress)
    from .checkpoint.counting import require_parts

    require_parts(solver, query, "on=")
    return _found_by_workers(question, on)


def _found_by_workers(question: Question, on: Place) -> Iterator[Sequence[Options]]:
    from .checkpoint.counting import searcher
    from .checkpoint.worker_run import solutions_by_workers

    solver, query = searcher(question.solver, question.query), question.query
    with workers_at(on, query.deadline) as pool:
        assert pool is not None  # for the type checker
        yield from solutions_by_workers(solver, query, question.progress, pool)
