"""At most k of n, as clauses: exactly the choices of k or fewer can be completed to a model.

Unit propagation must see as much where the encoding is known for that: once k are chosen, that none
of the others can be.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, count, product
from typing import Any

import pytest
from pysat.solvers import Solver

from minuet.solvers.contract import Stopped
from minuet.solvers.sat.cardinality import (
    by_bits,
    by_commanders,
    by_ladder,
    by_product,
    network,
    sequential_counter,
    totalizer,
)

SIZES = [(n, k) for n in range(2, 9) for k in range(1, n)]
COUNTING = {
    "totalizer": totalizer,
    "sequential counter": sequential_counter,
    "network": network,
    "sorting network": partial(network, whole=True),
}
ONE = {"bits": by_bits, "ladder": by_ladder, "product": by_product, "commanders": by_commanders}


def written(encode: Any, n: int, *bound: int) -> list[list[int]]:
    fresh = count(n + 1)
    return list(encode(list(range(1, n + 1)), *bound, lambda: next(fresh), lambda: None))


def admitted(n: int, clauses: list[list[int]]) -> set[tuple[bool, ...]]:
    """Return the values of the literals 1 .. n that some model has."""
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        return {
            values
            for values in product((False, True), repeat=n)
            if solver.solve([v if value else -v for v, value in enumerate(values, 1)])
        }


def up_to(n: int, k: int) -> set[tuple[bool, ...]]:
    return {values for values in product((False, True), repeat=n) if sum(values) <= k}


@pytest.mark.parametrize("encode", COUNTING.values(), ids=COUNTING)
@pytest.mark.parametrize(("n", "k"), SIZES)
def test_counting_admits_up_to_its_bound(encode: Any, n: int, k: int) -> None:
    assert admitted(n, written(encode, n, k)) == up_to(n, k)


@pytest.mark.parametrize("encode", ONE.values(), ids=ONE)
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8, 9, 11])
def test_one_at_most_is_admitted(encode: Any, n: int) -> None:
    assert admitted(n, written(encode, n)) == up_to(n, 1)


@pytest.mark.parametrize("encode", COUNTING.values(), ids=COUNTING)
def test_propagation_rules_out_the_others_once_the_bound_is_reached(encode: Any) -> None:
    for n, k in SIZES:
        with Solver(name="glucose4", bootstrap_with=written(encode, n, k)) as solver:
            for chosen in combinations(range(1, n + 1), k):
                consistent, seen = solver.propagate(list(chosen))
                assert consistent
                assert {-v for v in range(1, n + 1) if v not in chosen} <= set(seen)


@pytest.mark.parametrize("encode", ONE.values(), ids=ONE)
def test_propagation_rules_out_the_others_once_one_is_chosen(encode: Any) -> None:
    for n in (2, 5, 7, 30):
        with Solver(name="glucose4", bootstrap_with=written(encode, n)) as solver:
            for chosen in range(1, n + 1):
                consistent, seen = solver.propagate([chosen])
                assert consistent
                assert {-v for v in range(1, n + 1) if v != chosen} <= set(seen)


@pytest.mark.parametrize("encode", [*ONE.values(), *COUNTING.values()], ids=[*ONE, *COUNTING])
def test_writing_many_clauses_ends_when_the_check_raises(encode: Any) -> None:
    fresh, looks = count(100_001), count(1)

    def check() -> None:
        if next(looks) == 3:
            raise Stopped

    literals = list(range(1, 100_001))
    bound = [] if encode in ONE.values() else [500]
    with pytest.raises(Stopped):
        list(encode(literals, *bound, lambda: next(fresh), check))
    assert next(looks) == 4
