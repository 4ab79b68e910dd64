"""Prisms, spheres and tetrahedra: what turning keeps, and dimers against matchings of graphs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations, product
from xml.etree import ElementTree

import numpy as np
import pytest

from minuet.models import ModelError, Packing
from minuet.models.formats import read, write
from minuet.models.packings import (
    CUBES,
    LATTICES,
    PRISMS,
    RHOMBICS,
    SPHERES,
    TETRAHEDRA,
    Board,
    Lattice,
    Piece,
    polyforms,
)
from minuet.solvers import count, solve

from oracle.board_maps import places

SOLIDS = (CUBES, PRISMS, SPHERES, RHOMBICS, TETRAHEDRA)
Cell = tuple[int, ...]


def centre(lattice: Lattice, cell: Cell) -> Sequence[float]:
    """Return where a cell's middle, or the place that stands for it, lies in space."""
    if lattice is not PRISMS:
        return cell
    layer, row, col = cell
    height = 3**0.5 / 2
    return layer, (row + (2 if (row + col) % 2 == 0 else 1) / 3) * height, col / 2


@pytest.mark.parametrize("lattice", SOLIDS)
def test_turns_keep_distances_and_hands(lattice: Lattice) -> None:
    rng = np.random.default_rng(5)
    every = places(lattice, range(-6, 7))
    rotations = lattice.symmetries(reflections=False)
    turned = 0
    for _ in range(8):
        cells = np.array([every[k] for k in rng.choice(len(every), 4, replace=False)])
        points = np.array([centre(lattice, tuple(cell)) for cell in cells])
        for number, matrix in enumerate(lattice.symmetries()):
            image = lattice.images(matrix, cells)
            if image is None:
                continue
            turned += 1
            moved = [tuple(cell) for cell in lattice.at_origin(image).tolist()]
            assert all(lattice.kind(cell) in lattice.steps for cell in moved)
            others = np.array([centre(lattice, cell) for cell in moved])
            for a, b in combinations(range(4), 2):
                assert np.isclose(
                    np.linalg.norm(points[a] - points[b]), np.linalg.norm(others[a] - others[b])
                )
            volume, other = (np.linalg.det(p[1:] - p[0]) for p in (points, others))
            assert np.isclose(volume, other if number < len(rotations) else -other)
    assert turned >= 8 * 2 * {PRISMS: 12}.get(lattice, 24)


@pytest.mark.parametrize("lattice", SOLIDS)
def test_neighbours_are_mutual(lattice: Lattice) -> None:
    for cell in places(lattice, range(-6, 7)):
        assert all(cell in lattice.neighbours(other) for other in lattice.neighbours(cell))


def test_spheres_turn_by_sixty_degrees_in_a_plane() -> None:
    bent = Piece("bent", frozenset([(0, 0, 0), (0, 1, 1), (1, 1, 2)]), lattice=SPHERES)
    flat = Board.of(
        [cell for cell in product(range(-2, 3), repeat=3) if sum(cell) == 0], SPHERES
    )  # a hexagon of 19 in a plane of closely packed rows
    where = {frozenset(row[1]) for row in Packing(flat, [bent]).place.rows}
    expected = {
        frozenset((a, b, c))
        for a, b, c in permutations(flat, 3)
        if distance(a, b) == distance(b, c) == 2
        and distance(a, c) == distance((0, 0, 0), (1, 1, 2))
    }
    assert where == expected


def distance(cell: Cell, other: Cell) -> int:
    return sum((a - b) ** 2 for a, b in zip(cell, other, strict=True))


def matchings(edges: Iterable[frozenset[object]]) -> int:
    """Count the perfect matchings of a graph."""
    ends: dict[object, set[object]] = {}
    for edge in edges:
        a, b = edge
        ends.setdefault(a, set()).add(b)
        ends.setdefault(b, set()).add(a)

    @cache
    def ways(left: frozenset[object]) -> int:
        if not left:
            return 1
        first = min(left, key=repr)
        return sum(ways(left - {first, other}) for other in ends[first] & left)

    return ways(frozenset(ends))


def dimers(board: Board) -> Packing:
    """Return the packing of a board by pairs of cells that share a side."""
    pairs = polyforms(board.lattice, 2)
    pieces = [Piece(p.name, p.cells, lattice=p.lattice, copies=(0, None)) for p in pairs]
    return Packing(board, pieces)


def hexagonal_prism() -> Board:
    flat = Board.hexagon(1, "triangles")
    return Board.of([(layer, *cell) for layer in range(2) for cell in flat], PRISMS)


def tetrahedron_of_spheres() -> Board:
    return Board.of([(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)], SPHERES)


def cube_of_tetrahedra() -> Board:
    return Board.of(places(RHOMBICS, range(5)), RHOMBICS)


def octahedron() -> Board:
    return Board.of(product((2, 3), (-1, 0), (-1, 0)), TETRAHEDRA)


def swaps() -> list[frozenset[object]]:
    """Return the edges of the truncated octahedron: orders of four things, two of them swapped."""
    return [
        frozenset((order, (*order[:k], order[k + 1], order[k], *order[k + 2 :])))
        for order in permutations(range(4))
        for k in range(3)
    ]


def cube_edges() -> list[frozenset[object]]:
    corners = list(product((0, 1), repeat=3))
    return [frozenset(pair) for pair in combinations(corners, 2) if distance(*pair) == 1]


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (hexagonal_prism(), 18 + 2),  # of the prism over a circle of n: the n-th Lucas number + 2
        (tetrahedron_of_spheres(), 3),
        (cube_of_tetrahedra(), matchings(swaps())),
        (octahedron(), matchings(cube_edges())),
    ],
)
def test_dimers_are_matchings(board: Board, number: int) -> None:
    packing = dimers(board)
    assert count(packing).count == number
    classes = count(packing, symmetries="known")
    assert classes.total == number
    assert 1 <= (classes.count or 0) <= number
    (again,) = read(write(packing, "xmpuzzle")).problems
    assert isinstance(again, Packing)
    assert again.board.lattice is board.lattice
    assert count(again).count == number
    answer = solve(packing).answer
    assert answer is not None
    picture = ElementTree.fromstring(packing.draw(answer))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    (again,) = read(write(packing, "toml")).problems
    assert count(again).count == number


def test_a_place_that_is_none_is_refused() -> None:
    with pytest.raises(ModelError, match=r"cell \(0, 0, 1\), expected a place of spheres"):
        Board.of([(0, 0, 1)], SPHERES)
    with pytest.raises(ModelError, match=r"piece 'x': cell \(2, 2, 2\), expected a place of rhomb"):
        Piece("x", frozenset([(2, 2, 2)]), lattice="rhombics")


def test_every_lattice_has_pictures_and_a_name() -> None:
    for name, lattice in LATTICES.items():
        (piece, *_) = polyforms(lattice, 1)
        packing = Packing(Board.of(piece.cells, lattice), [piece])
        answer = solve(packing).answer
        assert answer is not None
        assert piece.name in str(answer)
        assert name == lattice.name
