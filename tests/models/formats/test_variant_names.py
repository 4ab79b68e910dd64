"""Comments that name a variant: the name alone counts, and what it does is logged."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest

from minuet.models.formats import read, write
from minuet.solvers import count

from command_line import one_line
from in_process import minuet
from oracle.shidokus import ALL, DIAGONALS

GIVENS = "1.....3......4.."


def completions(houses: Sequence[Sequence[tuple[int, int]]]) -> int:
    """Count the grids of 4x4 that continue the givens and fill the houses, by looking at all."""
    return sum(
        all(mark in (".", str(grid[divmod(k, 4)])) for k, mark in enumerate(GIVENS))
        and all({grid[cell] for cell in house} == {1, 2, 3, 4} for house in houses)
        for grid in ALL
    )


PLAIN = completions([])
X = completions(DIAGONALS)
WINDOWS = completions([[(r, c) for r in (1, 2) for c in (1, 2)]])


def test_the_oracle_tells_the_variants_apart() -> None:
    assert len({PLAIN, X, WINDOWS}) == 3


def counted(text: str) -> tuple[str, int]:
    reading = read(text)
    (problem,) = reading.problems
    return reading.format, count(problem).count


@pytest.mark.parametrize(
    "comment",
    [
        "# not a windoku but a plain one",
        "# like a sudoku-x without diagonals",
        "# windoku it is not",
        "# an easy windoku",
        "# jigsaws are elsewhere",
        "# windoku-like",
    ],
)
def test_a_comment_that_mentions_a_variant_adds_no_rules(comment: str) -> None:
    assert counted(f"{comment}\n{GIVENS}\n") == ("sudoku", PLAIN)


@pytest.mark.parametrize(
    ("comment", "form", "wanted"),
    [
        ("# windoku", "windoku", WINDOWS),
        ("# windokus", "windoku", WINDOWS),
        ("#Windoku", "windoku", WINDOWS),
        ("  # a windoku, easy", "windoku", WINDOWS),
        ("# windoku (rows 2-3): puzzle solution", "windoku", WINDOWS),
        ("# made in 2026\n# windoku", "windoku", WINDOWS),
        ("# c\n" * 40 + "# windoku", "windoku", WINDOWS),
        ("# sudoku-x", "sudoku-x", X),
        ("# Sudoku-X; unique", "sudoku-x", X),
        ("# Sudoku X", "sudoku-x", X),
        ("# X-Sudoku", "sudoku-x", X),
    ],
)
def test_a_comment_that_is_the_name_adds_the_rules(comment: str, form: str, wanted: int) -> None:
    assert counted(f"{comment}\n{GIVENS}\n") == (form, wanted)


@pytest.mark.parametrize("form", ["windoku", "sudoku-x"])
def test_what_is_written_is_read_by_its_comment(form: str) -> None:
    (problem,) = read(GIVENS, form=form).problems
    assert counted(write(problem, form)) == (form, {"windoku": WINDOWS, "sudoku-x": X}[form])


def test_the_log_names_the_comment_that_counts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "minuet"):
        read(f"# 2026\n\n# windoku\n{GIVENS}\n", file="puzzle.txt")
    assert [record.getMessage() for record in caplog.records] == [
        "puzzle.txt: line 3: the comment makes it a windoku"
    ]
    caplog.clear()
    with caplog.at_level(logging.INFO, "minuet"):
        read(f"# no windoku\n{GIVENS}\n", file="puzzle.txt")
    assert [record.getMessage() for record in caplog.records] == [
        "puzzle.txt: line 1: the comment mentions windoku and adds no rules, "
        '"# windoku" alone would'
    ]
    caplog.clear()
    with caplog.at_level(logging.INFO, "minuet"):
        read(f"# windoku\n{GIVENS}\n", form="windoku")
    assert not caplog.records


def test_the_command_line_prints_what_a_comment_does() -> None:
    done = minuet("count", text=f"# windoku\n{GIVENS}\n")
    assert done.stdout.split() == [str(WINDOWS)]
    assert "line 1: the comment makes it a windoku\n" in done.stderr
    assert "windoku" not in minuet("count", "--quiet", text=f"# windoku\n{GIVENS}\n").stderr


def test_headings_of_joined_files_may_repeat() -> None:
    reading = read(f"# windoku\n{GIVENS}\n# windoku\n{GIVENS}\n")
    assert (reading.format, len(reading.problems)) == ("windoku", 2)


def test_comments_are_mere_comments_to_a_format_that_is_named() -> None:
    for form in ("sudoku", "sudoku-x"):
        assert read(f"# windoku\n{GIVENS}\n", form=form).format == form


def test_a_name_below_a_puzzle_stays_an_error_where_mistakes_are_passed_over() -> None:
    done = minuet("count", "--keep-going", text=f"{GIVENS}\n# windoku\n{GIVENS}\n")
    assert "<stdin>:2:1: the comment names a windoku" in one_line(done)
