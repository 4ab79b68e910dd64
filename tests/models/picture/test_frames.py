"""Boxes in a terminal: lines between them, none where nothing is to be parted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import Samurai, Sudoku
from minuet.models.picture import Candidates, Cell, Outline, Picture, Text, text

PLACES = [(row, col) for row in range(3) for col in range(4)]


def test_a_sudoku_has_lines_round_its_boxes() -> None:
    assert text(Sudoku("1...|..3.|.4..|...2".replace("|", "")).picture()).splitlines() == [
        "┌─────┬─────┐",
        "│ 1 . │ . . │",
        "│ . . │ 3 . │",
        "├─────┼─────┤",
        "│ . 4 │ . . │",
        "│ . . │ . 2 │",
        "└─────┴─────┘",
    ]


def test_a_jigsaw_has_lines_where_its_regions_meet() -> None:
    jigsaw = Sudoku(
        "1....|.....|.....|.....|....5".replace("|", ""), regions="aaabbaabbbccdddcccddeeeee"
    )
    assert text(jigsaw.picture()).splitlines() == [
        "┌─────────┬─────┐",
        "│ 1 .   . │ . . │",
        "│     ┌───┘     │",
        "│ . . │ .   . . │",
        "├─────┼─────────┤",
        "│ . . │ .   . . │",
        "│     └───┐     │",
        "│ . .   . │ . . │",
        "├─────────┴─────┤",
        "│ . .   .   . 5 │",
        "└───────────────┘",
    ]


def test_where_no_grid_is_stands_nothing() -> None:
    lines = text(Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2)).picture()).splitlines()
    assert lines[0] == "┌─────┬─────┐"
    assert lines[3] == "├─────┼─────┼─────┐"
    assert lines[7] == "      │ . . │ . . │"


def test_candidates_stand_in_columns() -> None:
    shapes = (
        *map(Cell, ((0, 0), (0, 1))),
        *(Outline((cell,)) for cell in ((0, 0), (0, 1))),
        Candidates((0, 0), (1, 4, 9)),
        Candidates((0, 1), ()),
    )
    assert text(Picture(shapes)) == "┌─────┬─────┐\n│ 149 │   . │\n└─────┴─────┘"
    assert "9,12" in text(Picture((*shapes[:4], Candidates((0, 1), (9, 12), (3, 4)))))
    digit = (*shapes, Text((0, 0), "4"))
    assert "149" not in text(Picture(digit))


@pytest.mark.parametrize("boxes", [[], [PLACES]])
def test_one_box_or_none_has_no_lines(boxes: list[list[tuple[int, int]]]) -> None:
    shapes = (*map(Cell, PLACES), *(Outline(tuple(box)) for box in boxes), Text((0, 0), "x"))
    assert text(Picture(shapes)) == "x\n\n"


@given(st.lists(st.integers(0, 3), min_size=12, max_size=12), st.sampled_from(["x", "xyz"]))
def test_lines_part_different_boxes_and_no_others(labels: list[int], mark: str) -> None:
    boxes = [
        [cell for cell, own in zip(PLACES, labels, strict=True) if own == box] for box in range(4)
    ]
    shapes = (*map(Cell, PLACES), *(Outline(tuple(box)) for box in boxes if box))
    marks = tuple(Text(place, mark) for place in PLACES)
    lines = text(Picture((*shapes, *marks))).splitlines()
    assert len({len(line) for line in lines}) == 1
    rows = [line for line in lines if mark in line]
    for row, line in enumerate(rows):
        parts = line.strip("│ ").split(mark)
        for col, part in enumerate(parts[1:-1]):
            one, other = labels[4 * row + col], labels[4 * row + col + 1]
            assert ("│" in part) == (one != other)
