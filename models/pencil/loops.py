"""Loops from cell to cell. The collection writes by which two sides a loop leaves each cell.

A *way* joins two neighbouring cells. It is told by one of them and `down`: 1 to the cell below, 0
to that at the right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import chain, combinations, product
from typing import Any

from ..puzzle import Puzzle
from .grid import SIDES, Cell, Grid, Marks

__all__ = [
    "ends",
    "inside",
    "line_ends",
    "loop_marks",
    "loop_of_stretches",
    "stretches",
    "way_to",
    "ways",
]

ORDER = "nsew"
Way = tuple[int, int, int]
Taken = tuple[tuple[Way, bool], ...]


def ways(grid: Grid, without: Container[Cell] = ()) -> list[dict[str, int]]:
    """Return the ways between neighbouring cells, as rows of a table: row, col and down.

    without  cells that no way leads to
    """
    return [
        {"row": row, "col": col, "down": down}
        for row, col in grid.cells
        for down in (0, 1)
        if grid.has((row + down, col + 1 - down))
        and not any(end in without for end in ends(row, col, down))
    ]


def ends(row: int, col: int, down: int) -> tuple[Cell, Cell]:
    """Return the two cells that a way joins."""
    return (row, col), (row + down, col + 1 - down)


def way_to(cell: Cell, side: str) -> Way:
    """Return the way from a cell to a side: row, col and down."""
    row, col = cell
    return {"n": (row - 1, col, 1), "s": (row, col, 1), "w": (row, col - 1, 0)}.get(
        side, (row, col, 0)
    )


def stretches(
    grid: Grid, cell: Cell, fits: Callable[[int, int], bool] = lambda first, other: True
) -> Iterator[tuple[str, tuple[int, int], Taken]]:
    """Yield how a loop may run through a cell, up to where it next turns to both sides.

    fits  whether it may take so many steps to the one side and to the other

    That is the two sides, the number of steps straight on to each, and which ways are taken and
    which are not: pairs of a way and whether.
    """
    arms: dict[str, list[Taken]] = {}  # by how far the loop runs straight on to a side
    for side in SIDES:
        steps = [way_to(step, side) for step in (cell, *grid.ray(cell, side))]
        arms[side] = [
            (*((way, True) for way in steps[:far]), (steps[far], False))
            for far in range(len(steps))
        ]
    for sides in combinations(ORDER, 2):
        for first, other in product(*(range(1, len(arms[side])) for side in sides)):
            if fits(first, other):
                far = {sides[0]: first, sides[1]: other}
                taken = chain.from_iterable(arms[side][far.get(side, 0)] for side in SIDES)
                yield "".join(sides), (first, other), tuple(taken)


def loop_marks(chosen: Iterable[Any]) -> Marks:
    """Return how a loop of chosen ways leaves each of its cells: `ns`, `ew`, `se` ..."""
    sides: dict[Cell, str] = defaultdict(str)
    for row, col, down, *_ in chosen:
        first, other = ends(row, col, down)
        sides[first] += "s" if down else "e"
        sides[other] += "n" if down else "w"
    return {cell: "".join(sorted(told, key=ORDER.index)) for cell, told in sides.items()}


def loop_of_stretches(
    made: Puzzle, grid: Grid, cells: Iterable[Cell], rows: Iterable[dict[str, Any]]
) -> None:
    """Add a loop and its table `way`, with the columns row, col, down and on (the loop).

    cells  those that the loop runs through as one of `rows` says
    rows   a cell, and which ways are `taken` there (of `stretches`)
    """
    way = made.choices("way", [row | {"on": on} for row in ways(grid) for on in (True, False)])
    stretch = made.choices("stretch", rows)
    made.exactly_one(way, by=("row", "col", "down"))
    made.exactly_one(stretch, by="cell", over=cells)
    made.agree(
        {way: lambda row, col, down, on: {(row, col, down): on}, stretch: lambda taken: taken}
    )
    made.one_loop(way, by=lambda row, col, down, on: ends(row, col, down) if on else None)


# ---- Along the lines between cells ---------------------------------------------------------------
# Such a line is told by the two cells that it parts, of which one may be outside of the grid.


def line_ends(sides: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
    """Return the two corners that a line joins."""
    (row, col), (below, _) = sides
    return (row + (row < below), col + (row == below)), (row + 1, col + 1)


def inside(grid: Grid, lines: Container[tuple[Cell, Cell]]) -> Marks:
    """Return the cells inside of a loop along lines, marked `x`."""
    found: dict[Cell, bool] = {}
    for row, col in grid.cells:
        before = row, col - 1
        found[row, col] = found.get(before, False) != ((before, (row, col)) in lines)
    return {cell: "x" for cell, is_in in found.items() if is_in}
