"""The outline of a set of cells: its sides, and the same some way inside the cells.

A side that two of the cells share is inside; the others make the outline. They run clockwise, so
they can be joined to rings; where cells of the set only touch at a corner, the rings stay apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, hypot

from .planes import Point

__all__ = ["inset", "joined", "rings", "sides", "straightened"]

Side = tuple[Point, Point]


def sides(outlines: Iterable[Sequence[Point]]) -> list[Side]:
    """Return the sides (from, to) that belong to one of the cells alone, given by their corners."""
    found: dict[frozenset[Point], Side | None] = {}
    for corners in outlines:
        for side in pairwise([*corners, corners[0]]):
            key = frozenset(side)
            found[key] = None if key in found else side
    return [side for side in found.values() if side is not None]


def rings(outline: Iterable[Side]) -> list[list[Point]]:
    """Return the rings of corners that the sides make, each without its first corner repeated."""
    leaving: dict[Point, list[Side]] = {}
    for side in outline:
        leaving.setdefault(side[0], []).append(side)
    left = dict.fromkeys(side for ways in leaving.values() for side in ways)
    found = []
    while left:
        ring, side = [], next(iter(left))
        while side in left:
            del left[side]
            ring.append(side[0])
            here = side
            side = max(leaving[here[1]], key=lambda way: _turn(*here, way[1]))
        found.append(ring)
    return found


def straightened(ring: Sequence[Point]) -> list[Point]:
    """Return a ring without the corners at which it goes straight on."""
    before, ahead = [ring[-1], *ring[:-1]], [*ring[1:], ring[0]]
    return [
        here
        for one, here, other in zip(before, ring, ahead, strict=True)
        if abs(_turn(one, here, other)) > 1e-9
    ]


def joined(outlines: Iterable[Sequence[Point]]) -> list[Side]:
    """Return all sides of cells, each once, those that go on straight as one."""
    ways: dict[Point, set[Point]] = {}  # the step of each side, and where it begins
    for corners in outlines:
        for one, other in pairwise([*corners, corners[0]]):
            start, end = sorted((one, other))
            ways.setdefault((end[0] - start[0], end[1] - start[1]), set()).add(start)
    found = []
    for (across, down), starts in ways.items():
        for x, y in sorted(starts):
            if (x - across, y - down) in starts:
                continue
            end = x + across, y + down
            while end in starts:
                end = end[0] + across, end[1] + down
            found.append(((x, y), end))
    return found


def _turn(before: Point, here: Point, ahead: Point) -> float:
    """Return by how much a way turns to the right, an angle."""
    x, y = here[0] - before[0], here[1] - before[1]
    u, v = ahead[0] - here[0], ahead[1] - here[1]
    return atan2(x * v - y * u, x * u + y * v)


def inset(ring: Sequence[Point], distance: float) -> list[Point]:
    """Return a ring moved inwards by a distance: to the right of each of its sides."""
    found = []
    for before, here, ahead in zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True):
        (a, b), (c, d) = _right(before, here), _right(here, ahead)
        stretch = distance / max(1 + a * c + b * d, 0.2)
        found.append((here[0] + stretch * (a + c), here[1] + stretch * (b + d)))
    return found


def _right(one: Point, other: Point) -> Point:
    """Return the unit vector to the right of a way."""
    x, y = other[0] - one[0], other[1] - one[1]
    length = hypot(x, y)
    return -y / length, x / length
