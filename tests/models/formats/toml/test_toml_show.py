"""Pictures in TOML: marks on a grid."""

from __future__ import annotations

from minuet.solvers import solutions, solve

from oracle.toml_texts import QUEENS, mistake, puzzle_of


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


def test_a_function_that_a_row_cannot_be_put_into_is_found_when_it_is_read() -> None:
    """Of any word of a picture, also of one in a list, which is read when an answer is shown."""
    pair = '[choices.pair]\nrow = "1..2"\ncol = "0..1"\n[rules]\nr = { exactly_one = "pair" }\n'
    tiles = f'{pair}[show]\nkind = "tiles"\ntable = "pair"\nsides = ["1", "row // col", "1", "1"]\n'
    assert mistake(tiles) == "p.toml:6:1: 'row // col' divides by zero at (1, 0)"
    grid = f'{pair}[show]\ntable = "pair"\nshow = "x"\ncolor = "row % col"\n'
    assert mistake(grid) == "p.toml:6:1: 'row % col' divides by zero at (1, 0)"


def test_a_picture_of_regions_that_shows_no_row_is_empty() -> None:
    puzzle = puzzle_of("""
    [choices.cell]
    row = "1..2"
    col = "1..2"
    [rules]
    r = { exactly_one = "cell" }
    [show]
    table = "cell"
    show = "x"
    where = "row == 3"
    regions = "row"
    """)
    assert puzzle.draw_text(puzzle.read(())) == ""
