"""Knuth's DLX text: what is read, what is refused and where, and that writing loses nothing."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ExactCover, ExactCoverBuilder, InputError, Puzzle, Sudoku
from minuet.models.formats import FORMATS, read, write
from minuet.solvers import count, solve
from minuet.solvers.conformance import all_solutions

from oracle.small_puzzles import matrices, puzzles


def dlx(text: str) -> ExactCover:
    (matrix,) = read(text, form="dlx").problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_knuth_s_example_is_read() -> None:
    matrix = dlx(
        "| a comment\n\na b 2:3|c 2|d | x y\n| another\na c x:red |5\n\nb d y |2 |-1\n  |no\n"
    )
    assert list(matrix.items) == ["a", "b", "c", "d", "x", "y"]
    assert matrix.primary == 4
    assert list(zip(matrix.low, matrix.high, strict=True))[:4] == [(1, 1), (1, 1), (2, 3), (2, 2)]
    assert matrix.option(0) == [(0, 0), (2, 0), (4, 1)]
    assert matrix.option(1) == [(1, 0), (3, 0), (5, 0)]
    assert matrix.color_names == ("red",)
    assert matrix.costs.tolist() == [5, 1]


def test_costs_may_stand_anywhere_and_add_up() -> None:
    assert dlx("a b\n a |1 b |2 |-7\n").costs.tolist() == [-4]


def test_a_matrix_without_primary_items_starts_with_a_blank() -> None:
    assert repr(dlx(" | x y\nx\n")) == "ExactCover(0 primary items, 2 secondary items, 1 options)"
    assert repr(dlx(" |\n")) == "ExactCover(0 primary items, 0 secondary items, 0 options)"


def test_items_without_options_are_read_when_the_text_is_dlx_for_sure() -> None:
    assert dlx("a b\n").options == 0
    for text in ("| comment\na b\n", "a | b\n", "2|a\n"):
        assert read(text).format == "dlx"
    with pytest.raises(InputError, match="no options after the item line, expected at least one"):
        read("a b\n")


def test_every_instance_comes_back_from_its_own_text(data: Path) -> None:
    for path in data.glob("instances/*.dlx"):
        matrix = dlx(path.read_text())
        assert dlx(write(matrix)) == matrix, path


def test_what_the_format_cannot_say_is_said_otherwise() -> None:
    builder = ExactCoverBuilder()
    for name in ("cell (1, 2)", "cell_(1,_2)", "a|b", "a:b", "", "x" * 1200):
        builder.item(name)
    builder.option([])
    builder.option(["", "a|b"], cost=3)
    matrix = builder.build()
    again = dlx(FORMATS["dlx"].write(matrix, "two\nlines"))
    names = ["cell_(1,_2)", "cell_(1,_2)_2", "a_b", "a_b_2", "_", "x" * 1000, "free1"]
    assert list(again.items) == names
    assert again.primary == 6
    assert [again.option(k) for k in range(2)] == [[(6, 0)], [(4, 0), (2, 0)]]
    assert again.costs.tolist() == [0, 3]


def test_the_empty_matrix_can_be_written() -> None:
    matrix = ExactCoverBuilder().build()
    assert dlx(write(matrix)) == matrix
    assert read(write(matrix)).format == "dlx"


@given(matrices())
def test_reading_what_was_written_gives_the_matrix_back(matrix: ExactCover) -> None:
    text = write(matrix)
    assert dlx(text) == matrix
    assert read(text.encode()).problems[0] == matrix


@given(puzzles())
def test_a_puzzle_is_written_with_its_givens_and_forbidden_choices(puzzle: Puzzle) -> None:
    expected = all_solutions(puzzle.matrix, puzzle.given_options, puzzle.forbidden_options)
    again = dlx(write(puzzle))
    assert len(all_solutions(again)) == len(expected)
    assert again == dlx(write(puzzle.selected_matrix))
    chosen = [{puzzle.selected_matrix.labels[k] for k in one} for one in all_solutions(again)]
    assert sorted(map(sorted, chosen)) == sorted(
        sorted(puzzle.describe(k) for k in one) for one in expected
    )


def test_givens_stand_in_the_text_as_items_of_their_own() -> None:
    sudoku = Sudoku("12" + "." * 14)
    sudoku.forbid(sudoku.digit, row=3, col=3, value=4)
    sudoku.maximize(sudoku.digit, lambda row, col, value: row * value)
    text = write(sudoku)
    comment, remark, items, *options = text.splitlines()
    assert comment == "| sudoku, written by minuet"
    assert remark == "| maximized: the costs are the negated worths"
    assert items.split()[0] == "cell_(0,0)"
    assert items.split()[64:] == ["given_1", "given_6"]
    assert [line.split()[4] for line in options if "given" in line] == ["given_1", "given_6"]
    assert len(options) == 63
    again, whole = dlx(text), dlx(write(sudoku.matrix))
    assert solve(again).objective == -(solve(sudoku).objective or 0)
    assert (count(again).count, count(whole).count) == (count(sudoku).count, 288)
    assert count(sudoku).count not in (288, 0)


@given(st.lists(st.text(max_size=4), max_size=6))
def test_any_names_at_all_can_be_written(names: list[str]) -> None:
    count = len(names)
    matrix = ExactCover(primary=count, items=names, starts=[0, count], members=range(count))
    again = dlx(write(matrix))
    assert len(set(again.items)) == len(again.items)
    assert again.primary == count
    assert again.options == 1


@pytest.mark.slow
def test_a_million_options_are_read() -> None:
    names = [f"i{k}" for k in range(2000)]
    lines = [" ".join(names[k % 1900 : k % 1900 + 5]) for k in range(1_000_000)]
    matrix = dlx("\n".join([" ".join(names), *lines]))
    assert matrix.options == 1_000_000
    assert all(later - sooner == 5 for sooner, later in pairwise(matrix.starts[:100].tolist()))
