"""The symmetries that a packing knows of itself, against every map of its placements."""

from __future__ import annotations

from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from minuet.models import Packing, distinct
from minuet.models.packings import LATTICES, Board, Piece, polyforms
from minuet.solvers import count, solutions

from oracle.board_maps import PLAIN, image, maps_of


def test_what_is_laid_breaks_the_symmetries_that_move_it() -> None:
    packing = Packing(Board.rectangle(4, 4), [Piece.from_text("d", "##", copies=8)])
    assert len(packing.symmetries()) == 8
    packing.lay("d", [(0, 0), (0, 1)])
    assert len(packing.symmetries()) == 1
    packing = Packing(Board.rectangle(3, 4), [Piece.from_text("d", "##", copies=6)])
    packing.lay("d", [(1, 1), (1, 2)])
    result = count(packing, symmetries="known")
    assert result.order == 4
    assert result.count == len(list(distinct(solutions(packing)))) == 1
    packing.forbid(packing.place, cells=((0, 0), (0, 1)))
    assert len(packing.symmetries()) == 1


def test_one_sided_pieces_do_not_follow_mirrors() -> None:
    board = Board.rectangle(4, 4)
    ell = [Piece.from_text("L", "#./#./##", reflections=False, copies=4)]
    assert len(Packing(board, ell).symmetries()) == 4
    pair = [*ell, Piece.from_text("J", ".#/.#/##", reflections=False, copies=4)]
    assert len(Packing(board, pair).symmetries()) == 8
    unlike = Packing(board, pair, copies={"J": 3})
    assert len(unlike.symmetries()) == 4
    still = [Piece.from_text("I", "##", rotations=False, copies=8)]
    assert len(Packing(board, still).symmetries()) == 4


def test_a_piece_that_fits_nowhere_spoils_no_symmetry() -> None:
    long = Piece.from_text("L", "#.../####", reflections=False, copies=(0, 1))
    small = [
        Piece.from_text("I", "#", copies=(0, None)),
        Piece.from_text("II", "##", copies=(0, None)),
    ]
    result = count(Packing(Board.rectangle(2, 3), [*small, long]), symmetries="known")
    alone = count(Packing(Board.rectangle(2, 3), small), symmetries="known")
    assert (result.count, result.order) == (alone.count, alone.order)
    assert result.count == 11


@st.composite
def packings(draw: st.DrawFn) -> Packing:
    """Draw a small packing with some symmetry, on any lattice."""
    lattice = draw(st.sampled_from(list(PLAIN.values())))
    flat = st.tuples(*[st.integers(0, 1 if len(lattice.axes) == 3 else 2)] * len(lattice.axes))
    some = draw(st.lists(flat, min_size=1, max_size=4, unique=True))
    mirrors = draw(st.sampled_from([lattice.symmetries()[:1], *_subgroups(lattice.name)]))
    cells = sorted({cell for m in mirrors for cell in image(lattice, m, some)})[:9]
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=2, unique=True))
    pieces, numbers = [], st.sampled_from([0, 1, 2, 3, (0, 2), (1, 3), (2, 4), (0, None)])
    for size in sizes:
        one_sided = draw(st.booleans())
        for piece in draw(st.permutations(polyforms(lattice, size, one_sided=one_sided)))[:2]:
            name = f"{size}{piece.name}"
            copies = draw(numbers)
            pieces.append(
                Piece(name, piece.cells, draw(st.booleans()), not one_sided, lattice, copies)
            )
    return Packing(
        Board.of(cells, lattice),
        pieces,
        leftover=draw(st.booleans()),
        uncovered=draw(st.booleans()),
    )


def _subgroups(name: str) -> list[list[tuple[tuple[int, ...], ...]]]:
    every = LATTICES[name].symmetries()
    return [every, every[: len(every) // 2], [every[0], every[len(every) // 2]]]


@given(packings())
def test_classes_of_packings_are_those_that_listing_finds(packing: Packing) -> None:
    listed = {answer.options for answer in solutions(packing, "dlx")}
    group = packing.symmetries()
    result = count(packing, "dlx", symmetries="known")
    for permutation in group.permutations:
        assert {tuple(sorted(permutation[list(one)].tolist())) for one in listed} == listed
    assert (result.total, result.order) == (len(listed), len(group))
    assert result.count == len({group.canonical(one) for one in listed})
    assert result.count == len(list(distinct(listed, group)))


@given(packings())
def test_a_map_of_placements_to_placements_is_a_symmetry(packing: Packing) -> None:
    fits = {
        piece.name: {on for name, on in packing.place.rows if name == piece.name}
        for piece in packing.pieces
    }
    laid = [name for name in fits if fits[name]]
    assume(len({(frozenset(fits[name]), packing.copies[name]) for name in laid}) == len(laid))
    numbers = {row: number for number, row in enumerate(packing.place.rows)}
    expected = set()
    for cells in maps_of(packing.board) if packing.board else [{}]:
        for others in permutations(laid):
            names = dict(zip(laid, others, strict=True))
            image = [
                numbers.get((names[name], tuple(sorted(cells[c] for c in on))), -1)
                for name, on in packing.place.rows
            ]
            if -1 not in image and all(
                packing.copies[a] == packing.copies[b] for a, b in names.items()
            ):
                expected.add(tuple(image))
    found = packing.symmetries().permutations
    assert {tuple(one) for one in found.tolist()} == expected


def test_boards_have_the_symmetries_of_their_shape() -> None:
    orders = {
        Board.rectangle(3, 4): 4,
        Board.rectangle(3, 3): 8,
        Board.triangle(4): 2,
        Board.triangle(4, "triangles"): 6,
        Board.triangle(4, "hexagons"): 6,
        Board.hexagon(3): 12,
        Board.hexagon(2, "triangles"): 12,
        Board.parallelogram(2, 3): 2,
        Board.parallelogram(2, 2, "triangles"): 4,
        Board.box(2, 2, 2): 48,
        Board.box(2, 2, 3): 16,
        Board.box(1, 2, 3): 4,  # 8 of the box, each two of which move its cells alike
        Board.from_text("##/#."): 2,
    }
    for board, order in orders.items():
        (dot,) = polyforms(board.lattice, 1)
        dots = Piece("dot", dot.cells, lattice=board.lattice, copies=(0, None))
        assert len(Packing(board, [dots]).symmetries()) == order
