"""Ranks drawn uniformly from a seed, the same on every platform.

The random words are those of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014): state = seed mod 2^64; each word adds 0x9e3779b97f4a7c15 to the
state and mixes it. A number below n takes as many words as n - 1 has bits in 64s, the first the
most significant, keeps the low bits, and is drawn anew while it is not below n. So every number is
exactly as likely as every other.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["SplitMix64", "ranks_drawn"]

MASK = (1 << 64) - 1


class SplitMix64:
    """The generator."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def word(self) -> int:
        """Return the next 64 random bits."""
        self._state = self._state + 0x9E3779B97F4A7C15 & MASK
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, end: int) -> int:
        """Return a number from 0 to `end` - 1, each equally likely."""
        bits = (end - 1).bit_length()
        while True:
            drawn = 0
            for _ in range(-(-bits // 64)):
                drawn = drawn << 64 | self.word()
            drawn &= (1 << bits) - 1
            if drawn < end:
                return drawn


def ranks_drawn(count: int, k: int, seed: int, *, replace: bool) -> Iterator[int]:
    """Yield k ranks below `count`; without `replace` no two alike, in random order.

    Without replacement they are the first k of a shuffle (Fisher and Yates) of all ranks, of which
    only those that have moved are kept.
    """
    generator = SplitMix64(seed)
    if replace:
        for _ in range(k):
            yield generator.below(count)
        return
    moved: dict[int, int] = {}
    for place in range(k):
        drawn = place + generator.below(count - place)
        yield moved.get(drawn, drawn)
        moved[drawn] = moved.pop(place, place)
