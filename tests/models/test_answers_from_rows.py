"""An answer that is known by its rows: found in the tables, checked, drawn, given as a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from minuet.models import ModelError, Puzzle, Sudoku
from minuet.models.sudokus.constraints import Cage
from minuet.solvers import solve

SQUARES = [(0, 1), (1, 3), (2, 0), (3, 2)]


class Square(NamedTuple):
    row: int
    col: int


@dataclass
class Place:
    col: int
    row: int


def four_queens() -> Puzzle:
    queens = Puzzle("four queens")
    queen = queens.choices("queen", row=range(4), col=range(4))
    queens.exactly_one(queen, by="row")
    queens.exactly_one(queen, by="col")
    queens.at_most_one(queen, by=lambda row, col: row + col)
    queens.at_most_one(queen, by=lambda row, col: row - col)
    return queens


@pytest.mark.parametrize(
    "rows",
    [
        [Square(*square) for square in SQUARES],
        [Place(row=row, col=col) for row, col in SQUARES],
        [{"row": row, "col": col} for row, col in SQUARES],
        SQUARES,
        {"queen": SQUARES},
        (square for square in reversed(SQUARES)),
    ],
)
def test_rows_of_any_kind_make_an_answer(rows: Any) -> None:
    queens = four_queens()
    answer = queens.answer(rows)
    assert [tuple(row) for row in answer["queen"]] == SQUARES
    assert answer.options == (1, 7, 8, 14)
    assert queens.check(answer)


def test_a_row_of_the_table_and_the_table_itself_tell_rows_too() -> None:
    queens = four_queens()
    (queen,) = queens.tables
    chosen = [queen.rows[number] for number in (1, 7, 8, 14)]
    assert queens.answer(chosen) == queens.answer({queen: chosen})


def test_rows_are_checked_without_an_answer() -> None:
    queens = four_queens()
    assert queens.check(SQUARES)
    wrong = queens.check([(0, 0), (1, 1)])
    assert "queen/row 2: 0 chosen, expected exactly one" in wrong.violations
    assert "a choice is made twice" in queens.check([(0, 0), (0, 0)]).violations


def test_some_columns_suffice_where_they_tell_one_row() -> None:
    puzzle = Puzzle("pets")
    puzzle.choices("pet", [{"owner": "Ann", "pet": "cat"}, {"owner": "Bob", "pet": "dog"}])
    assert puzzle.answer([{"owner": "Bob"}]).options == (1,)


def test_what_an_answer_writes_as_json_is_read_again() -> None:
    puzzle = Puzzle("sets")
    place = puzzle.choices("place", cells=[((0, 0), (0, 1)), ((0, 1), (0, 2))])
    other = puzzle.choices("other", row=range(2))
    puzzle.exactly_one(place, by=lambda cells: 0)
    puzzle.exactly_one(other, by=lambda row: 0)
    answer = solve(puzzle).answer
    assert answer is not None
    assert puzzle.answer(answer.to_dict()) == answer


def test_the_table_of_a_row_is_told_by_its_type_or_its_columns() -> None:
    puzzle = Puzzle("two tables")
    one = puzzle.choices("one", row=range(2))
    two = puzzle.choices("two", row=range(2))
    puzzle.choices("three", col=range(2))
    assert puzzle.answer([one.rows[1], two.rows[0], {"col": 1}]).options == (1, 2, 5)
    with pytest.raises(
        ModelError, match=r"the row \(row=0\) fits the tables one and two, expected rows by"
    ):
        puzzle.answer([{"row": 0}])


def test_an_answer_from_rows_is_a_hint_and_is_drawn() -> None:
    queens = four_queens()
    answer = queens.answer(SQUARES)
    result = solve(queens, "cpsat", hint=answer)
    assert result.answer is not None
    assert str(answer) == str(queens.read(answer.options))
    assert queens.show(answer)


def test_an_answer_from_rows_has_the_objective() -> None:
    queens = four_queens()
    queens.maximize(queens.tables[0], lambda row, col: row * col)
    assert queens.answer(SQUARES).objective == 9


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ([(0, 9)], r"answer, row 0: queen\(row=0, col=9\): no such choice"),
        ([(0, 1), {"row": 7}], r"answer, row 1: queen\(row=7\): no such choice"),
        ([{"row": 0}], r"queen\(row=0\): 4 choices match, expected one"),
        ([(0, 1, 2)], "3 values, expected 2: row, col"),
        ([{"line": 0}], "table 'queen' has no column 'line', expected one of row, col"),
        ([3], "3, expected a row .*; `read` takes option numbers"),
        ([[]], "0 values, expected 2"),
        ("0123", "'0123', expected rows"),
        (7, "7, expected rows"),
        ({"king": []}, "no table 'king'"),
        ({"queen": 7}, "table 'queen': 7, expected rows"),
        ([{}], r"queen\(\): 16 choices match, expected one"),
    ],
)
def test_what_is_no_row_of_the_table_is_refused(rows: Any, what: str) -> None:
    with pytest.raises(ModelError, match=what):
        four_queens().answer(rows)


def test_read_wants_option_numbers_and_says_what_takes_rows() -> None:
    queens = four_queens()
    for wrong in (SQUARES, queens.tables[0].rows[:2], [1, None], ["a"]):
        with pytest.raises(ModelError, match="expected option numbers; `answer` takes rows"):
            queens.read(wrong)  # type: ignore[arg-type]
    with pytest.raises(
        ModelError, match=r"hint: .*expected option numbers, result.answer, or puzzle"
    ):
        solve(queens, "cpsat", hint=SQUARES)  # type: ignore[arg-type]


def test_a_solved_sudoku_is_checked_by_its_digits() -> None:
    grid = "1234341221434321"
    digits = [(k // 4, k % 4, int(digit)) for k, digit in enumerate(grid)]
    assert Sudoku("." * 16).check(digits)
    digits[0] = (0, 0, 2)
    assert not Sudoku("." * 16).check(digits)


def test_digits_alone_tell_whether_constraints_with_tables_of_their_own_hold() -> None:
    grid = "1234341221434321"
    digits = [(k // 4, k % 4, int(digit)) for k, digit in enumerate(grid)]
    right, wrong = (Sudoku("." * 16, constraints=[Cage(total, "R1C1 R1C2")]) for total in (3, 4))
    assert len(right.tables) == 2
    assert right.check(digits)
    assert "cage 1" in str(wrong.check(digits))
    assert "R1C1 needs exactly one digit" in str(right.check(digits[1:]))
