"""Questions with evidence: agreed and certified answers, certificates, solution sets.

`solve`, `count` and `is_unique` ask a solver of another kind, chosen by the library, or for a
certificate, and must not claim more evidence than there is. The library itself raises
contradictions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from ...models.errors import Unreached, Unsupported
from ..contract.evidence import Level
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.result import Result, Status
from ..contract.solver import Solver
from ..registry import get_solver
from ..search.solution_sets.certificates.certify import (
    numbered,
    of_count,
    of_optimum,
    selected_matrix,
)
from ..search.solution_sets.solution_set import SolutionSet
from ..search.solution_sets.tree import folded
from ..search.verbs import count as counted
from ..search.verbs import solve as solved
from .oracles import Contradiction
from .puzzle_questions import problem_of, uniqueness
from .task import Ask, Context

__all__ = ["CERTIFICATE_QUESTIONS", "EVIDENCE_QUESTIONS", "SET_QUESTIONS"]

LONGER = 10  # times the patience: the others take a while to begin


def agreed(ask: Ask, solver: Solver, context: Context) -> bool:
    """What do two solvers of different kinds agree on?"""
    return _answered(ask, solver, context, Level.AGREED)


def certified(ask: Ask, solver: Solver, context: Context) -> bool:
    """What is certified?"""
    return _answered(ask, solver, context, Level.CERTIFIED)


def _answered(ask: Ask, solver: Solver, context: Context, level: Level) -> bool:
    seconds = LONGER * context.patience
    # A solution, the best one or that there is none.
    speaker, matrix = str(ask), context.task.matrix
    problem, numbers = problem_of(context.task)
    result = solved(problem, solver, time_limit=seconds, evidence=level)
    if result.options is not None:
        shown = context.knowledge.solution([numbers[k] for k in result.options], speaker)
        if result.status is Status.OPTIMAL and matrix.has_costs:
            context.knowledge.bound(matrix.cost(shown), speaker)
    if result.status is Status.INFEASIBLE:
        context.knowledge.at_most(0, speaker)
    done = result.status in (Status.INFEASIBLE, Status.OPTIMAL)
    _require(result, speaker, level, needed=done)
    answered = [
        done,
        _count(ask, solver, context, seconds, level),
        uniqueness(ask, solver, context, seconds, level),
    ]
    return all(answered)


def _count(ask: Ask, solver: Solver, context: Context, seconds: float, level: Level) -> bool:
    """How many solutions there are."""
    speaker = str(ask)
    problem, _ = problem_of(context.task)
    result = counted(problem, solver, time_limit=seconds, evidence=level)
    context.knowledge.at_least(result.count or 0, speaker)
    if result.complete:
        context.knowledge.at_most(result.count or 0, speaker)
    _require(result, speaker, level, needed=result.complete)
    return result.complete


def _require(result: Result, speaker: str, level: Level, *, needed: bool) -> None:
    """Raise Contradiction for an answer that is given out without the evidence it was to have."""
    if needed and result.evidence < level:
        raise Contradiction(f"{result.status}, but {result.evidence}", speaker)


EVIDENCE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    "agreed": agreed,
    "certified": certified,
}

# ---- Certificates: what the checker says of a count or of an optimum -----------------------------
#
# Asked in the name of dancing links, which find the optimum where there are no conditions.


def certificate(ask: Ask, solver: Solver, context: Context) -> bool:
    """What is certified: the least cost where there are costs, else how many solutions."""
    if solver.full_name != "dlx":
        raise Unsupported(f"solver {solver.full_name} writes no certificates")
    speaker, query = str(ask), context.query(ask)
    matrix = selected_matrix(query.matrix, query.given, query.forbidden)
    try:
        if query.matrix.has_costs:
            return _optimum(query, solver, context, speaker)
        proof = of_count(matrix, None, query.deadline)
    except Unreached:
        return False
    proof.check(query.deadline)
    context.knowledge.exactly(int(proof.claim.split()[1]), speaker)
    return True


def _optimum(query: Query, solver: Solver, context: Context, speaker: str) -> bool:
    progress = Progress()
    finder = get_solver("propagate") if query.matrix.conditions else solver
    solutions = list(finder.improving(query, progress))
    if not progress.complete or not solutions:
        return progress.complete
    matrix = selected_matrix(query.matrix, query.given, query.forbidden)
    proof = of_optimum(matrix, numbered(solutions[-1], query.forbidden), query.deadline)
    proof.check(query.deadline)
    context.knowledge.bound(query.matrix.cost(solutions[-1]), speaker)
    return True


CERTIFICATE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    "certificate": certificate
}

# ---- Solution sets: the count, the solutions and the measures ------------------------------------
#
# Asked in the name of the counter with memory, whose search the set writes down.


MOST_LISTED = 300  # of more solutions some are drawn


def solution_set(ask: Ask, solver: Solver, context: Context) -> bool:
    """All solutions as one folded tree: counted, listed, ranked, how often each option is used."""
    if solver.full_name != "memo":
        raise Unsupported(f"solver {solver.full_name} folds no tree")
    speaker, query = str(ask), context.query(ask)
    try:
        solutions = SolutionSet(query.matrix, folded(query))
    except Unreached as unfinished:
        context.knowledge.at_least(unfinished.found, speaker)
        return False
    context.knowledge.exactly(solutions.count, speaker)
    _listed(solutions, query, context, speaker)
    return True


def _listed(solutions: SolutionSet, query: Query, context: Context, speaker: str) -> None:
    """Tell the solutions, or of many some, and hold the rest of what the set says against them."""
    few = solutions.count <= MOST_LISTED
    drawn = list(solutions) if few else solutions.sample(MOST_LISTED, 1, replace=False)
    shown = [context.knowledge.solution(options, speaker) for options in drawn]
    context.knowledge.all_different(shown, speaker)
    for place, options in enumerate(drawn):
        rank = solutions.rank(options)
        if solutions[rank] != options or (few and rank != place):
            raise Contradiction(f"rank {rank} of {options}, which is another solution's", speaker)
    marginals = solutions.marginals()
    uses = Counter(option for options in drawn for option in options)
    if few and list(marginals) != [uses[option] for option in range(query.matrix.options)]:
        raise Contradiction(f"marginals {list(marginals)}, where {dict(uses)} are used", speaker)
    for option in list(uses)[:3]:
        if (
            not solutions.given(option).count
            == marginals[option]
            == solutions.count - (solutions.forbid(option).count)
        ):
            raise Contradiction(f"option {option}: not {marginals[option]} with it", speaker)


SET_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {"solution_set": solution_set}
