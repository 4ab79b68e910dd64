"""Givens: unique answers, givens that can be spared, givens that suffice, puzzles made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ModelError, Puzzle, Sudoku, TargetSudoku, Unreached
from minuet.models.formats import read
from minuet.models.packings import BeadPuzzle
from minuet.setting import generate, is_unique, minimal_givens, rate, redundant_givens, uniqueness
from minuet.solvers import Goal, Interrupted, Snapshot, count, solve
from minuet.solvers.conformance import all_solutions
from minuet.solvers.contract import Solver

from oracle.matrices import matrices
from oracle.problems import HARD, queens
from oracle.small_puzzles import puzzles


def number(matrix: ExactCover, chosen: tuple[int, ...], forbidden: tuple[int, ...] = ()) -> int:
    return len(all_solutions(matrix, chosen, forbidden))


@pytest.mark.asks(Goal.MANY)
def test_unique_is_exactly_one_solution(solver: Solver) -> None:
    assert is_unique(Sudoku(HARD), solver)
    assert not is_unique(Sudoku("." + HARD[1:]), solver)
    assert not is_unique(Sudoku("88" + HARD[2:]), solver)


@given(matrix=matrices())
def test_uniqueness_is_what_brute_force_says(matrix: ExactCover) -> None:
    assert is_unique(matrix) == (number(matrix, ()) == 1)


def test_uniqueness_leaves_costs_alone() -> None:
    assert is_unique(TargetSudoku(HARD))
    assert not is_unique(TargetSudoku())


def test_uniqueness_is_not_guessed_when_the_time_is_over() -> None:
    with pytest.raises(Unreached, match="time limit"):
        is_unique(Sudoku(HARD), time_limit=0)


@pytest.mark.parametrize(
    ("ask", "wrong", "said"),
    [
        (
            redundant_givens,
            {"timeout": 1},
            "_givens: no setting 'timeout'; did you mean time_limit",
        ),
        (
            redundant_givens,
            {"given": [1]},
            "_givens: no setting 'given', expected it with solve",
        ),
        (minimal_givens, {"table": []}, "minimal_givens: no setting 'table'; did you mean tables"),
        (rate, {"givens": [1]}, "rate: no setting 'givens', expected it with solve_many"),
        (rate, {"giver": [1]}, "rate: no setting 'giver'; did you mean given"),
    ],
)
def test_an_unknown_keyword_names_the_nearest(
    ask: Callable[..., object], wrong: dict[str, object], said: str
) -> None:
    with pytest.raises(ModelError, match=said):
        ask(Sudoku(HARD), **wrong)
    with pytest.raises(ModelError, match="generate: no setting 'tried'; did you mean tries"):
        generate(Sudoku(), 30, tried=3)  # type: ignore[call-arg]


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(ModelError, match="seed -1, expected a whole number, 0 to 2147483647"):
        minimal_givens(Sudoku(HARD), seed=-1)
    with pytest.raises(ModelError, match="seed 2147483648, expected a whole number"):
        generate(Sudoku(), 30, seed=1 << 31)


@pytest.mark.parametrize("large", [0, 6000])
@given(matrix=matrices(max_options=7), data=st.data())
def test_minimal_givens_leave_one_solution_and_none_can_be_spared(
    matrix: ExactCover, data: st.DataObject, large: int
) -> None:
    every = sorted(all_solutions(matrix))
    if not every:
        return
    answer = data.draw(st.sampled_from(every))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uniqueness, "LARGE", large)  # 0: all is asked of the SAT solver
        if number(matrix, answer) > 1:
            with pytest.raises(ModelError, match="leave several solutions"):
                minimal_givens(matrix, answer)
            return
        found = minimal_givens(matrix, answer, seed=data.draw(st.integers(0, 9)))
    assert set(found) <= set(answer)
    assert all_solutions(matrix, found) == {answer}
    for option in found:
        assert number(matrix, tuple(o for o in found if o != option)) > 1


@given(puzzle=puzzles(), data=st.data())
def test_further_givens_are_those_that_the_own_ones_lack(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    own, forbidden = tuple(puzzle.given_options), tuple(puzzle.forbidden_options)
    every = sorted(all_solutions(puzzle.matrix, own, forbidden))
    if not every:
        return
    answer = data.draw(st.sampled_from(every))
    visible = tuple(option for option in answer if option < puzzle.visible_options)
    if number(puzzle.matrix, (*own, *visible), forbidden) > 1:
        return  # only hidden options differ
    found = minimal_givens(puzzle, answer, keep=True, seed=data.draw(st.integers(0, 9)))
    assert set(found) <= set(visible) - set(own)
    assert all_solutions(puzzle.matrix, (*own, *found), forbidden) == {answer}
    for option in found:
        assert number(puzzle.matrix, (*own, *(o for o in found if o != option)), forbidden) > 1


@given(puzzle=puzzles())
def test_a_given_is_redundant_if_the_others_leave_the_same_solutions(puzzle: Puzzle) -> None:
    forbidden = tuple(puzzle.forbidden_options)
    every = all_solutions(puzzle.matrix, puzzle.given_options, forbidden)
    if not every:
        with pytest.raises(ModelError, match="no solution"):
            redundant_givens(puzzle)
        return
    expected, seen = [], set()
    for made in puzzle.givens:
        others = set(puzzle.given_options) - {made.option}
        follows = all_solutions(puzzle.matrix, others, forbidden) == every
        if follows or made.option in seen:
            expected.append(made)
        seen.add(made.option)
    assert list(redundant_givens(puzzle)) == expected


def test_no_given_of_a_minimal_sudoku_is_redundant(data: Path) -> None:
    (sudoku, *_) = read((data / "sudoku/minimal_16x16.txt").read_bytes()).problems
    assert isinstance(sudoku, Sudoku)
    assert redundant_givens(sudoku) == ()
    assert len(minimal_givens(sudoku)) == len(sudoku.givens)


def test_givens_that_follow_are_listed() -> None:
    solved = solve(Sudoku(HARD)).answer
    assert solved is not None
    more = Sudoku(HARD).with_given_options(solved.options)
    assert len(redundant_givens(more)) == 81
    few = more.with_given_options(minimal_givens(more))
    assert redundant_givens(few) == ()
    assert is_unique(few, "sat")


def test_minimal_givens_may_come_from_some_tables_only() -> None:
    puzzle = Puzzle()
    left = puzzle.choices("left", key=range(3))
    right = puzzle.choices("right", key=range(2))
    puzzle.exactly_one(left, by=lambda key: key * 0)
    puzzle.exactly_one(right, by=lambda key: key * 0)
    assert minimal_givens(puzzle, [0, 3]) == (0, 3)
    with pytest.raises(ModelError, match="leave several solutions"):
        minimal_givens(puzzle, [0, 3], tables=["left"])
    with pytest.raises(ModelError, match="no table 'middle'"):
        minimal_givens(puzzle, [0, 3], tables=["middle"])


def test_an_answer_that_is_none_is_refused() -> None:
    with pytest.raises(ModelError, match="not an answer of the puzzle: item"):
        minimal_givens(queens(6), [0])


def test_minimal_givens_depend_on_the_seed_alone() -> None:
    answer = solve(Sudoku(HARD)).answer
    assert answer is not None
    found = [minimal_givens(Sudoku(), answer, seed=seed) for seed in (1, 1, 2, 3)]
    assert found[0] == found[1]
    assert len(set(found)) > 1


@pytest.mark.parametrize("wanted", [24, 28, 50])
def test_generated_sudokus_are_unique_and_have_the_wanted_givens(wanted: int) -> None:
    sudoku = generate(Sudoku(HARD), wanted, seed=wanted)
    assert type(sudoku) is Sudoku
    assert len(sudoku.given_options) == wanted
    assert count(sudoku, "dlx").count == 1
    assert count(sudoku, "sat").count == 1
    shown = sudoku.show(sudoku.read(sudoku.given_options))
    assert shown.count("0") == 81 - wanted


def test_a_seed_makes_the_same_puzzle_again() -> None:
    made = [generate(Sudoku(), 26, seed=seed).given_options for seed in (5, 5, 6)]
    assert made[0] == made[1] != made[2]


def test_any_puzzle_can_be_generated() -> None:
    target = generate(TargetSudoku(), 30)
    assert type(target) is TargetSudoku
    assert count(target, "dlx").count == 1
    few = generate(queens(8), 2)
    assert (len(few.givens), count(few, "dlx").count, count(few, "sat").count) == (2, 1, 1)


@given(puzzle=puzzles(), wanted=st.integers(0, 3))
def test_what_is_generated_is_unique_by_brute_force(puzzle: Puzzle, wanted: int) -> None:
    forbidden = tuple(puzzle.forbidden_options)
    try:
        made = generate(puzzle, wanted, tries=3)
    except ModelError:
        assert not all_solutions(puzzle.matrix, (), forbidden)
    except Unreached as error:
        assert error.best is None or number(puzzle.matrix, error.best, forbidden) == 1
    else:
        assert len(made.given_options) == wanted
        assert number(puzzle.matrix, made.given_options, forbidden) == 1
        assert made.forbidden_options == puzzle.forbidden_options


def test_an_interrupt_keeps_the_fewest_givens_by_then() -> None:
    def listen(snapshot: Snapshot) -> None:
        if snapshot.best is not None:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        generate(Sudoku(), 16, progress=listen)
    unreached = caught.value.result
    assert str(unreached).endswith("found to be enough; interrupted")
    assert is_unique(Sudoku().with_given_options(unreached.best))


def test_givens_that_cannot_be_so_few_are_said_so() -> None:
    with pytest.raises(Unreached, match=r"16 givens wanted, [0-9]+ found") as caught:
        generate(Sudoku(), 16, tries=1)
    assert caught.value.best is not None
    assert is_unique(Sudoku().with_given_options(caught.value.best))
    with pytest.raises(Unreached, match="82 givens wanted, none found"):
        generate(Sudoku(), 82, tries=1)
    with pytest.raises(Unreached):
        generate(Sudoku(), 24, time_limit=0)


@pytest.mark.slow
def test_large_and_odd_puzzles_are_generated() -> None:
    assert is_unique(generate(Sudoku(size=16), 100))
    assert is_unique(generate(Sudoku(size=25), 360))
    assert is_unique(generate(BeadPuzzle(), 4), "dlx")
