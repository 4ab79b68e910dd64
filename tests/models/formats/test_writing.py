"""Puzzles written down: what is read back is the puzzle, and what a format cannot hold is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ModelError, Puzzle, Sudoku, TargetSudoku
from minuet.models.formats import read, write
from minuet.models.packings import BeadPuzzle
from minuet.models.sudokus.constraints import Thermometer
from minuet.solvers import solve

from drawing import few
from oracle.problems import queens

LAYOUTS = ["line", "rows", "grid", "numbers", "letters", "json"]


def one(text: str, form: str) -> Puzzle:
    (puzzle,) = read(text, form=form).problems
    assert isinstance(puzzle, Puzzle)
    return puzzle


def assert_read_back(grid: list[list[int]], layout: str) -> None:
    puzzle = Sudoku(grid)
    puzzle.layout = layout
    again = one(write(puzzle, "sudoku"), "sudoku")
    assert again.matrix == puzzle.matrix
    assert again.given_options == puzzle.given_options
    assert isinstance(again, Sudoku)
    assert again.layout == ("grid" if layout == "json" and len(grid) > 9 else layout)


@few(40)
@given(st.data(), st.sampled_from([4, 6, 9]), st.sampled_from(LAYOUTS))
def test_a_sudoku_is_read_back_from_what_is_written(
    data: st.DataObject, size: int, layout: str
) -> None:
    values = st.integers(0, size) if data.draw(st.booleans()) else st.just(0)
    row = st.lists(values, min_size=size, max_size=size)
    assert_read_back(data.draw(st.lists(row, min_size=size, max_size=size)), layout)


@pytest.mark.parametrize(
    ("size", "layout"), [(10, "rows"), (12, "line"), (12, "letters"), (16, "letters"), (16, "json")]
)
def test_a_layout_has_room_for_the_numbers_or_gives_way(size: int, layout: str) -> None:
    assert_read_back([[(r * c) % (size + 1) for c in range(size)] for r in range(size)], layout)


def test_an_answer_is_a_text_of_its_own_format() -> None:
    puzzle = Sudoku("1.....3..4.....2")
    answer = solve(puzzle).answer
    assert answer is not None
    for layout in LAYOUTS:
        puzzle.layout = layout
        solved = one(answer.puzzle.show(answer), "sudoku")
        assert isinstance(solved, Sudoku)
        assert [given.option for given in solved.givens] == sorted(answer.options)
        assert solved.layout == layout
        assert write(solved, "sudoku") == f"{puzzle.show(answer)}\n"


def test_a_target_sudoku_is_written_as_one() -> None:
    target = TargetSudoku("5" + "." * 80)
    again = one(write(target, "target-sudoku"), "target-sudoku")
    assert again.matrix == target.matrix
    assert again.given_options == target.given_options


def test_beads_are_written_as_their_triangle() -> None:
    text = "B\nBK\nBKK\nB.KK\n.....\n......\n.......\n........\n.........\n..........\n"
    puzzle = one(text, "beads")
    assert write(puzzle, "beads") == text
    assert write(BeadPuzzle(), "beads") == "".join("." * k + "\n" for k in range(1, 11))


def forbidden() -> Sudoku:
    puzzle = Sudoku(size=4)
    puzzle.forbid(puzzle.digit, row=0, col=0, value=1)
    return puzzle


def weighed() -> TargetSudoku:
    return TargetSudoku(weights=[[1] * 9 for _ in range(9)])


def matrix() -> ExactCover:
    return Sudoku(size=4).matrix


@pytest.mark.parametrize(
    ("make", "form", "what"),
    [
        (
            lambda: Sudoku(size=4, diagonals=True),
            "sudoku",
            "of its own, expected those of a plain Sudoku",
        ),
        (lambda: Sudoku(regions="1112122233343444"), "sudoku", "expected those of a plain"),
        (lambda: Sudoku(size=6, box=(3, 2)), "sudoku", "expected those of a plain"),
        (
            lambda: Sudoku(constraints=[Thermometer("R1C1 R1C2")]),
            "sudoku",
            "expected those of a plain",
        ),
        (TargetSudoku, "sudoku", "expected those of a plain"),
        (weighed, "target-sudoku", "expected those of a plain"),
        (Sudoku, "target-sudoku", "expected a TargetSudoku"),
        (forbidden, "sudoku", "forbidden choices, expected givens alone"),
        (matrix, "sudoku", "ExactCover(.*), expected a Sudoku"),
        (lambda: queens(4), "beads", "expected a BeadPuzzle"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(
    make: Callable[[], Puzzle | ExactCover], form: str, what: str
) -> None:
    with pytest.raises(ModelError, match=what):
        write(make(), form)
