"""Outlines of sets of cells on each lattice: closed, round all cells, and some way inside them."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.models.packings import LATTICES, Lattice
from minuet.models.picture.planes import Point, inset, plane_of, rings, sides

FLAT = [lattice for lattice in LATTICES.values() if not lattice.solid]
CELLS = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=14)
EACH = pytest.mark.parametrize("lattice", FLAT, ids=lambda lattice: lattice.name)


def area(ring: list[Point]) -> float:
    """The area to the right of a ring (y goes down), negative if it runs the other way."""
    following = [*ring[1:], ring[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring, following, strict=True)) / 2


@EACH
def test_neighbours_share_a_side_and_others_none(lattice: Lattice) -> None:
    plane = plane_of(lattice.name)
    cells = [(row, col) for row in range(5) for col in range(5)]
    for one in cells:
        for other in cells:
            shared = set(plane.corners(one)) & set(plane.corners(other))
            if one != other:
                assert (len(shared) == 2) == (other in lattice.neighbours(one))


@EACH
@given(cells=CELLS)
def test_rings_enclose_just_the_cells(lattice: Lattice, cells: set[tuple[int, int]]) -> None:
    plane = plane_of(lattice.name)
    outline = sides(map(plane.corners, cells))
    found = rings(outline)
    assert sum(map(len, found)) == len(outline)
    assert sum(map(area, found)) == len(cells) * area(plane.corners((0, 0)))


@EACH
@given(cells=CELLS)
def test_an_inset_runs_inside(lattice: Lattice, cells: set[tuple[int, int]]) -> None:
    plane = plane_of(lattice.name)
    for ring in rings(sides(map(plane.corners, cells))):
        assert area(inset(ring, 0.1)) < area(ring)


def test_cells_that_touch_at_a_corner_have_rings_of_their_own() -> None:
    plane = plane_of("squares")
    found = rings(sides(map(plane.corners, [(0, 0), (1, 1)])))
    assert sorted(map(sorted, found)) == sorted(sorted(plane.corners(c)) for c in [(0, 0), (1, 1)])


def test_the_inset_of_a_square_is_a_smaller_one() -> None:
    found = inset([(0, 0), (4, 0), (4, 4), (0, 4)], 1)
    assert all(isclose(x, y) for p, q in zip(found, [(1, 1), (3, 1), (3, 3), (1, 3)], strict=True)
               for x, y in zip(p, q, strict=True))  # fmt: skip
