"""Islands of numbers: each number is in an island of so many cells, which hang together by sides.

Two islands do not touch at a side. A `?` is the number of an island of any size.
"""

from __future__ import annotations

from ..puzzle import Puzzle
from ..tables.table import Choices
from .cells import apart, edges
from .grid import Cell, Grid

__all__ = ["islands"]


def islands(made: Puzzle, grid: Grid) -> Choices:
    """Add the table `island`, which cells are in the island of which clue: cell and clue."""
    most = grid.rows * grid.cols
    sizes = {cell: grid.counts.get(cell, most) for cell in grid.clues}

    def near(cell: Cell, clue: Cell) -> bool:
        return cell == clue or (apart(cell, clue) < sizes[clue] and cell not in sizes)

    island = made.choices("island", cell=grid.cells, clue=list(sizes), where=near)
    made.agree({island: lambda cell, clue: dict.fromkeys(edges(cell), clue)}, name="apart")
    made.exactly(
        grid.counts,
        island,
        by=lambda cell, clue: clue if clue in grid.counts else None,
        name="number",
    )
    if sizes:
        made.connected(island, by="cell", regions="clue", name="island")
    return island
