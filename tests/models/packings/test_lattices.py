"""Flat lattices and cubes, boards on them, and cells as text, against plane and solid geometry."""

from __future__ import annotations

import doctest
import importlib
import math
import pickle
import re

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import ModelError
from minuet.models.packings import (
    CUBES,
    HEXAGONS,
    SQUARES,
    TRIANGLES,
    Board,
    Lattice,
    Piece,
)
from minuet.models.picture import Picture, Text, text

from oracle.board_maps import PLAIN, image

ALL = pytest.mark.parametrize("lattice", PLAIN.values(), ids=PLAIN)
Cell = tuple[int, ...]


def centre(lattice: Lattice, cell: Cell) -> tuple[float, ...]:
    """Return where a cell's centre stands, from what its coordinates mean and nothing else."""
    if lattice is TRIANGLES:
        row, col = cell
        height = math.sqrt(3) / 2
        return (row + (1 / 3 if (row + col) % 2 else 2 / 3)) * height, (col + 1) / 2
    if lattice is HEXAGONS:
        row, col = cell
        return row * math.sqrt(3) / 2, col + row / 2
    return cell


def read_cells(drawing: str, lattice: Lattice) -> list[Cell]:
    return sorted(Board.from_text(drawing, lattice))


def distances(lattice: Lattice, cells: list[Cell]) -> list[float]:
    centres = [centre(lattice, cell) for cell in cells]
    return [math.dist(a, b) for a in centres for b in centres]


@st.composite
def shapes(draw: st.DrawFn) -> tuple[Lattice, list[Cell]]:
    """Draw some cells of a lattice."""
    lattice = draw(st.sampled_from(list(PLAIN.values())))
    cell = st.tuples(*[st.integers(-4, 4)] * len(lattice.axes))
    return lattice, draw(st.lists(cell, min_size=1, max_size=7, unique=True))


@given(shapes())
def test_symmetries_keep_all_distances(shape: tuple[Lattice, list[Cell]]) -> None:
    lattice, cells = shape
    for matrix in lattice.symmetries():
        moved = image(lattice, matrix, cells)
        assert distances(lattice, moved) == pytest.approx(distances(lattice, cells))


@given(shapes())
def test_neighbours_are_the_nearest_cells(shape: tuple[Lattice, list[Cell]]) -> None:
    lattice, cells = shape
    side = {TRIANGLES: math.sqrt(3) / 3}.get(lattice, 1.0)
    for cell in cells:
        near = lattice.neighbours(cell)
        assert len(set(near)) == {SQUARES: 4, TRIANGLES: 3, HEXAGONS: 6, CUBES: 6}[lattice]
        for other in near:
            apart = math.dist(centre(lattice, cell), centre(lattice, other))
            assert apart == pytest.approx(side)


@given(shapes(), st.integers(-3, 3), st.integers(-3, 3))
def test_normal_form_is_that_of_every_translation(
    shape: tuple[Lattice, list[Cell]], down: int, right: int
) -> None:
    lattice, cells = shape
    right += (down + right) % 2 if lattice is TRIANGLES else 0
    moved = [(*cell[:-2], cell[-2] + down, cell[-1] + right) for cell in cells]
    assert lattice.normal(moved) == lattice.normal(cells)
    assert distances(lattice, list(lattice.normal(cells))) == pytest.approx(
        distances(lattice, sorted(cells))
    )


@pytest.mark.parametrize(
    ("lattice", "turns", "both"),
    [(SQUARES, 4, 8), (TRIANGLES, 6, 12), (HEXAGONS, 6, 12), (CUBES, 24, 48)],
    ids=PLAIN,
)
def test_symmetry_groups_have_their_orders_and_are_closed(
    lattice: Lattice, turns: int, both: int
) -> None:
    group = lattice.symmetries()
    assert len(lattice.symmetries(reflections=False)) == turns
    assert len(group) == len(set(group)) == both
    cells = [(0,) * len(lattice.axes), *lattice.neighbours((0,) * len(lattice.axes))]
    images = {tuple(image(lattice, m, cells)) for m in group}
    assert {tuple(image(lattice, m, moved)) for m in group for moved in images} == images


def test_boards_have_their_numbers_of_cells_and_sides() -> None:
    sizes = {
        Board.rectangle(6, 10): (60, 104),
        Board.triangle(10): (55, 90),
        Board.box(3, 3, 3): (27, 54),
        Board.hexagon(3): (19, 42),
        Board.hexagon(2, "triangles"): (24, 30),
        Board.triangle(4, "triangles"): (16, 18),
        Board.triangle(4, "hexagons"): (10, 18),
        Board.parallelogram(3, 4): (12, 23),
        Board.parallelogram(3, 4, "triangles"): (24, 29),
        Board.parallelogram(3, 4, SQUARES): (12, 17),
    }
    for board, (cells, sides) in sizes.items():
        assert (len(board), board.number_of_edges()) == (cells, sides)
        assert nx.is_connected(board)


def test_a_board_keeps_its_lattice_when_copied_cut_and_pickled() -> None:
    board = Board.hexagon(2)
    for other in (board.copy(), board.subgraph([(0, 0)]), pickle.loads(pickle.dumps(board))):
        assert other.lattice is HEXAGONS


def test_triangles_on_top_point_the_same_way_however_they_are_drawn() -> None:
    drawn = read_cells(".^./^v^", TRIANGLES)
    assert TRIANGLES.normal(drawn) == TRIANGLES.normal(Board.triangle(2, "triangles"))
    assert drawn == read_cells(" ^/^v^", TRIANGLES)
    assert read_cells("^v^", TRIANGLES) == read_cells("###", TRIANGLES) == [(0, 0), (0, 1), (0, 2)]
    assert read_cells("v^", TRIANGLES) == [(0, 1), (0, 2)]


def test_reads_hexagons_and_layers_of_cubes() -> None:
    hexagon = "  # # #\n # # # #\n# # # # #\n # # # #\n  # # #"
    cells = read_cells(hexagon, HEXAGONS)
    assert HEXAGONS.normal(cells) == HEXAGONS.normal(Board.hexagon(3))
    assert read_cells("\n##/#.\n\n.#/", CUBES) == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)]
    assert read_cells("#/ / /#", CUBES) == [(0, 0, 0), (1, 0, 0)]


@given(shapes())
def test_text_is_read_back_as_the_same_shape(shape: tuple[Lattice, list[Cell]]) -> None:
    lattice, cells = shape
    drawn = text(Picture(tuple(Text(cell, "#") for cell in cells), lattice.name))
    assert lattice.normal(read_cells(drawn, lattice)) == lattice.normal(cells)


@pytest.mark.parametrize(
    ("lattice", "text", "message"),
    [
        ("squares", "##\n#x", "row 2, column 2: 'x', expected # or ."),
        ("triangles", "#o", "row 1, column 2: 'o', expected #, ^, v or ."),
        ("triangles", "^v\n^", "row 2, column 1: '^', expected v, for triangles"),
        ("hexagons", "# #\n# #", "row 2, column 1: '#', expected a blank, for each row"),
        ("hexagons", "##", "row 1, column 2: '#', expected a blank"),
        ("cubes", "##\n\n\n##\n#?", "layer 2, row 2, column 2: '?', expected # or ."),
        ("circles", "#", "lattice 'circles', expected one of squares, triangles, hexagons"),
    ],
)
def test_mistakes_in_a_drawing_are_named_by_row_and_column(
    lattice: str, text: str, message: str
) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        Board.from_text(text, lattice)
    with pytest.raises(ModelError, match=re.escape(message)):
        Piece.from_text("piece", text, lattice=lattice)


@pytest.mark.parametrize("cell", [(0, 0, 0), (0,), (0.5, 1), "ab", 7])
def test_what_is_no_cell_is_refused(cell: object) -> None:
    with pytest.raises(ModelError, match=r"expected \(row, col\) of squares"):
        Board.of([(0, 0), cell])  # type: ignore[list-item]
    with pytest.raises(ModelError, match=r"piece 'p': cell .* expected \(row, col\)"):
        Piece("p", frozenset([cell]))  # type: ignore[list-item]


def test_boards_that_a_lattice_has_not_are_refused() -> None:
    with pytest.raises(ModelError, match="a hexagon of squares"):
        Board.hexagon(2, "squares")
    with pytest.raises(ModelError, match="a triangle of cubes, expected a flat lattice"):
        Board.triangle(2, CUBES)


PACKINGS = ("lattices", "board", "piece", "packing", "symmetries")


@pytest.mark.parametrize(
    "module",
    ["symmetry.symmetries", *(f"packings.{name}" for name in PACKINGS)],
)
def test_examples_in_docstrings_hold(module: str) -> None:
    result = doctest.testmod(importlib.import_module(f"minuet.models.{module}"))
    assert result.attempted
    assert not result.failed
