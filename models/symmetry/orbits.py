"""Orbits of solutions under symmetries, and chains of stabilizers of permutation groups.

To see whether a solution is alike to an earlier one, the first of its orbit names the class. Where
there are hundreds of symmetries that takes long, though few of them can map a solution to its
first: those that map one of its options to the least option that any does. So the orbit of the
first solution of each class is kept too, as far as it takes no more than `room`, and those that
come later are only looked up. Of 23,040 timetables, which fall into 36 classes under 768
symmetries, one takes about a microsecond by the orbits, 25 by the first of its orbit alone, and 150
where all its images are sorted and compared.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable
from random import Random
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..budget import look
from .item_map import Permutation

__all__ = ["Chain", "Classes", "Group", "IsNew", "first_image"]

Numbers = npt.NDArray[np.int32]
IsNew = Callable[[Collection[int]], bool]

ROOM = 1 << 27  # bytes
KEY = 100  # bytes that a solution takes beside its numbers


class Group(Protocol):
    """Symmetries, listed or not."""

    def newcomers(self) -> IsNew:
        """Return a function that says of a solution whether none that it was asked of is alike."""


class Classes:
    """The classes of the solutions that came.

    permutations  int32[order, options]; row g holds the option that each option is mapped to
    room          bytes for solutions that are alike to those that came, and for the symmetries
    """

    def __init__(self, permutations: Numbers, room: int = ROOM) -> None:
        self._room = room
        # By the option, its images together: those of a solution are then read five times faster.
        images = permutations.T
        self._images = np.ascontiguousarray(images) if images.nbytes <= room else images
        self._names: set[bytes] = set()
        self._alike: set[bytes] = set()  # to one that came, and did not come yet

    def is_new(self, options: Collection[int]) -> bool:
        """Whether none that came before is alike; it has come from now on."""
        key = array("i", sorted(options)).tobytes()
        if key in self._alike:
            self._alike.discard(key)
            return False
        name = first_image(self._images, options).tobytes()
        if name in self._names:
            return False
        self._names.add(name)
        bytes_each = KEY + 4 * len(options)
        if (len(self._alike) + self._images.shape[1]) * bytes_each <= self._room:
            images = np.sort(self._images[list(options)].T.copy(), axis=1)
            numbers, size = images.tobytes(), images.itemsize * len(options)
            self._alike |= {
                numbers[place * size : (place + 1) * size] for place in range(len(images))
            }
            self._alike.discard(key)
        return True


def first_image(images: Numbers, options: Iterable[int]) -> Numbers:
    """Return the lexicographically first of the solutions that a solution is mapped to, ascending.

    images  int32[options, order]; row k holds what the symmetries map option k to
    """
    mine = images[list(options)]
    if not len(mine):
        return mine[:, 0]
    least = mine.min(axis=0)
    candidates = np.sort(mine.compress(least == least.min(), axis=1).T.copy(), axis=1)
    for place in range(1, len(mine)):
        if len(candidates) == 1:
            break
        candidates = candidates.compress(candidates[:, place] == candidates[:, place].min(), axis=0)
    return candidates[0]  # type: ignore[no-any-return]


# ---- Chain of stabilizers ------------------------------------------------------------------------
# Each link holds what some point is mapped to by the permutations that leave the points of the
# links before where they are, and for each image one that maps the point there. Sifted through the
# chain, a permutation of the group becomes the identity. The chain is made of random products (J.
# S. Leon, On an algorithm for finding a base and a strong generating set, 1980): it holds nothing
# that is not of the group, and all of it, but for one case in a thousand million.


SURE = 30  # so many random members in a row that were in it already


class Chain:
    """The group that permutations of the same points generate, as far as it is known."""

    def __init__(self, points: int) -> None:
        self._same = np.arange(points, dtype=np.int32)
        self._links: list[_Link] = []
        self._generators: list[Permutation] = []
        self._random = Random(1)

    @property
    def order(self) -> int:
        """How many permutations the group holds."""
        order = 1
        for link in self._links:
            order *= len(link.to)
        return order

    def __contains__(self, permutation: Permutation) -> bool:
        return not self._moves(self._sifted(permutation)[0])

    def add(self, generators: Iterable[Permutation]) -> None:
        """Add permutations to the group, and all that they make with it."""
        self._generators += list(generators)
        pool = [*self._generators, self._same]
        while len(pool) < 10:
            pool.append(self._random.choice(pool))
        for _ in range(50):
            self._mix(pool)
        sure = 0
        while sure < SURE:
            look()
            sure = 0 if self._extend(self._mix(pool)) else sure + 1

    def _mix(self, pool: list[Permutation]) -> Permutation:
        """Return a random member (product replacement, F. Celler and others, 1995)."""
        first, other = self._random.sample(range(len(pool)), 2)
        second = pool[other] if self._random.random() < 0.5 else np.argsort(pool[other])
        pool[first] = pool[first][second].astype(np.int32)
        return pool[first]

    def _extend(self, permutation: Permutation) -> bool:
        left, place = self._sifted(permutation)
        if not self._moves(left):
            return False
        if place == len(self._links):
            self._links.append(_Link(int(np.flatnonzero(left != self._same)[0]), self._same))
        for link in self._links[: place + 1]:
            if left[link.point] != link.point or link is self._links[place]:
                link.add(left)
        return True

    def _sifted(self, permutation: Permutation) -> tuple[Permutation, int]:
        """Return what is left of a permutation, and the link that it did not pass."""
        for place, link in enumerate(self._links):
            to = link.to.get(int(permutation[link.point]))
            if to is None:
                return permutation, place
            permutation = to[permutation]
        return permutation, len(self._links)

    def _moves(self, permutation: Permutation) -> bool:
        return not np.array_equal(permutation, self._same)


class _Link:
    """A point, and for each of its images a permutation that maps the image back to the point."""

    def __init__(self, point: int, same: Permutation) -> None:
        self.point, self.to = point, {point: same}
        self._moves: list[tuple[Permutation, Permutation]] = []

    def add(self, generator: Permutation) -> None:
        """Let another permutation that leaves the points before move the point, too."""
        self._moves.append((generator, np.argsort(generator).astype(np.int32)))
        for image in (queue := list(self.to)):
            for move, back in self._moves:
                further = int(move[image])
                if further not in self.to:
                    look()
                    self.to[further] = self.to[image][back]
                    queue.append(further)
