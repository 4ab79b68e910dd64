"""What one statement made is told as one: in the words, as values, and with its line."""

from __future__ import annotations

import inspect

import pytest

from minuet.models import Packing, Puzzle, Sudoku
from minuet.models.formats import read
from minuet.models.packings import Board, Piece
from minuet.solvers import explain

from oracle.problems import queens

TWELVE = """
name = "nothing left"

[choices.queen]
row = "1..13"
col = "1..13"

[rules]
row = { exactly_one = "queen", by = "row" }
col = { exactly_one = "queen", by = "col" }

[forbid]
queen = [
  "row == 1 and col > 1",
  { row = 5, col = 5 },
]

[given]
queen = [
  { row = 2, col = 1 },
]
"""


def line() -> int:
    """The number of the line that calls."""
    frame = inspect.currentframe()
    assert frame is not None and frame.f_back is not None
    return frame.f_back.f_lineno


def test_what_one_statement_forbids_is_one_line() -> None:
    puzzle = queens(13)
    puzzle.forbid("queen", where=lambda row, col: row == 0 and col > 0)
    here = f"test_statements.py:{line() - 1}"
    puzzle.given("queen", row=1, col=0)
    found = explain(puzzle)
    assert len(found.forbidden) == 12
    told = str(found).splitlines()
    assert told[1] == f"  forbidden by queen(where=...) at {here}: 12 choices"
    assert sum("forbidden" in one for one in told) == 2  # the heading counts them
    (forbid,) = [one for one in found.statements if one.kind == "forbid"]
    assert (forbid.source, len(forbid.options)) == (here, 12)
    assert set(forbid.options) == set(found.forbidden)


def test_a_text_gives_its_lines_and_its_words() -> None:
    (puzzle,) = read(TWELVE, file="p.toml").problems
    found = explain(puzzle)
    assert "  forbidden by queen(row == 1 and col > 1) at p.toml:14: 12 choices" in str(found)
    assert isinstance(puzzle, Puzzle)
    assert [one.source for one in puzzle.forbidden] == ["p.toml:14", "p.toml:15"]
    assert [one.text for one in puzzle.forbidden][1] == "queen(row=5, col=5)"
    assert [one.source for one in puzzle.givens] == ["p.toml:20"]


def test_the_statements_of_a_text_that_are_no_part_of_it_are_left_out() -> None:
    (puzzle,) = read(TWELVE, file="p.toml").problems
    found = explain(puzzle)
    kinds = [(one.kind, one.text) for one in found.statements]
    assert kinds == [
        ("given", "queen(row=2, col=1)"),
        ("forbid", "queen(row == 1 and col > 1)"),
        ("rule", "row"),
        ("rule", "col"),
    ]
    assert sum(len(one.parts) for one in found.statements) == len(found)


def test_the_givens_of_a_grid_are_one_statement_of_the_line_that_gave_it() -> None:
    blank = Sudoku(size=4)
    sudoku = blank.with_givens("12..34..........")
    here = f"test_statements.py:{line() - 1}"
    assert {one.source for one in sudoku.givens} == {here}
    sudoku.forbid(sudoku.digit, row=2, col=0, value=2)
    found = explain(sudoku, ("digit", {"row": 0, "col": 2, "value": 3}))
    assert [one.kind for one in found.statements].count("given") <= 1
    again = Sudoku("12..34..........")
    assert {one.source for one in again.givens} == {f"test_statements.py:{line() - 1}"}
    (file,) = read("12..34..........\n", file="some.txt").problems
    assert isinstance(file, Sudoku)
    assert {one.source for one in file.givens} == {"some.txt:1"}
    assert file.origin is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# two\n12..............\n\n1...............\n", [2, 4]),
        ("# two\n12..\n....\n....\n....\n\n1...\n....\n....\n....\n", [2, 7]),
        (
            '[["1",".",".","."],\n[".",".",".","."],[".",".",".","."],\n[".",".",".","."]]',
            [1],
        ),
        (".Shape~4x4\n.~R1C1_1\n.Shape~4x4.~R1C1_1", [1, 3]),
        (f"# jigsaw\n1122112233443344 1{'.' * 15}", [2]),
    ],
)
def test_givens_of_a_text_have_the_line_at_which_their_puzzle_begins(
    text: str, lines: list[int]
) -> None:
    puzzles = read(text, file="some.txt").problems
    found = [{one.source for one in puzzle.givens} for puzzle in puzzles]
    assert found == [{f"some.txt:{line}"} for line in lines]
    assert [puzzle.givens for puzzle in puzzles[:]] == [puzzle.givens for puzzle in puzzles]


def test_rules_of_a_ready_made_puzzle_stand_where_it_was_made_or_nowhere() -> None:
    board = Board.from_text("##")
    packing = Packing(board, [Piece.from_text("I", "##")])
    assert {rule.source for rule in packing.rules} == {f"test_statements.py:{line() - 1}"}
    Sudoku.forget_shapes()
    for sudoku in (Sudoku(size=4), Sudoku(size=4, diagonals=True)):
        assert {rule.source for rule in sudoku.rules} == {""}
    own = sudoku.at_most_one(sudoku.digit, by="value", name="own")
    assert own.source == f"test_statements.py:{line() - 1}"


def test_rules_of_a_ready_made_puzzle_in_toml_stand_at_its_table() -> None:
    for text in ('[packing]\nboard="##"\n[packing.pieces]\nI="##"\n', "[sudoku]\nsize=4\n"):
        (puzzle,) = read(f'name="a"\n{text}', file="a.toml").problems
        assert {rule.source for rule in puzzle.rules} == {"a.toml:2"}


def test_givens_that_the_story_does_not_name_are_one_line_each_source() -> None:
    # No group is overfilled: that two queens a knight's move apart leave no solution must be tried.
    puzzle = queens(6)
    for col in (0, 2):
        puzzle.given("queen", row=col, col=col + 1)
    found = explain(puzzle)
    assert len(found.statements) < len(found)
    for one in found.statements:
        assert one.source and str(one).endswith(f" at {one.source}")


def test_many_groups_of_a_rule_are_told_together() -> None:
    pigeons = Puzzle("pigeons")
    place = pigeons.choices("place", pigeon=range(6), hole=range(5))
    pigeons.exactly_one(place, by="pigeon", name="pigeon")
    hole = pigeons.at_most_one(place, by="hole", name="hole")
    pigeons.say(hole, lambda key: f"hole {key} is for one")
    assert str(explain(pigeons)).splitlines() == [
        "no solution: 11 groups clash",
        "  pigeon needs exactly one in each of 6 groups (0, 1, 2, 3, 4, 5): "
        "5 choices are left in each",
        "  hole 0 is for one, hole 1 is for one, hole 2 is for one, hole 3 is for one, "
        "hole 4 is for one: 6 choices are left in each",
        "  no way to choose meets all of these at once",
    ]


def test_what_several_statements_forbid_is_told_once() -> None:
    puzzle = queens(4)
    puzzle.forbid("queen", row=0)
    puzzle.forbid("queen", where=lambda row, col: row < 2)
    found = explain(puzzle)
    told = [option for one in found.statements for option in one.options]
    assert sorted(told) == sorted(found.forbidden)
    assert puzzle.forbidden_options == frozenset(range(8))
    assert len(puzzle.forbidden) == 2
    twin = puzzle.copy()
    twin.forbid("queen", row=3, col=3)
    assert len(puzzle.forbidden) == 2
    puzzle.forbid("queen", where=lambda row, col: row > 9)  # rules nothing out
    assert len(puzzle.forbidden) == 2


def test_an_explanation_of_a_matrix_has_an_item_a_statement() -> None:
    (matrix,) = read("a b c\na b\nb c\n").problems
    found = explain(matrix)
    assert {one.kind for one in found.statements} == {"item"}
    assert found.to_dict()["statements"][0]["source"] == ""
