"""A function of columns that fails: the message names the rule, the line, the row and the fault."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from minuet.models import Choices, ModelError, Puzzle, Symmetries
from minuet.models.picture import GridPicture
from minuet.solvers import count

FAULT = "ZeroDivisionError: "
HERE = r"test_mistakes_in_functions\.py:\d+"


def broken(row: int) -> int:
    return 1 // (row - 1)


def broken_set(row: int) -> Any:
    return {row: 1 // (row - 1)}


def broken_later(row: int) -> Any:
    yield row, 1 // (row - 1)


def ask(puzzle: Puzzle, table: Choices, how: str) -> Any:
    return {
        "by": lambda: puzzle.exactly_one(table, by=broken),
        "covering": lambda: puzzle.exactly_one(table, covering=broken_set),
        "generator": lambda: puzzle.exactly_one(table, covering=broken_later),
        "agree": lambda: puzzle.agree({table: broken_set}),
        "agree generator": lambda: puzzle.agree({table: broken_later}),
        "between": lambda: puzzle.between(0, 1, table, by=broken),
        "exactly": lambda: puzzle.exactly({0: 1}, table, by=broken),
    }[how]()


@pytest.fixture
def puzzle() -> Puzzle:
    made = Puzzle("p")
    made.choices("q", row=range(3), col=range(2))
    return made


@pytest.mark.parametrize(
    "how", ["by", "covering", "generator", "agree", "agree generator", "between", "exactly"]
)
def test_a_rule_names_itself_its_line_the_row_and_the_fault(puzzle: Puzzle, how: str) -> None:
    told = rf"rule \S+ \({HERE}\): q\(row=1, col=0\): {FAULT}"
    with pytest.raises(ModelError, match=told) as caught:
        ask(puzzle, puzzle.tables[0], how)
        count(puzzle)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    ("use", "told"),
    [
        (
            lambda puzzle, q: puzzle.choices("z", row=range(3), where=broken),
            rf"table 'z', where \({HERE}\): z\(row=1\)",
        ),
        (lambda puzzle, q: puzzle.minimize(q, broken), rf"objective \({HERE}\): q\(row=1, col=0\)"),
        (lambda puzzle, q: puzzle.maximize(q, broken), rf"objective \({HERE}\): q\(row=1, col=0\)"),
        (
            lambda puzzle, q: puzzle.given(q, where=broken),
            rf"given q\(where=...\) \({HERE}\): q\(row=1, col=0\)",
        ),
        (
            lambda puzzle, q: puzzle.forbid(q, where=broken),
            rf"forbid q\(where=...\) \({HERE}\): q\(row=1, col=0\)",
        ),
        (
            lambda puzzle, q: (puzzle.say(q, broken), puzzle.describe(2)),
            rf"words of q \({HERE}\): q\(row=1, col=0\)",
        ),
    ],
)
def test_filters_costs_and_words_name_the_line_too(
    puzzle: Puzzle, use: Callable[[Puzzle, Choices], Any], told: str
) -> None:
    with pytest.raises(ModelError, match=f"{told}: {FAULT}"):
        use(puzzle, puzzle.tables[0])


def test_words_of_a_rule_name_the_rule_and_the_key(puzzle: Puzzle) -> None:
    rule = puzzle.say(puzzle.exactly_one("q", by="row"), broken)
    assert not isinstance(rule, Choices)
    told = rf"words of rule q/row \({HERE}\): 1: {FAULT}"
    with pytest.raises(ModelError, match=told):
        rule.demand(1)
    with pytest.raises(ModelError, match=told):
        pickle.dumps(puzzle)
    assert rule.demand(0) == "-1"


def test_pictures_name_the_row(puzzle: Puzzle) -> None:
    table = puzzle.tables[0]
    puzzle.picture = GridPicture(table, mark=broken)
    with pytest.raises(ModelError, match=rf"q\(row=1, col=0\): {FAULT}"):
        print(puzzle.answer([(1, 0)]))


def test_a_symmetry_that_fails_names_the_row(puzzle: Puzzle) -> None:
    puzzle.at_most_one("q", by="row")
    with pytest.raises(ModelError, match=rf"q\(row=1, col=0\): {FAULT}"):
        Symmetries.of(puzzle, lambda row, col: (row if row != 1 else broken(row), col))


def test_a_fault_of_any_kind_is_named(puzzle: Puzzle) -> None:
    def stops(row: int) -> int:
        raise StopIteration

    with pytest.raises(ModelError, match="AttributeError: 'int' object has no attribute 'foo'"):
        puzzle.exactly_one("q", by=lambda row: row.foo, name="attribute")
    other = Puzzle("other")
    other.choices("q", row=range(3))
    with pytest.raises(ModelError, match=r"q\(row=0\): StopIteration"):
        other.exactly_one("q", by=stops)


def test_what_minuet_says_itself_stays_as_it_is(puzzle: Puzzle) -> None:
    def refuses(row: int) -> int:
        raise ModelError("no such row")

    with pytest.raises(ModelError, match=r"^no such row$"):
        puzzle.exactly_one("q", by=refuses)


def test_ctrl_c_in_a_function_stays_what_it_is(puzzle: Puzzle) -> None:
    def interrupted(row: int) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        puzzle.exactly_one("q", by=interrupted)


def test_a_function_of_a_loop_means_the_value_that_it_had(puzzle: Puzzle) -> None:
    table = puzzle.tables[0]
    for column in range(2):
        puzzle.at_most_one(table, covering=lambda row, col: ["seen"] * (col == column))  # noqa: B023
    answer = [(0, 0), (1, 0), (0, 1)]  # two choices of column 0, one of column 1
    assert [text.partition(" ")[0] for text in puzzle.check(answer).violations] == ["q/group"]
    assert count(puzzle).count == 4 * 4  # at most one of three, in each column
