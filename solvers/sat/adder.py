"""`low <= weighted sum <= high` as clauses by binary addition: few clauses for large weights.

Bits of equal value are added three at a time, by full adders, until one of each value is left; the
sum in binary is then compared with each bound (Warners, "A linear-time transformation of linear
inequalities into conjunctive normal form", Information Processing Letters 68, 1998). It propagates
less than a decision diagram.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

__all__ = ["by_addition"]

Clauses = Iterator[list[int]]
Fresh = Callable[[], int]
Check = Callable[[], None]


def by_addition(
    literals: Sequence[int], weights: Sequence[int], low: int, high: int, fresh: Fresh, check: Check
) -> Clauses:
    """Yield clauses; `fresh` makes a new variable, `check` is called in between and may raise."""
    # -w x is -w and w (not x).
    offset = sum(w for w in weights if w < 0)
    low, high = low - offset, high - offset
    total = sum(map(abs, weights))
    buckets: list[deque[int]] = [deque() for _ in range(total.bit_length())]
    for literal, weight in zip(literals, weights, strict=True):
        for place in range(abs(weight).bit_length()):
            if abs(weight) >> place & 1:
                buckets[place].append(literal if weight > 0 else -literal)
    bits: list[int] = []  # 0: a bit that is never set
    for place, bucket in enumerate(buckets):
        while len(bucket) > 1:
            check()
            added = [bucket.popleft() for _ in range(min(3, len(bucket)))]
            one, carry = fresh(), fresh()
            yield from _added(added, one, carry)
            bucket.append(one)
            if place + 1 < len(buckets):
                buckets[place + 1].append(carry)
            else:
                yield [-carry]
        bits.append(bucket[0] if bucket else 0)
    if high < 0:
        yield []
    elif high < total:
        yield from _no_more(bits, high)
    if low > 0:
        yield from _no_less(bits, low)


def _added(bits: list[int], one: int, carry: int) -> Clauses:
    if len(bits) == 2:
        return _half(bits[0], bits[1], one, carry)
    return _full(bits[0], bits[1], bits[2], one, carry)


def _full(a: int, b: int, c: int, one: int, carry: int) -> Clauses:
    for x, y, z in ((a, b, c), (a, -b, -c), (-a, b, -c), (-a, -b, c)):
        yield [x, y, z, -one]
        yield [-x, -y, -z, one]
    for x, y in ((a, b), (a, c), (b, c)):
        yield [-x, -y, carry]
        yield [x, y, -carry]
    # What follows from these, and unit propagation does not see.
    for x in (a, b, c):
        yield [-carry, -one, x]
        yield [carry, one, -x]


def _half(a: int, b: int, one: int, carry: int) -> Clauses:
    yield from ([-a, -b, -one], [a, b, -one], [a, -b, one], [-a, b, one])
    yield from ([-a, -b, carry], [a, -carry], [b, -carry])


def _no_more(bits: list[int], bound: int) -> Clauses:
    """Yield clauses for "the number in binary, the lowest bit first, is at most the bound"."""
    for place, bit in enumerate(bits):
        if bit and not bound >> place & 1:
            above = range(place + 1, len(bits))
            held = [k for k in above if bound >> k & 1]
            if all(bits[k] for k in held):
                yield [-bit, *(-bits[k] for k in held)]


def _no_less(bits: list[int], bound: int) -> Clauses:
    """Yield clauses for "the number in binary, the lowest bit first, is at least the bound"."""
    if bound >> len(bits):
        yield []
    for place in range(len(bits)):
        if bound >> place & 1:
            above = [k for k in range(place + 1, len(bits)) if not bound >> k & 1]
            yield [bits[k] for k in (place, *above) if bits[k]]
