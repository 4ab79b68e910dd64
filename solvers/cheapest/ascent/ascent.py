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
30. There `ascent:pairs` is ahead: a linear program at every node, cliques as cuts, and branches on
pairs of items (solvers/native/ascent/pair_search.hpp).

All solutions, and their number, are what dancing links say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar

from ....models.errors import SolverError
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Technique
from ...encoding.priced_matrix import WIDTH, priced
from ...encoding.relaxation import duals_or_zeros
from ...encoding.selection import selected
from ...native.solver import DancingSolver
from .deepening import cheapest

__all__ = ["Ascent"]

PAIRS = "pairs"
NARROW = 54  # bits of the losses of pairs, whose bounds are sums of many prices


class Ascent(DancingSolver):
    """Branch and bound by prices that climb at every node."""

    name = "ascent"
    takes_threads = False
    techniques: ClassVar[Mapping[str, Technique]] = {
        PAIRS: Technique("a linear program at every node, branches on pairs of items")
    }
    features = frozenset({"costs"})
    summary = "prices on the items that climb at every node (costs; plain exact covers)"

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, by dancing cells."""
        self.require(query.matrix)
        return super().solutions(query, progress)

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions; the bound is that of the prices, then of the search."""
        self.require(query.matrix)
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            rest = selected(query)
            if rest is None:
                if query.hint:
                    raise SolverError("solver ascent: internal error, it denies a known solution")
                progress.complete = True
                return
            duals = duals_or_zeros(rest, query)
            query.deadline.check()
            pairs = self.technique == PAIRS
            prices = priced(rest, duals, width=NARROW if pairs else WIDTH)
            yield from cheapest(query, progress, prices, pairs=pairs)
