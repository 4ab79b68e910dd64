"""The question of a solution set: its count, its solutions, and what it says about both.

It is asked in the name of the counter with memory, whose search the set writes down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from ....models.errors import Unreached, Unsupported
from ...contract.query import Query
from ...contract.solver import Solver
from ...search.solution_sets.folding import folded
from ...search.solution_sets.solution_set import SolutionSet
from ..ask import Ask, Context
from ..oracles.knowledge import Contradiction

__all__ = ["SET_QUESTIONS"]

MOST_LISTED = 300  # of more solutions some are drawn


def solution_set(ask: Ask, solver: Solver, context: Context) -> bool:
    """All solutions as one folded tree: counted, told, ranked, how often each option is used."""
    if solver.full_name != "memo":
        raise Unsupported(f"solver {solver.full_name} folds no tree")
    who, query = str(ask), context.query(ask)
    try:
        found = SolutionSet(query.matrix, folded(query))
    except Unreached as unfinished:
        context.knowledge.at_least(unfinished.found, who)
        return False
    context.knowledge.exactly(found.count, who)
    _listed(found, query, context, who)
    return True


def _listed(found: SolutionSet, query: Query, context: Context, who: str) -> None:
    """Tell the solutions, or of many some, and hold the rest of what the set says against them."""
    few = found.count <= MOST_LISTED
    told = list(found) if few else found.sample(MOST_LISTED, 1, replace=False)
    shown = [context.knowledge.solution(options, who) for options in told]
    context.knowledge.all_different(shown, who)
    for place, options in enumerate(told):
        rank = found.rank(options)
        if found[rank] != options or (few and rank != place):
            raise Contradiction(f"rank {rank} of {options}, which is another solution's", who)
    marginals = found.marginals()
    uses = Counter(option for options in told for option in options)
    if few and list(marginals) != [uses[option] for option in range(query.matrix.options)]:
        raise Contradiction(f"marginals {list(marginals)}, where {dict(uses)} are used", who)
    for option in list(uses)[:3]:
        if (
            not found.given(option).count
            == marginals[option]
            == found.count - (found.forbid(option).count)
        ):
            raise Contradiction(f"option {option}: not {marginals[option]} with it", who)


SET_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {"solution_set": solution_set}
