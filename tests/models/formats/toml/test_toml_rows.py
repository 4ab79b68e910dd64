"""What a description says of each row of a table outright: keys, pairs and costs."""

from __future__ import annotations

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read
from minuet.solvers import count, solve

HEAD = '[choices.a]\nx = "1..3"\n[rules]\nall = { at_most_one = "a", by = "x" }\n'


def puzzle_of(rules: str, head: str = HEAD) -> Puzzle:
    (puzzle,) = read(head + rules, form="toml").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ('{ exactly_one = "a", covering = { rows = [["u"], ["u"], ["u"]] } }', 3),
        ('{ exactly_one = "a", covering = { rows = [["u"], ["u", "v"], ["v"]] } }', 2),
        ('{ exactly_one = "a", covering = { rows = [[[1, 2]], [], [[1, 2]]] } }', 4),
        ('{ exactly_one = "a", covering = { a = { rows = [["u"], ["u"], []] } } }', 4),
        ('{ between = [1, 2], of = "a", covering = { rows = [[1], [1], [1]] } }', 6),
        ('{ exactly_one = "a", covering = { rows = [[1], [], []] }, over = [1, 2] }', 0),
        ('{ agree = { a = { rows = [[["k", 1]], [["k", 1]], [["k", 2]]] } } }', 5),
        ('{ agree = { a = { rows = [[["k"]], [["k", 1]], [["k"]]] } } }', 4),
    ],
)
def test_keys_and_pairs_are_those_that_are_listed(rule: str, expected: int) -> None:
    assert count(puzzle_of(f"listed = {rule}\n")).count == expected


def test_a_table_called_rows_is_a_table() -> None:
    head = '[choices.rows]\nx = "1..3"\n[rules]\n'
    by_table = puzzle_of('one = { exactly_one = "rows", covering = { rows = ["1"] } }\n', head)
    assert count(by_table).count == 3
    listed = '{ rows = { rows = [["u"], ["u"], ["v"]] } }'
    puzzle = puzzle_of(f'one = {{ exactly_one = "rows", covering = {listed} }}\n', head)
    assert count(puzzle).count == 2


def test_costs_are_those_that_are_listed() -> None:
    one = 'one = { exactly_one = "a", by = "1" }\n'
    assert solve(puzzle_of(f"{one}[minimize]\na = [5, -2, 7]\n")).objective == -2
    assert solve(puzzle_of(f"{one}[maximize]\na = [5, -2, 7]\n")).objective == 7


def test_rows_that_are_alike_must_say_the_same() -> None:
    head = '[choices.a]\ncolumns = ["x"]\nrows = [[1], [1]]\n[rules]\n'
    with pytest.raises(InputError, match="two rows that are alike and give other values"):
        puzzle_of("[minimize]\na = [1, 2]\n", head)
    with pytest.raises(InputError, match="two rows that are alike and give other values"):
        puzzle_of("c = { agree = { a = { rows = [[[1, 2]], [[1, 3]]] } } }\n", head)
