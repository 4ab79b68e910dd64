"""Cells that f-puzzles marks as least, or greatest, of their neighbours, told from inequalities.

A marked cell is less (greater) than each neighbour along rows and columns that is not marked alike.
The other way round: of the cells that are less than some neighbours, those are marked whose other
neighbours are all marked too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...errors import ModelError
from ...sudokus.cells import Cell, cells_of
from ...sudokus.constraints import Less

__all__ = ["beside", "extremes_of"]

Pair = tuple[Cell, Cell]


def beside(cell: Cell, size: int) -> list[Cell]:
    """Return the neighbours of a cell along rows and columns, in the order of the grid."""
    row, col = cell
    steps = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [(r, c) for r, c in steps if 0 <= r < size and 0 <= c < size]


def extremes_of(found: Sequence[Less], size: int) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that are marked as least, and as greatest.

    Raises ModelError for inequalities that no marks say.
    """
    pairs: Counter[Pair] = Counter()
    for one in found:
        low, high = cells_of(one.cells)
        pairs[low, high] += 1
    turned: Counter[Pair] = Counter({(high, low): times for (low, high), times in pairs.items()})
    for first, second, least_first in ((pairs, turned, True), (turned, pairs, False)):
        marked = _marked(first, size)
        rest = Counter(second)
        rest.subtract(Counter((other, cell) for cell, other in _said(marked, size)))
        if min(rest.values(), default=0) < 0:
            continue
        others = _marked(+rest, size)
        if Counter(_said(others, size)) == +rest:
            return (marked, others) if least_first else (others, marked)
    title = found[0].title
    raise ModelError(f"{title}, which the page has not: expected others, or none")


def _marked(pairs: Counter[Pair], size: int) -> list[Cell]:
    """Return the cells whose neighbours are all told, or marked too; none where nothing is told."""
    if not pairs:
        return []
    others = {other for _, other in pairs}
    every = ((row, col) for row in range(size) for col in range(size))
    marked = {cell: None for cell in every if cell not in others}
    while True:
        wrong = [
            cell
            for cell in marked
            if any((cell, one) not in pairs and one not in marked for one in beside(cell, size))
        ]
        if not wrong:
            return list(marked)
        for cell in wrong:
            del marked[cell]


def _said(marked: Sequence[Cell], size: int) -> Iterator[Pair]:
    """Yield the pairs that marks say, the marked cell first."""
    known = set(marked)
    for cell in marked:
        yield from ((cell, other) for other in beside(cell, size) if other not in known)
