"""One case examined: what is known beforehand, then ask after ask, until two words contradict.

`prepare` finds out all that can be found out without a solver. `answer` puts the asks; a
contradiction, an exception or a wrong answer that the library itself notices is a `Finding`. So is
no answer at all: who heeds a limit but would go on for ever without one (prices that climb where
there is no solution) is late each time. So what brute force answers is asked again, with far more
time, and there must be an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from ...models.errors import Unavailable, Unsupported
from ..contract.deadline import Stopped
from ..contract.solver import Solver
from ..process.isolation import is_isolated
from .cases.cases import Case
from .oracles import (
    BRUTE_FORCE,
    Contradiction,
    Knowledge,
    TooLarge,
    TooMany,
    all_solutions,
    completions,
)
from .participants import eager_blocks, eager_threads
from .questions import QUESTIONS
from .task import Ask, Context, Task

__all__ = ["ANSWERED", "LATE", "REFUSED", "Finding", "answer", "examine", "prepare"]

ANSWERED, LATE, REFUSED = "answered", "not in time", "unsupported"
SMALL = 40  # options up to which brute force is tried
BRANCHES = 4000  # of brute force
LISTED = 200  # solutions that the oracle of large matrices lists
LONGEST = 50  # times the patience, for what brute force answers
SOON = frozenset({"first", "improving", "solve", "unique", "hinted", "nearly", "stream"})


@dataclass(frozen=True)
class Finding:
    """Something wrong: what it is, and the asks that show it."""

    message: str
    asks: tuple[str, ...]


def prepare(task: Task, patience: float) -> Context:
    """Begin a task with all that is known of it without asking a solver.

    Raises Contradiction if that is not of one piece.
    """
    if task.wrong:
        raise Contradiction(task.wrong)
    context = Context.of(task, patience)
    truth = None
    if task.matrix.options <= SMALL:
        try:
            truth = all_solutions(task.matrix, task.given, task.forbidden, BRANCHES)
        except TooLarge:
            pass
        else:
            context.knowledge.know(truth, BRUTE_FORCE)
    else:
        _list(context.knowledge)
    for knowledge in context.batch:
        if truth is not None:
            knowledge.know(
                (solution for solution in truth if knowledge.given <= set(solution)), BRUTE_FORCE
            )
        elif task.matrix.options > SMALL:
            _list(knowledge)
    return context


def _list(knowledge: Knowledge) -> None:
    """List the solutions of a selection that leaves few."""
    try:
        stream = completions(knowledge.matrix, sorted(knowledge.given), knowledge.forbidden)
        solutions = list(islice(stream, LISTED + 1))
    except TooMany:
        return
    if len(solutions) <= LISTED:
        knowledge.know(solutions, BRUTE_FORCE)


def answer(
    context: Context,
    asks: Iterable[Ask],
    solvers: Mapping[str, Solver],
    tell: Callable[[Ask, str], object] = lambda ask, how: None,
) -> Finding | None:
    """Put the asks; return the first thing that is wrong, None if nothing is.

    tell  is called with each ask and how it went: ANSWERED, LATE or REFUSED
    """
    put: dict[str, Ask] = {}
    for ask in asks:
        put[str(ask)] = ask
        try:
            solver = solvers[ask.solver]
            solver.require(context.task.matrix)
            heard = _put(ask, solver, context)
            if not heard and ask.question in SOON and context.knowledge.truth is not None:
                patient = replace(context, patience=LONGEST * context.patience)
                heard = _put(ask, solver, patient)
                if not heard:
                    message = f"no answer in {patient.patience:.0f} s, of what brute force answers"
                    return Finding(message, (str(ask),))
        except (Unsupported, Unavailable):
            tell(ask, REFUSED)
        except Contradiction as wrong:
            return Finding(
                wrong.message, tuple(speaker for speaker in wrong.speakers if speaker in put)
            )
        except BaseException as error:
            if not isinstance(error, Exception) and not is_isolated():
                raise  # Ctrl-C; a child hears none, so there it is the solver's
            return Finding(f"{type(error).__name__}: {error}", (str(ask),))
        else:
            tell(ask, ANSWERED if heard else LATE)
    return None


def _put(ask: Ask, solver: Solver, context: Context) -> bool:
    """Put a question; return whether it was answered."""
    try:
        with eager_threads(ask.settings.threads), eager_blocks(bool(ask.eager)):
            return QUESTIONS[ask.question](ask, solver, context)
    except Stopped:
        return False


def compared(context: Context) -> bool:
    """Whether what a solver said was compared with something."""
    return any(len(knowledge.settled_by) > 1 for knowledge in (context.knowledge, *context.batch))


def examine(
    case: Case,
    asks: Callable[[], Iterable[Ask]],
    solvers: Mapping[str, Solver],
    patience: float,
    tell: Callable[[Ask, str], object] = lambda ask, how: None,
) -> tuple[Finding | None, bool]:
    """Draw a case and answer it; return what is wrong, and whether anything was compared.

    A puzzle that cannot be built, or whose matrix has other solutions than its rules, is a finding
    without asks.
    """
    try:
        context = prepare(case.task, patience)
    except Contradiction as wrong:
        return Finding(wrong.message, ()), True
    except Exception as error:
        return Finding(f"drawing it: {type(error).__name__}: {error}", ()), True
    finding = answer(context, asks(), solvers, tell)
    return finding, compared(context)
