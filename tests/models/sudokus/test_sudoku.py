"""Sudokus of any box shape and target sudokus, against published and given answers."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from minuet.models import ModelError, Puzzle, Sudoku, TargetSudoku
from minuet.models.formats import read
from minuet.solvers import Status, count, crosscheck, solutions, solve
from minuet.solvers.contract import Solver

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def puzzles(path: Path, form: str | None = None) -> list[Puzzle]:
    return list(read(path.read_bytes(), file=path.name, form=form).problems)  # type: ignore


def test_solves_a_grid_of_characters() -> None:
    answer = solve(Sudoku(HARD)).answer
    assert answer is not None
    assert answer.puzzle.show(answer).splitlines()[0] == "8 1 2 7 5 3 6 4 9"


@pytest.mark.parametrize(
    ("size", "box"),
    [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (10, (2, 5)), (12, (3, 4)), (16, (4, 4))],
)
def test_boxes_are_as_square_as_they_can_be(size: int, box: tuple[int, int]) -> None:
    puzzle = Sudoku(size=size)
    assert puzzle.box == box
    assert (puzzle.matrix.primary, puzzle.matrix.options) == (4 * size**2, size**3)


def test_counts_the_published_numbers_of_small_sudokus() -> None:
    assert count(Sudoku(size=4)).count == 288
    first_row = [[1, 2, 3, 4, 5, 6]] + [[0] * 6] * 5
    six = Sudoku(first_row, box=(2, 3))
    assert (count(six).count or 0) * 720 == 28200960


def test_box_shape_can_be_chosen() -> None:
    tall = Sudoku(box=(3, 2))
    assert tall.size == 6
    assert solve(tall).status is Status.OPTIMAL


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([[1, 2], [3]], "row 2 has 1 numbers, expected 2"),
        ([[0] * 4] * 3 + [[0, 0, 5, 0]], "row 4, column 3: 5, expected 0 to 4"),
        ([[0] * 7] * 7, "a sudoku of size 7 has no box shape"),
        ("12.", "a grid of 3 characters"),
        ("x" * 81, "a grid of 81 characters"),
    ],
)
def test_refuses_what_is_not_a_grid(grid: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sudoku(grid)  # type: ignore[arg-type]


def test_refuses_boxes_and_weights_that_do_not_fit() -> None:
    with pytest.raises(ModelError, match="a box of 2x3 does not fit"):
        Sudoku([[0] * 4] * 4, box=(2, 3))
    with pytest.raises(ModelError, match="needs weights of its own"):
        TargetSudoku([[0] * 4] * 4)
    with pytest.raises(ModelError, match="weights are not 9 rows"):
        TargetSudoku(weights=[[1] * 4] * 4)


def test_givens_that_clash_are_infeasible(solver: Solver) -> None:
    assert solve(Sudoku("11" + "." * 79), solver).status is Status.INFEASIBLE


def test_unsolvable_sudokus_are_infeasible(solver: Solver, data: Path) -> None:
    for puzzle in islice(puzzles(data / "sudoku/no_solution_200.txt"), 0, 200, 20):
        assert solve(puzzle, solver).status is Status.INFEASIBLE


@pytest.mark.slow
def test_all_unsolvable_sudokus_are_infeasible(solver: Solver, data: Path) -> None:
    unsolvable = puzzles(data / "sudoku/no_solution_200.txt")
    assert len(unsolvable) == 200
    for puzzle in unsolvable:
        assert solve(puzzle, solver).status is Status.INFEASIBLE


def test_ambiguous_sudokus_have_a_second_solution(data: Path) -> None:
    ambiguous = puzzles(data / "sudoku/several_solutions_200.txt")
    assert len(ambiguous) == 200
    for puzzle in ambiguous:
        with solutions(puzzle) as stream:
            assert len(set(islice(stream, 2))) == 2


def test_the_hard_list_has_the_known_solutions_and_no_others(data: Path) -> None:
    known = (data / "sudoku/magictour_1465.solutions.txt").read_text().split()
    hard = puzzles(data / "sudoku/magictour_1465.txt")
    assert len(hard) == len(known) == 1465
    # One in four: tests/solvers/search/test_many.py asks for all, as a batch.
    for puzzle, solution in zip(hard[::4], known[::4], strict=True):
        found = list(islice(solutions(puzzle), 2))
        assert [answer.puzzle.show(answer) for answer in found] == [solution]


def test_sixteen_by_sixteen(data: Path) -> None:
    known = (data / "sudoku/minimal_16x16.solutions.txt").read_text().splitlines()
    minimal = puzzles(data / "sudoku/minimal_16x16.txt")
    for puzzle, solution in zip(minimal, known, strict=True):
        answer = solve(puzzle, "sat").answer
        assert (
            answer.puzzle.show(answer).split() == solution.split()[1:]
        )  # behind how many there are


def optimum(data: Path, name: str) -> int:
    return int((data / f"target/{name}.out").read_text())


TARGETS = [*(f"t{k}" for k in range(2, 13)), "sample1", "sample2", "inf0", "inf2", "x25"]


@pytest.mark.parametrize("name", TARGETS)
def test_target_sudokus_reach_the_proved_optimum(data: Path, name: str) -> None:
    (puzzle,) = puzzles(data / f"target/{name}.in", "target-sudoku")
    result = solve(puzzle)
    expected = optimum(data, name)
    if expected == -1:
        assert result.status is Status.INFEASIBLE
    else:
        assert (result.status, result.objective) == (Status.OPTIMAL, expected)
        assert result.answer is not None
        assert puzzle.check(result.answer)
        assert result.answer.objective == expected


def test_blank_target_is_2906() -> None:
    assert solve(TargetSudoku()).objective == 2906


def test_weights_can_be_replaced() -> None:
    corner = [[0] * 9 for _ in range(9)]
    corner[0][0] = -1
    assert solve(TargetSudoku(weights=corner)).objective == -1


def test_solvers_agree_on_a_target(data: Path) -> None:
    (puzzle,) = puzzles(data / "target/sample2.in", "target-sudoku")
    report = crosscheck(puzzle, ["mip", "dlx"])
    assert report, report.disagreements
    assert [outcome.objective for outcome in report.outcomes] == [2852, 2852]


def test_rows_may_be_strings_and_arrays() -> None:
    rows = ["1...", "..3.", "0400", "...2"]
    text = Sudoku("".join(rows))
    assert Sudoku(rows).given_options == text.given_options
    numbers = np.array([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    assert Sudoku(numbers).given_options == text.given_options
    assert Sudoku(numbers.tolist()).given_options == text.given_options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "a sudoku of size 0, expected 1 to 100"),
        ({"size": -4}, "a sudoku of size -4, expected 1 to 100"),
        ({"size": "9"}, "a sudoku of size 9, expected 1 to 100"),
        ({"size": 4.0}, "a sudoku of size 4.0, expected 1 to 100"),
        ({"size": 10**30}, "expected 1 to 100"),
        ({"grid": "." * 16, "size": 9}, "size 9, expected 4, as the grid has"),
        ({"box": (-2, -2)}, r"a box of '\(-2, -2\)', expected \(rows, columns\), 1 or more each"),
        ({"box": (0, 4)}, r"a box of '\(0, 4\)'"),
        ({"box": 3}, "a box of '3'"),
        ({"box": (3, 3, 3)}, "a box of"),
        ({"size": 6, "box": (2, 2)}, "a box of 2x2 does not fit a sudoku of size 6"),
        ({"grid": [[1.9, 0, 0, 0]] + [[0] * 4] * 3}, "row 1, column 1: '1.9', expected 0 to 4"),
        ({"grid": [[None] * 4] * 4}, "row 1, column 1: 'None', expected 0 to 4"),
        ({"grid": [[True] + [0] * 3] + [[0] * 4] * 3}, "row 1, column 1: 'True', expected 0 to 4"),
        ({"grid": [[0] * 4] * 3 + [[0, 0, 0, 5]]}, "row 4, column 4: 5, expected 0 to 4"),
        ({"grid": ["1...", "..x.", "....", "...."]}, "row 2: '..x.', expected digits or dots"),
        ({"grid": ["1...", "...", "....", "...."]}, "row 2 has 3 numbers, expected 4"),
        ({"grid": [None] * 4}, "row 1: 'None', expected 4 numbers"),
        ({"grid": []}, "a sudoku of size 0"),
        ({"grid": 7}, "a grid '7', expected rows of numbers"),
        ({"extra": 7}, "extra regions '7', expected a layout or a list"),
        ({"constraints": ["AntiKing"]}, "constraint 1: \"'AntiKing'\", expected one such as Cage"),
        ({"constraints": None}, "constraint 1: 'None', expected one such as Cage"),
    ],
)  # fmt: skip
def test_what_is_no_sudoku_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Sudoku(**options)  # type: ignore[arg-type]


def test_weights_are_integers() -> None:
    with pytest.raises(ModelError, match="weights are not 4 rows of 4 integers"):
        TargetSudoku(size_four := "." * 16, weights=[[1.5] * 4] * 4)  # type: ignore[list-item]
    with pytest.raises(ModelError, match="weights are not 4 rows of 4 integers"):
        TargetSudoku(size_four, weights=[[1] * 4] * 3)
