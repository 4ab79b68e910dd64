"""Symmetries that exchange the options of one item, so that only some of these need be searched.

Of an item that must be covered exactly once every solution holds one option. Where a symmetry maps
one of its options to another, it maps the solutions with the one to those with the other: so the
solutions of one option of each orbit give all others (B. D. McKay and A. Piperno, "Practical graph
isomorphism, II", 2014, section 2, for the search below).

Options that may be exchanged are guessed by color refinement: options are told apart by their
items, items by their options, round by round. Then an option of each of two is marked and labels
are refined, and further options alike are marked, the first of each class, until all options are
told apart; options of one label correspond. No second choice is tried, so a symmetry may be missed.
What is found is checked on the matrix.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..errors import ModelError
from ..matrix.arrays import ranked
from ..matrix.exact_cover import ExactCover
from .refinement import Labels, Refinement, mixed

if TYPE_CHECKING:
    from .item_map import ItemMaps, Permutation

__all__ = ["Exchange", "Exchanges"]

MOST_ENTRIES = 50_000  # of a matrix: in others symmetries take longer to find
LEAST = 1.5  # options of an item for each that is searched, at least
NEARLY = 0.75  # of the most such options; of items that have so many, one with few classes is taken
WIDER = 2  # times as many options as the smallest item has are searched, at most
MOST_FAILURES = 8  # options that look alike and are not, or not plainly so
MOST_MARKS = 64  # until all options are told apart
MOST_IMAGES = 1 << 22  # numbers of all permutations together
ROUND = 3000  # entries that could be looked at while numpy is called for one round


@dataclass(frozen=True)
class Exchange:
    """An option of an item, and the symmetries that map it to others of the item.

    images  int32[symmetries, options]; the identity first. They map the option to different ones
    """

    option: int
    images: Permutation


class Exchanges:
    """Finds the exchanges of the options of a matrix without colors and weights."""

    def __init__(self, matrix: ExactCover) -> None:
        self._matrix = matrix
        self._members = matrix.members.astype(np.intp)
        self._owner = matrix.owners()
        self._refinement = Refinement(matrix)
        once = (matrix.low == 1) & (matrix.high == 1)
        self._once = once & (np.arange(len(matrix.items)) < matrix.primary)
        self._maps: ItemMaps | None = None
        self._rounds = math.inf  # that are left

    @staticmethod
    def fit(matrix: ExactCover) -> bool:
        """Whether exchanges can be found, and soon."""
        few = len(matrix.members) <= MOST_ENTRIES
        return few and not (matrix.has_colors or matrix.has_weights or matrix.has_costs)

    def found(self, effort: float = math.inf) -> list[Exchange] | None:
        """Return exchanges of all options of one item; none where too few are exchanged.

        effort  entries of the matrix that may be looked at, round by round, some 15 ns each; None
                is returned where more would have to be
        """
        self._rounds = effort / (ROUND + len(self._members))
        labels = self._refined(self._refinement.labels())
        item = self._item(labels)
        if item is None:
            return []
        found = self._exchanges(labels, self._owner[self._members == item])
        return found if self._rounds > 0 else None

    def _refined(self, labels: Labels) -> Labels:
        """Tell options apart until no round tells more of them apart, or none is left."""
        refined, _, rounds = self._refinement.refined(labels, self._rounds)
        self._rounds -= rounds
        return refined

    def _item(self, labels: Labels) -> int | None:
        """Return the item whose options are of the fewest classes, compared with their number."""
        _, kind = ranked(labels)
        items, kinds = len(self._matrix.items), int(kind.max(initial=0)) + 1
        there = np.zeros(items * kinds, bool)
        there[self._members * kinds + kind[self._owner]] = True
        classes = there.reshape(items, kinds).sum(axis=1)
        sizes = np.bincount(self._members, minlength=items)
        able = np.flatnonzero(self._once & (sizes > 0))
        if not len(able):
            return None
        smallest = sizes[able].min()
        gain = sizes[able] / classes[able]
        able = able[gain >= max(LEAST, NEARLY * gain.max())]
        if not len(able):
            return None
        best = able[np.lexsort((sizes[able], classes[able]))[0]]
        return int(best) if classes[best] <= WIDER * smallest else None

    def _exchanges(self, labels: Labels, own: npt.NDArray[np.intp]) -> list[Exchange]:
        exchanges: list[Exchange] = []
        generators: list[Permutation] = []
        left = dict.fromkeys(own.tolist())
        failures = 0
        while left and self._rounds > 0:
            first = next(iter(left))
            images = self._images(first, generators)
            reference: tuple[Labels, list[np.uint64]] | None = None
            for other in left:
                if other in images or labels[other] != labels[first]:
                    continue
                if reference is None:
                    reference = self._leaf(labels, first)
                move = self._move(labels, reference, other)
                if move is not None:
                    generators.append(move)
                    images = self._images(first, generators)
                    continue
                failures += 1
                if failures > MOST_FAILURES or self._rounds <= 0:
                    break
            found = [option for option in images if option in left]
            exchanges.append(Exchange(first, np.array([images[option] for option in found])))
            for option in found:
                del left[option]
        return exchanges if len(own) >= LEAST * len(exchanges) else []

    def _images(self, first: int, generators: list[Permutation]) -> dict[int, Permutation]:
        """Return for each option to which the generators map one what maps it there."""
        images = {first: np.arange(self._matrix.options, dtype=np.int32)}
        for option in (queue := [first]):
            for move in generators:
                there = int(move[option])
                if there not in images and len(images) * len(move) < MOST_IMAGES:
                    images[there] = move[images[option]]
                    queue.append(there)
        return images

    def _leaf(
        self, labels: Labels, option: int, path: list[np.uint64] | None = None
    ) -> tuple[Labels, list[np.uint64]]:
        """Mark an option, and others, until all are told apart; return the labels of the latter.

        path  the labels of those that are marked; None: of the smallest classes
        """
        labels = labels.copy()
        labels[option] ^= _mark(0)
        labels = self._refined(labels)
        chosen: list[np.uint64] = []
        most = MOST_MARKS if path is None else len(path)
        while len(chosen) < most and self._rounds > 0:
            if path is None:
                known, places = ranked(labels)
                times = np.bincount(places)
                several = times > 1
                if not several.any():
                    break
                label = known[several][np.argmin(times[several])]
            else:
                label = path[len(chosen)]
            members = np.flatnonzero(labels == label)
            if not len(members):
                break
            chosen.append(label)
            labels[members[0]] ^= _mark(len(chosen))
            labels = self._refined(labels)
        return labels, chosen

    def _move(
        self, labels: Labels, reference: tuple[Labels, list[np.uint64]], other: int
    ) -> Permutation | None:
        """Return a symmetry that maps the option of the reference to another; None: none found."""
        whole, path = reference
        there, _ = self._leaf(labels, other, path)
        order, order_there = np.argsort(whole), np.argsort(there)
        if not np.array_equal(whole[order], there[order_there]):
            return None
        move = np.empty(len(order), np.int32)
        move[order] = order_there
        if self._maps is None:
            from .item_map import ItemMaps  # short counts come to no symmetry

            self._maps = ItemMaps(self._matrix)
        try:
            self._maps.of(move, "exchange")
        except ModelError:
            return None
        return move


def _mark(number: int) -> np.uint64:
    """Return what marks an option as the one of that number."""
    mark: np.uint64 = mixed(np.array([number + 1], np.uint64))[0]
    return mark
