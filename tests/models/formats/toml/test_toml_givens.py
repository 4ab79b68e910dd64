"""Givens, forbidden choices and objectives in TOML."""

from __future__ import annotations

from typing import Any

import pytest

from minuet.solvers import count, solve

from oracle.toml_texts import mistake, program_of, puzzle_of


def test_givens_forbidden_choices_and_objectives() -> None:
    sudoku = """
    [choices.digit]
    row = "1..4"
    col = "1..4"
    value = "1..4"
    [rules]
    cell = { exactly_one = "digit", by = "row, col" }
    row = { exactly_one = "digit", by = "row, value" }
    col = { exactly_one = "digit", by = "col, value" }
    box = { exactly_one = "digit", by = "(row - 1) // 2, (col - 1) // 2, value" }
    """
    assert count(puzzle_of(sudoku)).count == 288
    grid = sudoku + '\n[given]\ndigit = """\n12..\n..1.\n0-_4\n...."""\n'
    assert [str(given) for given in puzzle_of(grid).givens][2] == "digit(row=2, col=3, value=1)"
    listed = sudoku + '[given]\ndigit = [{ row = 1, col = 2, value = 3 }, "row + col + value == 3"]'
    listed = listed.replace("row + col + value == 3", "row == 2 and col == 2 and value == 1")
    assert len(puzzle_of(listed).givens) == 2
    assert count(puzzle_of(listed)).count == 288 // 4 // 3
    forbidden = sudoku + '[forbid]\ndigit = [{ row = 1, col = 1, value = 1 }, "value == row + 3"]'
    assert len(puzzle_of(forbidden).forbidden_options) == 1 + 4
    best = solve(puzzle_of(sudoku + '[maximize]\ndigit = "row * col * value"'))
    least = solve(puzzle_of(sudoku + '[minimize]\ndigit = "-row * col * value"'))
    assert best.objective is not None and least.objective == -best.objective
    assert solve(puzzle_of(sudoku + "[maximize]\ndigit = 2")).objective == 32


OFF_DIAGONAL = """
[choices.d]
row = "1..3"
col = "1..3"
v = [1, 2]
where = "row != col"
[rules]
row = { exactly_one = "d", by = "row" }
col = { exactly_one = "d", by = "col" }
"""


def test_the_columns_of_a_grid_are_in_the_order_of_their_array() -> None:
    text = OFF_DIAGONAL.replace('col = "1..3"', "col = [3, 1, 2]")
    puzzle = puzzle_of(text + '[given]\nd = """\n..1\n1..\n..."""\n')
    expected = ["d(row=1, col=2, v=1)", "d(row=2, col=3, v=1)"]
    assert list(map(str, puzzle.givens)) == expected


ROOMS = '''
[choices.d]
grid = """
11 12 12
11 12 13"""
v = ["a", "b"]
[rules]
cell = { exactly_one = "d", by = "row, col" }
'''


def test_a_grid_of_givens_leaves_out_columns_that_follow_from_the_cell() -> None:
    text = ROOMS + '[given]\nd = """\n. a .\nb . ."""\n'
    puzzle = puzzle_of(text)
    expected = ["d(row=1, col=2, mark=12, v='a')", "d(row=2, col=1, mark=11, v='b')"]
    assert list(map(str, puzzle.givens)) == expected
    names: dict[str, Any] = {"__name__": "program"}
    exec(program_of(text), names)
    assert names["puzzle"].given_options == puzzle.given_options
    two = ROOMS.replace('v = ["a", "b"]', 'mark_of = "1..2"\nv = ["a", "b"]')
    assert "2 choices match, expected one" in mistake(two + '[given]\nd = """\n.a.\n..."""\n')


MARKS = """
[choices.d]
row = "1..2"
col = "1..2"
mark = ["-", "_", "x"]
[rules]
cell = { exactly_one = "d", by = "row, col" }
"""


def test_a_grid_of_givens_has_the_columns_that_were_declared_whatever_where_leaves() -> None:
    puzzle = puzzle_of(OFF_DIAGONAL + '[given]\nd = """\n.1.\n2..\n..."""\n')
    assert list(map(str, puzzle.givens)) == ["d(row=1, col=2, v=1)", "d(row=2, col=1, v=2)"]
    assert "no such choice" in mistake(OFF_DIAGONAL + '[given]\nd = """\n1..\n...\n..."""\n')


def test_a_grid_of_givens_keeps_lines_and_columns_that_where_leaves_empty() -> None:
    thin = OFF_DIAGONAL.replace("row != col", "row == 3 and col > 1")
    puzzle = puzzle_of(thin + '[given]\nd = """\n...\n...\n..1"""\n')
    assert [str(given) for given in puzzle.givens] == ["d(row=3, col=3, v=1)"]


def test_rows_that_come_one_by_one_are_a_grid_in_the_order_of_their_numbers() -> None:
    cells = "[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]"
    text = f'[choices.d]\ncolumns = ["row", "col"]\nrows = [{cells}]\nv = ["a", "b"]\n'
    puzzle = puzzle_of(text + '[given]\nd = """\n.a.\nb..\n..."""\n')
    assert [given.option for given in puzzle.givens] == [0, 5]


def test_blanks_that_are_values_of_the_table_are_givens() -> None:
    puzzle = puzzle_of(MARKS + '[given]\nd = """\n-_\n.x"""\n')
    assert [given.option for given in puzzle.givens] == [0, 4, 11]
    assert count(puzzle).count == 3
    zero = MARKS.replace('["-", "_", "x"]', '"0..1"')
    assert [str(given) for given in puzzle_of(zero + '[given]\nd = "0-\\n_1"\n').givens] == [
        "d(row=1, col=1, mark=0)",
        "d(row=2, col=2, mark=1)",
    ]


def test_a_grid_spells_negative_numbers_and_refuses_a_spelling_of_two_values() -> None:
    text = MARKS.replace('["-", "_", "x"]', "[-1, 0, 1]")
    puzzle = puzzle_of(text + '[given]\nd = """\n-1 0\n. 1"""\n')
    assert [given.option for given in puzzle.givens] == [0, 4, 11]
    both = MARKS.replace('["-", "_", "x"]', '[1, "1"]')
    assert "'1' spells two values" in mistake(both + '[given]\nd = "1.\\n.."\n')


@pytest.mark.parametrize("name", ["self", "choices", "values"])
def test_columns_of_any_name_may_be_given_and_forbidden(name: str) -> None:
    table = f'[choices.a]\n{name} = "1..3"\nother = "1..2"\n[rules]\nr = {{ at_most_one = "a", '
    table += f'by = "{name}" }}\n'
    puzzle = puzzle_of(
        f"{table}[given]\na = [{{ {name} = 2, other = 1 }}]\n[forbid]\na = [{{ {name} = 3 }}]\n"
    )
    assert puzzle.given_options == (2,)
    assert sorted(puzzle.forbidden_options) == [4, 5]
