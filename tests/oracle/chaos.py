"""All chaos constructions of 3x3 and 4x4 by their own words: regions first, then digits in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

__all__ = ["Cell", "Found", "constructions", "partitions"]

Cell = tuple[int, int]
Found = tuple[Mapping[Cell, int], Mapping[Cell, int]]  # the digits and the regions


def beside(cell: Cell, size: int) -> Iterator[Cell]:
    row, col = cell
    for other in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
        if min(other) >= 0 and max(other) < size:
            yield other


def grown(start: Cell, free: frozenset[Cell], size: int) -> set[frozenset[Cell]]:
    """Return the connected sets of `size` free cells with the start."""
    found = {frozenset([start])}
    for _ in range(size - 1):
        found = {
            some | {other}
            for some in found
            for cell in some
            for other in beside(cell, size)
            if other in free and other not in some
        }
    return found


def partitions(size: int) -> list[dict[Cell, int]]:
    """Return each way to cut a square into connected regions, numbered by their first cells."""

    def cut(free: frozenset[Cell]) -> Iterator[list[frozenset[Cell]]]:
        if not free:
            yield []
            return
        for region in grown(min(free), free, size):
            for others in cut(free - region):
                yield [region, *others]

    every = frozenset((row, col) for row in range(size) for col in range(size))
    return [
        {cell: number for number, region in enumerate(regions, 1) for cell in region}
        for regions in cut(every)
    ]


@cache
def constructions(size: int) -> list[Found]:
    """Return all grids with their regions."""
    return [(digits, regions) for regions in partitions(size) for digits in filled(regions, size)]


def filled(regions: Mapping[Cell, int], size: int) -> Iterator[dict[Cell, int]]:
    cells = sorted(regions)

    def fill(digits: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
        if len(digits) == len(cells):
            yield dict(digits)
            return
        cell = cells[len(digits)]
        met = {
            value
            for other, value in digits.items()
            if other[0] == cell[0] or other[1] == cell[1] or regions[other] == regions[cell]
        }
        for value in range(1, size + 1):
            if value not in met:
                yield from fill({**digits, cell: value})

    yield from fill({})
