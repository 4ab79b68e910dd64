"""At most k of n, as clauses: exactly the choices of k or fewer can be completed to a model."""

from __future__ import annotations

from itertools import count, product

import pytest
from pysat.solvers import Solver

from minuet.solvers.cardinality import by_bits, totalizer
from minuet.solvers.solver import Stopped

SIZES = [(n, k) for n in range(2, 9) for k in range(1, n)]


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


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_the_totalizer_admits_up_to_its_bound(n: int, k: int) -> None:
    fresh = count(n + 1)
    clauses = list(totalizer(list(range(1, n + 1)), k, lambda: next(fresh), lambda: None))
    assert admitted(n, clauses) == up_to(n, k)


@pytest.mark.parametrize("n", range(2, 10))
def test_bits_admit_one_at_most(n: int) -> None:
    fresh = count(n + 1)
    clauses = list(by_bits(list(range(1, n + 1)), lambda: next(fresh), lambda: None))
    assert admitted(n, clauses) == up_to(n, 1)


@pytest.mark.parametrize("bound", [1, 500])
def test_writing_many_clauses_ends_when_the_check_raises(bound: int) -> None:
    fresh, looks = count(100_001), count(1)

    def check() -> None:
        if next(looks) == 3:
            raise Stopped

    literals = list(range(1, 100_001))
    made = (
        by_bits(literals, lambda: next(fresh), check)
        if bound == 1
        else totalizer(literals, bound, lambda: next(fresh), check)
    )
    with pytest.raises(Stopped):
        list(made)
    assert next(looks) == 4
