"""At most k, or at most one, of n literals, as clauses that are written a few at a time.

For k > 1:

- totalizer: a tree that counts in unary up to k + 1 (Bailleux and Boufkhad, "Efficient CNF encoding
  of Boolean cardinality constraints", CP 2003), n k log n clauses or so;
- sequential counter: counts along the literals, some 2 n k (Sinz, "Towards an optimal CNF encoding
  of Boolean cardinality constraints", CP 2005);
- network: Batcher's odd-even merge sort, of which only the k + 1 greatest outputs are kept, some
  n log^2 k (Asin, Nieuwenhuis, Oliveras and Rodriguez-Carbonell, "Cardinality networks: a
  theoretical and empirical study", Constraints 2011).

python-sat has all three, but writes them in one call that lets no other thread run, its totalizer
of 5000 literals for 23 s. Here `check` is called in between and may raise; `fresh` makes a new
variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

from .child import pairs

__all__ = [
    "by_bits",
    "by_commanders",
    "by_ladder",
    "by_product",
    "network",
    "sequential_counter",
    "totalizer",
]

Clauses = Iterator[list[int]]
Fresh = Callable[[], int]  # makes a new variable
Check = Callable[[], None]


def totalizer(literals: list[int], bound: int, fresh: Fresh, check: Check) -> Clauses:
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


def _added(left: list[int], right: list[int], total: list[int], check: Check) -> Clauses:
    """Yield clauses for "i of the left and j of the right make i + j", i + j up to len(total)."""
    for i in range(len(left) + 1):
        check()
        for j in range(len(right) + 1):
            if 0 < i + j <= len(total):
                sides = ([-left[i - 1]] if i else []) + ([-right[j - 1]] if j else [])
                yield [*sides, total[i + j - 1]]


def sequential_counter(literals: list[int], bound: int, fresh: Fresh, check: Check) -> Clauses:
    """Yield clauses for "at most `bound`", 1 or more and fewer than there are literals."""
    before: list[int] = []
    for literal in literals[:-1]:
        check()
        after = [fresh() for _ in range(bound)]
        yield [-literal, after[0]]
        if before:
            yield from ([-was, now] for was, now in zip(before, after, strict=True))
            yield from ([-literal, -was, now] for was, now in zip(before, after[1:], strict=False))
            yield [-literal, -before[-1]]
        before = after
    yield [-literals[-1], -before[-1]]


def network(
    literals: list[int], bound: int, fresh: Fresh, check: Check, *, whole: bool = False
) -> Clauses:
    """Yield clauses for "at most `bound`", 1 or more and fewer than there are literals.

    whole  keep all outputs, as a sorting network does
    """
    most = len(literals) if whole else bound + 1
    lists = [[literal] for literal in literals]
    while len(lists) > 1:
        merged = []
        for left, right in zip(lists[::2], lists[1::2], strict=False):
            clauses: list[list[int]] = []
            merged.append(_merged(left, right, most, fresh, check, clauses))
            yield from clauses
        lists = merged + lists[len(merged) * 2 :]
    yield [-lists[0][bound]]


def _merged(
    left: list[int],
    right: list[int],
    most: int,
    fresh: Fresh,
    check: Check,
    clauses: list[list[int]],
) -> list[int]:
    """Return up to `most` outputs of two sorted lists, true ones first (Knuth, volume 3, 5.3.4)."""
    check()
    left, right = left[:most], right[:most]
    if not left or not right:
        return left or right
    if len(left) == len(right) == 1:
        return _compared(left[0], right[0], most, fresh, clauses)
    odd = _merged(left[::2], right[::2], most // 2 + 1, fresh, check, clauses)
    even = _merged(left[1::2], right[1::2], most // 2, fresh, check, clauses)
    outputs = odd[:1]
    for first, second in zip(odd[1:], even, strict=False):
        outputs += _compared(first, second, most - len(outputs), fresh, clauses)
    shared = min(len(odd) - 1, len(even))
    outputs += odd[1 + shared :] + even[shared:]
    return outputs[:most]


def _compared(
    first: int, second: int, most: int, fresh: Fresh, clauses: list[list[int]]
) -> list[int]:
    """Return a variable that is true if one of the two is, and one that is true if both are."""
    either = fresh()
    clauses += [[-first, either], [-second, either]]
    if most < 2:
        return [either]
    both = fresh()
    clauses.append([-first, -second, both])
    return [either, both]


# ---- At most one of n literals -------------------------------------------------------------------
#
# Beside a clause for each pair there are encodings with variables of their own that take some n or
# n log n clauses:
# - by bits: each literal implies its own number on log n variables (Prestwich, "Variable dependency
#   in local search", SAT 2007);
# - ladder: a row of variables says whether the chosen one stands here or further on (Gent and
#   Nightingale, "A new encoding of all-different into SAT", 2004);
# - product: the literals stand in a square; at most one row and at most one column are in use
#   (Chen, "A new SAT encoding of the at-most-one constraint", 2010);
# - commander: groups of a few, pairwise within, and at most one of their commanders (Klieber and
#   Kwon, "Efficient CNF encoding for selecting 1 from n objects", 2007).
#
# `fresh` makes a new variable; `check` is called in between and may raise.


SMALL = 6  # so few are written pairwise
SQUAD = 4


def by_bits(literals: list[int], fresh: Fresh, check: Check) -> Clauses:
    """Yield clauses for "at most one": no two literals have one number."""
    bits = [fresh() for _ in range((len(literals) - 1).bit_length())]
    for number, literal in enumerate(literals):
        check()
        for place, bit in enumerate(bits):
            yield [-literal, bit if number >> place & 1 else -bit]


def by_ladder(literals: list[int], fresh: Fresh, check: Check) -> Clauses:
    """Yield clauses for "at most one": it stands on the last rung that is true."""
    rungs = [fresh() for _ in literals]
    for literal, rung, above in zip(literals, rungs, [*rungs[1:], 0], strict=True):
        check()
        yield [-literal, rung]
        if above:
            yield [-above, rung]
            yield [-literal, -above]
            yield [literal, above, -rung]
        else:
            yield [literal, -rung]


def by_product(literals: list[int], fresh: Fresh, check: Check) -> Clauses:
    """Yield clauses for "at most one": no two rows, no two columns of a square."""
    if len(literals) <= SMALL:
        yield from map(list, pairs(literals))
        return
    width = isqrt(len(literals) - 1) + 1
    rows = [fresh() for _ in range(0, len(literals), width)]
    columns = [fresh() for _ in range(width)]
    for number, literal in enumerate(literals):
        check()
        yield [-literal, rows[number // width]]
        yield [-literal, columns[number % width]]
    yield from by_product(rows, fresh, check)
    yield from by_product(columns, fresh, check)


def by_commanders(literals: list[int], fresh: Fresh, check: Check) -> Clauses:
    """Yield clauses for "at most one": of each squad, and of the squads' commanders."""
    while len(literals) > SMALL:
        commanders = []
        for begin in range(0, len(literals), SQUAD):
            check()
            squad = literals[begin : begin + SQUAD]
            commander = fresh()
            yield from map(list, pairs(squad))
            yield from ([-literal, commander] for literal in squad)
            yield [-commander, *squad]
            commanders.append(commander)
        literals = commanders
    yield from map(list, pairs(literals))
