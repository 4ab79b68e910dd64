"""At most one of n literals, as clauses that are written a few at a time.

Beside a clause for each pair there are encodings with variables of their own that take some n or
n log n clauses:
- by bits: each literal implies its own number on log n variables (Prestwich, "Variable dependency
  in local search", SAT 2007);
- ladder: a row of variables says whether the chosen one stands here or further on (Gent and
  Nightingale, "A new encoding of all-different into SAT", 2004);
- product: the literals stand in a square; at most one row and at most one column are in use (Chen,
  "A new SAT encoding of the at-most-one constraint", 2010);
- commander: groups of a few, pairwise within, and at most one of their commanders (Klieber and
  Kwon, "Efficient CNF encoding for selecting 1 from n objects", 2007).

`fresh` makes a new variable; `check` is called in between and may raise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

from .child.formula import pairs

__all__ = ["by_bits", "by_commanders", "by_ladder", "by_product"]

Clauses = Iterator[list[int]]
Fresh = Callable[[], int]
Check = Callable[[], None]

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
