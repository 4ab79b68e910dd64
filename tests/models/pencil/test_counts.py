"""Small boards have as many solutions as the checker of pzpr accepts fillings, or brute force."""

from __future__ import annotations

from collections.abc import Iterator

import networkx
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
