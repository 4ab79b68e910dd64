"""Pictures in TOML: marks on a grid."""

from __future__ import annotations

from minuet.solvers import solutions, solve

from oracle.toml_texts import QUEENS, puzzle_of


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
    puzzle = puzzle_of(squares)
    drawn = {puzzle.show(answer) for answer in solutions(puzzle)}
    assert drawn == {"1", "22", "333"}
