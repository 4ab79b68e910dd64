"""Positive weights that must not pass a bound, in clauses over literals.

Written out, every set that is *overfull*, and holds none that is, gets the clause "not all of
these": of "at most one" the pairs. Where these would be many there are further variables, "the
weights of the true ones among the first i come to t at least", with what follows from one to the
next (as the sequential counter of Sinz, "Towards an optimal CNF encoding of Boolean cardinality
constraints", CP 2005, and for weights Holldobler, Manthey and Steinke, "A compact encoding of
pseudo-Boolean constraints into SAT", KI 2012). Whoever keeps the bound can keep these clauses too:
let each of the variables be true where what it says is so. So they say no more than the sets do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import comb

__all__ = ["DIRECT", "not_overfull"]

DIRECT = 20_000  # clauses for one sum
Clauses = Iterator[list[int]]


def not_overfull(
    weights: Mapping[int, int],
    bound: int,
    known: Callable[[int], bool | None],
    fresh: Callable[[], int],
    direct: int = DIRECT,
) -> Clauses:
    """Yield clauses that say that the weights of the true literals do not pass the bound.

    known  whether a literal is settled to be true or false; None: it is open. What is false is left
           out, and what is true stands in each clause that would be too strong without it
    fresh  makes a new variable
    direct  so many clauses are written out; a sum that takes more has variables of its own
    """
    if sum(weights.values()) <= bound:
        return
    true = [literal for literal in weights if known(literal) is True]
    still = [literal for literal in weights if known(literal) is None]
    still.sort(key=lambda literal: -weights[literal])
    held = [-literal for literal in true]
    room = bound - sum(weights[literal] for literal in true)
    heavy = [weights[literal] for literal in still]
    if room < 0:
        yield held
        return
    sets = _least_overfull(heavy, room)
    if heavy and heavy[0] == heavy[-1]:
        size = room // heavy[0] + 1
        few = comb(len(still), size) <= direct
        sets = map(list, combinations(range(len(still)), size))
    else:
        first = list(islice(sets, direct + 1))
        few, sets = len(first) <= direct, iter(first)
    if few:
        for places in sets:
            yield [*held, *(-still[place] for place in places)]
    else:
        yield from _running(still, heavy, room, held, fresh)


def _least_overfull(weights: Sequence[int], room: int) -> Iterator[list[int]]:
    """Yield the sets of places whose weights, descending, pass the room, and no part of them does.

    The last one taken is the lightest, so none can be spared if without that one there is room.
    """
    rest = [0]
    for weight in reversed(weights):
        rest.append(rest[-1] + weight)
    rest.reverse()  # of all from a place on
    chosen: list[int] = []
    place = 0
    while True:
        if place < len(weights) and rest[place] > room:
            chosen.append(place)
            room -= weights[place]
            if room < 0:
                yield list(chosen)
            else:
                place += 1
                continue
        elif not chosen:
            return
        room += weights[chosen[-1]]
        place = chosen.pop() + 1


def _running(
    literals: Sequence[int],
    weights: Sequence[int],
    room: int,
    held: Sequence[int],
    fresh: Callable[[], int],
) -> Clauses:
    """Yield the same by running sums; `held` stands in what says that the room is passed."""
    before: dict[int, int] = {}  # of each sum that the literals so far can come to its variable
    for literal, weight in zip(literals, weights, strict=True):
        sums = {total + weight for total in (0, *before) if total + weight <= room}
        after = {total: fresh() for total in sorted(sums.union(before))}
        for total, variable in before.items():
            yield [-variable, after[total]]
        for total in (0, *before):
            so_far = [-before[total]] if total else []
            if total + weight > room:
                yield [*held, *so_far, -literal]
            else:
                yield [*so_far, -literal, after[total + weight]]
        before = after
