"""The standard sets of pieces, against the numbers in the literature."""

from __future__ import annotations

from pathlib import Path

import pytest

from minuet.models import ModelError, Packing
from minuet.models.packings import (
    Board,
    Lattice,
    Piece,
    pentominoes,
    polycubes,
    polyforms,
    polyhexes,
    polyiamonds,
    polyominoes,
    soma_pieces,
)
from minuet.models.packings.board import BOARD_SHAPES
from minuet.models.packings.piece import FAMILIES, PIECE_SETS, PieceSet
from minuet.solvers import count

DOCS = Path(__file__).parents[3] / "docs"
FEW = 110  # larger sets are for the slow tests
Numbers = tuple[int, ...]


def families() -> list[object]:
    """Each family, free and one-sided, with what the literature counts."""
    return [
        pytest.param(family.lattice, one_sided, numbers, id=sequence)
        for family in FAMILIES.values()
        for one_sided, (sequence, numbers) in ((False, family.free), (True, family.one_sided))
    ]


def sets_of(lattice: Lattice, one_sided: bool, numbers: Numbers) -> list[tuple[Piece, ...]]:
    """Return the pieces of 1, 2, 3 ... cells, as many sets as there are numbers."""
    return [polyforms(lattice, n + 1, one_sided=one_sided) for n in range(len(numbers))]


@pytest.mark.parametrize(("lattice", "one_sided", "numbers"), families())
def test_there_are_as_many_pieces_as_the_literature_counts(
    lattice: Lattice, one_sided: bool, numbers: Numbers
) -> None:
    few = tuple(number for number in numbers if number <= FEW)
    sets = sets_of(lattice, one_sided, few)
    assert tuple(len(pieces) for pieces in sets) == few
    assert all(len({piece.name for piece in pieces}) == len(pieces) for pieces in sets)
    assert len(few) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(("lattice", "one_sided", "numbers"), families())
def test_there_are_as_many_large_pieces_as_the_literature_counts(
    lattice: Lattice, one_sided: bool, numbers: Numbers
) -> None:
    assert tuple(map(len, sets_of(lattice, one_sided, numbers))) == numbers


@pytest.mark.parametrize("pieces", PIECE_SETS.values(), ids=lambda pieces: pieces.name)
def test_named_sets_fill_boards_as_often_as_the_literature_counts(pieces: PieceSet) -> None:
    assert len(pieces.pieces()) == pieces.size
    for (shape, sides), packings in pieces.packings.items():
        board = BOARD_SHAPES[shape].build(*sides, pieces.pieces()[0].lattice)
        assert count(Packing(board, pieces.pieces())).count == packings


def test_the_table_in_the_docs_is_that_of_the_sets() -> None:
    text = (DOCS / "toml.md").read_text("utf-8")
    for pieces in PIECE_SETS.values():
        first, *others = (
            f"`{{ {shape} = {list(sides)} }}` in {packings}"
            for (shape, sides), packings in pieces.packings.items()
        )
        fill = ", ".join([f"{first} ways", *others])
        assert f'| `"{pieces.name}"` | {pieces.doc} | {fill} ({pieces.source}) |\n' in text
    sizes = (
        f"{family.name} of up to {family.most_cells} {family.lattice.name}"
        for family in FAMILIES.values()
    )
    assert f"| `{{ cells = 4 }}` | all {', '.join(sizes)} | |\n" in text


@pytest.mark.slow
def test_there_are_82_hexahexes_and_166_hexacubes() -> None:
    assert len(polyhexes(6)) == 82
    assert len(polycubes(6)) == 166


@pytest.mark.parametrize(
    ("cells", "fixed"),
    [(1, 1), (2, 2), (3, 6), (4, 19), (5, 63), (6, 216)],  # OEIS A001168
)
def test_orientations_of_polyominoes_are_all_fixed_polyominoes(cells: int, fixed: int) -> None:
    for one_sided in (False, True):
        pieces = polyominoes(cells, one_sided=one_sided)
        turned = [shape for piece in pieces for shape in piece.orientations()]
        assert len(turned) == len(set(turned)) == fixed


@pytest.mark.parametrize(("cells", "fixed"), [(1, 1), (2, 3), (3, 15), (4, 86)])  # OEIS A001931
def test_orientations_of_polycubes_are_all_fixed_polycubes(cells: int, fixed: int) -> None:
    turned = [shape for piece in polycubes(cells) for shape in piece.orientations()]
    assert len(turned) == len(set(turned)) == fixed


def test_polyominoes_have_their_usual_letters() -> None:
    orientations = {piece.name: len(piece.orientations()) for piece in pentominoes()}
    assert orientations == dict(
        zip("FILNPTUVWXYZ", [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4], strict=True)
    )
    assert "".join(piece.name for piece in polyominoes(4)) == "ILOST"
    assert "".join(piece.name for piece in polyominoes(4, one_sided=True)) == "IJLOSTZ"
    twins = [piece.name for piece in pentominoes(one_sided=True) if len(piece.name) > 1]
    assert twins == ["F'", "L'", "N'", "P'", "Y'", "Z'"]


@pytest.mark.parametrize(
    ("name", "drawing"),
    [("L", "#./#./##"), ("J", ".#/.#/##"), ("S", ".##/##."), ("Z", "##./.##")],
)
def test_one_sided_letters_look_as_they_are_written(name: str, drawing: str) -> None:
    piece = next(p for p in polyominoes(4, one_sided=True) if p.name == name)
    drawn = Piece.from_text(name, drawing, reflections=False)
    assert set(piece.orientations()) == set(drawn.orientations())


def test_soma_has_three_flat_tetracubes_and_one_pair_of_mirror_images() -> None:
    pieces = {piece.name: piece for piece in soma_pieces()}
    assert sorted(map(len, (piece.cells for piece in pieces.values()))) == [3] + [4] * 6
    turned = {name: set(piece.orientations()) for name, piece in pieces.items()}
    both = {
        name: set(Piece(name, p.cells, reflections=True, lattice=p.lattice).orientations())
        for name, p in pieces.items()
    }
    assert [name for name in pieces if turned[name] != both[name]] == ["A", "B"]
    assert both["A"] == both["B"] == turned["A"] | turned["B"]
    assert not turned["A"] & turned["B"]
    flat = [name for name in pieces if any({c[0] for c in s} == {0} for s in turned[name])]
    assert flat == ["L", "T", "V", "Z"]
    assert len(turned["P"]) == 8


def test_flat_pieces_may_be_turned_over_and_solid_ones_not() -> None:
    assert all(piece.reflections for piece in (*polyominoes(3), *polyiamonds(3), *polyhexes(3)))
    assert not any(piece.reflections for piece in (*polycubes(3), *pentominoes(one_sided=True)))
    assert all(piece.reflections for piece in polycubes(3, one_sided=False))


def test_all_pieces_are_connected() -> None:
    for pieces in (polyominoes(5), polyiamonds(6), polyhexes(4), polycubes(4)):
        for piece in pieces:
            board = Board.of(piece.cells, piece.lattice)
            assert board.number_of_edges() >= len(piece.cells) - 1


def test_pieces_without_cells_are_refused() -> None:
    with pytest.raises(ModelError, match="pieces of 0 cells, expected 1 or more"):
        polyforms("squares", 0)
