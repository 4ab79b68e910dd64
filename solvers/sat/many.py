"""Many selections on one formula: the givens of each are assumptions (`answer` in child.py).

The formula is made once. One thread keeps the solver, or the child process in which it runs, for
the whole batch; it is handed the questions a few at a time and hands the answers back in order
(process/interrupt.py), so that Ctrl-C and the deadline are seen as in any other search.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from io import FileIO
from itertools import islice

from ...models.errors import SolverError
from ..contract.batch import Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..process.interrupt import Run, streamed
from .child import Message, answer, effort, load, new_oracle
from .clauses import Formula
from .process import (
    Child,
    Effort,
    asking_child,
    child_process,
    complaint,
    hand_over,
    lines,
    loading,
    tell_verdict,
)

__all__ = ["answers", "can_answer"]

CHUNK = 16
STEP = 0.04

Answer = tuple[int, Options | None]
Questions = queue.SimpleQueue[Options | None]  # None: there are no more


def can_answer(*, in_child: bool) -> bool:
    """Whether a solver can be kept for a batch: a child takes its questions by a second pipe."""
    return not in_child or sys.platform != "win32"


def answers(
    query: Query,
    progress: Progress,
    make: Callable[[Run[Answer]], Formula | None],
    selections: Iterable[Options],
    limit: int,
    *,
    in_child: bool,
) -> Iterator[Answer]:
    """Yield (solutions found up to `limit`, the first of them) for each selection, in order.

    make  makes the formula, None if nothing has a solution; called in the thread
    """
    questions: Questions = queue.SimpleQueue()
    serve = _in_child if in_child else _in_thread

    def work(run: Run[Answer]) -> None:
        formula = make(run)
        if formula is None:
            for _ in _waiting_questions(run, questions):
                run.emit((0, None))
        else:
            with loading(progress) as spent:
                serve(run, formula, spent, questions, limit)

    answered = streamed(work, query.deadline)
    try:
        remaining, size = iter(selections), 1
        most = CHUNK if query.ahead is None else min(CHUNK, query.ahead + 1)
        while chunk := list(islice(remaining, size)):
            for selection in chunk:
                questions.put(selection)
            for _ in chunk:
                result = next(answered, None)
                if result is None:
                    return
                yield result
            size = min(2 * size, most)
    finally:
        questions.put(None)  # which spares the thread a wait for a further one
        answered.close()


def _waiting_questions(run: Run[Answer], questions: Questions) -> Iterator[Options]:
    """Yield the questions until there are no more, or the run is to stop."""
    while True:
        run.check()
        try:
            question = questions.get(timeout=STEP)
        except queue.Empty:
            continue
        if question is None:
            return
        yield question


def _assumptions(run: Run[Answer], formula: Formula, questions: Questions) -> Iterator[list[int]]:
    """Yield the questions as literals; answer those at once that give what cannot be chosen."""
    for options in _waiting_questions(run, questions):
        variables = formula.table.variables_of(options)
        if variables is not None:
            yield [variable + 1 for variable in variables]
        elif not run.emit((0, None)):
            return


def _emit_answer(run: Run[Answer], formula: Formula, count: int, first: list[int]) -> bool:
    return run.emit((count, formula.solution(first) if count else None))


def _in_thread(
    run: Run[Answer], formula: Formula, spent: Effort, questions: Questions, limit: int
) -> None:
    task, judge = formula.task, _Judge(run, formula)
    with new_oracle(task) as oracle:
        load(oracle, task, run.check)
        spent.loaded()
        for given in _assumptions(run, formula, questions):
            with run.stoppable(oracle.interrupt):
                result = answer(oracle, task, given, limit, judge, interruptible=True)
            spent.searched(effort(oracle))
            if result is None or not _emit_answer(run, formula, *result):
                return


class _Judge:
    """The listener of a question: it says of each model whether it is a solution."""

    def __init__(self, run: Run[Answer], formula: Formula) -> None:
        self.check, self.stoppable, self.judge = run.check, run.stoppable, formula.judged

    def emit(self, message: Message) -> bool:
        return True


def _in_child(
    run: Run[Answer], formula: Formula, spent: Effort, questions: Questions, limit: int
) -> None:
    with ExitStack() as stack:
        child, pipe = asking_child(stack, child_process, "serve")
        try:
            with run.stoppable(child.kill):
                hand_over(child, formula.task, run.check)
                _next_numbers(child, formula, spent, pipe, "l")
            _converse(run, child, formula, spent, pipe, questions, limit)
        except BrokenPipeError:
            run.check()
            raise SolverError(complaint(child)) from None


def _converse(
    run: Run[Answer],
    child: Child,
    formula: Formula,
    spent: Effort,
    pipe: FileIO,
    questions: Questions,
    limit: int,
) -> None:
    for given in _assumptions(run, formula, questions):
        with run.stoppable(child.kill):
            pipe.write(f"{' '.join(map(str, [limit, *given]))}\n".encode())
            numbers = _next_numbers(child, formula, spent, pipe, "a")
        run.check()
        if numbers is None:
            raise SolverError(complaint(child))
        count, *first = numbers
        if not _emit_answer(run, formula, count, first):
            return


def _next_numbers(
    child: Child, formula: Formula, spent: Effort, pipe: FileIO, wanted: str
) -> list[int] | None:
    """Return the numbers of the next line of that kind; None if the child ended before."""
    for kind, numbers in lines(child):
        spent.take_message(kind, numbers)
        if kind == "j":
            tell_verdict(pipe, formula.judged(numbers))
        if kind == wanted:
            return numbers
    return None
