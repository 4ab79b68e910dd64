"""`precedence` against plain loops over words, by solvers of several kinds and in texts."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import count, solutions

LETTERS = "abc"


def holds(word: Sequence[str], first: str, second: str) -> bool:
    return second not in word or (first in word and word.index(first) < word.index(second))


def puzzle_of(size: int, order: Any = ("a", "b"), **more: Any) -> Puzzle:
    puzzle = Puzzle("word")
    mark = puzzle.choices("mark", col=range(size), letter=list(LETTERS))
    puzzle.exactly_one(mark, by="col")
    puzzle.precedence(order, mark, along="col", value="letter", name="order", **more)
    return puzzle


@given(st.integers(1, 4), st.permutations(LETTERS))
def test_the_words_are_those_of_a_plain_loop(size: int, order: list[str]) -> None:
    first, second, _ = order
    puzzle = puzzle_of(size, (first, second))
    right = {word for word in product(LETTERS, repeat=size) if holds(word, first, second)}
    for made in (puzzle, pickle.loads(pickle.dumps(puzzle))):
        found = [tuple(row.letter for row in one["mark"]) for one in solutions(made)]
        assert len(found) == len(right)
        assert set(found) == right
    for word in product(LETTERS, repeat=size):
        assert bool(puzzle.check(list(enumerate(word)))) is (word in right)


@pytest.mark.parametrize("engine", ["dlx", "bitmask", "cpsat", "sat"])
def test_every_line_by_solvers_of_several_kinds(engine: str) -> None:
    puzzle = Puzzle("two lines with blanks")
    mark = puzzle.choices("mark", row=range(2), col=range(3), letter=["a", "b"])
    puzzle.at_most_one(mark, by=("row", "col"))
    puzzle.precedence(
        ("a", "b"), mark, by="row", along="col", value="letter", empty="-", name="order"
    )
    words = sum(holds(word, "a", "b") for word in product("ab-", repeat=3))
    assert count(puzzle, engine).count == words**2


def test_a_broken_line_costs() -> None:
    puzzle = puzzle_of(2)
    puzzle.prefer(puzzle.rules[-1], 5)
    totals = sorted(puzzle.total(answer) or 0 for answer in solutions(puzzle))
    right = sum(holds(word, "a", "b") for word in product(LETTERS, repeat=2))
    assert totals == [0] * right + [5] * (9 - right)


def test_what_is_wrong_is_named() -> None:
    puzzle = puzzle_of(3)
    assert puzzle.check(list(enumerate("cba"))).violations == (
        "order line: reads 'c b a', must have a before b",
    )


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (("a",), r"\('a',\), expected two different values"),
        (("a", "a"), r".*expected two different values"),
        ("ab", "'ab', expected two different values"),
        (("a", "z"), "no choice has the value z, expected a, b, c"),
    ],
)
def test_an_order_is_of_two_values_of_the_table(order: Any, what: str) -> None:
    with pytest.raises(ModelError, match=rf"rule order \(test_precedence.py:\d+\): {what}"):
        puzzle_of(2, order)


def test_a_text_says_it() -> None:
    text = """\
[choices.mark]
row = "1..2"
col = "1..3"
letter = ["a", "b"]
[rules]
one = { exactly_one = "mark", by = "row, col" }
order = { precedence = ["a", "b"], of = "mark", by = "row", along = "col", value = "letter" }
"""
    (puzzle,) = read(text).problems
    right = sum(holds(word, "a", "b") for word in product("ab", repeat=3)) ** 2
    assert count(puzzle).count == right
    assert 'precedence = ["a", "b"]' in write(puzzle, "toml")
    (again,) = read(write(puzzle, "toml")).problems
    assert count(again).count == right
