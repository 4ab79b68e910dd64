"""Sums in TOML: the rules that bound them, what they are read as, and what is no weight."""

from __future__ import annotations

from typing import Any

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read, same_cover

from oracle.toml_texts import program_of

# The texts name tables that not every rule reads.
pytestmark = pytest.mark.filterwarnings("ignore:.*no rule reads:minuet.models.ModelWarning")

HEAD = """
[choices.cell]
row = "1..2"
col = "1..3"
[choices.coin]
columns = ["name", "value"]
rows = [["a", 1], ["b", 2], ["c", -5]]
[rules]
"""

FORMS: dict[str, Any] = {
    'r = { at_most = 3, of = "coin", weight = "value" }': lambda p, cell, coin: p.at_most(
        3, coin, weight="value"
    ),
    'r = { at_least = -3, of = "coin", weight = "2 * value" }': lambda p, cell, coin: p.at_least(
        -3, coin, weight=lambda value: 2 * value
    ),
    'r = { sum_equals = [3, 4], of = "cell", by = "row", over = "1..2", weight = "col" }': (
        lambda p, cell, coin: p.sum_equals({1: 3, 2: 4}, cell, by="row", weight="col")
    ),
    'r = { exactly = [2, -1], of = "cell", by = "row", over = "1..2", weight = "col" }': (
        lambda p, cell, coin: p.exactly({1: 2, 2: -1}, cell, by="row", weight="col")
    ),
    'r = { between = [-2, "many"], of = "coin", weight = "value" }': lambda p, cell, coin: (
        p.between(-2, None, coin, weight="value")
    ),
    'r = { between = [[0, 1], [2, 3]], of = "cell", by = "row", over = "1..2" }': (
        lambda p, cell, coin: p.between({1: (0, 2), 2: (1, 3)}, cell, by="row")
    ),
    'r = { between = [1, [2, 3]], of = "cell", by = "row", over = "1..2" }': (
        lambda p, cell, coin: p.between(1, {1: 2, 2: 3}, cell, by="row")
    ),
    'r = { at_most = 2, of = "cell", by = 1 }': lambda p, cell, coin: p.at_most(
        2, cell, by=lambda: 1
    ),
    'r = { at_most = 2, of = "cell", by = "row" }': lambda p, cell, coin: p.at_most(
        2, cell, by="row"
    ),
    'r = { exactly = 2, of = ["cell", "coin"], weight = { cell = 1, coin = "-value" } }': (
        lambda p, cell, coin: p.exactly(
            2, [cell, coin], weight={cell: 1, coin: lambda value: -value}
        )
    ),
    'r = { at_most = 4, of = "cell", covering = ["row", { key = "col", weight = "row + 1" }] }': (
        lambda p, cell, coin: p.at_most(4, cell, covering=both)
    ),
    'r = { at_most = 4, of = "cell", covering = ["row", { key = "col", weight = -2 }] }': (
        lambda p, cell, coin: p.at_most(4, cell, covering=less)
    ),
    'r = { at_most = 4, of = "cell", covering = ["row", "row"] }': lambda p, cell, coin: p.at_most(
        4, cell, covering=lambda row: [row, row]
    ),
    'r = { compare = [{ of = "cell", by = "row", weight = "col" }, ">=", 3] }': (
        lambda p, cell, coin: p.compare(p.sum(cell, by="row", weight="col"), ">=", 3)
    ),
    'r = { compare = [{ of = "cell", where = "row == 1" }, "==", { of = "coin" }] }': (
        lambda p, cell, coin: p.compare(p.sum(cell, where=lambda row: row == 1), "==", p.sum(coin))
    ),
}
LISTED = [
    'r = { at_most = 3, of = "coin", weight = [1, 2, -5] }',
    'r = { at_most = 3, of = "coin", covering = { rows = [["all"], ["all"], ["all"]], '
    "weights = [[1], [2], [-5]] } }",
]


def both(row: int, col: int) -> dict[int, int]:
    """A cell counts once in its row and so often in its column; 1 and 2 name one of each."""
    found = {row: 1}
    found[col] = found.get(col, 0) + row + 1
    return found


def less(row: int, col: int) -> dict[int, int]:
    """A cell counts once in its row and -2 in its column; 1 and 2 name one of each."""
    found = {row: 1}
    found[col] = found.get(col, 0) - 2
    return found


def puzzle_of(rule: str) -> Puzzle:
    (puzzle,) = read(HEAD + rule, form="toml").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def built(add: Any) -> Puzzle:
    puzzle = Puzzle()
    cell = puzzle.choices("cell", row=range(1, 3), col=range(1, 4))
    rows = [{"name": name, "value": value} for name, value in zip("abc", (1, 2, -5), strict=True)]
    add(puzzle, cell, puzzle.choices("coin", rows=rows))
    return puzzle


@pytest.mark.parametrize("rule", FORMS)
def test_a_rule_of_sums_is_that_of_the_layer(rule: str) -> None:
    assert same_cover(puzzle_of(rule).matrix, built(FORMS[rule]).matrix)


@pytest.mark.parametrize("rule", LISTED)
def test_weights_may_be_listed_row_by_row(rule: str) -> None:
    assert same_cover(puzzle_of(rule).matrix, puzzle_of(next(iter(FORMS))).matrix)


@pytest.mark.parametrize("rule", FORMS)
def test_a_rule_of_sums_is_written_as_a_program(rule: str) -> None:
    names: dict[str, Any] = {"__name__": "program"}
    exec(program_of(HEAD + rule), names)
    assert same_cover(names["puzzle"].matrix, puzzle_of(rule).matrix)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('r = { at_most = 3, of = "coin", weight = "name" }', "'name' is no integer, expected"),
        ('r = { at_most = 3, of = "coin", weight = "worth" }', "'worth'"),
        (
            'r = { at_most = 3, of = "coin", weight = 1.5 }',
            "expected an integer, an expression over columns",
        ),
        ('r = { at_most = 3, of = "coin", weight = [1, 2] }', "2 numbers, expected 3"),
        ('r = { at_most = 3, of = "coin", weight = { cell = 1 } }', "unknown key 'cell'"),
        ('r = { at_most = -3, of = "coin" }', "-3, expected"),
        ('r = { at_most = [1], of = "cell", by = "row" }', "numbers without `over`"),
        ('r = { exactly_one = "coin", weight = "value" }', "'weight' in a rule of 'exactly_one'"),
        (
            'r = { at_most = 3, of = "coin", weight = "value * 3000000000" }',
            "expected one from -(",
        ),
        ('r = { compare = [{ of = "cell" }, "=<", 3] }', "'=<', expected one of =="),
        ('r = { compare = [1, "<=", 3] }', "two numbers, expected a sum"),
        ('r = { compare = [{ of = "cell" }, "<="] }', "3"),
        ('r = { compare = [{ by = "row" }, "<=", 3] }', "of"),
        ('r = { compare = [{ of = "cell", over = [1] }, "<=", 3] }', "unknown key 'over'"),
        ('r = { compare = [{ of = [], where = "row > 1" }, "<=", 3] }', "a condition on 0 tables"),
    ],
)
def test_a_mistake_in_a_sum_is_one_line_at_its_place(rule: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzle_of(rule)
    said = str(caught.value)
    assert message in said
    assert said.startswith("<text>:9:")
    assert "\n" not in said
