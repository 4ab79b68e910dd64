"""Whether permutations are among those that others generate: a chain of stabilisers.

Each link holds what some point is mapped to by the permutations that leave the points of the links
before where they are, and for each image one that maps the point there. Sifted through the chain, a
permutation of the group becomes the identity. The chain is made of random products (J. S. Leon, On
an algorithm for finding a base and a strong generating set, 1980): it holds nothing that is not of
the group, and all of it, but for one case in a thousand million.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from ..budget import look
from .item_map import Permutation

__all__ = ["Chain"]

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
        one, other = self._random.sample(range(len(pool)), 2)
        second = pool[other] if self._random.random() < 0.5 else np.argsort(pool[other])
        pool[one] = pool[one][second].astype(np.int32)
        return pool[one]

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
