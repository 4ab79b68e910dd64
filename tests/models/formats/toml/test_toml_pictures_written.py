"""Pictures written down in TOML: what was drawn is drawn by what is read back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minuet.models import (
    Answer,
    InputError,
    ModelWarning,
    Puzzle,
    Samurai,
    Sudoku,
    TargetSudoku,
)
from minuet.models.formats import read, write
from minuet.models.gallery import entry, gallery
from minuet.models.picture import picture_of

from drawing import one_in
from oracle.problems import queens
from oracle.toml_texts import program_of

DATA = Path(__file__).parents[3] / "data/links/puzz_link.txt"
LINKS = [line for line in DATA.read_text("utf-8").splitlines() if line.startswith("https")]


def again(puzzle: Puzzle) -> tuple[str, Puzzle]:
    text = write(puzzle, "toml")
    (found,) = read(text, form="toml").problems
    assert isinstance(found, Puzzle)
    return text, found


def assert_drawn_alike(puzzle: Puzzle) -> str:
    text, found = again(puzzle)
    assert "Left out" not in text
    some = range(0, puzzle.matrix.options, max(3, puzzle.matrix.options // 60))
    for options in ([], [0], some):  # equal pictures are drawn alike
        there, here = Answer(found, options), Answer(puzzle, options)
        assert picture_of(found, there) == picture_of(puzzle, here)
    assert found.draw(there) == puzzle.draw(here)
    assert found.show(there) == puzzle.show(here)
    return text


def board() -> Puzzle:
    puzzle = queens(6)
    puzzle.drawn("queen", by=("row", "col"), show="Q", symbol="queen", blank="_", left=True)
    return puzzle


def slanted() -> Puzzle:
    puzzle = queens(4)
    puzzle.drawn(
        "queen",
        by=lambda row, col: (row * row % 5, col),
        show=lambda row, col: f"{row}/{col}",
        color=lambda row, col: row % 2,
        regions=lambda row, col: row // 2 * 2 + col // 2,
        where=lambda row, col: row != 2,
        cells=[(7, 7), (6, 1)],
    )
    return puzzle


def dominoes() -> Puzzle:
    puzzle = Puzzle("dominoes")
    place = puzzle.choices("place", row=range(3), col=range(4), tall=(0, 1))
    puzzle.at_most_one(place, by=("row", "col"))
    puzzle.drawn(
        place,
        covering=lambda row, col, tall: [(row, col), (row + tall, col + 1 - tall)],
        show="tall",
        label=False,
        where=lambda tall: tall == 1,
    )
    puzzle.drawn("place", by=("row", "col"), show="+", corner="upper left", printed=True)
    return puzzle


def roster() -> Puzzle:
    puzzle = Puzzle("roster")
    shift = puzzle.choices("shift", nurse=("Ann", "Bo"), day=range(1, 4), turn=("early", "late"))
    puzzle.exactly_one(shift, by=("nurse", "day"))
    puzzle.drawn(shift, "table", by=("nurse", "day"), show="turn", top=("Mon", "Tue", "Wed"))
    return puzzle


def schedule() -> Puzzle:
    puzzle = roster()
    puzzle.picture = None
    puzzle.drawn("shift", "table", by="day", show=lambda nurse, turn: nurse[0] + turn[0])
    return puzzle


def tiles() -> Puzzle:
    puzzle = Puzzle("tiles")
    tile = puzzle.choices("tile", row=range(2), col=range(2), n=(0, 1), e=(0, 1))
    puzzle.exactly_one(tile, by=("row", "col"))
    sides = ("n", "e", lambda n: 1 - n, lambda e: e * 2 + 1)
    puzzle.drawn(tile, "tiles", sides=sides, style="colors")
    return puzzle


def coloring() -> Puzzle:
    puzzle = Puzzle("coloring")
    edge = puzzle.choices("edge", u=range(3), v=range(3, 5), one=(0, 1), other=(0, 1))
    puzzle.exactly_one(edge, by=("u", "v"))
    puzzle.drawn(
        edge, "graph", by=("u", "v"), show=("one", "other"), edges=[(0, 1)], layout="circle"
    )
    return puzzle


def cages() -> Puzzle:
    puzzle = Puzzle("cages")
    cage = puzzle.choices("cage", [{"cells": ((0, 0), (0, 1)), "sum": 3}])
    puzzle.exactly_one(cage, by="sum")
    puzzle.drawn(cage, "cages", covering="cells", show=lambda sum: f"{sum}+")
    return puzzle


def listed() -> Puzzle:
    puzzle = queens(3)
    puzzle.drawn("queen", "list")
    return puzzle


def in_a_line_of_words() -> Puzzle:
    puzzle = queens(3)
    puzzle.picture = "grid queen by=(row, col) show=Q"
    return puzzle


def jigsaw_of_words() -> Puzzle:
    puzzle = Sudoku("1...............")
    puzzle.picture = None
    puzzle.drawn(puzzle.digit, show="value", color=lambda value: value % 2)
    return puzzle


def signs() -> Puzzle:
    puzzle = Puzzle("signs")
    number = puzzle.choices("number", row=range(2), col=range(2), value=range(1, 3))
    ends = [[(0, 0), (0, 1)], [(1, 1), (0, 1)]]
    puzzle.increasing(number, along=("row", "col"), lines=ends, value="value", name="less")
    puzzle.drawn(number, show="value", ground="ring")
    puzzle.drawn(number, "signs", rule="less")
    return puzzle


DRAWN = [
    board, slanted, dominoes, roster, schedule, tiles, coloring, cages, listed, in_a_line_of_words,
    jigsaw_of_words, signs,
]  # fmt: skip


@pytest.mark.parametrize("make", DRAWN)
def test_a_picture_comes_along(make: Callable[[], Puzzle]) -> None:
    assert_drawn_alike(make())


# Of each kind of picture there is one above.
@pytest.mark.parametrize("name", one_in(8, [one.name for one in gallery()]))
def test_the_gallery_comes_back_with_its_pictures(name: str) -> None:
    """`write` compares the matrices; here the pictures are compared."""
    assert_drawn_alike(entry(name).load())


@pytest.mark.parametrize("link", one_in(6, LINKS), ids=lambda link: link.split("/")[3])
def test_a_link_keeps_its_picture(link: str) -> None:
    (puzzle,) = read(link).problems
    assert isinstance(puzzle, Puzzle)
    if isinstance(puzzle, Sudoku):
        assert "[show" not in again(puzzle)[0]  # its class draws it
    else:
        assert_drawn_alike(puzzle)


def test_what_is_simple_is_written_in_short() -> None:
    text = assert_drawn_alike(board())
    shown = 'table = "queen"\nby = ["row", "col"]\nshow = "Q"\nblank = "_"\nsymbol = "queen"'
    assert f"[show]\n{shown}\nleft = true\n" in text
    assert "[[show]]" in assert_drawn_alike(dominoes())
    assert 'where = "tall == 1"' in assert_drawn_alike(dominoes())


def test_a_picture_without_words_is_left_out_with_a_warning() -> None:
    puzzle = queens(4)
    puzzle.picture = lambda answer: None  # type: ignore[assignment,return-value]
    told = "Left out: the picture, for it is a function of Python"
    with pytest.warns(ModelWarning, match=f"toml: {told}") as caught:
        text, found = again(puzzle)
    assert [Path(one.filename) for one in caught] == [Path(__file__)]
    assert f"# {told}" in text and found.picture is None


def laid() -> Puzzle:
    puzzle = Puzzle("laid")
    edge = puzzle.choices("edge", u=(0,), v=("b", (1, 2)))
    puzzle.exactly_one(edge, by="u")
    places = {0: (0, 0), "b": (0, 3), (1, 2): (2.5, 1)}
    puzzle.drawn(edge, "graph", by=("u", "v"), layout=places)
    return puzzle


def test_a_layout_of_places_comes_along() -> None:
    text = assert_drawn_alike(laid())
    assert 'layout = { places = [[0, 0, 0], ["b", 0, 3], [[1, 2], 2.5, 1]] }' in text
    space: dict[str, Any] = {"__name__": "read"}
    exec(program_of(text), space)
    assert space["puzzle"].draw() == laid().draw()


def test_what_has_no_value_in_toml_is_written_as_it_is_drawn() -> None:
    puzzle = Puzzle("oddly told")
    cell = puzzle.choices("cell", row=range(2), col=range(3), half=(0, 1))
    puzzle.at_most_one(cell, by=("row", "col"))
    puzzle.drawn(
        cell,
        show=lambda row, half: None if half else row / 2,
        color=lambda col: (None, 0.5, frozenset({2, 1}))[col],
        regions=lambda row: frozenset({row, "x"}),
        where=lambda col, half: col or half,
    )
    assert_drawn_alike(puzzle)


def test_keys_that_are_sets_are_written_in_order() -> None:
    puzzle = Puzzle("edges")
    edge = puzzle.choices(
        "edge", pair=[frozenset({"b", "a"}), frozenset({"c", "b"}), frozenset("ca")]
    )
    puzzle.at_most(1, edge, covering=lambda pair: pair, name="ends")
    puzzle.at_most_one(edge, by="pair", name="pairs")
    text, found = again(puzzle)
    assert 'pair = [["a", "b"], ["b", "c"], ["a", "c"]]' in text
    assert found.table("edge").rows == [(("a", "b"),), (("b", "c"),), (("a", "c"),)]


@pytest.mark.parametrize("layout", ["grid", "rows", "line", "zero-line", "letters", "json"])
def test_a_sudoku_keeps_its_layout_and_its_symbols(layout: str) -> None:
    rows = [[(row * 4 + row // 4 + col) % 16 + 1 for col in range(16)] for row in range(16)]
    sudoku = Sudoku(rows)
    sudoku.layout = layout
    assert f'layout = "{layout}"' in assert_drawn_alike(sudoku) or layout == "grid"
    text = write(sudoku, "toml")
    space: dict[str, Any] = {"__name__": "read"}
    exec(program_of(text), space)
    shown = sudoku.show(sudoku.read(sudoku.given_options))
    assert space["puzzle"].show(space["puzzle"].read(sudoku.given_options)) == shown


def test_a_layout_that_there_is_not_is_refused() -> None:
    told = r"no layout 'letter', expected one of grid, .*; did you mean letters"
    with pytest.raises(InputError, match=told):
        read('[sudoku]\nsize = 4\nlayout = "letter"')


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (TargetSudoku(), "Left out: a part of the picture, which is that of a TargetSudoku"),
        (Samurai(), "Left out: the picture of a Samurai, which is written as tables and rules"),
    ],
)
def test_a_picture_of_a_class_without_words_is_left_out_with_a_warning(
    puzzle: Puzzle, told: str
) -> None:
    with pytest.warns(ModelWarning, match=told):
        text = write(puzzle, "toml")
    assert f"# {told}" in text
