"""What many rules look at: the edges around cells, blocks of 2x2 cells, the cells of a region."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import TypeVar

from ..errors import ModelError
from .grid import Cell, Grid

__all__ = [
    "Edge",
    "apart",
    "cells_by",
    "clockwise",
    "diagonals",
    "edges",
    "lone_rectangles",
    "majorities",
    "meeting",
    "pairs_by",
    "rectangle",
    "rectangle_corners",
    "seams",
    "squares",
    "stretches_through_rooms",
    "strip_corners",
    "strips",
    "walls",
]

Edge = tuple[Cell, Cell]
Name = TypeVar("Name")


def edges(*cells: Cell) -> list[Edge]:
    """Return the edges around cells, each as the pair of cells that it parts.

    An edge between two of the cells stands there twice.
    """
    return [
        edge
        for row, col in cells
        for cell in [(row, col)]
        for edge in (
            ((row - 1, col), cell),
            (cell, (row, col + 1)),
            (cell, (row + 1, col)),
            ((row, col - 1), cell),
        )
    ]


def walls(names: Mapping[Cell, str], *cells: Cell) -> list[Edge]:
    """Return the edges around cells that part two regions, by the names of all cells."""
    sides = ((edge, names.get(edge[0]), names.get(edge[1])) for edge in edges(*cells))
    return [edge for edge, first, other in sides if first and other and first != other]


def seams(grid: Grid) -> dict[Edge, list[Edge]]:
    """Return for each edge between two regions those between the same two, from it on."""
    rooms = {edge: {grid.regions[cell] for cell in edge} for edge in sorted(grid.borders)}
    return {edge: [e for e in rooms if e >= edge and rooms[e] == rooms[edge]] for edge in rooms}


@cache
def clockwise(cell: Cell) -> tuple[Cell, ...]:
    """Return the corners of a cell clockwise from the upper left one.

    They are counted as a grid with one row and column more.
    """
    row, col = cell
    return (row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)


def squares(rows: int, cols: int, *cells: Cell) -> list[Cell]:
    """Return the blocks of 2x2 cells of a grid that cells lie in, each as often as a cell does.

    A block is told by its upper left cell.
    """
    return [
        (top, left)
        for row, col in cells
        for top in (row, row - 1)
        if 0 <= top < rows - 1
        for left in (col, col - 1)
        if 0 <= left < cols - 1
    ]


def diagonals(rows: int, cols: int, cell: Cell) -> dict[tuple[Cell, bool], int]:
    """Return the diagonals of a cell's blocks of 2x2: 1 where the cell is on it, else -1.

    A sum of at most 1 of each says that cells that meet at a corner have a cell beside both.
    """
    return {
        (block, falls): 1 if ((cell[0] - block[0] == cell[1] - block[1]) == falls) else -1
        for block in squares(rows, cols, cell)
        for falls in (True, False)
    }


def cells_by(names: Mapping[Cell, Name]) -> dict[Name, list[Cell]]:
    """Return the cells of each name."""
    found: dict[Name, list[Cell]] = defaultdict(list)
    for cell, name in names.items():
        found[name].append(cell)
    return dict(found)


def pairs_by(names: Mapping[Cell, Name]) -> dict[Name, list[Cell]]:
    """Return the two cells of each name. Raises ModelError for one that stands in more or fewer."""
    pairs = cells_by(names)
    for name, cells in pairs.items():
        if len(cells) != 2:
            times = f"{len(cells)} cell{'s' * (len(cells) > 1)}"
            raise ModelError(f"{name} stands in {times}, expected each number in two")
    return pairs


def meeting(pairs: Iterable[Edge]) -> dict[Edge, list[Edge]]:
    """Return for each of some pairs of cells those that share a cell with it."""
    having: dict[Cell, list[Edge]] = defaultdict(list)
    different = set(pairs)
    for pair in different:
        for cell in pair:
            having[cell].append(pair)
    return {pair: [p for cell in pair for p in having[cell] if p != pair] for pair in different}


def apart(first: Cell, other: Cell) -> int:
    """Return how many steps from cell to cell one cell is from another."""
    return abs(first[0] - other[0]) + abs(first[1] - other[1])


def rectangle(corner: Cell, high: int, wide: int) -> tuple[Cell, ...]:
    """Return the cells of a rectangle, row by row, by its upper left cell, height and width."""
    row, col = corner
    return tuple(product(range(row, row + high), range(col, col + wide)))


def lone_rectangles(grid: Grid, marked: Container[Cell]) -> Iterator[tuple[tuple[Cell, ...], Cell]]:
    """Yield the rectangles with one of the marked cells alone: their cells, and that cell."""
    for top, left in grid.cells:
        until = grid.cols  # further columns hold a second one
        for end in range(top, grid.rows):
            own: list[Cell] = []
            for stop in range(left, until):
                own += [(row, stop) for row in range(top, end + 1) if (row, stop) in marked]
                if len(own) > 1:
                    until = stop
                    break
                if own:
                    yield rectangle((top, left), end - top + 1, stop - left + 1), own[0]


def rectangle_corners(corner: Cell, high: int, wide: int) -> list[Cell]:
    """Return the corners of a rectangle, counted as a grid with one row and column more."""
    row, col = corner
    return [(row + down, col + right) for down in (0, high) for right in (0, wide)]


def majorities(grid: Grid) -> dict[Cell, tuple[int, int]]:
    """Return how many of the cells that a circle touches may be black, by its place in halves.

    Black circles, `b`, want most of them black, white ones, `w`, most white, gray ones, `g`, half.
    """
    bounds = {}
    for (row, col), color in grid.dots.items():
        number = (1 + row % 2) * (1 + col % 2)
        most = {"b": number, "g": number // 2, "w": (number - 1) // 2}
        least = {"b": number // 2 + 1, "g": number // 2, "w": 0}
        if color in most:
            bounds[row, col] = least[color], most[color]
    return bounds


def strips(grid: Grid, least: int = 1) -> list[tuple[Cell, ...]]:
    """Return the rectangles of one row or column, and of at least so many cells."""
    sizes = [(1, size) for size in range(least, grid.cols + 1)]
    sizes += [(size, 1) for size in range(max(least, 2), grid.rows + 1)]
    found = (rectangle(cell, *size) for cell in grid.cells for size in sizes)
    return [cells for cells in found if grid.has(cells[-1])]


def strip_corners(cells: tuple[Cell, ...]) -> list[Cell]:
    """Return the corners of a rectangle, counted as a grid with one row and column more."""
    (top, left), (bottom, right) = cells[0], cells[-1]
    return rectangle_corners(cells[0], bottom - top + 1, right - left + 1)


def stretches_through_rooms(grid: Grid) -> dict[Cell, list[tuple[Cell, str]]]:
    """Return for each cell the straight stretches through three rooms that it lies in.

    A stretch is told by its first cell and its direction; it ends in the third room.
    """
    covers: dict[Cell, list[tuple[Cell, str]]] = {cell: [] for cell in grid.cells}
    for start, side in product(grid.cells, "es"):
        line = [start, *grid.ray(start, side)]
        names = [grid.regions[cell] for cell in line]
        ends = [k for k in range(1, len(line)) if names[k] != names[k - 1]]
        if len(ends) > 1 and ends[0] == 1:
            for cell in line[: ends[1] + 1]:
                covers[cell].append((start, side))
    return covers
