"""Exact covers as JSON: what is read, what is refused and where, and that writing loses nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from minuet.models import ExactCover, ExactCoverBuilder, InputError, Puzzle, Sudoku
from minuet.models.formats import read, write
from minuet.solvers import count, solve
from minuet.solvers.conformance import all_solutions

from oracle.small_puzzles import matrices, puzzles

WHOLE = """
{
  "name": "all there is",
  "items": ["a", {"name": "b", "times": [1, 2]}, {"times": 2, "name": 3}],
  "secondary": ["x", "y z"],
  "options": [
    ["b", ["x", "red"], "3"],
    {"items": ["a", "y z", ["x", 7]], "cost": -5},
    {"items": []},
    []
  ]
}
"""


def cover(text: str) -> ExactCover:
    (matrix,) = read(text, form="json-cover").problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_all_there_is_is_read() -> None:
    matrix = cover(WHOLE)
    assert read(WHOLE).format == "json-cover"
    assert (list(matrix.items), matrix.primary) == (["a", "b", "3", "x", "y z"], 3)
    assert list(zip(matrix.low, matrix.high, strict=True))[:3] == [(1, 1), (1, 2), (2, 2)]
    assert matrix.option(0) == [(1, 0), (3, 1), (2, 0)]
    assert matrix.option(1) == [(0, 0), (4, 0), (3, 2)]
    assert (matrix.option(2), matrix.option(3)) == ([], [])
    assert matrix.color_names == ("red", "7")
    assert matrix.costs.tolist() == [0, -5, 0, 0]


def test_knuth_s_toy_problem_has_its_one_solution() -> None:
    options = ["ce", "adg", "bcf", "adf", "bg", "deg"]
    text = json.dumps({"options": list(map(list, options)), "items": list("abcdefg")})
    assert read(text).format == "json-cover"
    assert count(cover(text)).count == 1
    assert solve(cover(text)).options == (0, 3, 4)


@pytest.mark.parametrize("indent", [None, 0, 4, "\t"])
def test_any_layout_and_order_of_keys_is_the_same_matrix(indent: int | str | None) -> None:
    told = json.loads(WHOLE)
    again = dict(reversed(told.items()))
    assert cover(json.dumps(again, indent=indent)) == cover(WHOLE)
    assert read(json.dumps(again, indent=indent).replace("\n", "\r\n")).format == "json-cover"


def test_names_may_be_escaped() -> None:
    matrix = cover(r'{"items": ["\u00e4 \"b\"", "\ud83c\udfb2"], "options": [["ä \"b\""]]}')
    assert list(matrix.items) == ['ä "b"', "\U0001f3b2"]
    assert matrix.option(0) == [(0, 0)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('[["5", "."]]', "sudoku"),
        ('[\n["5", "."]]', "sudoku"),
        ("{a} {b}\n{a}\n{b}\n", "dlx"),
        ("{a} | {b}\n{a}\n{a} {b}:1\n", "dlx"),
        ("| items options\n{ }\n{\n}\n", "dlx"),
        ('{"items": [["5"]], "options": []}', "json-cover"),
        ("{'items': ['a|b'], 'options': []}", "json-cover"),
        ("{items: [], options: []}", "json-cover"),
        ('"items": [], "options": []}', "json-cover"),
        ('{\n"items: [], "options": []}', "json-cover"),
    ],
)
def test_it_is_taken_for_no_other_format_nor_another_for_it(text: str, form: str) -> None:
    try:
        assert read(text, file="a.json").format == form
    except InputError:
        with pytest.raises(InputError) as named:
            read(text, file="a.json", form=form)
        with pytest.raises(InputError) as guessed:
            read(text, file="a.json")
        assert str(guessed.value) == str(named.value)


@given(matrices())
def test_reading_what_was_written_gives_the_matrix_back(matrix: ExactCover) -> None:
    text = write(matrix, "json-cover")
    assert read(text.encode()).problems[0] == matrix
    assert set(json.loads(text)) <= {"items", "secondary", "options"}


@given(puzzles())
def test_a_puzzle_is_written_with_its_givens_and_forbidden_choices(puzzle: Puzzle) -> None:
    expected = all_solutions(puzzle.matrix, puzzle.given_options, puzzle.forbidden_options)
    again = cover(write(puzzle, "json-cover"))
    assert len(all_solutions(again)) == len(expected)


def test_a_puzzle_that_maximises_says_so() -> None:
    sudoku = Sudoku("12" + "." * 14)
    sudoku.maximize(sudoku.digit, lambda row, col, value: row * value)
    text = write(sudoku, "json-cover")
    told = json.loads(text)
    assert (told["name"], told["about"]) == (
        "sudoku",
        "maximized: the costs are the negated worths",
    )
    assert solve(cover(text)).objective == -(solve(sudoku).objective or 0)


def test_names_that_cannot_be_held_are_made_so_that_they_can_and_differ() -> None:
    builder = ExactCoverBuilder()
    for name in ((1, 2), "a b", "", "\x1b", "\ud800", '"', "x" * 1001):
        builder.item(name)
    builder.option([])
    builder.option(["", '"'], cost=3)
    matrix = builder.build()
    again = cover(write(matrix, "json-cover"))
    assert list(again.items) == ["(1, 2)", "a b", "_", "__2", "__3", '"', "x" * 1000]
    assert [again.option(k) for k in range(2)] == [matrix.option(0), matrix.option(1)]


def test_the_empty_matrix_can_be_written() -> None:
    matrix = ExactCoverBuilder().build()
    assert cover(write(matrix, "json-cover")) == matrix
