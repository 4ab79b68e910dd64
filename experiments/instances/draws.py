"""Random draws that are the same on every platform and in every version of Python.

Of `random.Random` only `seed` of an integer and `random()` are promised to stay as they are; so all
is made of the latter, which is a whole number of 2^-53, by whole numbers and rejection.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

__all__ = ["Draws"]

T = TypeVar("T")
WHOLE = 1 << 53


class Draws:
    """What a seed draws.

    >>> draws = Draws(1)
    >>> draws.below(10), draws.order(4), draws.sample(100, 3)
    (7, [1, 3, 2, 0], [69, 9, 36])
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, end: int) -> int:
        """Return a number from 0 to end - 1, each as likely; `end` is at most 2^53."""
        limit = WHOLE - WHOLE % end
        while True:
            drawn = int(self._random() * WHOLE)
            if drawn < limit:
                return drawn % end

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high, each as likely."""
        return low + self.below(high - low + 1)

    def choice(self, among: Sequence[T]) -> T:
        """Return one of them."""
        return among[self.below(len(among))]

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put them into a random order (Fisher and Yates)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def order(self, number: int) -> list[int]:
        """Return 0 to number - 1 in a random order."""
        numbers = list(range(number))
        self.shuffle(numbers)
        return numbers

    def sample(self, number: int, size: int) -> list[int]:
        """Return `size` different numbers below `number`, in the order in which they come.

        They are the first of a shuffle of which only what moves is kept.
        """
        moved: dict[int, int] = {}
        drawn: list[int] = []
        for place in range(size):
            other = self.between(place, number - 1)
            drawn.append(moved.get(other, other))
            moved[other] = moved.get(place, place)
        return drawn
