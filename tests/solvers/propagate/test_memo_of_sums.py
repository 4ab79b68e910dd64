"""Counting by a memo of what sums leave open: published numbers, brute force, any size."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from math import comb
from random import Random

import pytest

from minuet.models import ExactCover, ExactCoverBuilder, Puzzle, Unsupported
from minuet.solvers import count
from minuet.solvers.contract import Query, Verifier
from minuet.solvers.fuzz.cases.small_matrices import small_sums
from minuet.solvers.native.engine import count_by_sums

from drawing import seeds


def partitions(number: int, parts: Collection[int]) -> Puzzle:
    """Ways to write a number as a sum of some parts, each as often as one likes."""
    made = Puzzle("partitions")
    rows = [{"part": part, "times": times} for part in parts for times in range(number // part + 1)]
    part = made.choices("part", rows)
    made.exactly_one(part, by="part")
    made.sum_equals(
        number,
        part,
        by=lambda times: 0 if times else None,
        weight=lambda part, times: part * times,
    )
    return made


@pytest.mark.parametrize("number, expected", [(5, 7), (20, 627), (100, 190_569_292)])
def test_partitions_of_integers(number: int, expected: int) -> None:
    made = partitions(number, range(1, number + 1))
    assert count(made, "memo").count == expected  # OEIS A000041


def test_a_dollar_is_changed_in_292_ways() -> None:
    assert count(partitions(100, [1, 5, 10, 25, 50]), "memo").count == 292  # Polya, 1956


def table(size: int, total: int) -> Puzzle:
    """Tables of natural numbers whose rows and columns all have one sum."""
    made = Puzzle("table")
    number = made.choices("number", row=range(size), col=range(size), value=range(total + 1))
    made.exactly_one(number, by=("row", "col"))
    for by in ("row", "col"):
        made.sum_equals(
            total,
            number,
            covering=lambda row, col, value, by=by: (
                {(row if by == "row" else col): value} if value else {}
            ),
            name=by,
        )
    return made


@pytest.mark.parametrize(
    ("size", "total", "expected"),
    [(3, 4, 120), (4, 3, 2008), (4, 6, 132_724), (5, 2, 6210), (5, 3, 153_040)],
)
def test_tables_with_sums_of_rows_and_columns(size: int, total: int, expected: int) -> None:
    assert count(table(size, total), "memo").count == expected


def subsets(weights: Collection[int], low: int, high: int) -> ExactCover:
    builder = ExactCoverBuilder()
    builder.item("sum", low, high)
    for weight in weights:
        builder.option(["sum"], weights={"sum": weight})
    return builder.build()


@pytest.mark.parametrize("name", ["memo", "propagate:tree", "auto"])
def test_subsets_of_one_sum(name: str) -> None:
    # of 1 to 40 half the whole sum (OEIS A025591)
    assert count(subsets(range(1, 41), 410, 410), name).count == 5_830_034_720


def test_counts_pass_128_bits() -> None:
    numbers = [2] * 150 + [-2] * 150
    expected = sum(comb(150, k) ** 2 for k in range(151))
    assert expected > 1 << 128
    assert count(subsets(numbers, 0, 0), "memo").count == expected


@pytest.mark.parametrize("seed", seeds(15))
def test_small_matrices_against_brute_force(seed: int) -> None:
    rng, seen = Random(seed), 0
    for _ in range(60):
        task = small_sums(rng)
        query = Query(task.matrix, task.given, frozenset(task.forbidden))
        if task.matrix.conditions or task.matrix.options > 12:
            continue
        verifier = Verifier(query.matrix, query.given, query.forbidden)
        options = range(query.matrix.options)
        expected = sum(
            verifier.first_wrong([chosen]) is None
            for size in range(len(options) + 1)
            for chosen in combinations(options, size)
        )
        assert count_by_sums(query, 1 << 30) == expected
        seen += expected > 0
    assert seen > 5


def test_where_memory_ends_it_says_so() -> None:
    matrix = subsets([2**k for k in range(1, 14)], 2, 9000)
    assert count_by_sums(Query(matrix), 1000) is None
    with pytest.raises(Unsupported, match="the states of the sums take more than 1000 bytes"):
        count(matrix, "memo", memory=1000)
    assert count(matrix, "propagate").count == 4500
