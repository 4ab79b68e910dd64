"""The best prices: the dual of the linear relaxation (encoding/relaxation.py), in integers.

With them only options of reduced cost 0 are ever tried where the relaxation's optimum is the true
one.

Where GLOP claims that even the relaxation has no solution, a short search usually proves it. If
not, a second program asks for the prices that do: with all costs 0 and a penalty for each cover
that is missing or too many, they make every solution cost more than 0, which none does (Farkas).
That too is then checked in integers.
"""

from __future__ import annotations

import numpy as np

from ..contract.progress import Progress
from ..contract.query import Query
from ..encoding.priced_matrix import PricedMatrix, priced, taxed
from ..encoding.relaxation import available, relaxation
from ..encoding.selection import SelectedMatrix, selected, without_costs

__all__ = ["best_prices"]

SHORT = 0.01  # seconds for the search that is to confirm what GLOP claims


def best_prices(query: Query, progress: Progress) -> PricedMatrix | None:
    """Return the query's matrix with reduced costs; None if it is proved to be infeasible.

    Raises Stopped if the deadline comes before the linear program is written down.
    """
    rest = selected(query)
    if rest is None:
        return None
    if not rest.costs.any() or not available():
        return taxed(query)
    duals, infeasible = relaxation(rest, query)
    if infeasible and (_is_soon_exhausted(rest, query, progress) or _is_refuted(rest, query)):
        return None
    return taxed(query) if duals is None else priced(rest, duals)


def _is_soon_exhausted(rest: SelectedMatrix, query: Query, progress: Progress) -> bool:
    """Whether a short search ends without a solution."""
    free = priced(without_costs(rest), np.zeros(len(rest.low)))
    engine = free.links("dlx", 0, query.deadline.check, least=True)
    exhausted, *_ = engine.next_batch(min(SHORT, query.deadline.left()), 1)
    progress.nodes += engine.nodes
    progress.updates += engine.updates
    return exhausted and engine.solutions == 0 and engine.cut is None


def _is_refuted(rest: SelectedMatrix, query: Query) -> bool:
    """Whether there are prices that prove that there is no solution."""
    free = without_costs(rest)
    proof, _ = relaxation(free, query, elastic=True)
    return proof is not None and priced(free, proof).base > 0
