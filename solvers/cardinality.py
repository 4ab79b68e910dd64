"""At most k of n literals, as clauses that are written a few at a time.

Two of the encodings can get so large that to write them takes seconds: by bits (Prestwich,
"Variable dependency in local search", SAT 2007), where each literal implies its own number on log n
new variables, and the totalizer (Bailleux and Boufkhad, "Efficient CNF encoding of Boolean
cardinality constraints", CP 2003), a tree that counts in unary up to k + 1. python-sat has both,
but writes them in one call that lets no other thread run; here `check` is called in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

__all__ = ["by_bits", "totalizer"]

Clauses = Iterator[list[int]]
Fresh = Callable[[], int]  # makes a new variable


def by_bits(literals: list[int], fresh: Fresh, check: Callable[[], None]) -> Clauses:
    """Yield clauses for "at most one": no two literals have one number."""
    bits = [fresh() for _ in range((len(literals) - 1).bit_length())]
    for number, literal in enumerate(literals):
        check()
        for place, bit in enumerate(bits):
            yield [-literal, bit if number >> place & 1 else -bit]


def totalizer(literals: list[int], bound: int, fresh: Fresh, check: Callable[[], None]) -> Clauses:
    """Yield clauses for "at most `bound`", 1 or more and fewer than there are literals."""
    level = [[literal] for literal in literals]
    while len(level) > 1:
        above = []
        for left, right in zip(level[::2], level[1::2], strict=False):
            total = [fresh() for _ in range(min(len(left) + len(right), bound + 1))]
            yield from _added(left, right, total, check)
            above.append(total)
        level = above + level[len(above) * 2 :]
    yield [-level[0][bound]]


def _added(
    left: list[int], right: list[int], total: list[int], check: Callable[[], None]
) -> Clauses:
    """Yield clauses for "i of the left and j of the right make i + j", or as many as are told."""
    for i in range(len(left) + 1):
        check()
        for j in range(len(right) + 1):
            if 0 < i + j <= len(total):
                sides = ([-left[i - 1]] if i else []) + ([-right[j - 1]] if j else [])
                yield [*sides, total[i + j - 1]]
