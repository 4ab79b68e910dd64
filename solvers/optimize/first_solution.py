"""A first solution to begin with, by failure weights where these find one soon.

Cells that fail often are branched on first (solvers/native/cells/); a blank grid of 16x16 takes a
tenth of a second. It has no eye for costs: what follows improves on it.
"""

from __future__ import annotations

from ..contract.batch import Batch, Options
from ..contract.query import Query
from ..native.problem import problem_of, refusals

__all__ = ["first_solution"]

SLICE = 0.02  # seconds between two looks at Python's signals
FAILURES = 20_000  # of the search, at most


def first_solution(query: Query, solver: str) -> Options:
    """Return a solution; () if there is none, or none soon, or weights know no such matrix.

    solver  who asks

    Raises Stopped at the deadline.
    """
    from .. import _native

    if query.matrix.has_multiplicities:
        return ()
    with refusals(solver):
        engine = _native.WeightedCells(problem_of(query), query.seed or 0, query.deadline.check)
    exhausted = False
    while not exhausted and engine.failures <= FAILURES and not query.deadline.passed():
        exhausted, starts, found = engine.next_batch(min(SLICE, query.deadline.left()), 1)
        for options in Batch.trusted(starts, found):
            return options if engine.failures <= FAILURES else ()
    return ()
