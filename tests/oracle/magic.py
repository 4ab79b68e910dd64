"""Magic squares and hexagons by brute force, in plain loops."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations


def magic_squares(text: str) -> int:
    """Count squares of order 4 as two cuts of 1 to 16 into fours, rows and columns that cross."""
    assert "sum_equals = 34" in text
    fours = [frozenset(four) for four in combinations(range(1, 17), 4) if sum(four) == 34]

    def cuts(left: frozenset[int]) -> Iterator[tuple[frozenset[int], ...]]:
        if not left:
            yield ()
        for four in fours:
            if min(left, default=0) in four and four <= left:
                yield from ((four, *rest) for rest in cuts(left - four))

    every = list(cuts(frozenset(range(1, 17))))
    crossing = {four: {other for other in fours if len(four & other) == 1} for four in fours}
    found = 0
    for rows in every:
        across = set[frozenset[int]].intersection(*(crossing[row] for row in rows))
        for columns in every:
            if across.issuperset(columns):
                grid = [[min(row & column) for column in columns] for row in rows]
                found += _ordered(grid)
    return found


def _ordered(grid: Sequence[Sequence[int]]) -> int:
    """Count the orders of rows and of columns in which both diagonals add up to 34.

    The falling diagonal is chosen first, by the column of each row; it and the order of the rows
    are an order of the columns.
    """
    every = list(permutations(range(4)))
    return sum(
        sum(grid[rows[k]][falling[rows[3 - k]]] for k in range(4)) == 34
        for falling in every
        if sum(grid[row][falling[row]] for row in range(4)) == 34
        for rows in every
    )


def magic_hexagons(text: str) -> int:
    """Count those whose least corner is the left upper one, and the next one less than the last."""
    span = tomllib.loads(text)["choices"]["number"]
    assert (span["row"], span["col"], span["value"]) == ("-2..2", "-2..2", "1..19")
    cells = [(r, c) for r in range(-2, 3) for c in range(-2, 3) if abs(r + c) <= 2]
    ways = (lambda r, c: (0, r), lambda r, c: (1, c), lambda r, c: (2, r + c))
    through = {
        cell: [[one for one in cells if way(*one) == way(*cell)] for way in ways] for cell in cells
    }
    order: list[tuple[int, int]] = []
    while len(order) < len(cells):  # next where a line has fewest cells left
        left = [cell for cell in cells if cell not in order]
        order.append(min(left, key=lambda c: min(len(set(t) - set(order)) for t in through[c])))
    least, right, below = (-2, 0), (-2, 2), (0, -2)
    corners = {right, below, (0, 2), (2, -2), (2, 0)}
    put: dict[tuple[int, int], int] = {}

    def fits(cell: tuple[int, int]) -> bool:
        for line in through[cell]:
            told = [put[one] for one in line if one in put]
            if sum(told) > 38 or (len(told) == len(line)) != (sum(told) == 38):
                return False
        if cell in corners and put[cell] < put[least]:
            return False
        return not {right, below} <= set(put) or put[right] < put[below]

    def filled(place: int) -> int:
        if place == len(cells):
            return 1
        cell, found = order[place], 0
        others = [[put.get(one) for one in line if one != cell] for line in through[cell]]
        last = {38 - sum(filter(None, line)) for line in others if None not in line}
        left = set(range(1, 20)) - set(put.values())
        for value in left & last if last else left:
            put[cell] = value
            found += filled(place + 1) if fits(cell) else 0
            del put[cell]
        return found

    assert order[0] == least
    return 12 * filled(0)
