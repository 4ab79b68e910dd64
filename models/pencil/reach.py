"""What hangs together with a clue: cells of a color, as far as they go."""

from __future__ import annotations

from collections.abc import Mapping

from ..puzzle import Puzzle
from ..tables.table import Choices
from .cells import apart
from .grid import Cell, Grid

__all__ = ["reaches"]


def reaches(made: Puzzle, grid: Grid, color: Choices, counts: Mapping[Cell, int]) -> Choices:
    """Add the table `reach`: which cells of a color hang together with each clue, and its own cell.

    color   the table of the cells of that color, with the column cell
    counts  how many steps from it a clue reaches at most
    """

    def near(clue: Cell, cell: Cell) -> bool:
        return apart(clue, cell) <= counts[clue]

    def on_from(clue: Cell, cell: Cell) -> list[tuple[Cell, Cell, Cell]]:
        return [(clue, cell, other) for other in grid.beside(cell)]

    def on_to(clue: Cell, cell: Cell) -> list[tuple[Cell, Cell, Cell]]:
        return [(clue, other, cell) for other in grid.beside(cell)]

    def for_all(cell: Cell) -> list[tuple[Cell, Cell, Cell]]:
        return [step for clue in counts for step in on_to(clue, cell)]

    reach = made.choices("reach", clue=list(counts), cell=grid.cells, where=near)
    if counts:
        made.connected(reach, by="cell", regions="clue")
    colored = color.where().covering(for_all)
    made.implies(reach.where().covering(on_from) & colored, reach.where().covering(on_to))
    other = reach.where(lambda clue, cell: clue != cell)
    same = color.where().covering(lambda cell: [(clue, cell) for clue in counts])
    made.implies(other, same, by=("clue", "cell"))
    return reach
