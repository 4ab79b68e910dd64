"""Small boards have as many solutions as pzpr's checker, or a plain loop, accepts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod

import networkx
import pytest

from minuet.models import InputError
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
    "tapaloop/5/4/p2i.k": 29,
    "tapaloop/4/4/n2i0i": 5,
    "nagare/5/4/g95h4b": 24,
    "nagare/4/3/b4e9a5a": 2,
    "portal/5/3/g1n1j020": 1,
    "portal/5/3/1s1": 4,
    "turnrun/4/3/i2h1k008": 2,
    "turnrun/5/3/t3100": 6,
    "numrope/3/3/000g._8+_.+k": 144,
    "numrope/2/3/4adn": 5,
    "tontonbeya/3/3/egaga3g": 6,
    "tontonbeya/5/2/g8cc1f": 3,
    "statuepark/4/3/9000/2/32ng/21o": 1,
    "statuepark/3/3/011/1/22u": 2,
    "pentopia/3/4/k.2.j/4/22u/32u/11g/31s": 12,
    "pentopia/5/2/p/1/11g": 11,
    "doppelblock/4/4/n": 216,  # as all squares of lines 0 0 1 2 that are tried one by one
    "doppelblock/4/4/3g2k": 4,
    "doppelblock/4/4/k2g1": 12,
    "doppelblock/4/4/0h3g3g0": 0,
    "shakashaka/2/3/l": 2,  # some cell is half black, so a square stands on its corner
    "shakashaka/3/3/jbh": 0,
    "shakashaka/3/3/n.": 2,
    "shakashaka/4/4/qch": 2,
    "shakashaka/5/4/m.r": 16,
}


TEXTS = {
    "burokku\n2 2\na b\nb a\n": 2,  # two rows or two columns
    "burokku\n2 2\na b\nb a\n1 -\n- -\n": 1,  # a line at the right of R1C1
    "burokku\n2 2\na b\nb a\n1 -\n- 8\n": 0,  # and one above R2C2
    "walllogic\n1 3\n- 2 -\n": 1,
    "hashi\n1 2\n2 2\n": 1,
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_has_as_many_solutions_as_one_finds_by_hand(text: str) -> None:
    (puzzle,) = read(text).problems
    assert count(puzzle).count == TEXTS[text]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("walllogic\n1 3\n- 0 -\n", "<text>:3:3: '0', expected a number from 1"),
        ("stostone\n1 2\n- -\n-\n", "an odd number of rows, expected an even one"),
        ("hashi\n2 2\n- -\n- -\n", "no two islands in a line, expected some"),
        ("araf\n2 2\n- -\n- -\n", "no number, expected two for each region"),
    ],
)
def test_a_grid_without_solution_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read(text)


@pytest.mark.parametrize("link", COUNTS)
def test_a_board_has_as_many_solutions_as_pzpr_counts(link: str) -> None:
    (puzzle,) = read(f"https://puzz.link/p?{link}").problems
    assert count(puzzle).count == COUNTS[link]


def fillominos(rows: int, cols: int) -> Iterator[list[int]]:
    """Yield the numbers of all cuts of a grid in which areas of one size do not share a side."""
    graph = networkx.grid_2d_graph(rows, cols)
    edges = list(graph.edges)
    for number in range(2 ** len(edges)):
        kept = [edge for k, edge in enumerate(edges) if number >> k & 1]
        cut = networkx.Graph(kept)
        cut.add_nodes_from(graph)
        area = {
            cell: part
            for part in map(frozenset, networkx.connected_components(cut))
            for cell in part
        }
        alike = [(a, b) for a, b in edges if len(area[a]) == len(area[b])]
        if alike == kept:
            yield [len(area[cell]) for cell in sorted(graph)]


@pytest.mark.parametrize(
    "clues", ["- - - - - - - - -", "- 3 - - - - 3 - -", "2 - - - ? - 4 - -", "1 - - - - - - - 1"]
)
def test_a_fillomino_has_as_many_solutions_as_brute_force_finds(clues: str) -> None:
    words = clues.split()
    text = "3 3\n" + "\n".join(" ".join(words[k : k + 3]) for k in (0, 3, 6)) + "\n"
    wanted = sum(
        all(
            word in "-?" or int(word) == number for word, number in zip(words, numbers, strict=True)
        )
        for numbers in fillominos(3, 3)
    )
    assert count(find_kind("fillomino").read(text)).count == wanted > 0


def results(values: tuple[int, ...], sign: str) -> set[Fraction]:
    """What a sign makes of numbers; it takes from the largest."""
    *rest, largest = sorted(values)
    return {
        "+": {Fraction(sum(values))},
        "*": {Fraction(prod(values))},
        "-": {Fraction(largest - sum(rest))},
        "/": {Fraction(largest, prod(rest))},
    }[sign]


@cache
def latin_squares() -> list[tuple[tuple[int, ...], ...]]:
    """Return all Latin squares of order four."""
    lines = list(permutations(range(1, 5)))
    return [
        rows
        for rows in product(lines, repeat=4)
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
    ]


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", ""])
@pytest.mark.parametrize("corner", [[(0, 0), (0, 1)], [(0, 0), (0, 1), (1, 0)]])
def test_a_cage_has_the_fillings_that_make_its_number(
    corner: list[tuple[int, int]], sign: str
) -> None:
    squares = latin_squares()
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
