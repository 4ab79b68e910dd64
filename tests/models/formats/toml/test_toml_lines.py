"""Rules on lines in TOML: read, written again, and as a Python program."""

from __future__ import annotations

import pytest

from minuet.models import Automaton, Puzzle
from minuet.models.formats import read, write
from minuet.solvers import count

from oracle.toml_texts import program_of, puzzle_of

GRID = """
[choices.cell]
row = "1..3"
col = "1..3"

[rules]
"""
SHIFTS = """
[choices.shift]
nurse = ["Ann", "Bob"]
day = ["Mon", "Tue", "Wed"]
kind = ["D", "N", "F"]
where = "nurse == 'Bob' or day != 'Mon'"

[rules]
"""
RULES = [
    (GRID, 'a = { regular = "0*1{2}0*", of = "cell", by = "row", along = "col" }', 8),
    (
        GRID,
        'a = { regular = ["1{2}0*", "0*1", "111"], of = "cell", by = "row", along = "col",'
        ' over = "1..3" }',
        1,
    ),
    (
        GRID,
        "a = { regular = { start = 'e', accepting = ['e'], transitions = ["
        "['e', 0, 'e'], ['e', 1, 'o'], ['o', 0, 'o'], ['o', 1, 'e']] }, of = 'cell',"
        ' covering = [["0", "row"], ["1", "col"]], along = "row + col" }',
        16,
    ),
    (
        GRID,
        'a = { table_rule = [["x", "a", "x"], ["a", "x", "x"]], of = "cell", by = "col",'
        " along = \"-row\", value = \"'a'\", empty = 'x' }",
        8,
    ),
    (GRID, 'a = { all_different = "cell", value = "row + col", besides = [2, 6] }', 144),
    (
        GRID,
        'a = { all_different = "cell", covering = [{ key = "row", where = "col < 3" }],'
        ' value = "col" }',
        512,
    ),
    (GRID, 'a = { increasing = "cell", along = "row", value = "col" }', 10),
    (GRID, 'a = { increasing = "cell", along = "-row", value = "col", strict = true }', 1),
    (
        GRID,
        'a = { increasing = "cell", along = "row", value = { rows = [3,2,1,3,2,1,3,2,1] } }',
        10,
    ),
    (
        GRID,
        'a = { increasing = "cell", along = "row, 0", lines = [[[2, 0], [1, 0]]], value = "col" }',
        48,
    ),
    (
        GRID,
        'a = { regular = ["1 0", "0 1"], of = "cell", along = "row * 10 + col", over = ["x", "y"],'
        " lines = { x = [11, 33], y = [32, 11] } }",
        64,
    ),
    (
        SHIFTS,
        'a = { regular = "(D|F|N(N|F))*", of = "shift", by = "nurse", along = "day",'
        ' value = "kind" }',
        96,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("head", "rule", "expected"), RULES)
def test_rules_on_lines_are_read_and_written_again(head: str, rule: str, expected: int) -> None:
    puzzle = puzzle_of(head + rule)
    assert count(puzzle).count == expected
    again = read(write(puzzle, "toml"), form="toml").problems[0]
    assert isinstance(again, Puzzle)
    assert [type(one) for one in again.rules] == [type(one) for one in puzzle.rules]
    assert [one.demand(key) for one in again.rules for key in one.groups] == [
        one.demand(key) for one in puzzle.rules for key in one.groups
    ]
    assert count(again).count == expected


@pytest.mark.parametrize(("head", "rule", "expected"), RULES)
def test_rules_on_lines_are_a_python_program(head: str, rule: str, expected: int) -> None:
    if "rows = [3" in rule:
        return
    names: dict[str, Puzzle] = {}
    exec(program_of(head + rule), names)
    assert count(names["puzzle"]).count == expected


def test_an_automaton_of_any_states_is_written() -> None:
    puzzle = Puzzle("any")
    cell = puzzle.choices("cell", at=range(4))
    steps = {(None, 0): None, (None, 1): frozenset((1,)), (frozenset((1,)), 0): None}
    puzzle.regular(Automaton(steps, None, [None]), cell, along="at")
    text = write(puzzle, "toml")
    assert "transitions = [[0, 0, 0], [0, 1, 1], [1, 0, 0]]" in text
    assert count(read(text, form="toml").problems[0]).count == 5
