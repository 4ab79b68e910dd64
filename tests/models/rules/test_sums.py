"""Sums: rows of a table that count with weights, in every rule that bounds a number."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Choices, ModelError, Puzzle
from minuet.models.formats import read, same_cover, write
from minuet.solvers import verify
from minuet.solvers.conformance import all_solutions

from drawing import few

Chosen = set[tuple[int, ...]]


def coins(values: list[int]) -> tuple[Puzzle, Choices]:
    """A choice of coins, by their place and value."""
    puzzle = Puzzle("coins")
    rows = [{"place": k, "value": value} for k, value in enumerate(values)]
    return puzzle, puzzle.choices("coin", rows=rows)


def picks(values: list[int], holds: Callable[[int], bool]) -> Chosen:
    """All choices of coins whose sum is right, by brute force."""
    found = set()
    for taken in product((False, True), repeat=len(values)):
        chosen = tuple(k for k, one in enumerate(taken) if one)
        if holds(sum(values[k] for k in chosen)):
            found.add(chosen)
    return found


VALUES = st.lists(st.integers(-4, 5), min_size=1, max_size=6)
BOUND = st.integers(-6, 8)


@few(30)
@given(values=VALUES, low=BOUND, width=st.integers(0, 4))
def test_the_rules_that_bound_numbers_bound_sums(values: list[int], low: int, width: int) -> None:
    high = low + width
    rules: list[tuple[Callable[[Puzzle, Choices], object], Callable[[int], bool]]] = [
        (lambda p, t: p.between(low, high, t, weight="value"), lambda s: low <= s <= high),
        (lambda p, t: p.between(None, high, t, weight="value"), lambda s: s <= high),
        (lambda p, t: p.between(low, None, t, weight="value"), lambda s: low <= s),
        (lambda p, t: p.at_least(low, t, weight="value"), lambda s: low <= s),
        (lambda p, t: p.at_most(high, t, weight="value"), lambda s: s <= high),
        (lambda p, t: p.sum_equals(low, t, weight="value"), lambda s: s == low),
        (lambda p, t: p.exactly(low, t, weight=lambda value: value), lambda s: s == low),
        (lambda p, t: p.at_most(high, t, weight={"coin": "value"}), lambda s: s <= high),
        (lambda p, t: p.at_most(2 * high, t, weight=lambda value: 2 * value), lambda s: s <= high),
        (
            lambda p, t: p.at_least(low, t, covering=lambda value: {"all": value}),
            lambda s: low <= s,
        ),
        (
            lambda p, t: p.between({"x": (low, high)}, t, by=lambda: "x", weight="value"),
            lambda s: low <= s <= high,
        ),
    ]
    for add, holds in rules:
        puzzle, coin = coins(values)
        add(puzzle, coin)
        assert all_solutions(puzzle.matrix) == picks(values, holds)
        for taken in product((False, True), repeat=len(values)):
            chosen = tuple(k for k, one in enumerate(taken) if one)
            right = holds(sum(values[k] for k in chosen))
            assert bool(puzzle.check(puzzle.read(chosen))) == right
            assert (verify(puzzle.matrix, chosen) is None) == right


def test_a_weight_may_be_told_by_the_repeats_of_a_key_and_by_a_mapping() -> None:
    for covering in (
        lambda height: {"water": height, "tank": 1},
        lambda height: ["water"] * height + ["tank"],
    ):
        puzzle = Puzzle("aquarium")
        level = puzzle.choices("level", tank=range(2), height=range(4))
        puzzle.exactly_one(level, by="tank")
        puzzle.between({"water": (4, 5), "tank": (2, 2)}, level, covering=covering)
        fits = [s for s in product(range(4), repeat=2) if 4 <= sum(s) <= 5]
        assert len(all_solutions(puzzle.matrix)) == len(fits)


@pytest.mark.parametrize("as_mapping", [False, True])
@given(
    st.lists(st.lists(st.integers(0, 2), max_size=4), min_size=1, max_size=5),
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
)
def test_groups_with_a_number_each_count_a_key_as_often_as_a_row_has_it(
    as_mapping: bool, keys: list[list[int]], numbers: tuple[int, ...]
) -> None:
    puzzle = Puzzle()
    ship = puzzle.choices("ship", k=range(len(keys)))

    def covers(k: int) -> Any:
        return dict(Counter(keys[k])) if as_mapping else keys[k]

    rule = puzzle.exactly(dict(enumerate(numbers)), ship, covering=covers)
    expected = {
        tuple(chosen)
        for size in range(len(keys) + 1)
        for chosen in combinations(range(len(keys)), size)
        if all(sum(keys[k].count(key) for k in chosen) == n for key, n in enumerate(numbers))
    }
    assert set(map(tuple, all_solutions(puzzle.matrix))) == expected
    for size in range(len(keys) + 1):
        for chosen in combinations(range(len(keys)), size):
            said = list(rule.violations(lambda _, c=chosen: c))
            assert bool(said) == (chosen not in expected)


def test_both_a_mapping_and_a_weight_multiply() -> None:
    puzzle, coin = coins([2, 3])
    puzzle.sum_equals(18, coin, covering=lambda: {"x": 3}, weight={"coin": "value"})
    assert puzzle.matrix.weights.tolist() == [6, 9]


def test_several_tables_count_each_with_a_weight_of_its_own() -> None:
    puzzle = Puzzle("balance")
    left = puzzle.choices("left", kilos=range(1, 4))
    right = puzzle.choices("right", kilos=range(1, 4))
    puzzle.exactly(0, [left, right], weight={left: "kilos", "right": lambda kilos: -kilos})
    puzzle.at_most(3, [left, right], weight=1)
    found = [
        (a, b)
        for a in product((0, 1), repeat=3)
        for b in product((0, 1), repeat=3)
        if a[0] + 2 * a[1] + 3 * a[2] == b[0] + 2 * b[1] + 3 * b[2] and sum(a) + sum(b) <= 3
    ]
    assert len(all_solutions(puzzle.matrix)) == len(found)


def test_a_row_of_weight_0_is_left_out_but_its_group_is_there() -> None:
    puzzle = Puzzle("zeros")
    digit = puzzle.choices("digit", place=range(2), value=range(3))
    puzzle.exactly_one(digit, by="place")
    rule = puzzle.sum_equals(
        2, digit, by="place", name="sum", weight=lambda place, value: place * value
    )
    assert rule.groups == [0, 1]
    assert len(puzzle.matrix.option(0)) == 1
    assert not all_solutions(puzzle.matrix)  # nothing adds up to 2 in place 0
    assert puzzle.check(puzzle.read((2, 5))).violations == ("sum 0 adds up to 0, must be 2",)


def test_messages_say_what_a_sum_is_and_must_be() -> None:
    puzzle = Puzzle("magic")
    digit = puzzle.choices("digit", row=range(2), col=range(2), value=range(1, 5))
    rule = puzzle.sum_equals(5, digit, by="row", weight="value", name="row")
    at_most = puzzle.at_most(4, digit, by="col", weight="value", name="col")
    assert rule.wanted == "a sum of 5"
    assert rule.demand(1) == "row 1 needs a sum of 5"
    assert at_most.demand(1) == "col 1 allows a sum of at most 4"
    assert "row: a sum of 5 in each of 2 groups of 8 choices of digit (test_sums.py:" in (
        puzzle.describe()
    )
    answer = puzzle.read((0, 5, 10, 15))  # 1 2 / 3 4
    assert puzzle.check(answer).violations == (
        "row 0 adds up to 3, must be 5",
        "row 1 adds up to 7, must be 5",
        "col 1 adds up to 6, must be at most 4",
    )
    puzzle.say(rule, lambda row: f"line {row + 1} adds up to 5")
    assert puzzle.check(answer).violations[0] == "line 1 adds up to 5: adds up to 3"
    assert verify(puzzle.matrix, (0, 5, 10, 15)) == "item row 0 adds up to 3, must be 5"


def test_givens_that_no_further_choice_can_mend_clash() -> None:
    puzzle, coin = coins([5, 3, -2])
    rule = puzzle.sum_equals(4, coin, weight="value")
    puzzle.given(coin, place=0)
    assert not puzzle.clashes()
    puzzle.given(coin, place=1)
    assert [group.rule for group in puzzle.clashes()] == [rule.name]  # 8, and 6 at the least
    other, coin = coins([1, 2, 2])
    other.exactly(5, coin, weight="value")
    assert not other.clashes()


def test_each_group_may_have_bounds_of_its_own() -> None:
    puzzle = Puzzle("kakurasu")
    cell = puzzle.choices("cell", row=range(1, 4), col=range(1, 4))
    rows, cols = {1: 3, 2: 5, 3: 1}, {1: 3, 2: 1, 3: 2}
    rule = puzzle.sum_equals(rows, cell, by="row", weight="col", name="row")
    across = puzzle.exactly(cols, cell, by="col", weight="row", name="col")
    assert (rule.wanted, across.wanted) == (
        "a sum of 3 or a sum of 5 or a sum of 1",
        "a sum of 3 or a sum of 1 or a sum of 2",
    )
    assert rule.demand(2) == "row 2 needs a sum of 5"
    cells = list(product(range(1, 4), repeat=2))
    found = [
        on
        for on in product((0, 1), repeat=9)
        if all(sum(c * on[i] for i, (r, c) in enumerate(cells) if r == k) == rows[k] for k in rows)
        and all(sum(r * on[i] for i, (r, c) in enumerate(cells) if c == k) == cols[k] for k in cols)
    ]
    assert len(all_solutions(puzzle.matrix)) == len(found)
    for low, high in ((rows, None), (None, rows), (0, rows), ({1: 0, 2: 0, 3: 0}, rows)):
        assert puzzle.between(low, high, cell, by="row").range_of(2) == (
            5 if low is rows else 0,
            5 if high is rows else None,
        )


def kind(puzzle: Puzzle, coin: Choices) -> None:
    puzzle.at_most(3, coin, weight="value")


MISTAKES: dict[str, Callable[[Puzzle, Choices], object]] = {
    "coin(place=1, value=7) has the weight 2.5, not an integer": lambda p, t: p.at_most(
        3, t, weight=lambda place: [1, 2.5, 3][place]
    ),
    "coin(place=2, value=2) has the weight True, not an integer": lambda p, t: p.at_most(
        3, t, weight=lambda place: place == 2 or place
    ),
    "coin(place=0, value=1) has the weight 'x', not an integer": lambda p, t: p.at_most(
        3, t, weight=lambda place: "xyz"[place]
    ),
    "has the weight 2147483648, expected one from -(2^31 - 1)": lambda p, t: p.at_most(
        3, t, weight=lambda value: 1 << 31 if value == 2 else 1
    ),
    "has the weight of 401 bits, expected one from": lambda p, t: p.at_most(
        3, t, weight=lambda value: 1 << 400
    ),
    "coin(place=0, value=1) has the weight 4294967296, expected one": lambda p, t: p.at_most(
        3, t, covering=lambda: {"x": 1 << 16}, weight=1 << 16
    ),
    "coin(place=1, value=7) weighs x 1.5, not an integer": lambda p, t: p.at_most(
        3, t, covering=lambda place: {"y": 1, "x": 0.5 + place if place else 1}
    ),
    "coin(place=0, value=1) weighs x 2, expected 1 in a rule that counts": lambda p, t: (
        p.exactly_one(t, covering=lambda: {"x": 2})
    ),
    "table 'coin' has no column 'worth'": lambda p, t: p.at_most(3, t, weight="worth"),
    "weight: columns for other tables, expected those of coin": lambda p, t: p.at_most(
        3, t, weight={"other": "value"}
    ),
    "the weight 4294967296, expected -(2^31 - 1)": lambda p, t: p.at_most(3, t, weight=1 << 32),
    "between 5 and 4, expected low <= high": lambda p, t: p.between(5, 4, t, weight="value"),
    "between 0.5 and 0.5, expected integers": lambda p, t: p.sum_equals(0.5, t, weight="value"),  # type: ignore[arg-type]
    "a bound of 63 bits, expected at most 2^62": lambda p, t: p.at_most(
        (1 << 62) + 1, t, weight="value"
    ),
    "1 between (1, 2, 3), expected (low, high)": lambda p, t: p.between(
        {1: (1, 2, 3)}, t, by="place"
    ),
    "between 1, expected low, high and a table": lambda p, t: p.between(1, t, by="place"),
    "2 has one bound, expected both": lambda p, t: p.between({1: 1, 2: 0}, {1: 1}, t, by="place"),
    "1 between 3 and 2, expected 0 <= low <= high": lambda p, t: p.between(
        {1: (3, 2)}, t, by="value"
    ),
    "is in the group 2, which has no number": lambda p, t: p.at_most({1: 3, 7: 1}, t, by="value"),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_in_a_sum_is_one_line_that_names_rule_and_row(message: str) -> None:
    puzzle, coin = coins([1, 7, 2])
    with pytest.raises(ModelError) as caught:
        MISTAKES[message](puzzle, coin)
        _ = puzzle.matrix
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "add",
    [
        kind,
        lambda p, t: p.sum_equals({1: 1, 2: 3, 7: 0}, t, by="value", weight=lambda place: place),
        lambda p, t: p.at_least(-1, t, covering=lambda place: {"a": place - 1, "b": 2}),
        lambda p, t: p.between(0, 5, t, covering=lambda place: ["x"] * place + ["y"]),
        lambda p, t: p.exactly(2, t),
    ],
)
def test_a_puzzle_of_sums_travels_and_comes_back_from_toml(
    add: Callable[[Puzzle, Choices], Any],
) -> None:
    puzzle, coin = coins([1, 7, 2])
    add(puzzle, coin)
    there = pickle.loads(pickle.dumps(puzzle))
    assert there.matrix == puzzle.matrix
    assert there.copy().matrix == puzzle.matrix
    (again,) = read(write(puzzle, "toml"), form="toml").problems
    assert isinstance(again, Puzzle)
    assert same_cover(again.matrix, puzzle.matrix)
    for taken in product((False, True), repeat=3):
        chosen = tuple(k for k, one in enumerate(taken) if one)
        told = puzzle.check(puzzle.read(chosen)).violations
        assert there.check(there.read(chosen)).violations == told
        assert bool(again.check(again.read(chosen))) == (not told)


def test_without_groups_all_rows_are_one() -> None:
    puzzle, coin = coins([1, 7, 2])
    rule = puzzle.at_most(2, coin)
    assert (rule.name, rule.groups, rule.wanted) == ("coin", ["all"], "at most 2")
    assert len(all_solutions(puzzle.matrix)) == 7
    assert puzzle.check(puzzle.read((0, 1, 2))).violations == (
        "coin all: 3 chosen, expected at most 2",
    )
    one = puzzle.exactly_one(coin)
    assert (one.groups, one.wanted) == (["all"], "exactly one")
    assert len(all_solutions(puzzle.matrix)) == 3
