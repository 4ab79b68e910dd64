"""The declarative layer: tables, rules, givens, objectives, and the check without the matrix."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

import numpy as np
import pytest

from minuet.models import ModelError, ModelWarning, Puzzle
from minuet.solvers import count, solutions, solve


def latin(size: int = 3) -> Puzzle:
    puzzle = Puzzle("latin square")
    cell = puzzle.choices("cell", row=range(size), col=range(size), value=range(size))
    puzzle.exactly_one(cell, by=("row", "col"), name="cell")
    puzzle.exactly_one(cell, by=("row", "value"), name="row")
    puzzle.exactly_one(cell, by=("col", "value"), name="column")
    return puzzle


def test_rows_are_the_product_of_the_columns_that_pass_the_filter() -> None:
    puzzle = Puzzle()
    table = puzzle.choices("pair", a=range(3), b=range(3), where=lambda a, b: a < b)
    assert table.rows == [(0, 1), (0, 2), (1, 2)]
    assert table.rows[0].a == 0  # type: ignore[attr-defined]


def test_rows_may_be_given_as_named_tuples_or_mappings() -> None:
    class Move(NamedTuple):
        name: str
        cells: tuple[int, ...]

    puzzle = Puzzle()
    moves = puzzle.choices("move", rows=[Move("a", (0, 1)), Move("b", (2,))])
    plain = puzzle.choices("plain", rows=[{"x": 1}, {"x": 2}])
    assert moves.columns == ("name", "cells")
    assert plain.rows == [(1,), (2,)]
    with pytest.raises(ModelError, match="row 1: columns y, expected x"):
        puzzle.choices("odd", rows=[{"x": 1}, {"y": 2}])
    with pytest.raises(ModelError, match="a row of type int"):
        puzzle.choices("ints", rows=[1, 2])


def test_compiles_groups_to_items_and_rows_to_options() -> None:
    matrix = latin().matrix
    assert (matrix.primary, len(matrix.items), matrix.options) == (27, 27, 27)
    assert str(matrix.items[0]) == "cell (0,0)"
    assert matrix.labels[1] == "cell(row=0, col=0, value=1)"
    assert count(latin()).count == 12


def test_covering_puts_a_choice_into_several_groups() -> None:
    puzzle = Puzzle("dominoes")
    dominoes = [{"cells": (k, k + 1)} for k in range(5)]
    domino = puzzle.choices("domino", rows=dominoes)
    puzzle.exactly_one(domino, covering="cells", over=range(6))
    assert [answer["domino"] for answer in solutions(puzzle)] == [[((0, 1),), ((2, 3),), ((4, 5),)]]


def test_group_that_nothing_can_fill_is_infeasible_and_named() -> None:
    puzzle = Puzzle()
    choice = puzzle.choices("choice", rows=[{"cells": (1, 2)}])
    rule = puzzle.exactly_one(choice, covering="cells", over=[1, 2, 3], name="cell")
    assert solve(puzzle).status == "INFEASIBLE"
    wrong = list(rule.violations(lambda table: range(len(table))))
    assert wrong == ["cell 3: 0 chosen, expected exactly one"]


def test_errors_name_the_rule_its_line_and_the_choice() -> None:
    puzzle = Puzzle()
    choice = puzzle.choices("choice", rows=[{"cells": (1, 1)}, {"cells": (1, 9)}])
    with pytest.raises(ModelError, match=r"rule cell \(test_puzzle.py:\d+\): choice\(.*1 twice"):
        puzzle.exactly_one(choice, covering="cells", name="cell")
    other = Puzzle()
    choice = other.choices("choice", rows=[{"cells": (1, 9)}])
    with pytest.raises(ModelError, match="is in the group 9, which `over` does not name"):
        other.at_most_one(choice, covering="cells", over=[1, 2], name="cell")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": "colour"}, "table 'cell' has no column 'colour', expected one of row, col, value"),
        ({"by": lambda row, depth: row}, "no column 'depth'"),
        ({"by": "row", "covering": "col"}, "expected one of `by` and `covering`"),
    ],
)
def test_refuses_a_rule_on_columns_that_do_not_exist(
    arguments: dict[str, object], message: str
) -> None:
    puzzle = latin()
    with pytest.raises(ModelError, match=message):
        puzzle.exactly_one(puzzle.table("cell"), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": lambda row: [row]}, r"rule .*test_puzzle.py:\d+\): cell\(row=0.*unhashable"),
        ({"covering": "row"}, r"rule .*cell\(row=0.*covers 0, expected several keys"),
        ({"by": 7}, "7, expected column names or a function of them"),
    ],
)
def test_mistakes_in_keys_name_the_rule_and_the_choice(
    arguments: dict[str, object], message: str
) -> None:
    puzzle = latin()
    with pytest.raises(ModelError, match=message):
        compiled(puzzle, arguments)


def compiled(puzzle: Puzzle, arguments: dict[str, object]) -> object:
    puzzle.exactly_one(puzzle.table("cell"), **arguments)  # type: ignore[arg-type]
    return puzzle.matrix


def test_refuses_what_is_no_table_no_filter_and_no_value() -> None:
    puzzle = latin()
    with pytest.raises(ModelError, match="is not of puzzle"):
        puzzle.exactly_one(latin().table("cell"), by="row")
    with pytest.raises(ModelError, match="has no table 'cells'; did you mean cell\\?"):
        puzzle.exactly_one("cells", by="row")
    with pytest.raises(ModelError, match="where is"):
        puzzle.choices("a", where=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="no such choice"):
        puzzle.given(puzzle.table("cell"), row=[0], col=0, value=0)
    named = puzzle.choices("named", name=["x"], cost=[2**62])
    with pytest.raises(ModelError, match=r"objective: named\('x', \d+\) has"):
        puzzle.minimize(named, "cost")


def test_the_matrix_of_a_puzzle_goes_to_another_process() -> None:
    matrix = latin().matrix
    again = pickle.loads(pickle.dumps(matrix))
    assert again == matrix
    assert again.option_name(3) == matrix.option_name(3)


def test_an_objective_that_is_zero_everywhere_is_bounded_by_zero() -> None:
    puzzle = latin()
    puzzle.minimize(puzzle.table("cell"), lambda: 0)
    result = solve(puzzle)
    assert (result.objective, result.bound) == (0, 0)


def test_a_copy_may_have_given_options_of_its_own() -> None:
    puzzle = latin()
    puzzle.given(puzzle.table("cell"), row=0, col=0, value=0)
    other = puzzle.with_given_options([1, 5])
    assert [str(given) for given in other.givens] == [
        "cell(row=0, col=0, value=1)",
        "cell(row=0, col=1, value=2)",
    ]
    assert puzzle.given_options == (0,)
    assert other.matrix is puzzle.matrix
    for wrong in (-1, 27):
        with pytest.raises(ModelError, match=f"option number {wrong}, expected 0 to 26"):
            puzzle.with_given_options([0, wrong])


def test_givens_are_listed_lifted_and_unambiguous() -> None:
    puzzle = latin()
    table = puzzle.table("cell")
    given = puzzle.given(table, row=0, col=0, value=2)
    assert str(given) == "cell(row=0, col=0, value=2)"
    assert given.source.startswith("test_puzzle.py:")
    assert count(puzzle).count == 4
    puzzle.lift(given)
    assert (puzzle.givens, count(puzzle).count) == ((), 12)
    with pytest.raises(ModelError, match="3 choices match"):
        puzzle.given(table, row=0, col=0)
    with pytest.raises(ModelError, match=r"given cell\(row=0, col=0, value=3\): no such choice"):
        puzzle.given(table, row=0, col=0, value=3)
    with pytest.raises(ModelError, match="no column 'z'"):
        puzzle.given(table, z=0)
    with pytest.raises(ModelError, match="is not given"):
        puzzle.lift(given)


def test_forbids_by_values_and_by_predicate() -> None:
    puzzle = latin()
    table = puzzle.table("cell")
    puzzle.forbid(table, row=0, value=0, where=lambda col: col > 0)
    assert {answer["cell"][0] for answer in solutions(puzzle)} == {(0, 0, 0)}
    with pytest.raises(ModelError, match="no such choice"):
        puzzle.forbid(table, row=7)


def test_maximises_and_minimises_in_its_own_words() -> None:
    most, least = latin(), latin()
    most.maximize(most.table("cell"), lambda row, col, value: value * (row == col))
    least.minimize(least.table("cell"), lambda row, col, value: value * (row == col))
    best, worst = solve(most), solve(least)
    assert (best.status, best.objective, best.bound) == ("OPTIMAL", 6, 6)
    assert (worst.status, worst.objective, worst.bound) == ("OPTIMAL", 0, 0)
    assert best.answer is not None
    assert best.answer.objective == 6
    with pytest.raises(ModelError, match="minimize at level 0, which already has maximize"):
        most.minimize(most.table("cell"), "value")


def test_rows_may_count_alike_in_an_objective() -> None:
    for fewest in (Puzzle.minimize, lambda puzzle, table: puzzle.minimize(table, 1)):
        puzzle = Puzzle()
        queen = puzzle.choices("queen", row=range(5), col=range(5))
        puzzle.at_least(1, queen, by="row")
        fewest(puzzle, queen)
        assert solve(puzzle).objective == 5
    most = Puzzle()
    rook = most.choices("rook", row=range(3), col=range(4))
    most.at_most_one(rook, by="row")
    most.maximize(rook, 7)
    assert solve(most).objective == 21
    other = Puzzle()
    with pytest.raises(ModelError, match="has True, expected an integer"):
        other.maximize(other.choices("rook", row=[1]), True)


def test_refuses_an_objective_that_is_not_an_integer() -> None:
    puzzle = latin()
    with pytest.raises(ModelError, match="expected an integer"):
        puzzle.minimize(puzzle.table("cell"), lambda value: value / 2)


def test_check_finds_every_kind_of_corruption() -> None:
    puzzle = latin()
    table = puzzle.table("cell")
    puzzle.given(table, row=0, col=0, value=0)
    puzzle.forbid(table, row=2, col=2, value=0)
    answer = solve(puzzle).answer
    assert answer is not None
    assert puzzle.check(answer)
    good = answer.options
    for option in good:
        assert not puzzle.check(puzzle.read(o for o in good if o != option))
    for option in set(range(27)) - set(good):
        assert not puzzle.check(puzzle.read([*good, option]))
    assert "is given, but not chosen" in str(puzzle.check(puzzle.read(good[1:])))
    assert "made twice" in str(puzzle.check(puzzle.read([*good, good[0]])))
    assert "not in any table" in str(puzzle.check(puzzle.read([*good, 99])))
    forbidden = table.find("", {"row": 2, "col": 2, "value": 0})[0]
    assert "is forbidden, but chosen" in str(puzzle.check(puzzle.read([forbidden])))


def test_two_tables_share_one_matrix() -> None:
    puzzle = Puzzle()
    left = puzzle.choices("left", a=range(2))
    right = puzzle.choices("right", b=range(3))
    puzzle.exactly_one(left, by=lambda: "one")
    puzzle.exactly_one(right, by=lambda: "one")
    found = {(answer["left"][0].a, answer["right"][0].b) for answer in solutions(puzzle)}  # type: ignore
    assert found == {(a, b) for a in range(2) for b in range(3)}
    stranger = Puzzle().choices("left", a=range(2))
    with pytest.raises(ModelError, match="is not of puzzle"):
        puzzle.exactly_one(stranger, by="a")
    with pytest.raises(ModelError, match="exists already"):
        puzzle.choices("left", a=[1])


def test_a_choice_that_no_rule_decides_on_is_free() -> None:
    puzzle = Puzzle()
    puzzle.choices("free", x=range(3))
    with pytest.warns(ModelWarning, match="no rule reads table free"):
        assert count(puzzle).count == 8


@pytest.mark.parametrize("aim", [Puzzle.minimize, Puzzle.maximize])
@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            [1, 2.5],
            r"objective: one\(2.5,\) has 2.5, a float, expected .* \(test_puzzle.py:\d+\)$",
        ),
        ([1.0], r"has 1.0, a float, expected an integer, Fraction or Decimal \(test_puzzle.py:"),
        ([math.nan], "has nan, a float, expected an integer, Fraction or Decimal"),
        ([None], "has None, expected an integer"),
        (["7" * 99], r"has '7{56}\.\.\., expected an integer"),
        ([True], "has True, expected an integer"),
        ([np.bool_(True)], "expected an integer"),
        ([1 << 62], r"has 4611686018427387904, expected below 2\^62 \(test_puzzle.py:"),
        ([-(1 << 62)], "has -4611686018427387904, expected below"),
        ([1 << 20_000], "has 20001 bits, expected below"),
        ([Decimal("1e999999999")], r"has Decimal\('1E\+999999999'\), expected fewer digits"),
        ([Decimal("-1e-999999999")], "expected fewer digits than 100"),
        ([1 << 61, 1 - (1 << 61), 1], r"sum to 4611686018427387904, expected .* \(test_puzzle"),
    ],
)
def test_an_objective_is_refused_where_it_is_stated(
    aim: Callable[..., None], values: list[object], message: str
) -> None:
    puzzle = Puzzle()
    table = puzzle.choices("one", rows=[{"value": value} for value in values])
    with pytest.raises(ModelError, match=message):
        aim(puzzle, table, "value")
    assert not puzzle.has_objective
    aim(puzzle, table, lambda: 3)
    assert puzzle.matrix.costs.tolist() in ([3] * len(values), [-3] * len(values))


def test_objectives_of_several_tables_share_the_limit() -> None:
    puzzle = Puzzle()
    one = puzzle.choices("one", value=[1 << 61, np.int8(-3)])
    two = puzzle.choices("two", value=[(1 << 61) - 4])
    puzzle.maximize(one, "value")
    with pytest.raises(ModelError, match="sum to 4611686018427387904"):
        puzzle.maximize(two, lambda value: value + 1)
    puzzle.maximize(two, "value")
    assert solve(puzzle).objective == (1 << 62) - 4
    assert puzzle.total(puzzle.read([1, 2])) == (1 << 61) - 7
