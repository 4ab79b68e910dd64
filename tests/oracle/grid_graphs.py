"""Loops and spanning trees of the lines between n x n points, counted without a search.

Loops by the states of a line that sweeps over the points one by one: which of its lines the loop
crosses, and which two of them it joins on the far side. Trees by Kirchhoff's theorem.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product

from .printed_grid import lines_of

State = tuple[int, ...]  # of each line that is crossed the one it is joined with; -1: not taken


def points_of(text: str) -> int:
    edge = tomllib.loads(text)["choices"]["edge"]
    assert edge["r"] == edge["c"] and edge["down"] == "0..1"
    return int(edge["r"].removeprefix("1.."))


def loops(text: str) -> int:
    """Count the cycles of the grid: places 0 to n - 1 are lines down, place n is the line right."""
    size = len(lines_of(text)) + 1  # points of a side
    states, closed = Counter({(-1,) * (size + 1): 1}), 0
    for row, col in product(range(size), range(size)):
        after: Counter[State] = Counter()
        for state, ways in states.items():
            above, left = state[col], state[size]
            free = list(state)
            free[col] = free[size] = -1
            down, right = row + 1 < size, col + 1 < size
            if above < 0 and left < 0:
                after[tuple(free)] += ways
                if down and right:
                    after[_joined(free, col, size)] += ways
            elif above == size:  # both ends of one path meet: a loop, if nothing else is open
                closed += ways * (max(free) < 0)
            elif above >= 0 and left >= 0:
                after[_joined(free, above, left)] += ways
            else:
                end = max(above, left)
                for place in (col,) * down + (size,) * right:
                    after[_joined(free, place, end)] += ways
        states = after
    return closed


def _joined(free: list[int], one: int, other: int) -> State:
    made = list(free)
    made[one], made[other] = other, one
    return tuple(made)


def spanning_trees(text: str) -> int:
    """Return the determinant of the Laplacian without its first row and column."""
    size = points_of(text)
    points = list(product(range(size), repeat=2))
    matrix = [[Fraction(0)] * len(points) for _ in points]
    for one, other in product(range(len(points)), repeat=2):
        (r, c), (s, d) = points[one], points[other]
        if abs(r - s) + abs(c - d) == 1:
            matrix[one][one] += 1
            matrix[one][other] -= 1
    rows, product_of_pivots = [row[1:] for row in matrix[1:]], Fraction(1)
    while rows:
        pivot, *rest = rows  # never 0: the grid is connected
        product_of_pivots *= pivot[0]
        rows = [
            [x - row[0] / pivot[0] * y for x, y in zip(row[1:], pivot[1:], strict=True)]
            for row in rest
        ]
    return int(product_of_pivots)
