"""Rows that are alike in the columns that a rule reads are read once; what is compiled is the same
as if each were read by itself, and rows and names are made only when somebody asks for them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError, Puzzle, Rows, Sudoku
from minuet.models.budget import Budget
from minuet.models.sudokus.constraints import Arrow, Cage, Thermometer
from minuet.models.tables.rows import LateRows

VALUES = st.lists(
    st.sampled_from([0, 1, 2, True, 1.0, None, "a", (0, 1), (None,)]), max_size=3, unique=True
)
READERS: list[Any] = [
    {"by": "a"},
    {"by": ("a", "b")},
    {"by": ("b", "a")},
    {"by": ("c",)},
    {"by": ("a", "b", "c")},
    {"by": lambda: 0},
    {"by": lambda b: None if b == 0 else b},
    {"by": lambda a, c: (a, c)},
    {"by": lambda a, b, c: str((a, b, c))},
    {"covering": lambda a: [a, (a, 1)]},
    {"covering": lambda c, a: [] if a == 0 else [None, (c, a), c]},
    {"covering": lambda a, b, c: {(0, str(a)), (1, str(b)), (2, str(c))}},
    {"by": "b", "over": [0, 1, 2, "a"]},
    {"covering": lambda a, b: [a, b], "over": [0, 1, 2, None]},
]


def described(rows: bool, columns: tuple[list[Any], ...], readers: list[int]) -> Puzzle:
    """Return a puzzle of a product; `rows`: whose rows are listed one by one."""
    puzzle = Puzzle()
    names = ("a", "b", "c")
    product = dict(zip(names, columns, strict=True))
    listed = [(a, b, c) for a in columns[0] for b in columns[1] for c in columns[2]]
    table = puzzle.choices("x", Rows(names, listed) if rows else product)
    for number in readers:
        puzzle.exactly_one(table, **READERS[number], name=f"rule {number}")
    other = puzzle.choices("y", n=[1, 2])
    puzzle.at_most_one([table, other], covering={table: lambda a: [repr(a)], other: lambda n: [n]})
    puzzle.agree({table: lambda a, b: [((1, str(a)), b)]}, name="agree")
    return puzzle


def outcome(make: Callable[[], Puzzle]) -> Any:
    """Return all there is to say of a puzzle, or its mistake."""
    try:
        puzzle = make()
        matrix = puzzle.matrix
    except ModelError as error:
        return str(error)
    rules = [(rule.name, list(map(repr, rule.groups)), rule.summary) for rule in puzzle.rules]
    return matrix.digest, list(map(repr, matrix.items)), list(matrix.labels), rules


@given(st.tuples(VALUES, VALUES, VALUES), st.lists(st.integers(0, len(READERS) - 1), unique=True))
def test_a_product_compiles_as_its_rows_do(
    columns: tuple[list[Any], ...], readers: list[int]
) -> None:
    mine = outcome(lambda: described(False, columns, readers))
    assert mine == outcome(lambda: described(True, columns, readers))


@pytest.mark.parametrize(
    ("columns", "reader", "what"),
    [
        ([[1], [2], [3, [4]]], {"by": "c"}, r"x\(a=1, b=2, c=\[4\]\) has no keys that can be"),
        ([[1, 2], [5, 6], [0]], {"covering": lambda b: [b, b]}, r"x\(a=1, b=5, c=0\) covers 5"),
        (
            [[1, 2], [5, 6], [0]],
            {"covering": lambda b: [1] if b == 5 else [7, 7]},
            r"x\(a=1, b=6, c=0\) covers 7 twice, expected each key once .*`between` counts repeats",
        ),
        ([[1], [5, 6], [0]], {"by": "b", "over": [5]}, r"b=6, c=0\) is in the group 6"),
        ([[1], [5], [0]], {"covering": "b"}, r"b=5, c=0\) covers 5, expected several"),
    ],
)
def test_a_mistake_names_the_first_row_that_makes_it(
    columns: list[list[Any]], reader: dict[str, Any], what: str
) -> None:
    puzzle = Puzzle()
    table = puzzle.choices("x", a=columns[0], b=columns[1], c=columns[2])
    with pytest.raises(ModelError, match=what):
        puzzle.exactly_one(table, **reader)


def test_a_function_is_asked_once_for_rows_that_it_reads_alike() -> None:
    asked: list[tuple[int, int]] = []
    puzzle = Puzzle()
    table = puzzle.choices("x", a=range(3), b=range(4), c=range(50))
    puzzle.exactly_one(table, by=lambda a, c: asked.append((a, c)) or a + c)
    assert puzzle.matrix.options == 600
    assert sorted(asked) == sorted({(a, c) for a in range(3) for c in range(50)})


def test_late_rows_are_made_when_they_are_asked_for() -> None:
    made = []

    def make() -> list[tuple[int, int]]:
        made.append(1)
        return [(k, k * k) for k in range(5)]

    puzzle = Puzzle()
    table = puzzle.choices("x", LateRows(("n", "square"), 5, make))
    assert len(table) == 5
    assert not made
    assert table.rows[3].square == 9  # type: ignore[attr-defined]
    assert table.find("x", {"n": 4, "square": 16}) == [4]
    assert table.find("x", {}) == list(range(len(table)))
    assert len(made) == 1
    few = puzzle.choices("y", LateRows(("n", "square"), 5, make), where=lambda n: n > 2)
    assert few.rows == [(3, 9), (4, 16)]
    assert pickle.loads(pickle.dumps(puzzle)).table("x").rows == table.rows


def test_a_product_finds_its_rows_and_says_one_without_the_others() -> None:
    puzzle = Puzzle()
    table = puzzle.choices("x", a=[1, 2], b=[5, 6])
    assert table.find("x", {"a": 2, "b": 5}) == [2]
    assert table.find("x", {"a": True, "b": 6}) == [1]
    assert table.find("x", {"a": 3, "b": 5}) == table.find("x", {"a": [], "b": 5}) == []
    plain = puzzle.choices("y", a=range(2), b=["p", ""])
    assert plain.find("y", {"a": 1.0, "b": "p"}) == [2]
    assert [tuple(plain[k]) for k in (-1, 0, 3)] == [(1, ""), (0, "p"), (1, "")]
    with pytest.raises(IndexError):
        plain[4]
    assert copy.deepcopy(plain).rows == plain.rows


def test_what_was_described_before_is_spent_for_again() -> None:
    cages = [Cage(10, "R1C1-R1C4"), Thermometer("R2C1-R2C4"), Arrow("R3C1", "R3C2 R3C3")]
    Sudoku(size=9, constraints=cages).matrix  # noqa: B018
    spent = []
    for _ in range(2):
        budget = Budget(10**6, 10**7)
        with budget.opened():
            Sudoku(size=9, constraints=cages)
        spent.append((budget.keys, budget.looks))
    assert spent[0] == spent[1] > (100, 100)
    with pytest.raises(ModelError, match="keys in all"), Budget(50, 10**7).opened():
        Sudoku(size=9, constraints=cages)
