"""Tilings of boards, whose states come up again and again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from minuet.models import ExactCover, ExactCoverBuilder

__all__ = ["dominoes", "dominoes_on", "l_trominoes"]


def l_trominoes(rows: int, cols: int) -> ExactCover:
    """The tilings of a board with L-trominoes; where it cannot be, a corner stays free."""
    cells = [*product(range(rows), range(cols))]
    builder = ExactCoverBuilder()
    for cell in cells:
        builder.item(cell)
    for row, col in cells:
        square = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
        if square[-1] in cells:
            for gone in square:
                builder.option([cell for cell in square if cell != gone])
    if rows * cols % 3:
        builder.option([cells[-1]])
    return builder.build()


def dominoes(rows: int, cols: int) -> ExactCover:
    """The tilings of a board with dominoes, by their upper or left cells."""
    return dominoes_on([*product(range(rows), range(cols))])


def dominoes_on(cells: Sequence[tuple[int, int]]) -> ExactCover:
    """The tilings of a region with dominoes, its cells in the order given."""
    builder = ExactCoverBuilder()
    for cell in cells:
        builder.item(cell)
    for row, col in cells:
        for other in ((row + 1, col), (row, col + 1)):
            if other in cells:
                builder.option([(row, col), other])
    return builder.build()
