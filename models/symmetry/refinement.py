"""Divide the options of a matrix into classes that look alike, by color refinement.

Items and options that differ in their neighbors are told apart, round by round, until no round
tells more apart (McKay and Piperno, "Practical graph isomorphism, II", 2014, section 2). What a
symmetry exchanges is in one class, so few classes of many options are a sign of symmetries. It
takes a thousandth of a second, where finding the symmetries may take minutes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ..matrix.arrays import unique_numbers
from ..matrix.exact_cover import ExactCover

__all__ = ["Labels", "Refinement", "mixed", "option_classes"]

Labels = npt.NDArray[np.uint64]

ROUNDS = 16  # a chain of a thousand items would take a thousand


class Refinement:
    """Tells the options of a matrix apart by their items, and the items by their options.

    Conditions are not looked at. Two classes may be taken for one where 64-bit hashes collide.
    """

    def __init__(self, matrix: ExactCover) -> None:
        self._matrix = matrix
        self._members = members = matrix.members.astype(np.intp)
        self._option_ends = matrix.starts[1:]
        order = np.argsort(members, kind="stable")
        self._by_item = matrix.owners()[order]
        self._item_ends = np.cumsum(np.bincount(members, minlength=len(matrix.items)))
        entries = None
        if matrix.has_colors or matrix.has_weights:
            entries = mixed(matrix.colors.astype(np.uint64)) ^ matrix.weights.astype(np.uint64)
        self._entries = entries
        self._entries_by_item = None if entries is None else entries[order]

    def labels(self) -> Labels:
        """Return labels of the options by their costs and the bounds of their items."""
        matrix = self._matrix
        bounds = mixed(matrix.low.astype(np.uint64)) ^ matrix.high.astype(np.uint64)
        bounds[: matrix.primary] += np.uint64(1)
        labels: Labels = matrix.costs.astype(np.uint64) + self._sums(mixed(bounds))
        return labels

    def refined(self, labels: Labels, rounds: float = math.inf) -> tuple[Labels, int, int]:
        """Tell options apart until no round tells more apart, or so many rounds.

        Returns their labels, the number of these that differ, and the number of rounds.
        """
        before, classes, done = 0, len(unique_numbers(labels)), 0
        while before < classes < len(labels) and done < rounds:
            options = mixed(labels)
            entries = options[self._by_item]
            if self._entries_by_item is not None:
                entries = mixed(entries + self._entries_by_item)
            items = mixed(_part_sums(entries, self._item_ends))
            labels = options + self._sums(items)
            before, classes, done = classes, len(unique_numbers(labels)), done + 1
        return labels, classes, done

    def _sums(self, items: Labels) -> Labels:
        """Return for each option the sum of its items' labels."""
        entries = items[self._members]
        if self._entries is not None:
            entries = mixed(entries + self._entries)
        return _part_sums(entries, self._option_ends)


def option_classes(
    matrix: ExactCover, given: Iterable[int] = (), forbidden: Iterable[int] = ()
) -> int:
    """Return the number of classes of the options.

    given, forbidden  options that no symmetry exchanges with others
    """
    refinement = Refinement(matrix)
    labels = refinement.labels()
    marks = mixed(np.arange(2, dtype=np.uint64))
    labels[list(given)] ^= marks[0]
    labels[list(forbidden)] ^= marks[1]
    return refinement.refined(labels, ROUNDS)[1]


def mixed(labels: Labels) -> Labels:
    """Return labels whose sums tell apart what they are sums of: the finalizer of SplitMix64.

    G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014.
    """
    labels = labels + np.uint64(0x9E3779B97F4A7C15)
    labels = (labels ^ (labels >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    labels = (labels ^ (labels >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Labels = labels ^ (labels >> np.uint64(31))
    return mixed


def _part_sums(labels: Labels, ends: npt.NDArray[np.integer]) -> Labels:
    """Return the sums of consecutive labels, modulo 2^64, of which `ends` tells the ends."""
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(labels, dtype=np.uint64)))[ends]
    sums: Labels = np.diff(total, prepend=np.zeros(1, np.uint64))
    return sums
