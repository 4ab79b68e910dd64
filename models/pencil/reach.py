"""What one reaches from clues: areas of a color, walks through white cells, areas of a size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..puzzle import Puzzle
from ..tables.table import Choices
from .cells import apart, cells_by, edges
from .grid import Cell, Grid

__all__ = ["area_sizes", "area_starts", "joined_to_clues", "walks_from_clues"]


def joined_to_clues(
    made: Puzzle, grid: Grid, color: Choices, counts: Mapping[Cell, int]
) -> Choices:
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


def walks_from_clues(made: Puzzle, grid: Grid, black: Choices) -> Choices:
    """Add the table `reach`, where one may go from each number: clue, cell and on.

    One goes from cell to cell, through white cells without clues, and may end at a clue.
    """
    pairs = [(clue, cell) for clue in grid.counts for cell in grid.cells]
    inner = {(clue, cell) for clue, cell in pairs if cell == clue or cell not in grid.clues}
    reach = made.choices("reach", clue=list(grid.counts), cell=grid.cells, on=(True, False))

    def steps(clue: Cell, cell: Cell, on: bool) -> dict[object, bool]:
        return {(clue, edge): on for edge in edges(cell) if (clue, cell) in inner}

    def last(clue: Cell, cell: Cell, on: bool) -> list[object]:
        return [
            (clue, cell, near) if on else (clue, near, cell)
            for near in grid.beside(cell)
            if ((clue, cell) in inner) == on != ((clue, near) in inner)
        ]

    each: dict[Choices, Any] = {
        black: lambda cell: [(clue, cell) for clue in grid.counts],
        reach: lambda clue, cell: [(clue, cell)],
    }
    made.exactly_one([black, reach], covering=each, name="reached")
    made.agree({reach: steps}, name="on")
    made.at_most_one(reach, covering=last, name="clue beside")
    onward = {
        (clue, cell): [(clue, to) for to in grid.beside(cell) if (clue, cell) in inner]
        for clue, cell in pairs
    }
    if pairs:
        made.reachable(
            reach,
            [(clue, clue) for clue in grid.counts],
            by=lambda clue, cell, on: (clue, cell) if on else None,
            along=onward,
            directed=True,
        )
    return reach


def area_sizes(grid: Grid) -> dict[Cell, set[int]]:
    """Return how many cells the area of each cell may have, of which numbers in them say how many.

    An area without a number lies in cells that those with numbers leave free. Equal numbers that
    are too far from each other for one area are in several.
    """
    cells_of, free = cells_by(grid.counts), len(grid.cells)
    for size, cells in cells_of.items():
        alone: list[Cell] = []
        for cell in cells:
            if all(apart(cell, other) >= size for other in alone):
                alone.append(cell)
        free -= size * len(alone)
    return {
        cell: {grid.counts[cell]}
        if cell in grid.counts
        else {*range(1, free + 1)}
        | {
            size
            for size, cells in cells_of.items()
            if any(apart(cell, other) < size for other in cells)
        }
        for cell in grid.cells
    }


def area_starts(sizes: Mapping[Cell, set[int]]) -> dict[Cell, set[Cell]]:
    """Return which cells may be the first one of the area of each cell, by their `area_sizes`."""
    return {
        cell: {
            start
            for start in sizes
            if start <= cell and apart(start, cell) < max(sizes[cell] & sizes[start], default=0)
        }
        for cell in sizes
    }
