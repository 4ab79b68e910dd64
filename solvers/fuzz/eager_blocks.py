"""Eager blocks: small matrices are freed in parts, and branched on, as large ones are.

`optimize:blocks` frees parts of a solution once a proof has had a third of a second, and branches
where a block has thousands of covers (solvers/optimize/blocks/): a matrix that brute force answers
is proved before. Here parts are freed from the start, a few options each, and the search branches
until a node has next to no covers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["eager_blocks"]

AHEAD = 100_000  # work of those who free before the proof begins
OPTIONS = 4  # that the first tries free
FEW = 2  # covers


@contextmanager
def eager_blocks(wanted: bool) -> Iterator[None]:
    """Let `optimize:blocks` free and branch as soon as can be meanwhile, if that is wanted."""
    if not wanted:
        yield
        return
    from ..optimize.blocks import blocks, freeing, improvement, prices

    changed: Any = improvement, freeing
    usual = blocks.SHARES["blocks"], freeing.BEGIN, prices.block_prices
    blocks.SHARES["blocks"], freeing.BEGIN = usual[0]._replace(alone=-AHEAD), OPTIONS
    for module in changed:
        module.block_prices = lambda *terms: _Branching(usual[2](*terms))
    try:
        yield
    finally:
        blocks.SHARES["blocks"], freeing.BEGIN, _ = usual
        for module in changed:
            module.block_prices = usual[2]


class _Branching:
    """Block prices whose searches list next to no covers."""

    def __init__(self, prices: Any) -> None:
        self._prices = prices

    def __getattr__(self, name: str) -> Any:
        return getattr(self._prices, name)

    def search(self, most: int | None = None, few: float = FEW) -> Any:
        """Return a search that branches."""
        return self._prices.search(most, min(few, FEW))
