"""The question of a certificate: what its checker says of a count, or of an optimum.

It is asked in the name of dancing links, which find the optimum; the checker has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....models.errors import Unreached, Unsupported
from ...contract.features import require_covers
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver
from ...search.solution_sets.certificates.certify import (
    numbered,
    of_count,
    of_optimum,
    selected_matrix,
)
from ..ask import Ask, Context

__all__ = ["CERTIFICATE_QUESTIONS"]


def certificate(ask: Ask, solver: Solver, context: Context) -> bool:
    """What is certified: the least cost where there are costs, else how many solutions."""
    if solver.full_name != "dlx":
        raise Unsupported(f"solver {solver.full_name} writes no certificates")
    who, query = str(ask), context.query(ask)
    require_covers(query.matrix, "a certificate")
    matrix = selected_matrix(query.matrix, query.given, query.forbidden)
    try:
        if query.matrix.has_costs:
            return _optimum(query, solver, context, who)
        made = of_count(matrix, None, query.deadline)
    except Unreached:
        return False
    made.check(query.deadline)
    context.knowledge.exactly(int(made.claim.split()[1]), who)
    return True


def _optimum(query: Query, solver: Solver, context: Context, who: str) -> bool:
    progress = Progress()
    found = list(solver.improving(query, progress))
    if not progress.complete or not found:
        return progress.complete
    matrix = selected_matrix(query.matrix, query.given, query.forbidden)
    made = of_optimum(matrix, numbered(found[-1], query.forbidden), query.deadline)
    made.check(query.deadline)
    context.knowledge.bound(query.matrix.cost(found[-1]), who)
    return True


CERTIFICATE_QUESTIONS: Mapping[str, Callable[[Ask, Solver, Context], bool]] = {
    "certificate": certificate
}
