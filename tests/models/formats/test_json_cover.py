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


ITEMS = '{"items": ["a", "b"], "secondary": ["x"],\n "options": '


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "1:1: '[', expected {"),
        ("{}", '1:2: no "items" in the object, expected them'),
        ('{"items": []}', '1:13: no "options" in the object, expected them'),
        ('{"items" []}', "1:10: '[', expected :"),
        ("{items: []}", "1:2: 'items', expected a key: items, options, secondary, name or about"),
        ('{"itms": []}', "1:2: the key 'itms', expected items, options, secondary, name or about"),
        ('{"items": [],\n "items": []}', "2:2: the key 'items' twice, expected it once"),
        ('{"items": [],}', "1:14: '}', expected a key: items, options"),
        ('{"items": {}}', "1:11: '{', expected ["),
        ('{"items": ["a" "b"]}', "1:16: '\"b\"', expected , or ]"),
        ('{"items": ["a",]}', "1:16: ']', expected an item's name: a string or an integer"),
        ('{"items": ["a', '1:12: a string without its end, expected a closing "'),
        ('{"items": ["a"', "1:15: the text ends, expected , or ]"),
        ('{"items": [1.5]}', "1:12: '1.5', expected an item's name: a string or an integer"),
        ('{"items": [true]}', "1:12: 'true', expected an item's name: a string or an integer"),
        ('{"items": [""]}', "1:12: '\"\"', expected an item's name in characters that can be"),
        (r'{"items": ["\u001b"]}', r"""1:12: '"\\u001b"', expected an item's name in characters"""),
        (r'{"items": ["\ud800"]}', r"""1:12: '"\\ud800"', expected an item's name in characters"""),
        (r'{"items": ["\q"]}', r"""1:12: '"\\q"', expected a string of JSON"""),
        (f'{{"items": ["{"a" * 1001}"]}}', "1:12: a name of 1001 characters, expected 1000 at"),
        ('{"items": ["a", "b", "a"]}', "1:22: item 'a' twice, expected each name once"),
        ('{"items": [1, "1"]}', "1:15: item '1' twice, expected each name once"),
        (
            '{"secondary": ["x", "a"], "items": ["a"], "options": []}',
            "1:21: item 'a' twice, expected each name once",
        ),
        ('{"secondary": [{"name": "x"}]}', "1:16: '{', expected an item's name"),
        ('{"items": [{"times": 2}]}', '1:23: no "name" in the item, expected one'),
        ('{"items": [{"name": "a", "low": 2}]}', "1:26: the key 'low', expected name or times"),
        ('{"items": [{"name": "a", "times": "2"}]}', "1:35: '\"2\"', expected how often the item"),
        ('{"items": [{"name": "a", "times": [3, 2]}]}', "1:35: times 3 to 2, expected 0 <= low"),
        ('{"items": [{"name": "a", "times": -1}]}', "1:35: times -1 to -1, expected 0 <= low"),
        ('{"items": [{"name": "a", "times": 2147483648}]}', "1:35: times 2147483648 to"),
        ('{"name": 5}', "1:10: '5', expected a string as name"),
        (ITEMS + '["a"]}', "2:14: '\"a\"', expected an option: [names] or an object with items"),
        (ITEMS + '[["a"], ["b", "c"], ["c"]]}', "2:27: unknown item 'c', expected one of items or"),
        (ITEMS + '[["a", "b", "a"]]}', "2:25: item 'a' twice in the option, expected once"),
        (ITEMS + '[["a", "x", ["x", 1]]]}', "2:26: item 'x' twice in the option, expected once"),
        (ITEMS + '[["a"], [["a", 1]]]}', "2:23: color on the primary item 'a', expected none"),
        (ITEMS + '[[["x", 1, 2]]]}', "2:22: ',', expected ]"),
        (ITEMS + '[[["x", null]]]}', "2:21: 'null', expected a color: a string or an integer"),
        (ITEMS + '[{"cost": 1}]}', '2:24: no "items" in the option, expected them'),
        (ITEMS + '[{"items": [], "cost": 1.5}]}', "2:36: '1.5', expected a cost: an integer"),
        (
            ITEMS + '[{"items": ["a"], "cost": 4611686018427387903},\n{"items": [], "cost": -1}]}',
            "3:23: cost -1 overflows, expected all together less than 2^62",
        ),
        (ITEMS + "[]} {}", "2:17: '{' behind the object, expected no more"),
    ],
)
def test_a_mistake_is_an_error_at_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, file="f", form="json-cover")
    assert str(caught.value).startswith(f"f:{message}")


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
