"""A condition selects rows alike everywhere: as a mapping, by keywords, or as a function."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from minuet.models import Choices, ModelError, Puzzle
from minuet.solvers import solution_set

Condition = Callable[..., Any]


def board() -> tuple[Puzzle, Choices]:
    puzzle = Puzzle("board")
    return puzzle, puzzle.choices("queen", row=range(3), col=range(4))


SECOND_ROW = [4, 5, 6, 7]
CONDITIONS: list[Any] = [
    {"row": 1},
    {"row": lambda row: row == 1},
    {"row": 1, "col": lambda col: col >= 0},
    lambda row: row == 1,
    lambda col, row: row == 1 and col < 9,
]


@pytest.mark.parametrize("where", CONDITIONS)
def test_every_method_takes_every_condition(where: Any) -> None:
    puzzle, queen = board()
    rows = [queen[number] for number in SECOND_ROW]
    assert list(queen.where(where).rows) == SECOND_ROW
    answer = puzzle.read(range(12))
    assert answer.where("queen", where) == answer.where(queen, where=where) == rows
    assert puzzle.read([0, 5]).where(queen, where) == [(1, 1)]
    kept = Puzzle().choices("kept", row=range(3), col=range(4), where=where)
    assert list(kept) == rows
    assert list(Puzzle().choices("kept", list(queen), where=where)) == rows
    puzzle.forbid(queen, where)
    assert puzzle.forbidden_options == set(SECOND_ROW)
    rule = puzzle.compare(puzzle.sum(queen, by="col", where=where), "==", 1)
    assert not list(rule.violations(lambda _: SECOND_ROW))
    assert len(list(rule.violations(lambda _: [0, 1, 2, 3]))) == 4
    puzzle.drawn(queen, show="Q", where=where)
    assert puzzle.show(puzzle.read([0, 5])) == ".Q.."


@pytest.mark.parametrize(
    "where",
    [
        {"row": 1, "col": 2},
        lambda row, col: (row, col) == (1, 2),
        {"row": 1, "col": lambda col: col == 2},
    ],
)
def test_a_given_meets_a_condition(where: Any) -> None:
    puzzle, queen = board()
    given = puzzle.given(queen, where)
    assert given.option == 6 and str(given) == "queen(row=1, col=2)"


def test_keywords_and_a_function_are_met_together() -> None:
    puzzle, queen = board()
    assert list(queen.where(lambda col: col > 1, row=2).rows) == [10, 11]
    assert puzzle.given(queen, lambda col: col > 2, row=2).option == 11
    puzzle.forbid(queen, lambda col: col > 1, row=0)
    assert puzzle.forbidden_options == {2, 3}
    assert puzzle.read([2, 10]).where(queen, lambda col: col > 1, row=0) == [(0, 2)]


def test_the_entropy_of_choices_that_meet_a_condition() -> None:
    puzzle, queen = board()
    puzzle.exactly_one(queen, by="row")
    found = solution_set(puzzle)
    assert found.entropy_of(queen, row=1) == found.entropy_of(queen, {"row": 1})
    assert found.entropy_of(queen, lambda row: row == 1) == pytest.approx(2)


@pytest.mark.parametrize(
    ("use", "told"),
    [
        (lambda p, q: q.where({"rwo": 1}), r"no column 'rwo', .* did you mean row"),
        (lambda p, q: q.where({"row": 1}, row=1), "queen.where: column 'row' twice"),
        (lambda p, q: q.where(False), "where is False, expected a mapping"),
        (lambda p, q: p.given(q, False), "given queen: where is False, expected a mapping"),
        (lambda p, q: p.forbid(q, 3), "forbid queen: where is 3, expected a mapping"),
        (lambda p, q: p.forbid(q, {"row": 9}), r"forbid queen\(row=9\): no such choice"),
        (lambda p, q: p.choices("z", row=[1], where=3), "table 'z': where is 3, expected"),
        (lambda p, q: p.choices("z", row=[1], where={"row": 2}), r"'z': no row meets the .*row=2"),
        (lambda p, q: p.sum(q, where={"row": 9}), "where: no choice has row=9"),
        (lambda p, q: p.drawn(q, where={"row": 9}), "picture of queen: no choice has row=9"),
        (lambda p, q: p.read([]).where(q, row=9), r"queen\(row=9\): no choice has row=9"),
        (
            lambda p, q: q.where(row=lambda v: 1 // v),
            r"queen\(row=\.\.\.\): row: queen\(row=0, .*Zero",
        ),
        (
            lambda p, q: p.given(q, {"row": lambda v: 1 // v}),
            r"given queen\(row=\.\.\.\): row: queen\(row=0, col=0\): ZeroDivisionError",
        ),
    ],
)
def test_mistakes_in_conditions(use: Callable[[Puzzle, Choices], Any], told: str) -> None:
    puzzle, queen = board()
    with pytest.raises(ModelError, match=told):
        use(puzzle, queen)


def test_a_column_is_no_expression_and_the_error_names_where() -> None:
    _, queen = board()
    table: Any = queen
    for use, written in (
        (lambda: table.row == 1, r"queen\.row"),
        (lambda: table["row"] == 1, r"queen\['row'\]"),
    ):
        with pytest.raises(ModelError, match=rf"{written}: .* queen\.where\(row=\.\.\.\)"):
            use()
    with pytest.raises(ModelError, match=r"no column 'rwo', .* did you mean row"):
        table["rwo"]
    with pytest.raises(AttributeError, match=r"'Choices' has no attribute 'rwo'.* row"):
        table.rwo  # noqa: B018


def test_a_table_is_copied_pickled_and_looked_at_as_before() -> None:
    _, queen = board()
    assert not hasattr(queen, "row") and not hasattr(queen, "_repr_html_")
    assert getattr(queen, "col", None) is None
    for again in (copy.copy(queen), copy.deepcopy(queen), pickle.loads(pickle.dumps(queen))):
        assert again.is_like(queen) and again[5] == (1, 1)
    assert [queen[k] for k in (0, 5, -1)] == [(0, 0), (1, 1), (2, 3)]
    with pytest.raises(IndexError):
        queen[12]
    assert (1, 3) in queen and list(queen)[4] == queen[4]
