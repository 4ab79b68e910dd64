"""Packings as files of BurrTools, and back: the same cells, pieces, colors and counts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models import InputError, ModelError, Packing, Puzzle, Sudoku
from minuet.models.formats import FORMATS, read, same_cover, write
from minuet.models.gallery import entry
from minuet.models.packings import CUBES, HEXAGONS, BeadPuzzle, Board, Coloring, Piece
from minuet.solvers import count

from drawing import few

Cell = tuple[int, ...]
Tints = dict[Cell, int]

BOX = [(z, y, x) for z in range(2) for y in range(2) for x in range(3)]


def back(packing: Puzzle) -> Packing:
    (found,) = read(write(packing, "xmpuzzle")).problems
    assert isinstance(found, Packing)
    return found


def subsets(cells: Iterable[Cell], least: int = 0) -> st.SearchStrategy[set[Cell]]:
    return st.sets(st.sampled_from(sorted(cells)), min_size=least)


def tinted(cells: Iterable[Cell], tints: st.SearchStrategy[int]) -> st.SearchStrategy[Tints]:
    return st.dictionaries(st.sampled_from(sorted(cells)), tints)


@st.composite
def solid_packings(draw: st.DrawFn) -> Packing:
    board = draw(subsets(BOX, least=2))
    pieces = []
    for number in range(draw(st.integers(1, 3))):
        low = draw(st.integers(0, 2))
        copies = draw(st.sampled_from([max(low, 1), (low, low + 1), (low, low + 3)]))
        cells = frozenset(draw(subsets(BOX[:4] + BOX[6:8], least=1)))
        name = draw(st.sampled_from(["", "piece", "<&>\"'", "\u017e"])) + str(number)
        pieces.append(Piece(name, cells, lattice=CUBES, copies=copies))
    coloring = None
    if draw(st.booleans()):
        tints = st.integers(1, 3)
        colors = {
            p.name: draw(st.dictionaries(st.sampled_from(sorted(p.cells)), tints)) for p in pieces
        }
        on = {min(board): 1} | draw(tinted(board, tints))
        coloring = Coloring(on, colors, draw(st.sets(st.tuples(tints, tints))))
    free = draw(subsets(board))
    most = draw(st.none() | st.integers(0, 3))
    ranged = any(isinstance(piece.copies, tuple) for piece in pieces)
    return Packing(
        Board.of(board, CUBES),
        pieces,
        draw(st.sampled_from(["a problem", "<&>", "5 \u00d7 3"])),
        uncovered=free,
        most_uncovered=most if ranged else None,
        coloring=coloring,
        comment=draw(st.sampled_from(["", "two\nlines & <marks>", "\u00fc"])),
    )


@few(30)
@given(solid_packings())
def test_solid_packings_are_read_back(packing: Packing) -> None:
    found = back(packing)
    assert (found.name, found.comment) == (packing.name, packing.comment)
    assert found.copies == packing.copies
    assert [piece.name for piece in found.pieces] == [piece.name for piece in packing.pieces]
    assert count(found).count == count(packing).count
    one, other = (count(each, symmetries="known") for each in (packing, found))
    assert (one.count, one.order) == (other.count, other.order)
    assert write(found, "xmpuzzle") == write(packing, "xmpuzzle")


@pytest.mark.parametrize(
    "name", ["soma", "slothouber-graatsma", "pentominoes-3x20", "pentominoes-8x8"]
)
def test_packings_of_the_gallery_are_read_back(name: str) -> None:
    packing = entry(name).load()
    assert isinstance(packing, Packing)
    found = back(packing)
    assert found.matrix.options == packing.matrix.options
    if name in ("soma", "slothouber-graatsma"):
        assert same_cover(found.matrix, packing.matrix)
        assert count(found).count == count(packing).count


def test_squares_are_one_layer() -> None:
    packing = Packing(Board.rectangle(3, 4), [Piece.from_text("L", "##/#.", copies=4)])
    found = back(packing)
    assert {layer for layer, _, _ in found.board} == {0}
    one, other = (count(each, symmetries="known") for each in (packing, found))
    assert (one.count, one.total) == (other.count, other.total)


def test_several_packings_are_one_file() -> None:
    packings = [
        Packing(Board.rectangle(2, 3), [Piece.from_text("I", "##", copies=3)], "one", comment="a"),
        Packing(Board.rectangle(2, 5), [Piece.from_text("I", "##", copies=5)], "two", comment="b"),
    ]
    text = write(packings, "xmpuzzle")
    assert text.count("<voxel") == 3  # the piece stands in it once
    found = read(text).problems
    assert [count(one).count for one in found] == [3, 8]
    assert [one.comment for one in found] == ["a\nb", "a\nb"]  # type: ignore[union-attr]
    assert write(list(found), "xmpuzzle") == text


ELL = Piece.from_text("L", "#./#./##", copies=2)
SOLID = Piece("S", frozenset({(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)}), lattice=CUBES)
TWISTED = frozenset({(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)})


def laid() -> Packing:
    packing = Packing(Board.rectangle(2, 4), [ELL])
    packing.lay("L", [(0, 0), (0, 1), (0, 2), (1, 0)])
    return packing


def ruled() -> Packing:
    packing = Packing(Board.rectangle(2, 4), [ELL])
    packing.at_most_one(packing.place, by=lambda cells: cells[0])
    return packing


def costly() -> Packing:
    packing = Packing(Board.rectangle(2, 4), [ELL])
    packing.minimize(packing.place, lambda cells: len(cells))
    return packing


@pytest.mark.parametrize(
    ("problem", "what"),
    [
        (Sudoku(size=4), "expected a Packing"),
        (laid(), "laid beforehand"),
        (ruled(), "rules of its own"),
        (costly(), "has costs"),
        (Packing(Board.hexagon(2), [Piece.from_text("I", "#", lattice=HEXAGONS)]), "hexagons"),
        (
            Packing(Board.rectangle(2, 4), [Piece.from_text("L", "#./#./##", reflections=False)]),
            "'L' may not be turned over",
        ),
        (
            Packing(Board.rectangle(2, 4), [Piece.from_text("I", "##", rotations=False)]),
            "'I' may not be turned",
        ),
        (
            Packing(Board.box(2, 2, 2), [Piece("T", TWISTED, reflections=True, lattice=CUBES)]),
            "'T' may be mirrored",
        ),
        (
            Packing(Board.box(2, 2, 2), [SOLID], coloring=Coloring({(0, 0, 0): 64})),
            "color 64",
        ),
        (Packing(Board.box(2, 2, 2), [SOLID], "a\x01b"), "character"),
        (Packing(Board.box(2, 2, 2), [SOLID], copies={"S": 0}), "no pieces"),
    ],
)
def test_what_cannot_be_held_is_named(problem: Puzzle, what: str) -> None:
    with pytest.raises(ModelError, match=what):
        write(problem, "xmpuzzle")


def test_the_bead_triangle_is_a_packing_too() -> None:
    assert back(BeadPuzzle()).matrix.options == BeadPuzzle().matrix.options


TAGS = ["<voxel ", "</voxel>", "<shape ", "<result/>", "<problem>", "&amp;", "&x;", "<", ">", "/"]
MARKS = ["#", "+", "_", "9", "1", "id=", 'id="9"', 'count="3"', 'x="0"', '"', "\x01", "\u00fc", " "]


@few(150)
@given(st.data())
def test_damaged_files_are_one_line(data: st.DataObject) -> None:
    text = FORMATS["xmpuzzle"].example
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.sampled_from(TAGS + MARKS)) + text[end:]
    try:
        read(text, form="xmpuzzle")
    except InputError as error:
        assert str(error).isprintable()
        assert "expected" in str(error)
