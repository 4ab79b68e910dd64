"""Rules and objectives over several tables, words, pictures."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest

from minuet.models import ModelError, Puzzle
from minuet.models.picture import GridPicture
from minuet.solvers import count, solutions, solve


def test_one_rule_may_look_at_several_tables() -> None:
    puzzle = Puzzle("dominoes and squares")
    flat = puzzle.choices("flat", row=range(2), col=range(2))
    tall = puzzle.choices("tall", r=range(1), c=range(3))
    cells = {
        flat: lambda row, col: [(row, col), (row, col + 1)],
        tall: lambda r, c: [(r, c), (r + 1, c)],
    }
    board = list(product(range(2), range(3)))
    rule = puzzle.exactly_one([flat, tall], covering=cells, over=board, name="cell")
    assert rule.tables == (flat, tall)
    assert count(puzzle).count == 3
    assert all(puzzle.check(answer) for answer in solutions(puzzle))
    assert "cell (0,0): 0 chosen, expected exactly one" in puzzle.check(puzzle.read([])).violations
    with pytest.raises(ModelError, match="columns for other tables, expected those of flat"):
        puzzle.exactly_one(flat, covering=cells)
    with pytest.raises(ModelError, match="a table twice"):
        puzzle.exactly_one([flat, flat], by="row")
    with pytest.raises(ModelError, match="no table, expected one"):
        puzzle.exactly_one([], by="row")


def test_totals_over_several_tables_add_up() -> None:
    puzzle = Puzzle()
    one = puzzle.choices("one", a=[3, 5])
    two = puzzle.choices("two", b=[10, 7])
    puzzle.exactly_one(one, by=lambda: 0)
    puzzle.exactly_one(two, by=lambda: 0)
    puzzle.maximize(one, "a")
    puzzle.maximize(two, lambda b: 2 * b)
    result = solve(puzzle)
    assert result.objective == 25
    with pytest.raises(ModelError, match="table 'one' has an objective already"):
        puzzle.maximize(one, "a")
    with pytest.raises(ModelError, match="which already has"):
        puzzle.minimize(two, "b")


def test_a_given_may_be_told_by_a_predicate() -> None:
    puzzle = Puzzle()
    choice = puzzle.choices("choice", x=range(4))
    assert str(puzzle.given(choice, where=lambda x: x > 2)) == "choice(x=3)"
    with pytest.raises(ModelError, match="2 choices match, expected one"):
        puzzle.given(choice, where=lambda x: x > 1)
    with pytest.raises(ModelError, match="no such choice"):
        puzzle.given(choice, where=lambda x: x < 1, x=2)


def test_a_picture_shows_and_draws_the_answer() -> None:
    puzzle = Puzzle("queens")
    queen = puzzle.choices("queen", row=range(4), col=range(4))
    answer = puzzle.read([1, 7, 8, 14])
    assert puzzle.show(answer).splitlines()[0] == "queen(row=0, col=1)"
    assert str(answer) == ".Q..\n...Q\nQ...\n..Q."
    assert ElementTree.fromstring(puzzle.draw(answer)).tag == "{http://www.w3.org/2000/svg}svg"
    puzzle.picture = GridPicture(queen, mark="Q")
    assert str(answer) == ".Q..\n...Q\nQ...\n..Q."
    drawn = ElementTree.fromstring(puzzle.draw(answer))
    assert [mark.text for mark in drawn.iter("{http://www.w3.org/2000/svg}text")].count("Q") == 4
    assert answer["queen"] == answer[queen] == [(0, 1), (1, 3), (2, 0), (3, 2)]


def test_messages_use_the_words_that_the_puzzle_says() -> None:
    puzzle = Puzzle()
    cell = puzzle.choices("cell", row=range(2), value=range(2))
    rule = puzzle.exactly_one(cell, by="row")
    puzzle.say(cell, lambda row, value: f"row {row + 1} is {value}")
    puzzle.say(rule, lambda row: f"row {row + 1} needs exactly one value")
    assert str(puzzle.given(cell, row=1, value=0)) == "row 2 is 0"
    assert puzzle.matrix.labels[1] == "row 1 is 1"
    assert puzzle.check(puzzle.read([2])).violations == ("row 1 needs exactly one value: 0 chosen",)
    with pytest.raises(ModelError, match="has no rule"):
        Puzzle("other").say(rule, str)


def test_a_picture_may_cover_several_cells() -> None:
    puzzle = Puzzle("rectangles")
    bar = puzzle.choices("bar", row=range(2), wide=[2, 3])

    def cells(row: int, wide: int) -> list[tuple[int, int]]:
        return [(row, col) for col in range(wide)]

    puzzle.picture = GridPicture(bar, covering=cells, mark="wide")
    assert puzzle.show(puzzle.read([1, 2])) == "333\n22"


@pytest.mark.parametrize("column", ["1..6", 6, None])
def test_a_column_is_values_and_no_text(column: object) -> None:
    with pytest.raises(ModelError, match=r"table 'x': column row is .*, expected values such as"):
        Puzzle().choices("x", row=column)  # type: ignore[arg-type]
