"""Clues that are told by cell, without a table of choices."""

from __future__ import annotations

import pickle
from typing import Any
from xml.etree import ElementTree

import pytest

from minuet.models import InputError, ModelError, Puzzle, Sudoku
from minuet.models.formats import read, write

from oracle.toml_texts import program_of

CLUES = {(0, 0): 3, (2, 1): "ab", (-1, 2): 12}


def queens(size: int = 3) -> Puzzle:
    puzzle = Puzzle("queens")
    queen = puzzle.choices("queen", row=range(size), col=range(size))
    puzzle.at_most_one(queen, by="row")
    return puzzle


def texts_of(puzzle: Puzzle, options: Any = ()) -> list[str]:
    document = ElementTree.fromstring(puzzle.draw(puzzle.read(options)))
    return [one.text or "" for one in document.iter("{http://www.w3.org/2000/svg}text")]


def test_clues_lie_over_the_guessed_picture() -> None:
    puzzle = queens()
    puzzle.drawn(clues=CLUES)
    answer = puzzle.read([1])
    assert str(answer).split() == ["12", "3", "Q", ".", ".", ".", ".", ".", "ab", "."]
    assert puzzle.draw_text().split() == ["12", "3", ".", ".", ".", ".", ".", ".", "ab", "."]
    assert {"3", "ab", "12"} <= set(texts_of(puzzle, [1]))
    again = pickle.loads(pickle.dumps(puzzle))
    assert str(again.read([1])) == str(answer)


def edges() -> Puzzle:
    puzzle = Puzzle("edges")
    ends = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0))]
    puzzle.choices("edge", [{"one": one, "other": other} for one, other in ends])
    return puzzle


def test_clues_stand_within_lines() -> None:
    puzzle = edges()
    puzzle.drawn("edge", "edges", by=("one", "other"), corners=True, clues={(0, 0): 4})
    assert str(puzzle.read(range(4))) == "┌───┐\n│ 4 │\n└───┘"
    assert "4" in texts_of(puzzle)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("grid", {"show": "Q"}),
        ("grid", {"covering": lambda row, col: [(row, col)]}),
        ("tiles", {"sides": ["row", "col", "row", "col"]}),
        ("cages", {"covering": lambda row, col: [(row, col), (row, 0)], "show": "7"}),
    ],
)
def test_every_kind_on_cells_takes_clues(kind: str, words: Any) -> None:
    puzzle = queens()
    puzzle.drawn("queen", kind, clues=CLUES, **words)
    assert {"3", "ab", "12"} <= set(texts_of(puzzle))
    assert {"3", "ab", "12"} <= set(str(puzzle.read([4])).split())


def test_clues_have_a_symbol_a_corner_or_a_ground() -> None:
    puzzle = queens()
    puzzle.drawn(clues={(0, 0): "x"}, symbol="star")
    puzzle.drawn(clues={(1, 1): 2}, corner="upper left")
    puzzle.drawn(clues={(2, 2): 5}, ground="blocked")
    assert str(puzzle.read([])) == "x..\n...\n..5\n\nR2C2 upper left: 2"
    assert "2" in texts_of(puzzle) and "5" in texts_of(puzzle)


def test_a_hexagon_and_a_sudoku_take_clues() -> None:
    puzzle = queens()
    puzzle.drawn("queen", show="Q", lattice="hexagons", clues={(1, 1): 6})
    assert "6" in str(puzzle.read([])) and "6" in texts_of(puzzle)
    sudoku = Sudoku(size=4)
    sudoku.drawn(clues={(-1, 0): 9})
    assert "9" in sudoku.draw_text() and "9" in texts_of(sudoku)


@pytest.mark.parametrize(
    ("arguments", "words", "told"),
    [
        ((), {}, "no table, expected one, or clues="),
        ((), {"clues": [1, 2]}, r"picture of clues: '\[1, 2\]', expected a mapping"),
        ((), {"clues": {"a": 1}}, "picture of clues: cell 'a', expected"),
        (
            (),
            {"clues": {(0, 0): 1}, "show": "x"},
            "no word 'show' of a clues, expected one of clues",
        ),
        (("queen", "list"), {"clues": {}}, "clues on a list, expected one of grid, tiles, edges"),
        (("queen", "gird"), {"clues": {}}, "clues on a gird, expected one of grid"),
    ],
)
def test_mistakes_in_clues(arguments: Any, words: Any, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        queens().drawn(*arguments, **words)


def test_clues_over_a_list_name_what_is_wanted() -> None:
    puzzle = Puzzle("list")
    puzzle.choices("many", a=[1], b=[2], c=[3], d=[4])
    puzzle.drawn(clues={(0, 0): 1})
    with pytest.raises(ModelError, match="no table is guessed to lie on cells, expected `drawn`"):
        puzzle.draw()


@pytest.mark.parametrize("drawn", [False, True])
def test_clues_come_back_from_toml_and_from_python(drawn: bool) -> None:
    puzzle = queens()
    if drawn:
        puzzle.drawn("queen", show="Q", clues=CLUES)
    puzzle.drawn(clues={(1, 1): "%"}, ground="ring", corner="lower right")
    text = write(puzzle, "toml")
    (again,) = read(text).problems
    assert isinstance(again, Puzzle) and "Left out" not in text
    space: dict[str, Any] = {"__name__": "read"}
    exec(program_of(text), space)
    for other in (again, space["puzzle"]):
        assert other.draw(other.read([4])) == puzzle.draw(puzzle.read([4]))
        assert str(other.read([4])) == str(puzzle.read([4]))


@pytest.mark.parametrize(
    ("show", "told"),
    [
        ("clues = [[1, 2]]", "expected 3"),
        ("clues = [[1, 2, 3], [1, 2, 4]]", r"a second clue on \(1, 2\), expected one"),
        ('clues = [["a", 2, 3]]', "a row"),
        ('kind = "clues"', "no `clues`, expected"),
        ('clues = [[1, 1, 1]]\nshow = "x"', "show"),
        ("clues = [[1, 1, 1], [999999, 999999, 1]]", "a picture of .* characters, expected"),
        ('clues = [[1, 1, 1]]\nsymbol = "sta"', "symbol 'sta', expected one of"),
    ],
)
def test_mistakes_in_clues_of_a_document(show: str, told: str) -> None:
    text = f'[choices.q]\nrow = "1..2"\ncol = "1..2"\n[show]\n{show}\n'
    with pytest.raises(InputError, match=told):
        read(text)
