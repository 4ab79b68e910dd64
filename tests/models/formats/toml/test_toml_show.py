"""Pictures in TOML: marks on a grid."""

from __future__ import annotations

import pytest

from minuet.solvers import solutions, solve

from oracle.toml_texts import QUEENS, A, mistake, puzzle_of


def test_marks_are_columns_words_or_several_expressions() -> None:
    shown = '[show]\ntable = "queen"\nmark = ["row", "\'/\'", "9 - col"]\n'
    queens = puzzle_of(QUEENS.split("[show]")[0] + shown)
    rows = str(solve(queens).answer).split("\n")
    assert all(f"{number}/" in row for number, row in enumerate(rows, 1))
    squares = """
    [choices.square]
    col = "1..3"
    [rules]
    r = { exactly_one = "square", by = "1" }
    [show]
    table = "square"
    covering = [{ key = "1, col + k", for = { k = "0..3" }, where = "k < col" }]
    mark = "col"
    """
    drawn = {str(answer) for answer in solutions(puzzle_of(squares))}
    assert drawn == {"1", "22", "333"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (A + '[show]\ntable = "a"\nmark = 1\n', "p.toml:5:8: no mark, expected a column, a mark"),
        (A + '[show]\ntable = "a"\n', "p.toml:3:1: no mark, expected a column or the mark itself"),
        (A + '[show]\nmark = "x"\n', "p.toml:3:1: no table, expected the table whose rows are"),
        (A + '[show]\ntable = "a"\ncovering = ["x"]\nmark = "x"\n', "p.toml:3:1: cell '1' in the"),
        (A + '[show]\ntable = "a"\nat = ["x", "\'a\'"]\nmark = "x"\n', "p.toml:3:1: cell \"(1, 'a"),
        (A + '[show]\ntable = "a"\nat = ["x", "x"]\ncovering = ["x, x"]\nmark = "x"\n',
         "p.toml:5:1: `at` and `covering`, expected one of them"),
    ],
)  # fmt: skip
def test_mistakes_in_pictures_have_their_place(text: str, message: str) -> None:
    assert mistake(text).startswith(message)
