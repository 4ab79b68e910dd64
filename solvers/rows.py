"""The matrix as rows over 0/1 variables, which CP-SAT, SAT and MIP share.

One variable an option. A primary item is the row `low <= sum of its options <= high`. A secondary
item is the row `sum <= 1`, in which the options that give it one color stand as a single variable:
the color's own, which is 1 exactly if one of these options is chosen. This is the standard 0/1
program of an exact cover, with the colors of Knuth's XCC (The Art of Computer Programming, volume
4B, section 7.2.2.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..models.exact_cover import ExactCover

__all__ = ["Rows", "rows", "selection"]

Bounds = tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]


@dataclass
class Rows:
    """The rows of a matrix.

    options  variables 0 .. options - 1 are the options, the rest colors
    sums     (variables, low, high): low <= their sum <= high
    items    the item that each of the sums stands for
    colors   (variable, options): the variable is the logical or of the options
    loose    the options that could join a solution and give another one: each that has no item
             that must be covered an exact number of times
    """

    options: int
    variables: int
    sums: list[tuple[list[int], int, int]] = field(default_factory=list)
    items: list[int] = field(default_factory=list)
    colors: list[tuple[int, list[int]]] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)


def rows(matrix: ExactCover, check: Callable[[], None]) -> Rows:
    """Return the rows of `matrix`, without those that always hold; calls `check` at each item."""
    result = Rows(matrix.options, matrix.options)
    order = np.argsort(matrix.members, kind="stable")
    check()
    owner = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))[order]
    colors = matrix.colors[order]
    ends = np.cumsum(np.bincount(matrix.members, minlength=len(matrix.items))).tolist()
    begin = 0
    for item, end in enumerate(ends):
        check()
        part = slice(begin, end)
        begin = end
        variables = _exclusive(result, owner[part], colors[part], check)
        low, high = int(matrix.low[item]), int(matrix.high[item])
        if low > 0 or high < len(variables):
            result.sums.append((variables, low, high))
            result.items.append(item)
    result.loose = _loose(matrix)
    return result


def selection(matrix: ExactCover, given: tuple[int, ...], forbidden: frozenset[int]) -> Bounds:
    """Return each option's lower and upper bound; a given forbidden option has (1, 0)."""
    low, high = np.zeros(matrix.options, np.int8), np.ones(matrix.options, np.int8)
    low[list(given)] = 1
    high[list(forbidden)] = 0
    return low, high


def _exclusive(
    result: Rows,
    owner: npt.NDArray[np.int64],
    colors: npt.NDArray[np.int32],
    check: Callable[[], None],
) -> list[int]:
    """Return an item's variables: its uncolored options, and one variable for each color."""
    if not colors.any():
        every: list[int] = owner.tolist()
        return every
    variables: list[int] = owner[colors == 0].tolist()
    order = np.argsort(colors, kind="stable")
    order = order[len(variables) :]
    firsts = np.flatnonzero(np.diff(colors[order], prepend=0)).tolist()
    for first, end in zip(firsts, [*firsts[1:], len(order)], strict=True):
        check()
        options: list[int] = owner[order[first:end]].tolist()
        if len(options) == 1:
            variables += options
        else:
            result.colors.append((result.variables, options))
            variables.append(result.variables)
            result.variables += 1
    return variables


def _loose(matrix: ExactCover) -> list[int]:
    exact = (matrix.low == matrix.high)[matrix.members]
    before = np.concatenate(([0], np.cumsum(exact)))
    loose: list[int] = np.flatnonzero(
        before[matrix.starts[1:]] == before[matrix.starts[:-1]]
    ).tolist()
    return loose
