"""Comparison: one sum is at most another, or equal to it, group by group."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import permutations, product
from operator import eq, ge, gt, le, lt
from typing import Any

import pytest

from minuet.models import Choices, ModelError, Puzzle
from minuet.models.formats import read, same_cover, write
from minuet.solvers import verify
from minuet.solvers.conformance import all_solutions

SIGNS = {"==": eq, "<=": le, ">=": ge, "<": lt, ">": gt}
HOURS = (3, 2, 4)


def workshop() -> tuple[Puzzle, Choices, Choices]:
    """Three jobs on two machines, and the hour at which all is done."""
    puzzle = Puzzle("workshop")
    task = puzzle.choices("task", job=range(3), machine=["a", "b"])
    end = puzzle.choices("end", hour=range(1, 8))
    puzzle.exactly_one(task, by="job")
    puzzle.exactly(1, end)
    return puzzle, task, end


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sum_without_groups_is_compared_with_every_group(sign: str) -> None:
    puzzle, task, end = workshop()
    load = puzzle.sum(task, by="machine", weight=lambda job: HOURS[job])
    rule = puzzle.compare(load, sign, puzzle.sum(end, weight="hour"))
    assert (rule.name, rule.groups) == (f"task/machine {sign} end", ["a", "b"])
    found = 0
    for on in product("ab", repeat=3):
        loads = [sum(HOURS[k] for k in range(3) if on[k] == m) for m in "ab"]
        for hour in range(1, 8):
            right = all(SIGNS[sign](one, hour) for one in loads)
            options = [2 * k + "ab".index(m) for k, m in enumerate(on)] + [5 + hour]
            assert bool(puzzle.check(puzzle.read(options))) == right
            assert (verify(puzzle.matrix, options) is None) == right
            found += right
    assert len(all_solutions(puzzle.matrix)) == found


def test_both_sums_may_be_of_one_table() -> None:
    """The signs of a futoshiki in a line of four digits."""
    less = [(0, 1), (3, 2)]
    puzzle = Puzzle("line")
    digit = puzzle.choices("digit", cell=range(4), value=range(1, 5))
    puzzle.exactly_one(digit, by="cell")
    puzzle.exactly_one(digit, by="value")

    def side(of: int) -> Callable[[int], list[int]]:
        return lambda cell: [k for k, pair in enumerate(less) if pair[of] == cell]

    left, right = (puzzle.sum(digit, covering=side(of), weight="value") for of in (0, 1))
    rule = puzzle.compare(left, "<", right, name="less")
    wanted = [p for p in permutations(range(4)) if p[0] < p[1] and p[3] < p[2]]
    found = all_solutions(puzzle.matrix)
    assert {tuple(o % 4 for o in s) for s in found} == set(wanted)
    assert rule.demand(1) == "less 1 needs the first sum less than the second"
    assert puzzle.check(puzzle.read((1, 4, 10, 15))).violations == (
        "less 0 adds up to 2 and 1, the first must be less than the second",
        "less 1 adds up to 4 and 3, the first must be less than the second",
    )
    puzzle.say(rule, lambda k: f"sign {k + 1}")
    assert puzzle.check(puzzle.read((1, 4, 11, 14))).violations == ("sign 1: 2 and 1",)


def test_sums_are_added_subtracted_and_multiplied() -> None:
    values = range(1, 4)
    for build, holds in (
        (lambda x, y: (2 * x + 1, ">=", y + x), lambda x, y: 2 * x + 1 >= y + x),
        (lambda x, y: (x - y, "==", 1), lambda x, y: x - y == 1),
        (lambda x, y: (1, "<", y - x), lambda x, y: y - x > 1),
        (lambda x, y: (5 - x, "<=", 3 + 0 * y), lambda x, y: 5 - x <= 3),
        (lambda x, y: (-x, ">", -y), lambda x, y: -x > -y),
        (lambda x, y: (x - x, "==", 0), lambda x, y: True),
        (lambda x, y: (x * 2 - 3, "<=", -1), lambda x, y: 2 * x - 3 <= -1),
        (lambda x, y: (x, "<=", -1), lambda x, y: False),
    ):
        puzzle = Puzzle()
        digit = puzzle.choices("digit", cell=["x", "y"], value=values)
        puzzle.exactly_one(digit, by="cell")
        sums = [
            puzzle.sum(digit, where=lambda cell, own=own: cell == own, weight="value")
            for own in ("x", "y")
        ]
        puzzle.compare(*build(*sums), name="sign")
        assert all_solutions(puzzle.matrix) == {
            (x - 1, y + 2) for x in values for y in values if holds(x, y)
        }
        for x, y in product(values, repeat=2):
            assert bool(puzzle.check(puzzle.read((x - 1, y + 2)))) == holds(x, y)


def test_counts_are_compared_where_nothing_has_a_weight() -> None:
    puzzle = Puzzle("as many")
    mark = puzzle.choices("mark", row=range(2), col=range(3))
    puzzle.compare(
        puzzle.sum(mark, where=lambda row: row == 0), "==", puzzle.sum(mark, where=lambda row: row)
    )
    assert len(all_solutions(puzzle.matrix)) == 20  # (6 over 3): as many above as below


def test_a_group_that_only_one_sum_has_is_compared_with_0() -> None:
    puzzle = Puzzle()
    one = puzzle.choices("one", k=[0, 1])
    two = puzzle.choices("two", k=[1, 2])
    puzzle.compare(puzzle.sum(one, by="k"), "==", puzzle.sum(two, by="k"))
    assert all_solutions(puzzle.matrix) == {(), (1, 2)}


@pytest.mark.parametrize("copied", [pickle.dumps, lambda p: write(p, "toml")])
def test_a_comparison_travels_and_comes_back_from_toml(copied: Callable[[Any], Any]) -> None:
    puzzle, task, end = workshop()
    load = puzzle.sum(task, by="machine", weight=lambda job: HOURS[job])
    puzzle.compare(load - 1, "<", 2 * puzzle.sum(end, weight="hour"))
    text = copied(puzzle)
    again: Any
    if isinstance(text, bytes):
        again = pickle.loads(text)
        broken = (0, 2, 4, 6)
        assert again.check(again.read(broken)).violations == (
            "task/machine - 1 < 2 * end a adds up to 8 and 2, "
            "the first must be less than the second",
        )
    else:
        (again,) = read(text, form="toml").problems
    assert same_cover(again.matrix, puzzle.matrix)


TOML = """
[choices.task]
job = "0..2"
machine = ["a", "b"]
[choices.end]
hour = "1..7"
[rules]
job = { exactly_one = "task", by = "job" }
one = { exactly = 1, of = "end" }
load = { compare = [{ of = "task", by = "machine", weight = "4 - job" }, "<=", RIGHT] }
"""


def test_toml_has_the_same_comparison() -> None:
    text = TOML.replace("RIGHT", '{ of = "end", weight = "hour", where = "hour > 2" }')
    (puzzle,) = read(text, form="toml").problems
    assert isinstance(puzzle, Puzzle)
    other, task, end = workshop()
    other.compare(
        other.sum(task, by="machine", weight=lambda job: 4 - job),
        "<=",
        other.sum(end, weight="hour", where=lambda hour: hour > 2),
    )
    assert same_cover(puzzle.matrix, other.matrix)


MISTAKES: dict[str, Callable[[Puzzle, Any, Any], object]] = {
    "compare: '=<', expected one of ==, <=, >=, <, >": lambda p, x, y: p.compare(x, "=<", y),
    "compare: two numbers, expected a sum": lambda p, x, y: p.compare(1, "<", 2),
    "compare: 1.5, expected a sum or an integer": lambda p, x, y: p.compare(x, "<", 1.5),  # type: ignore[arg-type]
    "has no table 'other'": lambda p, x, y: p.sum("other"),
    "table 'end' has no column 'day'": lambda p, x, y: p.sum("end", weight="day"),
    "end(hour=1) has the weight 0.5, not an integer": lambda p, x, y: p.compare(
        x, "<", p.sum("end", weight=lambda hour: hour / 2)
    ),
    "end(hour=2) has the weight -4294967296, expected one": lambda p, x, y: p.compare(
        x, "<", p.sum("end", weight=lambda hour: (hour - 1) << 30) * 4
    ),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_in_a_comparison_is_one_line(message: str) -> None:
    puzzle, task, end = workshop()
    sums = puzzle.sum(task, by="machine"), puzzle.sum(end, weight="hour")
    with pytest.raises(ModelError) as caught:
        MISTAKES[message](puzzle, *sums)
        _ = puzzle.matrix
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_sum_of_another_puzzle_is_refused() -> None:
    puzzle, task, _ = workshop()
    other = workshop()[0]
    with pytest.raises(ModelError, match="is not of puzzle"):
        other.compare(puzzle.sum(task, by="machine"), "<", 3)
    with pytest.raises(TypeError):
        _ = puzzle.sum(task) + 0.5  # type: ignore[operator]
