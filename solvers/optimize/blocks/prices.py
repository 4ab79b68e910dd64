"""The blocks of a query's matrix, with prices on what links them, as the native engine makes them.

A matrix that no family divides is one block: its cheapest cover is a shortest path, as long as its
diagram can be held. To find that it cannot takes as long as to draw that much, so those who let
several solvers take turns ask with less memory: 80 rows of 5,000 options took 8 s to be refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...contract.query import Query
from ...native.problem import problem_of, refusals

if TYPE_CHECKING:
    from ... import _native

__all__ = ["LITTLE", "SOME", "block_prices", "unit_of"]

SOME = 1 << 30  # bytes, where the query says nothing
LITTLE = 1 << 24  # for a first look
EDGE = 64  # bytes that an edge of a diagram takes while it is drawn


def unit_of(query: Query) -> int:
    """Return what all costs are multiples of."""
    return int(np.gcd.reduce(query.matrix.costs)) or 1


def block_prices(query: Query, costs: np.ndarray, most: int = SOME) -> _native.BlockPrices:
    """Return the blocks with their prices, before these climb.

    most  bytes at most, if the query names no memory, or more

    Raises Unsupported where the matrix falls into no blocks that can be held, Stopped at the
    deadline.
    """
    from ... import _native

    memory = most if query.memory is None else min(query.memory, most)
    with refusals("optimize:blocks"):
        return _native.BlockPrices(problem_of(query), costs, memory // EDGE, query.deadline.check)
