"""Bare matrices are drawn as grids: options are rows, items are columns."""

from __future__ import annotations

import pytest

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.models.formats import read
from minuet.models.picture import Cell, Outline, Text, svg
from minuet.models.picture.painters.matrix_picture import matrix_picture, matrix_text

from oracle.paper import SPACE, document_of, is_within_its_paper

XCC = "a b 0:2|c | x y\na x:red\na b x:blue y\nb c y\nc |5\nb x:red\n"
PLAIN = "a b c\na c\nb\na b\n"


def matrix_of(text: str) -> ExactCover:
    (matrix,) = read(text).problems
    assert isinstance(matrix, ExactCover)
    return matrix


def test_colors_multiplicities_and_costs_are_seen_in_text() -> None:
    assert matrix_text(matrix_of(XCC), [0, 2]).splitlines() == [
        "    a b   c |    x y | cost",
        "        0:2 |        |",
        "* 1 1 .   . |  red . |    0",
        "  2 1 1   . | blue 1 |    0",
        "* 3 . 1   1 |    . 1 |    0",
        "  4 . .   1 |    . . |    5",
        "  5 . 1   . |  red . |    0",
    ]


def test_a_plain_matrix_has_marks_alone() -> None:
    assert matrix_text(matrix_of(PLAIN)).splitlines() == [
        "  a b c",
        "1 1 . 1",
        "2 . 1 .",
        "3 1 1 .",
    ]


def test_a_picture_shows_all_that_the_matrix_says() -> None:
    picture = matrix_picture(matrix_of(XCC))
    texts = {one.place: one.text for one in picture.shapes if isinstance(one, Text)}
    assert [texts[-2, item] for item in range(6)] == ["a", "b", "c", "x", "y", "cost"]
    assert texts[-1, 2] == "0:2" and (-1, 0) not in texts
    assert (texts[0, 3], texts[1, 3], texts[3, 5], texts[0, -1]) == ("red", "blue", "5", "1")
    frames = [set(one.cells) for one in picture.shapes if isinstance(one, Outline)]
    assert frames == [
        {(row, item) for row in range(5) for item in range(3)},
        {(row, item) for row in range(5) for item in (3, 4)},
    ]
    assert "5 options, 3 primary items, 2 secondary items" in picture.description


def test_the_rows_of_a_solution_have_colors() -> None:
    shapes = matrix_picture(matrix_of(PLAIN), [1, 0]).shapes
    tints = {
        one.place: one.tint for one in shapes if isinstance(one, Cell) and one.tint is not None
    }
    assert tints == {(0, 0): 1, (0, 2): 1, (1, 1): 0}
    answers = {one.place for one in shapes if isinstance(one, Text) and one.role == "answer"}
    assert answers == {*tints, (0, -1), (1, -1)}
    drawn = document_of(svg(matrix_picture(matrix_of(PLAIN), [1, 0])))
    assert drawn.tag == f"{SPACE}svg" and is_within_its_paper(drawn)


@pytest.mark.parametrize(("options", "items"), [(0, 0), (0, 3), (401, 1), (1, 201), (200, 61)])
def test_what_is_no_grid_or_a_huge_one_is_told_in_words(options: int, items: int) -> None:
    builder = ExactCoverBuilder()
    for item in range(items):
        builder.item(item)
    for _ in range(options):
        builder.option([0])
    matrix = builder.build()
    told = matrix_text(matrix)
    assert f"exact cover: {options} options, {items} primary items" in told
    assert "\n" not in told
    assert ("too large to draw" in told) == (options > 0)
    document = document_of(svg(matrix_picture(matrix)))
    assert is_within_its_paper(document)
    assert "primary items" in "".join(document.itertext())
