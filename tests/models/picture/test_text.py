"""The terminal's renderer: a mark a cell, and nothing of what a terminal cannot show."""

import pytest

from minuet.models import ModelError, Picture, Samurai, Sudoku
from minuet.models.picture.shapes import Area, Cage, Cell, Circle, Line, Outline, Shape, Text
from minuet.models.picture.text import text, write_marks

GRID = [(row, col) for row in range(2) for col in range(3)]


def test_marks_stand_in_rows_and_columns() -> None:
    shapes: list[Shape] = [Text(cell, ".", "blank") for cell in GRID]
    shapes += [Text((0, 1), "Q"), Text((1, 2), "K", "given")]
    assert text(Picture(tuple(shapes))) == ".Q.\n..K"
    assert text(Picture(tuple(reversed(shapes)))) == ".Q.\n..K"  # a blank never hides a mark


def test_columns_of_long_marks_are_set_apart() -> None:
    marks = {(0, 0): "red", (0, 1): "b", (1, 1): "green"}
    assert write_marks(marks) == "  red     b\n      green"
    assert write_marks({(0, 0): "1", (0, 1): "2"}, between=" ", width=2) == " 1  2"


def test_cells_without_a_text_keep_their_place() -> None:
    shapes = (*map(Cell, GRID), Text((1, 2), "x"))
    assert text(Picture(shapes)) == "\n  x"


def test_areas_show_their_mark_in_every_cell() -> None:
    assert text(Picture((Area(((0, 0), (0, 1)), "A"), Area(((1, 1),), "B")))) == "AA\n B"


def test_clues_lines_and_borders_are_left_out() -> None:
    shapes: tuple[Shape, ...] = (
        Text((0, 0), "5"),
        Text((0, 0), "12", "clue"),
        Text((-1, 0), "7", "outside"),
        Text((0, 0.5), "X", "sign"),
        Line(((0, 0), (3, 3))),
        Cage(((0, 0),), "9"),
        Outline(((0, 0),)),
        Circle((0, 0)),
    )
    assert text(Picture(shapes)) == "5"


@pytest.mark.parametrize(
    ("lattice", "cells", "shown"),
    [
        ("squares", [(5, 5), (6, 7)], "x\n  x"),
        ("triangles", [(0, 1), (0, 2), (1, 0)], " xx\nx"),
        ("hexagons", [(0, 0), (0, 1), (1, 0), (2, -1)], "x x\n x\nx"),
        ("cubes", [(0, 0, 0), (0, 1, 1), (2, 1, 0)], "x\n x\n\n.\n\n.\nx"),
    ],
)
def test_each_lattice_has_its_places(
    lattice: str, cells: list[tuple[int, ...]], shown: str
) -> None:
    assert write_marks(dict.fromkeys(cells, "x"), lattice) == shown


def test_nothing_is_no_text_and_an_unknown_lattice_an_error() -> None:
    assert text(Picture(())) == ""
    with pytest.raises(ModelError, match="a picture on 'moebius', expected one of squares, "):
        write_marks({(0, 0): "x"}, "moebius")


def test_sudokus_keep_their_columns_whatever_is_missing() -> None:
    sudoku = Sudoku(size=12)
    assert str(sudoku.read([])).splitlines()[0] == "  ".join([" 0", *"0" * 11])
    overlapping = Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2))
    assert str(overlapping.read([0, len(overlapping.digit) - 1])) == "1" + "\n" * 5 + "     4"
