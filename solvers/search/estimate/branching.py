"""Which item a node of a search tree branches on: rules that make trees of different sizes.

A rule is handed what is left of the matrix, how many options each item has left, and among which
items it may choose; ties go to the item that comes first.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ...encoding.selection import SelectedMatrix

__all__ = ["RULES", "Branching", "fewest"]

Counts = npt.NDArray[np.int64]
Branching = Callable[[SelectedMatrix, Counts, npt.NDArray[np.bool_]], int]


def fewest(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return an item with the fewest options left: dancing links, and most who came after."""
    return int(np.argmin(np.where(among, left, len(rest.options) + 1)))


def fewest_busiest(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return, of the items with the fewest options, one whose options meet most others."""
    tied = among & (left == left[among].min())
    met = np.bincount(rest.owner, weights=left[rest.members], minlength=len(rest.options))
    meetings = np.bincount(rest.members, weights=met[rest.owner], minlength=len(rest.low))
    return int(np.argmax(np.where(tied, meetings, -1)))


def in_order(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return the first item: a static order, as plain backtracking goes."""
    return int(np.argmax(among))


def most(rest: SelectedMatrix, left: Counts, among: npt.NDArray[np.bool_]) -> int:
    """Return an item with the most options left: how much a bad choice costs."""
    return int(np.argmax(np.where(among, left, -1)))


RULES: dict[str, Branching] = {
    "fewest": fewest,
    "fewest_busiest": fewest_busiest,
    "in_order": in_order,
    "most": most,
}
