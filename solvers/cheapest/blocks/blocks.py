"""Block prices: independent blocks that a family of items links, and what their covers cost.

Leave the cells of a sudoku out of its matrix, and what is left falls apart into one block a digit.
All covers of a block make one small diagram, so prices on the links are raised by hundreds of
looks at all covers of all blocks (solvers/native/blocks/relaxation.hpp). They bound the cost more
tightly than those of the linear relaxation, for a block is covered as a whole; and then one cover a
block is looked for, by iterative deepening on what they lose (deepening.py). That proves what is
loose in the linear relaxation: random weights on a blank 9x9 grid, Latin squares with costs. What
is too large to be proved soon is improved as well: parts of it are solved so (freeing.py). With two
threads one proves and the other one improves, at the same time. `blocks:proof` and `blocks:freeing`
do the one of these, the latter with a tenth of its work for a proof.

The families are those that solutions are counted by (solvers/native/levels/families.cpp), and the
items that need no cover. A matrix that none of these divides is one block: its cheapest cover is a
shortest path, as long as the diagram can be held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....models.errors import SolverError
from ...contract.batch import Options
from ...contract.deadline import Stopped
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Solver, Technique
from ...native.engine import Driver
from ...native.solver import native_version
from ...process.side_by_side import Lane, side_by_side
from .improvement import BOTH, FREEING, PROOF, Improvement, Shares
from .prices import LITTLE, block_prices

if TYPE_CHECKING:
    from ... import _native

__all__ = ["Blocks"]

VARIANTS = {"": BOTH, "proof": PROOF, "freeing": FREEING}


class Blocks(Solver):
    """Prices on the items that link independent blocks, and a search through their covers."""

    name = "blocks"
    summary = "prices on the items that link independent blocks (costs; plain exact covers)"
    features = frozenset({"costs"})
    kind = "native"
    takes_memory = True
    fuzzed = 1.0
    techniques: ClassVar[Mapping[str, Technique]] = {
        "proof": Technique("proves alone", internal=True),
        "freeing": Technique("improves alone", internal=True),
    }

    def __init__(self, technique: str = "") -> None:
        super().__init__(technique)
        self.takes_threads = not technique  # one that proves, and one that improves
        self._rests: Improvement | None = None  # what it was asked last, where it stopped

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        return native_version(self.full_name)

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution."""
        with suppress(Stopped):
            search = self._listing(query)
            if search is None:
                progress.complete = True
            else:
                yield from Driver(search, query, progress).solutions()

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        with suppress(Stopped):
            search = self._listing(query)
            progress.complete = search is None
            if search is not None:
                for _ in Driver(search, query, progress).counting():
                    pass
        return progress.found

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions; the bound is that of the prices, then of the search.

        Asked again of the same, it goes on where it stopped.
        """
        self.require(query.matrix)
        if query.threads > 1 and not self.technique and query.incumbent is None:
            for known in side_by_side(query, progress, [_lane(PROOF), _lane(FREEING)]):
                yield known.options
            return
        yield from self._improving(query, progress, VARIANTS[self.technique])

    def _improving(self, query: Query, progress: Progress, shares: Shares) -> Iterator[Options]:
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            search, self._rests = self._rests, None
            if search is None or not search.goes_on_with(query):
                search = Improvement(query, shares)
            if search.impossible:
                if query.hint:
                    raise SolverError("solver blocks: internal error, it denies a known solution")
                progress.complete = True
                return
            yield from search.steps(query, progress)
            self._rests = search

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where the matrix falls into no blocks that are soon drawn."""
        self.require(query.matrix)
        block_prices(query, np.zeros(query.matrix.options, np.int64), LITTLE)

    def _listing(self, query: Query) -> _native.BlockSearch | None:
        """Return the search for all solutions; None if there is none."""
        self.require(query.matrix)
        prices = block_prices(query, np.zeros(query.matrix.options, np.int64))
        return None if prices.impossible else prices.search()


def _lane(shares: Shares) -> Lane:
    """Return a thread that does a part of the work from its beginning to its end."""

    def search(query: Query, progress: Progress) -> Iterator[object]:
        solutions = Blocks()._improving(query, progress, shares)
        assert query.incumbent is not None
        return query.incumbent.offered(Blocks.name, solutions, progress)

    return Lane(search)
