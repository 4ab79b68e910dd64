"""Small boards have as many solutions as the checker of pzpr, or a plain loop, accepts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest

from minuet.models.formats import read
from minuet.models.pencil import find_kind
from minuet.solvers import count

COUNTS = {
    "mochikoro/3/2/.g3i": 0,  # no rectangle of three cells has one clue alone
    "mochikoro/3/3/g1i12g3": 0,
    "mochikoro/3/3/g1m": 9,
    "mochinyoro/3/2/i3.g": 0,
    "mochinyoro/3/3/g44g.j": 0,
    "mochinyoro/3/3/j2j": 4,
    "juosan/4/3/ha8o0g.": 0,  # a number is that of the lines of which there are more
    "juosan/3/3/50hg2h": 0,
    "juosan/3/3/50hg3h": 138,
}


@pytest.mark.parametrize("link", COUNTS)
def test_a_board_has_as_many_solutions_as_pzpr_counts(link: str) -> None:
    (puzzle,) = read(f"https://puzz.link/p?{link}").problems
    assert count(puzzle).count == COUNTS[link]


def results(values: tuple[int, ...], sign: str) -> set[Fraction]:
    """What a sign makes of numbers; it takes from the largest."""
    *rest, largest = sorted(values)
    return {
        "+": {Fraction(sum(values))},
        "*": {Fraction(prod(values))},
        "-": {Fraction(largest - sum(rest))},
        "/": {Fraction(largest, prod(rest))},
    }[sign]


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", ""])
@pytest.mark.parametrize("corner", [[(0, 0), (0, 1)], [(0, 0), (0, 1), (1, 0)]])
def test_a_cage_has_the_fillings_that_make_its_number(
    corner: list[tuple[int, int]], sign: str
) -> None:
    lines = list(permutations(range(1, 5)))
    squares = [
        rows
        for rows in product(lines, repeat=4)
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
    ]
    regions = [["1" if (row, col) in corner else "2" for col in range(4)] for row in range(4)]
    assert len(squares) == 576
    tally: Counter[Fraction] = Counter()
    for rows in squares:
        values = tuple(rows[row][col] for row, col in corner)
        tally.update(set().union(*(results(values, each) for each in sign or "+-*/")))
    for number in (0, 1, 2, 3, 6, 8):
        marks = [f"{number}{sign} - - -", *["- - - -"] * 3]
        text = "\n".join(["4 4", *marks, *map(" ".join, regions)])
        assert count(find_kind("ken_ken").read(text)).count == tally[Fraction(number)]
