"""What rows cost in TOML: levels, decimals and fractions, read exactly and written again."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, ModelError, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import solve

A = '[choices.a]\nx = "1..3"\n[rules]\none = { exactly_one = "a", by = "1" }\n'
NUMBERS = st.one_of(
    st.integers(-50, 50),
    st.fractions(-5, 5, max_denominator=12),
    st.decimals(-9, 9, places=3).map(Decimal),
)


def puzzle_of(text: str) -> Puzzle:
    (puzzle,) = read(text, form="toml", file="p.toml").problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def aims_of(puzzle: Puzzle) -> list[object]:
    return [
        (level, sign, {table.name: list(each) for table, each in amounts.items()})
        for level, sign, amounts in puzzle.aims
    ]


def test_costs_are_decimals_and_fractions_digit_by_digit() -> None:
    puzzle = puzzle_of(A + '[minimize]\na = [0.1, "1/3", -1.50]\n')
    assert aims_of(puzzle) == [(0, 1, {"a": [Fraction(1, 10), Fraction(1, 3), Fraction(-3, 2)]})]
    assert solve(puzzle).objective == Fraction(-3, 2)


@pytest.mark.parametrize("told", ["0.25", '"0.25"', '"1/4"', '"+1/4"', "25e-2", "0.250"])
def test_one_number_is_for_all_rows(told: str) -> None:
    assert solve(puzzle_of(A + f"[minimize]\na = {told}\n")).objective == Fraction(1, 4)


def test_blocks_are_of_one_level_each() -> None:
    levels = '[[minimize]]\nlevel = 1\na = [2, 1, 1]\n[[minimize]]\na = [0, 0.5, "1/3"]\n'
    puzzle = puzzle_of(A + levels)
    assert puzzle.objective_levels == (1, 0)
    result = solve(puzzle)
    assert (result.answer["a"], result.objectives) == ([(3,)], (1, Fraction(1, 3)))


def test_each_level_is_minimised_or_maximised() -> None:
    puzzle = puzzle_of(A + '[maximize]\nlevel = -2\na = "x"\n[minimize]\na = [1, 1, 2]\n')
    assert solve(puzzle).objectives == (1, 2)


def test_a_table_may_be_called_level() -> None:
    text = '[choices.level]\nx = "1..3"\n[rules]\none = { exactly_one = "level", by = "1" }\n'
    puzzle = puzzle_of(text + '[minimize]\nlevel = "x"\n')
    assert aims_of(puzzle) == [(0, 1, {"level": [1, 2, 3]})]
    assert aims_of(puzzle_of(write(puzzle, "toml"))) == aims_of(puzzle)
    twice = puzzle.copy()
    twice.minimize("level", 1, level=1)
    with pytest.raises(ModelError, match="levels and a table 'level'"):
        write(twice, "toml")


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("[minimize]\na = inf", "p.toml:6:5: Infinity, expected an integer, a decimal"),
        ("[minimize]\na = nan", "p.toml:6:5: NaN, expected an integer, a decimal"),
        ("[minimize]\na = 1e999999999", "p.toml:6:5: a number of more digits than 40"),
        ("[minimize]\na = 1e-999999999", "p.toml:6:5: a number of more digits than 40"),
        ("[minimize]\na = 1e99999999999999999999", "p.toml:6:5: Infinity, expected an integer"),
        (f'[minimize]\na = "1/{"9" * 41}"', "p.toml:6:5: a number of more digits than 40"),
        ('[minimize]\na = "1/0"', "p.toml:6:5: '1/0' divides by zero"),
        ('[minimize]\na = "x/2"', "p.toml:6:6: / is not allowed, expected //"),
        ('[minimize]\na = [1, "x", 2]', "p.toml:6:9: 'x', expected an integer, a decimal"),
        ("[minimize]\na = [1, true, 2]", "p.toml:6:9: true or false, expected an integer"),
        ("[minimize]\nlevel = 1.5\na = 1", "p.toml:6:9: a value of another kind, expected a level"),
        ("[[minimize]]\nlevel = 'a'", "p.toml:6:9: a string, expected a level"),
        ("[[minimize]]\nb = 1", "p.toml:6:1: no table 'b', expected one of a"),
        ("minimize = 3", "p.toml:5:12: an integer, expected a table"),
        ("[[minimize]]\na = 1\n[[minimize]]\na = 2", "p.toml:8:1: table 'a' has an objective"),
        (
            "[minimize]\na = 1\n[maximize]\na = 1",
            "p.toml:8:1: maximize at level 0, which already has minimize",
        ),
        ("[minimize]\na = 4e18", "p.toml:6:1: objective: "),
    ],
)
def test_what_is_no_cost_is_named(told: str, wrong: str) -> None:
    head, rules, rest = A.partition("[rules]")
    text = head + rules + rest + told if not told.startswith("minimize") else f"{told}\n{A}"
    if told.startswith("minimize"):
        wrong = wrong.replace("p.toml:5", "p.toml:1")
    with pytest.raises(InputError) as caught:
        puzzle_of(text)
    assert str(caught.value).startswith(wrong), caught.value


def test_numbers_elsewhere_have_no_fractions() -> None:
    with pytest.raises(InputError, match=r"p\.toml:4:19: a value of another kind, expected"):
        puzzle_of('[choices.a]\nx = "1..3"\n[rules]\none = { exactly = 1.5, of = "a" }\n')


@given(
    st.lists(
        st.tuples(st.integers(-2, 2), st.booleans(), st.lists(NUMBERS, min_size=3, max_size=3)),
        min_size=1,
        max_size=3,
        unique_by=lambda one: one[0],
    )
)
def test_what_is_written_is_read_as_the_same_matrix(aims: list[tuple[int, bool, list]]) -> None:
    puzzle = puzzle_of(A)
    for level, least, costs in aims:
        aim = puzzle.minimize if least else puzzle.maximize
        aim("a", lambda x, costs=costs: costs[x - 1], level=level)
    again = puzzle_of(write(puzzle, "toml"))
    assert aims_of(again) == aims_of(puzzle)
    assert again.matrix.costs.tolist() == puzzle.matrix.costs.tolist()
    assert solve(again, "dlx").objectives == solve(puzzle, "dlx").objectives
