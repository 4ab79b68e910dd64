"""Block prices: independent blocks that a family of items links, and what their covers cost.

Leave the cells of a sudoku out of its matrix, and what is left falls apart into one block a digit.
All covers of a block make one small diagram, so prices on the links are raised by hundreds of
looks at all covers of all blocks (solvers/native/blocks/relaxation.hpp). They bound the cost more
tightly than those of the linear relaxation, for a block is covered as a whole; and then one cover a
block is looked for, by iterative deepening on what they lose (deepening.py). That proves what is
loose in the linear relaxation: random weights on a blank 9x9 grid, Latin squares with costs. What
is too large to be proved soon is improved as well: parts of it are solved so (freeing.py).
`blocks-proof` and `blocks-freeing` do the one of these, the latter with a tenth of its work for a
proof.

The families are those that solutions are counted by (solvers/native/levels/families.cpp), and the
items that need no cover. A matrix that none of these divides is one block: its cheapest cover is a
shortest path, as long as the diagram can be held.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import Technique
from ..improver import Improver
from .improvement import BOTH, FREEING, PROOF, Improvement
from .prices import LITTLE, block_prices

__all__ = ["Blocks"]

SHARES = {"blocks": BOTH, "blocks-proof": PROOF, "blocks-freeing": FREEING}


class Blocks(Improver):
    """Prices on the items that link independent blocks, and a search through their covers."""

    techniques: ClassVar[Mapping[str, Technique]] = {
        "blocks": Technique("prices on the items that link independent blocks"),
        "blocks-proof": Technique("the proof by blocks alone", internal=True, fuzzed=0.08),
        "blocks-freeing": Technique(
            "the neighborhoods of blocks alone", internal=True, fuzzed=0.08
        ),
    }

    def begin(self, query: Query, progress: Progress) -> Improvement | None:
        """Divide the matrix."""
        search = Improvement(query, SHARES[self.technique])
        return None if search.impossible else search

    def require_size(self, query: Query) -> None:
        """Raise Unsupported where the matrix falls into no blocks that are soon drawn."""
        block_prices(query, np.zeros(query.matrix.options, np.int64), LITTLE)
