"""Statements and preferences in TOML: read, written again, and as a Python program."""

from __future__ import annotations

import pytest

from minuet.models import InputError, Puzzle
from minuet.models.formats import read, write

from oracle.subsets import solutions_of
from oracle.toml_texts import program_of, puzzle_of

# The texts name tables that not every rule reads.
pytestmark = pytest.mark.filterwarnings("ignore:.*no rule reads:minuet.models.ModelWarning")

HEAD = """
[choices.day]
n = "1..4"

[choices.night]
n = "1..3"

[rules]
"""
STATEMENTS = [
    ('implies = [{ day = "n > 2" }, { night = "n == 1" }]', "if day(n > 2), then night(n == 1)"),
    (
        'equivalent = [{ day = [{ n = 1 }, "n == 2"], night = "n == 2" }, { night = "n == 1" }]',
        "(day(n=1) or day(n == 2)) or night(n == 2) exactly if night(n == 1)",
    ),
    (
        'not_both = [{ all = [{ day = "n == 1" }, { day = "n == 2" }] }, { night = "n < 3" }]',
        "not both day(n == 1) and day(n == 2) and night(n < 3)",
    ),
    (
        'any_of = [{ not = { any = [{ day = "n < 3" }, { night = "n == 1" }] } }, '
        "{ day = [{ n = 1 }, { n = 2 }, { n = 3 }, { n = 4 }] }, { night = [] }]",
        "not (day(n < 3) or night(n == 1)) or one of 4 choices or one of 0 choices",
    ),
    ('any_of = [{ day = "n < 3" }], prefer = 4', "day(n < 3), or 4"),
    (
        'between = [1, 2], of = ["day", "night"], by = "n", '
        'prefer = { weight = 2, level = 1, per = "unit" }',
        "1 to 2, or 2 for each unit at level 1",
    ),
    (
        'regular = "0*1{2}0*", of = "day", along = "n", prefer = { weight = 2, level = -1 }',
        "match 0*1{2}0*, or 2 at level -1",
    ),
    (
        'between = [2, "many"], of = "day", by = "1", if_chosen = { night = "n == 1" }',
        "at least 2 if night(n == 1) is chosen",
    ),
    (
        'any_of = [{ day = "n < 3" }], if_chosen = { night = "n == 1" }, prefer = 2',
        "if night(n == 1), then day(n < 3), or 2",
    ),
    (
        'implies = [{ day = "n < 3" }, { night = "n > 1" }], by = "n"',
        "if day(n < 3), then night(n > 1)",
    ),
    (
        'equivalent = [{ day = "n > 1" }, { night = "n < 3", covering = ["n - 1", "n + 1"] }], '
        'by = "n // 2", over = "0..4"',
        "day(n > 1) exactly if night(n < 3)",
    ),
    (
        'any_of = [{ not = { day = "n > 1", by = "n + 1" } }, { day = "n < 4", by = "n" }, '
        '{ night = "n < 3" }], covering = [{ key = "n", where = "n == 1" }, { key = "4" }]',
        "not day(n > 1) or day(n < 4) or night(n < 3)",
    ),
    (
        'not_both = [{ day = "n < 3" }, { all = [{ night = "n > 1" }, { night = [{ n = 2 }] }] }], '
        'by = { day = "n", night = "n - 1" }, if_chosen = { day = "n == 4" }, prefer = 3',
        "if day(n == 4), then not both day(n < 3) and night(n > 1) and night(n=2), or 3",
    ),
    (
        'not_both = [{ day = "n < 3" }, { night = "n > 1" }], '
        'covering = { day = { rows = [[1], [1, 2], [3], []] }, night = ["n"] }',
        "not both day(n < 3) and night(n > 1)",
    ),
    ('increasing = "day", along = "n", value = "-n", prefer = 1', "increase, or 1"),
    ('all_different = "day", value = "n // 3", prefer = 1', "all values different, or 1"),
]


@pytest.mark.parametrize(("rule", "wanted"), STATEMENTS)
def test_statements_are_read_and_written_again(rule: str, wanted: str) -> None:
    puzzle = puzzle_of(f"{HEAD}a = {{ {rule} }}\n[maximize]\nday = '1 + n'")
    assert puzzle.rules[0].wanted == wanted
    again = read(write(puzzle, "toml"), form="toml").problems[0]
    assert isinstance(again, Puzzle)
    assert again.matrix.costs.tolist() == puzzle.matrix.costs.tolist()
    if "rows" in rule:
        return  # keys row by row are not written in Python
    names: dict[str, Puzzle] = {}
    exec(program_of(f"{HEAD}a = {{ {rule} }}\n[maximize]\nday = '1 + n'"), names)
    program = names["puzzle"]
    assert type(program.rules[0]) is type(puzzle.rules[0])
    if puzzle.matrix.options <= 16:
        found = solutions_of(puzzle.matrix)
        assert found == solutions_of(again.matrix) == solutions_of(program.matrix)
        totals = {puzzle.total(puzzle.read(one)) for one in found}
        assert totals == {program.total(program.read(one)) for one in found}


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('[{ day = "n < 3" }, { night = "n < 3" }], over = [1]', "`over` alone, expected `by`"),
        ('[{ day = "n < 3" }, { night = "n < 3" }], by = "n", over = [1]', "`over` does not name"),
        ('[{ day = "n < 3", by = "n" }, { night = "n < 3" }]', "expected `by` or `covering`"),
        ('[{ day = "n < 3", by = "n", covering = ["n"] }, {}], by = "n"', "both `by` and `cov"),
        ('[{ by = "n" }, { night = "n < 3" }], by = "n"', "no table 'by'"),
        ('[{ day = "n < 3", by = "n" }, { night = "n < 3", by = "n" }], by = "n"', "no table, "),
        (
            '[{ day = "n < 3" }, { night = "n < 3" }], if_chosen = { day = "n < 3", by = "n" }',
            "has groups of its own, expected none here",
        ),
    ],
)
def test_groups_of_statements_that_are_none_are_refused(rule: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        puzzle_of(f"{HEAD}a = {{ implies = {rule} }}")
