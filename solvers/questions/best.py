"""The question `best`: the k cheapest solutions, in order.

It is answered by solvers that can enumerate by cost: those with a method `best_solutions`, as
`dlx` has. Everything else is as in question.py.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...models.errors import Unsupported, WrongAnswer
from ..contract.batch import Options, closing_stream, singly
from ..contract.deadline import Stopped
from ..contract.evidence import asked_level
from ..contract.settings import whole_number
from ..contract.solver import Solver
from ..contract.watching.watching import watching
from ..registry import get_solver
from ..second_opinion.no_better import RanksSolutions
from .question import Problem, Question, unanswered
from .stream import Solutions
from .workers.place import Place, require_place, workers_at

if TYPE_CHECKING:
    from ..contract.watching.receiver import Listener

__all__ = ["RanksSolutions", "best"]


def best(
    puzzle: Problem,
    k: int,
    solver: str | Solver = "dlx",
    *,
    time_limit: float | None = None,
    given: Sequence[int] = (),
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
    evidence: str = "claimed",
    progress: Listener = None,
    on: Place = None,
) -> Solutions:
    """Iterate over the k best solutions, the best first; ties come in any order.

    Answers of a puzzle, option numbers of a bare matrix. What is yielded is proved to be in its
    place; fewer than k come if there are no more, or at the time limit (seconds, compiling
    included). Which of the two, `complete` tells at the end: it is true if k have come, or all that
    there are. With the evidence "agreed" a solver of another kind is asked at the end whether a
    better one was left out, with "certified" that none was has to be certified; else `complete` is
    false. `progress` as for `solve`.

    on  who searches, as for `count`: each task is told the cost that is to be beaten. For `dlx`;
        the solutions come at the end, and with the time limit none

    Raises ModelError unless k is a whole number from 1; UnknownSolver, Unavailable, Unsupported,
    WrongAnswer.
    """
    wanted = asked_level(evidence)
    k = whole_number("the {} best solutions", k, 1)
    chosen = get_solver(solver)
    if not isinstance(chosen, RanksSolutions):
        raise Unsupported(f"solver {chosen.full_name} does not support the k best solutions")
    require_place(on)
    began = time.monotonic()
    with watching(progress, "best") as watch:
        try:
            question = Question.put(
                puzzle,
                chosen,
                time_limit,
                given,
                1,
                seed=seed,
                parameters=parameters,
                evidence=wanted,
                watch=watch,
            )
        except Stopped:
            return Solutions(unanswered(chosen, began, count=0))
        found = _found(question, chosen, k, on)
        return Solutions(question, singly(_ascending(question, found, k)), best=k, watch=watch)


def _found(question: Question, chosen: RanksSolutions, k: int, on: Place) -> Iterator[Options]:
    """Return the solutions as they are found, be it by workers elsewhere."""
    if on is None:
        return chosen.best_solutions(question.query, question.progress, k)
    from .checkpoint.counting import require_parts

    require_parts(question.solver, question.query, "on=")
    return _found_by_workers(question, k, on)


def _found_by_workers(question: Question, k: int, on: Place) -> Iterator[Options]:
    from .workers.ranking import best_by_workers

    name, query = question.solver.full_name, question.query
    with workers_at(on, query.deadline) as pool:
        assert pool is not None  # for the type checker
        yield from best_by_workers(name, query, question.progress, k, pool)


def _ascending(question: Question, stream: Iterator[Options], k: int) -> Iterator[Options]:
    """Yield what comes. Raises WrongAnswer for one too many, or one cheaper than the one before."""
    name, last = question.solver.full_name, None
    with closing_stream(stream) as found:
        for number, options in enumerate(found):
            cost = question.matrix.cost(options)
            if number == k:
                raise WrongAnswer(f"solver {name}: more than the {k} solutions that were wanted")
            if last is not None and cost < last:
                raise WrongAnswer(f"solver {name}: a solution of cost {cost} after one of {last}")
            last = cost
            yield options
