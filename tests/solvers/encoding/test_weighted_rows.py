"""Weighted items on their way to CP-SAT, SAT and MIP: what they force, and which rows they are."""

from __future__ import annotations

from itertools import count, product
from random import Random

import pytest

import minuet
from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers.contract import Query
from minuet.solvers.encoding.rows import rows
from minuet.solvers.encoding.selection import selected
from minuet.solvers.encoding.sums import Either, WeightedSum, of_weights
from minuet.solvers.sat.sums import by_addition, diagram


def summed(low: int, high: int, *weights: int) -> ExactCover:
    """Return the matrix of one item and an option for each weight."""
    builder = ExactCoverBuilder()
    builder.item("sum", low, high)
    for weight in weights:
        builder.option(["sum"], weights={"sum": weight})
    return builder.build()


def left(matrix: ExactCover, given: tuple[int, ...] = ()) -> tuple[list[int], list[int]] | None:
    """Return what a selection forces, and the options that it leaves open."""
    rest = selected(Query(matrix, given))
    return None if rest is None else (sorted(rest.given.tolist()), rest.options.tolist())


def test_a_sum_forces_and_rules_out_by_what_it_can_still_reach() -> None:
    assert left(summed(9, 9, 2, 7, 20)) == ([0, 1], [])
    assert left(summed(5, 12, 2, 7, 20)) == ([1], [0])
    assert left(summed(-4, -4, -1, -3, 1)) == ([0, 1], [])
    assert left(summed(0, 1, 3, -2, -2)) == ([], [0, 1, 2])
    assert left(summed(0, 1, 3, -2, -2), (0,)) == ([0], [1, 2])
    assert left(summed(1, 1, 2, 4, -2)) is None
    assert left(summed(8, 9, 2, 5)) is None
    assert left(summed(-(1 << 62), 1 << 62, 2, -5)) == ([], [0, 1])


def test_a_sum_that_one_choice_keeps_is_a_clause() -> None:
    clause = Either(yes=[2], no=[0, 1], item=7)
    assert list(of_weights(7, [0, 1, 2], [-1, -1, 1], -1, 1)) == [clause]
    assert list(of_weights(7, [0, 1, 2], [-5, -9, 4], -13, 1 << 62)) == [clause]
    assert list(of_weights(7, [0, 1, 2], [1, 1, -1], -1, 1)) == [clause]
    both = list(of_weights(0, [0, 1], [3, 4], 1, 6))
    assert both == [Either([0, 1], [], 0), Either([], [0, 1], 0)]


def test_a_sum_is_divided_by_what_its_weights_have_in_common() -> None:
    weights = [6, 4, -2, 8]
    (row,) = of_weights(0, [0, 1, 2, 3], weights, 3, 9)
    assert row == WeightedSum([0, 1, 2, 3], [3, 2, -1, 4], 2, 4, 0)
    assert list(of_weights(0, [0, 1], [2, 2], 1, 1)) == [Either([], [], 0)]  # an odd sum
    exactly_one = [Either([], [0, 1], 0), Either([0, 1], [], 0)]
    assert list(of_weights(0, [0, 1], [-3, -3], -5, -2)) == exactly_one


def test_sums_that_always_hold_make_no_row() -> None:
    assert list(of_weights(0, [0, 1], [2, -2], -2, 2)) == []
    rest = selected(Query(summed(-(1 << 62), 5, 2, 3)))
    assert rest is not None
    table = rows(rest, lambda: None)
    assert table.speaking == []


def test_an_option_may_join_where_another_one_makes_up_for_it() -> None:
    # {0} and {0, 1, 2} are both solutions: the second joins two options to the first.
    rest = selected(Query(summed(2, 2, 2, 3, -3)))
    assert rest is not None
    assert rows(rest, lambda: None).loose == [0, 1, 2]
    alike = selected(Query(summed(5, 5, 2, 3, 3)))
    assert alike is not None
    assert rows(alike, lambda: None).loose == []


def models(n: int, clauses: list[list[int]]) -> set[tuple[int, ...]]:
    """Return the values of the first n variables in all models."""
    from pysat.solvers import Solver

    with Solver("glucose4", bootstrap_with=clauses) as solver:
        return {
            bits
            for bits in product((0, 1), repeat=n)
            if solver.solve([k if bit else -k for k, bit in enumerate(bits, 1)])
        }


@pytest.mark.parametrize("encoding", ["diagram", "adder"])
def test_the_clauses_of_a_sum_have_its_models_and_no_others(encoding: str) -> None:
    rng = Random(encoding)
    for _ in range(150):
        n = rng.randint(1, 6)
        size = rng.choice((2, 5, 50, (1 << 31) - 1))
        weights = [rng.choice((1, -1, size, rng.randint(1, size))) for _ in range(n)]
        least, most = sum(w for w in weights if w < 0), sum(w for w in weights if w > 0)
        low = rng.choice((least, rng.randint(least, most)))
        high = rng.choice((low, most, rng.randint(low, most)))
        fresh = count(n + 1).__next__
        literals = list(range(1, n + 1))
        if encoding == "diagram":
            made = diagram(literals, weights, low, high, 1000, lambda: None)
            assert made is not None
            clauses = list(made.clauses(fresh, lambda: None))
        else:
            clauses = list(by_addition(literals, weights, low, high, fresh, lambda: None))
        expected = {
            bits
            for bits in product((0, 1), repeat=n)
            if low <= sum(w * bit for w, bit in zip(weights, bits, strict=True)) <= high
        }
        assert models(n, clauses) == expected, (weights, low, high)


def test_a_diagram_that_gets_large_is_given_up() -> None:
    weights = [1000 + k * k for k in range(20)]
    assert diagram(list(range(1, 21)), weights, 9000, 9050, 1000, lambda: None) is None


@pytest.mark.parametrize("name", ["cpsat", "propagate", "sat", "mip", "clingo", "auto"])
def test_an_item_may_be_left_with_weights_of_one(name: str) -> None:
    """The weight of 2 on the first item is beyond its upper bound: one option is left or none."""
    builder = ExactCoverBuilder()
    builder.item("first", -1, 1)
    builder.item("second", 1, 2)
    builder.option(["first"], weights={"first": 2})
    builder.option(["second"])
    builder.option(["first", "second"], weights={"second": 2})
    builder.option(["first"])
    builder.option(["first", "second"])
    assert minuet.count(builder.build(), name).count == 5
