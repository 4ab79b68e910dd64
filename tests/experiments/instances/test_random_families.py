"""Families that are drawn at random: their shape, what is planted in them, where covers begin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minuet.experiments import instance
from minuet.experiments.instances import Draws
from minuet.experiments.instances.families.latin_squares import random_latin_square
from minuet.models import ExactCover, ModelError, Puzzle, Sudoku
from minuet.setting import is_unique
from minuet.solvers import Status, count, solve, verify

from oracle.subsets import solutions_of

PLANTED = (
    "random-cover,density=0.8",
    "random-cover,items=64,size=4,density=1",
    "random-cover,items=6,size=3,density=3.3",
    "random-one-in-k,ratio=2,planted=true",
    "random-one-in-k,options=7,degree=6,ratio=2,planted=true",
    "random-regular-cover,degree=3,planted=true",
    "random-regular-cover,items=12,size=6,degree=5,planted=true",
    "random-colored-cover,density=2,colors=9",
    "random-multicover,low=2,high=3",
    "random-multicover,items=23,size=4,low=0,high=2",
    "three-dimensional-matching,n=20,density=2",
    "three-dimensional-matching,n=1,density=1",
    "set-partition,columns=100",
    "quasigroup-with-holes",
    "quasigroup-with-holes,order=9,holes=50,balanced=false",
)


def made(text: str, **more: object) -> ExactCover | Puzzle:
    one, parameters = instance(text)
    return one.make(**parameters | more)


def matrix_of(text: str, **more: object) -> ExactCover:
    found = made(text, **more)
    assert isinstance(found, ExactCover)
    return found


def sizes(matrix: ExactCover) -> tuple[set[int], set[int]]:
    """How many items the options have, and how many options the primary items."""
    degrees = np.bincount(matrix.members, minlength=len(matrix.items))[: matrix.primary]
    return set(np.diff(matrix.starts).tolist()), set(degrees.tolist())


def item_sets(matrix: ExactCover) -> list[frozenset[int]]:
    return [frozenset(item for item, _ in matrix.option(k)) for k in range(matrix.options)]


@pytest.mark.parametrize("text", PLANTED)
def test_what_is_planted_is_a_solution(text: str) -> None:
    for seed in range(1, 6):
        found = made(text, seed=seed)
        matrix = found if isinstance(found, ExactCover) else found.selected_matrix
        result = solve(matrix.replaced(costs=None), "dlx", time_limit=60)
        assert result.status == Status.OPTIMAL
        assert verify(matrix, result.options) is None


def test_a_random_cover_has_different_options_of_one_size() -> None:
    matrix = matrix_of("random-cover,items=30,size=5,density=3")
    assert matrix.options == 90 and sizes(matrix)[0] == {5}
    assert len(set(item_sets(matrix))) == 90


def test_all_sets_there_are_may_be_options() -> None:
    matrix = matrix_of("random-cover,items=6,size=3,density=3.3333")
    assert set(item_sets(matrix)) == {frozenset(one) for one in combinations(range(6), 3)}


def test_options_of_a_random_cover_are_all_as_likely() -> None:
    seen = Counter(
        option
        for seed in range(600)
        for option in item_sets(
            matrix_of("random-cover,items=6,size=3,density=0.5,planted=false", seed=seed)
        )
    )
    assert len(seen) == 20 and all(55 < times < 130 for times in seen.values())


@pytest.mark.parametrize("planted", ["true", "false"])
def test_a_regular_cover_has_options_and_items_of_one_size(planted: str) -> None:
    matrix = matrix_of(f"random-regular-cover,items=40,size=4,degree=9,planted={planted}")
    assert sizes(matrix) == ({4}, {9}) and matrix.options == 90


def test_items_of_one_in_k_are_in_k_options() -> None:
    matrix = matrix_of("random-one-in-k,options=50,degree=4,ratio=0.8")
    assert sizes(matrix)[1] == {4} and matrix.primary == 40
    assert matrix.options == len(set(matrix.labels)) <= 50 and 0 not in sizes(matrix)[0]


def test_a_colored_cover_has_colors_on_secondary_items_alone() -> None:
    matrix = matrix_of("random-colored-cover,secondary=7,uses=3,colors=2")
    assert sizes(matrix)[0] == {6} and len(matrix.items) - matrix.primary == 7
    assert ((matrix.colors > 0) == (matrix.members >= matrix.primary)).all()
    assert len(matrix.color_names) == 2


def test_a_multicover_has_multiplicities() -> None:
    matrix = matrix_of("random-multicover,low=1,high=3")
    assert set(matrix.low) == {1} and set(matrix.high) == {3}


def test_pairings_cost_what_they_say() -> None:
    matrix = matrix_of("set-partition,rows=30,columns=300,longest=4,window=5")
    options = item_sets(matrix)
    assert matrix.options == 300 == len(set(options))
    assert all(len(one) <= 4 for one in options) and (matrix.costs > 300).all()
    steps = [b - a for one in options for a, b in zip(sorted(one), sorted(one)[1:], strict=False)]
    assert min(steps) >= 1 and max(steps) == 5


def share(text: str) -> int:
    """Of 20 seeds, those whose instance has a solution."""
    found = [solve(made(text, seed=seed), "dlx", time_limit=60).status for seed in range(20)]
    assert Status.UNKNOWN not in found
    return found.count(Status.OPTIMAL)


@pytest.mark.parametrize(
    ("text", "most_below", "least_above"),
    [
        # (with what lies below the threshold, with what lies above it)
        (("random-cover,planted=false", "density=1.8", "density=3.3"), 1, 19),
        (("random-one-in-k", "ratio=0.85", "ratio=0.45"), 1, 19),
        (("random-regular-cover,items=60", "degree=4", "degree=9"), 3, 19),
        (("quasigroup-completion,order=11", "filled=0.58", "filled=0.28"), 1, 19),
        (("three-dimensional-matching,n=15,planted=false", "density=4", "density=9"), 1, 19),
    ],
)
def test_covers_begin_where_they_should(
    text: tuple[str, str, str], most_below: int, least_above: int
) -> None:
    family, below, above = text
    assert share(f"{family},{below}") <= most_below
    assert share(f"{family},{above}") >= least_above


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(
        (
            "random-cover,items=8,size=2,density=1.5",
            "random-cover,items=9,density=1.3,planted=false",
            "random-one-in-k,options=12,ratio=0.5",
            "random-regular-cover,items=9,degree=4",
            "random-regular-cover,items=8,size=2,degree=3",
            "random-colored-cover,items=6,density=2,secondary=3,colors=2",
            "random-multicover,items=8,size=2",
            "three-dimensional-matching,n=3,density=4,planted=false",
        )
    ),
    st.integers(0, 10_000),
)
def test_small_ones_against_all_subsets(text: str, seed: int) -> None:
    matrix = matrix_of(text, seed=seed)
    found = len(solutions_of(matrix))
    assert count(matrix, "dlx").count == found
    planted = instance(text)[1]["planted"]
    assert found or not planted


def test_draws_are_even() -> None:
    draws = Draws(3)
    tally = [0] * 6
    for _ in range(6000):
        tally[draws.below(6)] += 1
    assert all(850 < times < 1150 for times in tally)
    samples = [tuple(draws.sample(5, 2)) for _ in range(4000)]
    assert all(one != other for one, other in samples)
    assert all(140 < samples.count((one, other)) < 260 for one, other in set(samples))
    assert len(set(samples)) == 20


def test_draws_stay_what_they_are() -> None:
    draws = Draws(12345)
    assert [draws.below(1 << 53) for _ in range(2)] == [3752578205500684, 91595735555041]
    assert Draws(1).sample(10, 10) == [7, 9, 5, 0, 3, 4, 8, 1, 6, 2]


def is_of_klein(square: list[list[int]]) -> bool:
    """Whether a square of order 4 has all the 12 intercalates that one can have."""
    return (
        sum(
            square[a][c] == square[b][d] and square[a][d] == square[b][c]
            for a, b in combinations(range(4), 2)
            for c, d in combinations(range(4), 2)
        )
        == 12
    )


def test_latin_squares_are_drawn_evenly() -> None:
    draws = Draws(5)
    seen = Counter(tuple(map(tuple, random_latin_square(3, draws))) for _ in range(720))
    assert len(seen) == 12 and all(30 < times < 95 for times in seen.values())
    fours = [random_latin_square(4, draws) for _ in range(400)]
    assert len(set(map(str, fours))) > 250  # of the 576, of which 144 are of Klein's group
    assert 60 < sum(map(is_of_klein, fours)) < 140
    for n in (1, 2, 5, 12):
        square = random_latin_square(n, draws)
        for line in [*square, *zip(*square, strict=True)]:
            assert sorted(line) == list(range(n))


@pytest.mark.parametrize("holes", [0, 36, 37, 81])
def test_holes_are_balanced(holes: int) -> None:
    square = made("quasigroup-with-holes,order=9", holes=holes)
    assert isinstance(square, Puzzle)
    left = [divmod(option // 9, 9) for option in square.given_options]
    assert len(left) == 81 - holes
    for axis in (0, 1):
        filled = Counter(cell[axis] for cell in left)
        assert {filled[k] for k in range(9)} <= {9 - holes // 9, 8 - holes // 9}


@pytest.mark.parametrize(
    "text",
    [
        "givens=24",
        "givens=30,seed=7",
        "box_rows=2,box_cols=3,givens=10",
        "box_rows=4,box_cols=2,givens=24",
        "box_rows=1,box_cols=5,givens=12",
        "box_rows=4,box_cols=4,givens=120",
        "box_rows=1,box_cols=1,givens=0",
    ],
)
def test_a_sudoku_with_one_solution_has_one_by_another_solver(text: str) -> None:
    sudoku = made(f"random-sudoku,{text}")
    assert isinstance(sudoku, Sudoku) and is_unique(sudoku)
    assert len(sudoku.givens) == instance(f"random-sudoku,{text}")[1]["givens"]
    assert count(sudoku, "bitmask").count == 1 and count(sudoku, "sat").count == 1


def test_a_sudoku_may_have_many_solutions() -> None:
    sudoku = made("random-sudoku,givens=12,unique=false")
    assert isinstance(sudoku, Sudoku) and len(sudoku.givens) == 12
    assert solve(sudoku, "bitmask").status == Status.OPTIMAL
    assert not is_unique(sudoku)


def test_boards_of_pentominoes_leave_no_part_that_nothing_fills() -> None:
    for seed in range(5):
        board = made("pentominoes,rows=9,cols=9", seed=seed)
        assert isinstance(board, Puzzle)
        cells = {cell for row in board.tables[0] for cell in row.cells}
        assert len(cells) <= 60


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("random-cover,items=61", "61 items, expected a multiple of 3 to plant a cover"),
        ("random-cover,density=0.1", "6 options, expected at least the 20 of a planted cover"),
        ("random-cover,items=6,density=4", "24 options, expected 2 to 20: planted ones, and sets"),
        ("random-cover,items=2,planted=false", "5 options, expected 0 to 0: planted ones"),
        ("random-cover,items=99999,size=1000,density=999,planted=false", "99,899,001 options of"),
        ("random-regular-cover,items=7,size=3,degree=4", "7 items in 4 options, expected a mult"),
        ("random-regular-cover,items=3,size=9,degree=6", "no options of 9 different items each"),
        ("random-one-in-k,options=3,degree=4", "items in 4 options, expected at most the 3"),
        ("random-one-in-k,options=3,degree=3,planted=true", ""),
        ("random-colored-cover,uses=21", "21 secondary items of an option, expected at most the"),
        ("random-multicover,low=3,high=2", "low 3, expected at most high, which is 2"),
        ("random-multicover,items=2,size=3", "2 items 1 to 2 times in options of 3: no cover"),
        ("three-dimensional-matching,density=0.5", "15 triples, expected 30 to 27,000"),
        ("set-partition,rows=1,columns=5", "5 columns, expected fewer: after 1 hardly a new one"),
        ("set-partition,columns=3", "3 columns, expected at least the"),
        ("quasigroup-completion,order=9,filled=1", "no square of order 9 with 81 cells filled"),
        ("quasigroup-with-holes,order=3", "106 holes, expected at most the 9 cells"),
        ("random-sudoku,box_rows=5,box_cols=5", "boxes of 5 x 5, expected at most 16 cells"),
        ("random-sudoku,givens=82", "82 givens, expected at most the 81 cells"),
        ("random-sudoku,box_rows=2,box_cols=2,givens=3", "no sudoku of 4 x 4 with 3 givens and"),
        ("pentominoes,rows=3,cols=19", "a board of 3 x 19, expected at least the 60 cells"),
        ("pentominoes,rows=20,cols=20", "no board of 20 x 20 that falls into parts of 5 cells"),
    ],
)
def test_numbers_that_do_not_go_together_are_refused(text: str, said: str) -> None:
    if not said:
        made(text)
        return
    with pytest.raises(ModelError) as refused:
        made(text)
    assert str(refused.value).startswith(f"generator {text.partition(',')[0]}: {said}")
    assert ", expected " in str(refused.value) and "\n" not in str(refused.value)
