"""The questions that are asked of a solver about a matrix, by its contract.

Each puts one question and passes the answer to `Knowledge`; it returns whether the answer came in
time. That a search was exhausted is believed only together with all that it yielded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from ...models.errors import Unsupported
from ..bitmask import REFERENCE, BitMask
from ..contract.batch import Options, closing_stream, one_by_one
from ..contract.goal import Goal
from ..contract.progress import Progress
from ..contract.solver import Solver
from ..native.solver import native_batch
from .cost_questions import COST_QUESTIONS, OBJECTIVE_QUESTIONS
from .evidence_questions import CERTIFICATE_QUESTIONS, EVIDENCE_QUESTIONS, SET_QUESTIONS
from .oracles import Contradiction, Knowledge
from .puzzle_questions import PUZZLE_QUESTIONS, SYMMETRY_QUESTIONS
from .task import Ask, Context

__all__ = ["QUESTIONS"]

MOST_LISTED = 300  # of more solutions the first are compared
CROWD = 600  # selections

Question = Callable[[Ask, Solver, Context], bool]


def first(ask: Ask, solver: Solver, context: Context) -> bool:
    """Is there a solution?"""
    query, progress, speaker = context.query(ask), Progress(), str(ask)
    options = solver.first(query, progress)
    if options is not None:
        context.knowledge.solution(options, speaker)
    elif progress.complete:
        context.knowledge.at_most(0, speaker)
    return options is not None or progress.complete


def solutions(ask: Ask, solver: Solver, context: Context) -> bool:
    """All solutions, or the first few."""
    query, progress = context.query(ask), Progress()
    knowledge, speaker = context.knowledge, str(ask)
    limit = MOST_LISTED if ask.limit is None else ask.limit
    shown = []
    with closing_stream(one_by_one(solver.solutions(query, progress))) as stream:
        for options in islice(stream, limit):
            shown.append(knowledge.solution(options, speaker))  # noqa: PERF401  what came is known
    knowledge.all_different(shown, speaker)
    if progress.complete and len(shown) < limit:
        knowledge.at_most(len(shown), speaker)
    return len(shown) == limit or progress.complete


def count(ask: Ask, solver: Solver, context: Context) -> bool:
    """How many solutions?"""
    query, progress, speaker = context.query(ask), Progress(), str(ask)
    number = solver.count(query, progress)
    context.knowledge.at_least(number, speaker)
    if progress.complete:
        context.knowledge.at_most(number, speaker)
    return progress.complete


def improving(ask: Ask, solver: Solver, context: Context) -> bool:
    """Which solution is the cheapest? Ever cheaper ones come, and a bound."""
    if "costs" not in solver.features:
        raise Unsupported(f"solver {solver.full_name} does not support costs")
    query, progress = context.query(ask), Progress()
    knowledge, speaker = context.knowledge, str(ask)
    matrix, last = context.task.matrix, None
    with closing_stream(solver.improving(query, progress)) as stream:
        for options in stream:
            cost = matrix.cost(knowledge.solution(options, speaker))
            if last is not None and cost >= last:
                raise Contradiction(f"a solution of cost {cost} after one of {last}", speaker)
            last = cost
    tell_bound(progress, knowledge, last, speaker)
    return progress.complete


def tell_bound(progress: Progress, knowledge: Knowledge, last: int | None, speaker: str) -> None:
    """Tell what a search for the cheapest solution proved; `last` is what the last one costs."""
    if progress.bound is not None:
        knowledge.bound(progress.bound, speaker)
    if progress.complete:
        if last is None:
            knowledge.at_most(0, speaker)
        else:
            knowledge.bound(last, speaker)


def best(ask: Ask, solver: Solver, context: Context) -> bool:
    """The k cheapest solutions, in order."""
    if Goal.RANKED not in solver.goals:
        raise Unsupported(f"solver {solver.full_name} does not support the k best solutions")
    query, progress = context.query(ask), Progress()
    knowledge, speaker = context.knowledge, str(ask)
    k = ask.limit or 3
    with closing_stream(solver.best_solutions(query, progress, k)) as stream:
        shown = [knowledge.solution(options, speaker) for options in islice(stream, k + 1)]
    costs = [context.task.matrix.cost(options) for options in shown]
    knowledge.all_different(shown, speaker)
    if len(shown) > k:
        raise Contradiction(f"more than {k} solutions", speaker)
    if costs != sorted(costs):
        raise Contradiction(f"costs that do not ascend: {costs}", speaker)
    if progress.complete:
        knowledge.ranked(costs, k, speaker)
    return progress.complete


def many(ask: Ask, solver: Solver, context: Context) -> bool:
    """The solutions of several selections, one after the other from one preparation."""
    query, selections = context.query(ask), iter(context.task.selections)
    answers = solver.many(query, Progress(), selections, ask.limit or 1)
    return tell_answers(answers, ask, context)


def tell_answers(answers: Iterable[tuple[int, Options | None]], ask: Ask, context: Context) -> bool:
    """Tell what is heard of each selection: so many solutions, up to a limit, and the first."""
    limit, speaker, answered = ask.limit or 1, str(ask), 0
    for number, options in answers:
        if answered == len(context.batch):
            raise Contradiction(f"more answers than the {answered} selections", speaker)
        knowledge = context.batch[answered]
        answered += 1
        if not 0 <= number <= limit or (options is None) != (number == 0):
            raise Contradiction(f"{number} solutions of {limit}, the first is {options}", speaker)
        if options is not None:
            knowledge.solution(options, speaker)
        knowledge.at_least(number, speaker)
        if number < limit:
            knowledge.at_most(number, speaker)
    return answered == len(context.batch)


def lists(ask: Ask, solver: Solver, context: Context) -> bool:
    """A batch by the engine that takes what the quickest one does not: of the bit masks alone."""
    if not isinstance(solver, BitMask) or solver.path == REFERENCE:
        raise Unsupported(f"solver {solver.full_name} has no conflict lists")
    batch = native_batch(context.query(ask), Progress(), solver.path, slots=False)
    if batch is None:
        raise Unsupported(f"solver {solver.full_name}: no batch engine takes the matrix")
    return tell_answers(batch.answers(context.task.selections, ask.limit or 1), ask, context)


def crowd(ask: Ask, solver: Solver, context: Context) -> bool:
    """A batch so long that hundreds of it are answered at a time: of the bit masks alone."""
    if not isinstance(solver, BitMask) or solver.path == REFERENCE:
        raise Unsupported(f"solver {solver.full_name} answers no batch at a time")
    batch = native_batch(context.query(ask), Progress(), solver.path)
    if batch is None:
        raise Unsupported(f"solver {solver.full_name}: no batch engine takes the matrix")
    selections, limit = list(context.task.selections), ask.limit or 1
    with closing_stream(
        batch.answers(selections * (1 + CROWD // max(len(selections), 1)), limit)
    ) as all_:
        few = list(islice(all_, len(selections)))
        answered = tell_answers(few, ask, context)
        for place, answer in enumerate(all_):
            if answer != few[place % len(selections)]:
                raise Contradiction(f"{answer} for {few[place % len(selections)]}", str(ask))
    return answered


QUESTIONS: Mapping[str, Question] = {
    **{
        question.__name__: question
        for question in (first, solutions, count, improving, best, many, lists, crowd)
    },
    "prefix": solutions,
    **PUZZLE_QUESTIONS,
    **SYMMETRY_QUESTIONS,
    **EVIDENCE_QUESTIONS,
    **SET_QUESTIONS,
    **CERTIFICATE_QUESTIONS,
    **COST_QUESTIONS,
    **OBJECTIVE_QUESTIONS,
}
