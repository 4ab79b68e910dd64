"""The terminal's renderer: a mark a cell, and nothing of what a terminal cannot show."""

import pytest

from minuet.models import ModelError, Samurai, Sudoku
from minuet.models.picture import (
    Area,
    Cage,
    Cell,
    Circle,
    Line,
    Outline,
    Picture,
    Shape,
    Text,
    text,
    text_of,
)
from minuet.models.sudokus.constraints import (
    XV,
    AntiKnight,
    Kropki,
    Less,
    Quadruple,
    Sandwich,
    Thermometer,
)
from minuet.models.sudokus.constraints import (
    Cage as CageOf,
)

GRID = [(row, col) for row in range(2) for col in range(3)]


def test_marks_stand_in_rows_and_columns() -> None:
    shapes: list[Shape] = [Text(cell, ".", "blank") for cell in GRID]
    shapes += [Text((0, 1), "Q"), Text((1, 2), "K", "given")]
    assert text(Picture(tuple(shapes))) == ".Q.\n..K"
    assert text(Picture(tuple(reversed(shapes)))) == ".Q.\n..K"  # a blank never hides a mark


def test_columns_of_long_marks_are_set_apart() -> None:
    marks = (Text((0, 0), "red"), Text((0, 1), "b"), Text((1, 1), "green"))
    assert text(Picture(marks)) == "  red     b\n      green"


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
    assert text(Picture(tuple(Text(cell, "x") for cell in cells), lattice)) == shown


def test_nothing_is_no_text_and_an_unknown_lattice_an_error() -> None:
    assert text(Picture(())) == ""
    with pytest.raises(ModelError, match="a picture on 'moebius', expected one of squares, "):
        text(Picture((Text((0, 0), "x"),), "moebius"))


def test_sudokus_keep_their_columns_whatever_is_missing() -> None:
    sudoku = Sudoku(size=12)
    assert sudoku.show(sudoku.read([])).splitlines()[0] == "  ".join([" 0", *"0" * 11])
    overlapping = Samurai(offsets=[(0, 0), (2, 2)], box=(2, 2))
    assert (
        overlapping.show(overlapping.read([0, len(overlapping.digit) - 1]))
        == "1" + "\n" * 5 + "     4"
    )


def test_a_terminal_is_told_below_what_it_cannot_see() -> None:
    sudoku = Sudoku(
        size=4,
        constraints=[
            CageOf(3, "R1C1 R1C2"),
            Thermometer("R2C1 R3C1"),
            Kropki(white=["R1C3 R1C4"], black=["R2C4 R3C4"]),
            XV(x=["R4C1 R4C2"]),
            Less("R3C3 R2C3"),
            Sandwich(5, "R1C3-R4C3"),
            Quadruple("R2C2 R2C3 R3C2 R3C3", [1, 2]),
            AntiKnight(),
        ],
    )
    grid, told = text_of(sudoku).split("\n\n")
    assert grid.count(".") == 16
    assert set(told.split("\n")) == {
        "cage 3: R1C1 R1C2",
        "thermometer: R2C1 R3C1",
        "white dot: R1C3 R1C4",
        "black dot: R2C4 R3C4",
        "X: R4C1 R4C2",
        "R2C3 > R3C3",
        "sandwich 5: above R1C3",
        "quadruple 1 2: R2C2 R2C3 R3C2 R3C3",
        "anti-knight",
    }
    assert "cage" not in sudoku.show(sudoku.read([]))


def test_blocked_cells_and_corners_are_told() -> None:
    corner = Text((0.24, 0.78), "9", "label")
    shapes = (Cell((0, 0)), Text((0, 0), "5"), Cell((0, 1)), Cell((0, 1), "shaded"), corner)
    assert text(Picture(shapes), whole=True) == "5#\n\nR1C2 lower left: 9"
    assert text(Picture((Cell((0, 0), "blocked"), Cell((0, 1)))), whole=True) == "#"


def test_lines_part_pieces_of_one_mark_and_tiles() -> None:
    pieces = (Area(((0, 0), (0, 1)), "-"), Area(((1, 0), (1, 1)), "-"))
    box = "┌─────┐\n│ - - │\n├─────┤\n│ - - │\n└─────┘"
    assert text(Picture(pieces), whole=True) == box
    assert text(Picture(pieces)) == "--\n--"
    assert text(Picture((pieces[0], Area(((1, 0),), "A"))), whole=True) == "--\nA"
    tile = (Cell((0, 0)), Text((-0.33, 0), "7", "side"), Text((0, 0), "A", "blank"))
    assert (
        text(Picture(tile), whole=True) == "┌───────┐\n│   7   │\n│   A   │\n│       │\n└───────┘"
    )
