"""Which solutions are alike: the orbit of one, and who of it is lexicographically first.

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
from typing import Protocol

import numpy as np
import numpy.typing as npt

__all__ = ["Classes", "Group", "IsNew", "first_image"]

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
    found = np.sort(mine.compress(least == least.min(), axis=1).T.copy(), axis=1)
    for place in range(1, len(mine)):
        if len(found) == 1:
            break
        found = found.compress(found[:, place] == found[:, place].min(), axis=0)
    return found[0]  # type: ignore[no-any-return]
