"""Divide the options of a matrix into classes that look alike, by color refinement.

Items and options that differ in their neighbors are told apart, round by round, until no round
tells more apart (McKay and Piperno, "Practical graph isomorphism, II", 2014, section 2). What a
symmetry exchanges is in one class, so few classes of many options are a sign of symmetries. It
takes a thousandth of a second, where finding the symmetries may take minutes.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ..matrix.arrays import unique_numbers
from ..matrix.exact_cover import ExactCover

__all__ = ["Labels", "mixed", "option_classes", "part_sums"]

Labels = npt.NDArray[np.uint64]

ROUNDS = 16  # a chain of a thousand items would take a thousand


def option_classes(
    matrix: ExactCover, given: Iterable[int] = (), forbidden: Iterable[int] = ()
) -> int:
    """Return the number of classes of the options.

    given, forbidden  options that no symmetry exchanges with others

    Conditions are not looked at. Two classes may be taken for one where 64-bit hashes collide.
    """
    members = matrix.members
    order = np.argsort(members, kind="stable")
    ends = np.cumsum(np.bincount(members, minlength=len(matrix.items)))
    owner = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    entries = mixed(matrix.colors.astype(np.uint64)) ^ matrix.weights.astype(np.uint64)
    items = mixed(matrix.low.astype(np.uint64)) ^ mixed(mixed(matrix.high.astype(np.uint64)))
    options = matrix.costs.astype(np.uint64)
    marks = mixed(np.arange(2, dtype=np.uint64))
    options[list(given)] ^= marks[0]
    options[list(forbidden)] ^= marks[1]
    before, classes = 0, 1
    for _ in range(ROUNDS):
        if classes <= before:
            break
        sums = part_sums(mixed(options[owner] + entries)[order], ends)
        items = mixed(items) + sums
        options = mixed(options) + part_sums(mixed(items[members] + entries), matrix.starts[1:])
        before, classes = classes, len(unique_numbers(options))
    return classes


def mixed(labels: Labels) -> Labels:
    """Return labels whose sums tell apart what they are sums of: the finalizer of SplitMix64.

    G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014.
    """
    labels = labels + np.uint64(0x9E3779B97F4A7C15)
    labels = (labels ^ (labels >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    labels = (labels ^ (labels >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Labels = labels ^ (labels >> np.uint64(31))
    return mixed


def part_sums(labels: Labels, ends: npt.NDArray[np.integer]) -> Labels:
    """Return the sums of consecutive labels, modulo 2^64, of which `ends` tells the ends."""
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(labels, dtype=np.uint64)))[ends]
    sums: Labels = np.diff(total, prepend=np.zeros(1, np.uint64))
    return sums
