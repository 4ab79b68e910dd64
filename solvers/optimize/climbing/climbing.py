"""Dual ascent: prices on the items climb at every node of a branch and bound.

The duals of the linear relaxation price the items at the root, in integers, as for `dlx`. Where the
relaxation is loose, these prices are good at the root alone: once some options are chosen, others
are better by far. So here they climb anew at each node, by a few sweeps of coordinate ascent from
its parent's prices on (solvers/native/ascent/prices.hpp), which takes some microseconds where a
linear program takes a hundred times as long. What is proved is summed up in integers, whatever
the prices are.

Set partitions of 50 rows and 3000 options of 3 to 8 rows, which cost some 100 a row, are proved in
two to nine seconds of the processor; after 25 on the clock (one seed, a busy machine) the bounds of
SCIP, HiGHS and CP-SAT are 56 and more below the optimum. It does less where the relaxation is wide
of the mark in a matrix of many items: aa04, an airline's set partition of 426 items, it proves to
cost at least 26,100 in 16 s (26,374 is the optimum, and 25,878 the relaxation's), but not 26,200 in
30. There `pairs` is ahead: a linear program at every node, cliques as cuts, and branches on
pairs of items (solvers/native/ascent/pair_search.hpp).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from ...contract.batch import Options
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Technique
from ...encoding.priced_matrix import WIDTH, PricedMatrix, priced
from ...encoding.relaxation import duals_or_zeros
from ...encoding.selection import selected
from ..improver import Improver
from .deepening import PAIRS, cheapest

__all__ = ["Climbing"]

NARROW = 54  # bits of the losses of pairs, whose bounds are sums of many prices


class Climbing(Improver):
    """Branch and bound by prices that climb at every node, or by linear programs there."""

    techniques: ClassVar[Mapping[str, Technique]] = {
        "climbing": Technique("prices on the items that climb at every node"),
        PAIRS: Technique("a linear program at every node, branches on pairs of items"),
    }

    def begin(self, query: Query, progress: Progress) -> _Search | None:
        """Price the items by the linear relaxation."""
        rest = selected(query)
        if rest is None:
            return None
        duals = duals_or_zeros(rest, query)
        query.deadline.check()
        return _Search(
            self.technique,
            priced(rest, duals, width=NARROW if self.technique == PAIRS else WIDTH),
        )


class _Search:
    """A search that begins anew in each turn."""

    def __init__(self, technique: str, prices: PricedMatrix) -> None:
        self._technique, self._prices = technique, prices

    def goes_on_with(self, query: Query) -> bool:
        """Return false: its tree is lost."""
        return False

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions."""
        return cheapest(query, progress, self._prices, self._technique)
