"""Automata that only forbid that values follow each other: counted by dynamic programming."""

from __future__ import annotations

import random

import pytest

from minuet import count
from minuet.models import Automaton, Puzzle


def drawn(seed: int) -> tuple[list[str], set[tuple[str, str]], int]:
    """Return values, the pairs that must not follow each other, and how long a line is."""
    rng = random.Random(seed)
    values = list("abcd"[: rng.randint(2, 4)])
    pairs = [(first, second) for first in values for second in values]
    return values, set(rng.sample(pairs, rng.randint(1, len(pairs) // 2))), rng.randint(7, 9)


def words(values: list[str], banned: set[tuple[str, str]], length: int) -> int:
    """Return how many words there are, value by value."""
    ways = dict.fromkeys(values, 1)
    for _ in range(length - 1):
        ways = {
            value: sum(number for last, number in ways.items() if (last, value) not in banned)
            for value in values
        }
    return sum(ways.values())


def line(values: list[str], banned: set[tuple[str, str]], length: int, empty: str | None) -> Puzzle:
    """Return a puzzle of one line; `empty` is what a place without a choice reads as."""
    puzzle = Puzzle("line")
    choices = puzzle.choices("x", at=range(length), v=[v for v in values if v != empty])
    steps = [
        (last, value, value)
        for last in ["start", *values]
        for value in values
        if (last, value) not in banned
    ]
    automaton = Automaton(steps, "start", values)
    puzzle.regular(automaton, choices, along="at", value="v", empty=empty)
    return puzzle


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("empty", [None, "a"])
def test_words_are_counted_as_value_by_value(seed: int, empty: str | None) -> None:
    values, banned, length = drawn(seed)
    puzzle = line(values, banned, length, empty)
    for solver in "memo", "propagate":
        assert count(puzzle, solver).count == words(values, banned, length)


def test_bans_need_no_hidden_rows() -> None:
    puzzle = line(["M", "N", "F"], {("N", "M")}, 9, "F")
    assert puzzle.matrix.options == puzzle.visible_options == 18
    assert line(["M", "N", "F"], {("N", "F")}, 9, "F").matrix.options > 18


def test_a_line_that_reads_wrong_is_named() -> None:
    puzzle = line(["M", "N", "F"], {("N", "M")}, 9, "F")
    assert puzzle.check({"x": [(3, "N"), (5, "M")]})
    assert "reads 'F F F N M F F F F'" in str(puzzle.check({"x": [(3, "N"), (4, "M")]}))
