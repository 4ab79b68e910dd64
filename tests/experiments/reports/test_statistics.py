"""Statistics against published numbers, other programs, and numbers worked out by hand."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.experiments.reports.statistics import fit, holm, mean_ratio, signed_rank

from made_records import reported, rows, run

# Heights of cross- and self-fertilised maize, in eighths of an inch (Darwin 1876; Fisher 1935).
DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]


def test_darwins_maize() -> None:
    assert signed_rank(np.array(DARWIN, float)) == pytest.approx(0.041259765625, abs=1e-12)


def test_five_differences_of_one_sign_are_not_yet_sure() -> None:
    assert signed_rank(np.arange(1.0, 6)) == pytest.approx(2 / 32)
    assert signed_rank(-np.arange(1.0, 7)) == pytest.approx(2 / 64)
    assert signed_rank(np.zeros(4)) == 1


def by_all_signs(differences: list[int]) -> float:
    """The same, by trying every choice of signs."""
    told = [one for one in differences if one]
    sizes = sorted(map(abs, told))
    rank = {size: sizes.index(size) + (sizes.count(size) + 1) / 2 for size in sizes}
    ranks = [rank[abs(one)] for one in told]
    seen = sum(rank[abs(one)] for one in told if one > 0)
    far = abs(seen - sum(ranks) / 2)
    sums = [
        sum(each for each, sign in zip(ranks, signs, strict=True) if sign)
        for signs in product((0, 1), repeat=len(ranks))
    ]
    return sum(abs(one - sum(ranks) / 2) >= far - 1e-9 for one in sums) / len(sums)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9))
def test_the_signed_rank_test_is_that_of_all_signs(differences: list[int]) -> None:
    expected = by_all_signs(differences)
    assert signed_rank(np.array(differences, float)) == pytest.approx(min(1, expected))


def test_of_many_differences_the_normal_distribution_says_the_same() -> None:
    random = np.random.RandomState(3)
    many = random.normal(0.12, 1, 200)
    one_more = np.append(many, 1e-9)  # one rank of the smallest: hardly a change
    assert signed_rank(one_more) == pytest.approx(signed_rank(many), rel=0.05)


def test_holm_raises_each_by_the_number_of_those_left() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]) == [1, 1] and holm([]) == []


def test_the_bootstrap_agrees_with_the_theory_of_large_numbers() -> None:
    logs = np.random.RandomState(5).normal(0.5, 0.8, 400)
    found = mean_ratio(logs)
    half = 1.96 * logs.std(ddof=1) / math.sqrt(400)
    assert math.log(found.low) == pytest.approx(logs.mean() - half, abs=0.1 * half)
    assert math.log(found.high) == pytest.approx(logs.mean() + half, abs=0.1 * half)
    assert found.mean == pytest.approx(math.exp(logs.mean()))


def test_few_instances_have_no_interval() -> None:
    found = mean_ratio(np.log([2.0, 8.0]))
    assert found.mean == pytest.approx(4) and math.isnan(found.low) and not found.is_clear


@settings(max_examples=20)
@given(st.lists(st.floats(-3, 3), min_size=5, max_size=20), st.integers(0, 9))
def test_the_order_of_instances_changes_no_interval(logs: list[float], seed: int) -> None:
    found = mean_ratio(np.array(logs), seed)
    turned = mean_ratio(np.array(logs[::-1]), seed)
    assert (found.low, found.high) == pytest.approx((turned.low, turned.high))
    assert found.low <= found.mean * (1 + 1e-9) and found.mean <= found.high * (1 + 1e-9)


def test_growth_is_told_as_it_was_made() -> None:
    n = np.arange(4.0, 12)
    doubling, cubic = fit(n, 3e-4 * 2**n), fit(n, 5e-3 * n**3)
    assert doubling is not None and cubic is not None
    assert (doubling.kind, doubling.is_decided) == ("exponential", True)
    assert doubling.factor == pytest.approx(2) and doubling.factor_error < 1e-9
    assert (cubic.kind, cubic.is_decided) == ("polynomial", True)
    assert cubic.slope == pytest.approx(3)
    assert cubic.at(np.array([10.0])) == pytest.approx([5])


def test_the_error_of_a_fit_is_that_of_least_squares() -> None:
    n = np.arange(3.0, 13)
    cost = np.exp(0.7 * n + np.random.RandomState(1).normal(0, 0.3, len(n)))
    found = fit(n, cost)
    assert found is not None and found.kind == "exponential"
    (slope, intercept), covariance = np.polyfit(n, np.log(cost), 1, cov=True)
    assert found.slope == pytest.approx(slope) and found.intercept == pytest.approx(intercept)
    assert found.error == pytest.approx(math.sqrt(covariance[0, 0]))


def test_a_straight_line_through_noise_may_be_either() -> None:
    found = fit(np.array([8.0, 9, 10, 11]), np.array([1, 1.4, 1.5, 2.1]))
    assert found is not None and not found.is_decided


def test_a_limit_does_not_bend_the_line() -> None:
    n = np.repeat(np.arange(4.0, 10), 3)
    cost = np.tile([0.5, 1.0, 2.0], 6) * 3**n
    cost[cost > 3**9] = math.inf  # the slowest of the largest size was cut short
    found = fit(n, cost)
    assert found is not None and found.factor == pytest.approx(3)
    assert (found.low, found.high) == (4, 9)
    cost[-2:] = math.inf  # and now most of it: that size says nothing
    found = fit(n, cost)
    assert found is not None and (found.low, found.high) == (4, 8)


def test_three_sizes_are_too_few() -> None:
    assert fit(np.array([1.0, 2, 3]), np.array([1.0, 2, 4])) is None


def test_luck_is_the_spread_worked_out_by_hand() -> None:
    times = {(None, 0): 1, (None, 1): math.e**2, (1, 0): math.e**3, (1, 1): math.e**3}
    records = [
        run("x-1", "a", time, shuffle=shuffle, repetition=repetition, nodes=round(1e6 * time))
        for (shuffle, repetition), time in times.items()
    ]
    ((solver, *spreads, worst, instance, sometimes),) = rows(
        reported([*records, run("x-2", "a", 4)]), "Luck"
    )
    # within shuffles: variances 2 and 0, one degree of freedom each
    assert (solver, spreads[0]) == ("a", f"{math.exp(1):.2g}")
    middle = math.log((1 + math.e**2) / 2)
    over_shuffles = f"{math.exp((3 - middle) / math.sqrt(2)):.1f}"
    assert spreads[1:] == ["–", over_shuffles, over_shuffles]
    assert (worst, instance, sometimes) == (f"{math.e**3:.2g}", "x-1", "0")


def test_seeds_are_told_apart_from_repetitions() -> None:
    records = [
        run("x-1", "a", math.e ** (2 * seed), seed=seed, repetition=repetition)
        for seed in (0, 1)
        for repetition in (0, 1)
    ]
    (row,) = rows(reported(records), "Luck")
    assert row[1:4] == ["1.00", f"{math.exp(math.sqrt(2)):.2g}", "–"]


def test_without_repetitions_nothing_is_known_of_luck() -> None:
    told = reported([run("x-1", "a", 1), run("x-2", "a", 2)])
    assert "Luck" not in {one.title for one in told.sections}


def test_an_instance_that_is_solved_sometimes_is_told() -> None:
    (row,) = rows(reported([run("x-1", "a", 1), run("x-1", "a", repetition=1)]), "Luck")
    assert (row[1], row[-1]) == ("–", "1")
