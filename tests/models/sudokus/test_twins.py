"""Sudokus of one shape are described and compiled once, and share nothing that one can change."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from minuet.models import Choices, ModelError, Puzzle, Sudoku, TargetSudoku
from minuet.models.puzzle import Compiled
from minuet.models.sudokus.constraints import AntiKing, Cage, Constraint, OneOf, Thermometer
from minuet.models.sudokus.grid_puzzle import Shape, Shapes, exact_key
from minuet.solvers import count, solve

GRID = "1000003004000002"
OTHER = "0200" + "0" * 12


@pytest.fixture(autouse=True)
def no_shapes() -> None:
    """No test sees what another one left."""
    Sudoku.forget_shapes()


def test_sudokus_of_one_shape_share_a_matrix_and_keep_their_givens() -> None:
    one, other, blank = Sudoku(GRID), Sudoku(OTHER), Sudoku(size=4)
    assert one.matrix is other.matrix
    assert [str(given) for given in other.givens] == ["R1C2=2"]
    assert [len(puzzle.givens) for puzzle in (one, other, blank)] == [4, 1, 0]
    assert count(blank).count == 288
    assert count(other).count == 72
    assert str(solve(one).answer) == str(solve(Sudoku(size=4).with_givens(GRID)).answer)
    assert one.check(one.read(solve(one).options or ()))


@pytest.mark.parametrize(
    "described",
    [
        {"size": 4, "diagonals": True},
        {"size": 4, "regions": "aabbaabbccddccdd"},
        {"size": 4, "regions": ["aaab", "cabb", "ccdb", "cddd"]},
        {"size": 4, "extra": ["R1C1 R2C2 R3C3 R4C4"]},
        {"size": 4, "anti_king": True},
        {"size": 4, "constraints": [Cage(5, "R1C1 R1C2"), Thermometer("R1C1-R3C1")]},
        {"size": 9, "windoku": True},
        {"size": 6, "box": (3, 2)},
    ],
)
def test_a_shape_is_all_but_the_givens(described: dict[str, Any]) -> None:
    one = Sudoku(**described)
    matrix, said = one.matrix, one.describe()
    Sudoku.forget_shapes()
    anew = Sudoku(**described)
    again = Sudoku(**described)
    assert anew.matrix is again.matrix is not matrix
    assert anew.matrix == matrix
    assert again.describe() == anew.describe() == said
    assert again.constraints == one.constraints
    assert again.grid_shape == one.grid_shape
    plain = Sudoku(size=one.size)
    assert plain.matrix != matrix
    assert str(solve(again, "dlx").answer) == str(solve(one, "dlx").answer)


def test_what_is_done_to_one_leaves_the_others_alone() -> None:
    one, other = Sudoku(GRID), Sudoku(GRID)
    matrix, said = other.matrix, other.describe()
    one.exactly_one(one.digit, by=lambda row, col, value: value * (row == col), name="falling")
    one.forbid(one.digit, row=0, col=0, value=1)
    one.lift(one.givens[0])
    one.say(one.digit, lambda row, col, value: "a digit")
    one.say(one.rules[0], lambda key: "a demand")
    one.weights[0, 0] = 3
    one.layout = "line"
    one.digit.rows.clear()
    one.rules[1].groups.clear()
    one.at_most_one(one.choices("more", x=[1]), by="x")
    one.maximize(one.digit, lambda row, col, value: value)
    for puzzle in (other, Sudoku(GRID)):
        assert puzzle.matrix is matrix
        assert puzzle.describe() == said
        assert [str(given) for given in puzzle.givens] == ["R1C1=1", "R2C3=3", "R3C2=4", "R4C4=2"]
        assert puzzle.rules[0].demand((0, 0)) == "R1C1 needs exactly one digit"
        assert not puzzle.weights
        assert puzzle.layout == "grid"
        assert not puzzle.forbidden_options
        assert len(puzzle.rules[1].groups) == 16
        assert len(puzzle.digit.rows) == 64
    assert one.matrix is not matrix


def test_a_given_says_what_its_own_puzzle_says() -> None:
    one = Sudoku(GRID)
    one.say(one.digit, lambda row, col, value: f"{value} at {row},{col}")
    assert [str(given) for given in one.with_givens(OTHER).givens] == ["2 at 0,1"]
    assert [str(given) for given in Sudoku(OTHER).givens] == ["R1C2=2"]


def test_a_mistake_stays_one_behind_a_shape_that_is_known() -> None:
    Sudoku(size=4, constraints=[Cage(1, "R1C1", repeats=True)]).matrix  # noqa: B018
    with pytest.raises(ModelError, match="a sum of 'True', expected an integer"):
        Sudoku(size=4, constraints=[Cage(True, "R1C1", repeats=True)])
    with pytest.raises(ModelError, match="a grid of 15 characters"):
        Sudoku("1" * 15)
    with pytest.raises(ModelError, match="row 1, column 2: 7, expected 0 to 4"):
        Sudoku("0700" + "0" * 12)
    with pytest.raises(ModelError, match="size 9, expected 4"):
        Sudoku(GRID, size=9)


def test_a_class_of_ones_own_shares_with_nobody() -> None:
    class Crossed(Sudoku):
        def __init__(self, grid: str, falling: bool) -> None:
            self.falling = falling
            super().__init__(grid)

        def _basic_rules(self, labels: Any) -> None:
            super()._basic_rules(labels)
            if self.falling:
                self.exactly_one(self.digit, by=lambda row, col, value: value * (row == col))

    assert count(Crossed("0" * 16, False)).count == 288
    assert count(Crossed("0" * 16, True)).count < 288
    assert Crossed("0" * 16, True).matrix is not Crossed("0" * 16, True).matrix

    @dataclass(frozen=True)
    class Secret(Constraint):
        kind = "secret"

        def __post_init__(self) -> None:
            object.__setattr__(self, "value", values_left.pop())

        def demands(self, grid: Any) -> Iterator[Any]:
            yield OneOf((0, 0), (self.value,))  # type: ignore[attr-defined]

    values_left = [3, 2]
    answers = [solve(Sudoku(size=4, constraints=[Secret()])).answer for _ in range(2)]
    assert [answer.puzzle.show(answer)[0] for answer in answers] == ["2", "3"]


def test_target_sudokus_keep_their_own_objective() -> None:
    weights = [[1] * 4, [2] * 4, [3] * 4, [4] * 4]
    one = TargetSudoku(GRID, weights=weights)
    assert not Sudoku(GRID).has_objective
    other = TargetSudoku(GRID, weights=weights[::-1])
    assert {solve(one).objective, solve(other).objective} == {100}
    assert one.matrix != other.matrix


def test_a_sudoku_of_a_known_shape_travels() -> None:
    one, other = Sudoku(GRID), Sudoku(OTHER)
    matrix = one.matrix
    for twin in (copy.deepcopy(other), pickle.loads(pickle.dumps(other)), copy.copy(other)):
        assert twin.matrix == matrix
        assert twin.given_options == other.given_options
        assert twin.describe() == other.describe()
        assert str(twin.with_givens(GRID).givens[0]) == "R1C1=1"
        assert str(solve(twin).answer) == str(solve(other).answer)
    pair = pickle.loads(pickle.dumps((one, other)))
    assert pair[0].matrix is pair[1].matrix


def test_threads_share_a_shape() -> None:
    grids = [f"{k % 4 + 1}" + "0" * 15 for k in range(64)]

    def ask(grid: str) -> tuple[int, str, int | None]:
        puzzle = Sudoku(grid, constraints=[AntiKing()])
        return id(puzzle.matrix), str(puzzle.givens[0]), count(Sudoku(grid)).count

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, grids))
    assert [given for _, given, _ in found] == [f"R1C1={grid[0]}" for grid in grids]
    assert {number for *_, number in found} == {72}
    assert len({id(Sudoku(grid).matrix) for grid in grids}) == 1


def test_what_was_not_asked_for_longest_is_forgotten() -> None:
    shapes = Shapes(4000)
    tables = {name: Puzzle().choices(name, x=[1]) for name in "abcdefghi"}

    def shape(name: str) -> Shape:
        return Shape((tables[name],), (), Compiled(), {})

    for name in "abcdefgh":
        shapes.keep(name, shape(name))
    assert len(shapes) == 8
    assert shapes.get("a") is not None
    shapes.keep("i", shape("i"))
    kept = {name for name in tables if shapes.get(name) is not None}
    assert kept == set(tables) - {"b"}
    large = Choices("large", ["x"], [(k,) for k in range(3)], 0)
    shapes.keep("large", Shape((large,), (), Compiled(), {}))
    assert shapes.get("large") is None
    shapes.clear()
    assert not len(shapes)


def test_a_key_tells_types_apart() -> None:
    values: list[Any] = [1, 1.0, True, "1", (1,), [1], ["1"], None, range(1), (range(1),), ("1",)]
    exact = [value for value in values if not isinstance(value, float)]
    assert len({exact_key(value) for value in exact}) == len(exact)
    cage = Cage(1, "R1C1")
    for unknown in (1.0, {1}, {"a": 1}, object(), cage, [cage], iter([1])):
        with pytest.raises(TypeError):
            exact_key(unknown)
    kinds = frozenset({Cage})
    assert exact_key(cage, kinds) == exact_key(Cage(1, "R1C1"), kinds)
    assert exact_key(cage, kinds) != exact_key(Cage(True, "R1C1"), kinds)
