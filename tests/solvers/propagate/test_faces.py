"""Two connected sets that divide a plane graph, against brute force: what its faces imply."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from random import Random

import pytest

from minuet.models import Puzzle
from minuet.solvers import count

Edge = tuple[int, int]
SOLVERS = ("propagate:tree", "propagate:learning")


def grid(rows: int, cols: int, *, wrap: bool = False) -> list[Edge]:
    """The steps between cells that lie side by side; on a torus if `wrap`."""
    number = {(row, col): row * cols + col for row in range(rows) for col in range(cols)}
    steps = []
    for row, col in number:
        for beyond in ((row + 1, col), (row, col + 1)):
            if wrap:
                beyond = beyond[0] % rows, beyond[1] % cols
            if beyond in number:
                steps.append((number[row, col], number[beyond]))
    return steps


def without(edges: list[Edge], gone: Collection[int]) -> list[Edge]:
    """The edges that have no end among these vertices."""
    return [edge for edge in edges if not set(edge) & set(gone)]


def is_connected(vertices: Collection[int], edges: list[Edge]) -> bool:
    """Whether vertices are connected among themselves; so are none."""
    unseen, frontier = set(vertices), list(vertices)[:1]
    while frontier:
        vertex = frontier.pop()
        if vertex in unseen:
            unseen.remove(vertex)
            frontier += [end for edge in edges if vertex in edge for end in edge if end in unseen]
    return not unseen


def divisions(edges: list[Edge], given: dict[int, str]) -> int:
    """Count the divisions into a black and a white part, each connected, by trying all."""
    vertices = sorted({vertex for edge in edges for vertex in edge})
    free = [vertex for vertex in vertices if vertex not in given]
    number = 0
    for colors in product("bw", repeat=len(free)):
        color = given | dict(zip(free, colors, strict=True))
        parts = ([vertex for vertex in vertices if color[vertex] == own] for own in "bw")
        number += all(is_connected(part, edges) for part in parts)
    return number


def puzzle_of(edges: list[Edge], given: dict[int, str]) -> Puzzle:
    vertices = sorted({vertex for edge in edges for vertex in edge})
    puzzle = Puzzle("two connected parts")
    stone = puzzle.choices("stone", vertex=vertices, color=("b", "w"))
    puzzle.exactly_one(stone, by="vertex")
    puzzle.connected(stone, by="vertex", along=edges, regions="color")
    for vertex, color in given.items():
        puzzle.given(stone, vertex=vertex, color=color)
    return puzzle


CUBE = [(one, one ^ bit) for one in range(8) for bit in (1, 2, 4) if one < one ^ bit]
GRAPHS = {
    "one square": grid(2, 2),
    "a strip": grid(2, 5),
    "a grid": grid(3, 4),
    "a hole": without(grid(4, 4), [5, 6]),
    "a hole at a corner": without(grid(4, 4), [0]),
    "two holes that meet": without(grid(4, 4), [5, 10]),
    "a cube": CUBE,
    "a torus": grid(4, 3, wrap=True),
    "a larger torus": grid(3, 4, wrap=True),
    "squares with a tail": [*grid(2, 3), (5, 6), (6, 7)],
    "two squares at a corner": [*grid(2, 2), (3, 4), (4, 5), (5, 6), (6, 3)],
    "two squares apart": [*grid(2, 2), (4, 5), (5, 6), (6, 7), (7, 4)],
    "three squares at an edge": [
        (0, 1),
        (0, 2),
        (2, 3),
        (3, 1),
        (0, 4),
        (4, 5),
        (5, 1),
        (0, 6),
        (6, 7),
        (7, 1),
    ],
    "complete and bipartite": [(one, other) for one in range(3) for other in range(3, 6)],
}


@pytest.mark.parametrize("name", GRAPHS)
def test_divisions_are_those_of_brute_force(name: str) -> None:
    rng = Random(name)
    edges = GRAPHS[name]
    vertices = sorted({vertex for edge in edges for vertex in edge})
    for some in (0, 2):
        given = {vertex: rng.choice("bw") for vertex in rng.sample(vertices, some)}
        expected = divisions(edges, given)
        for name in SOLVERS:
            assert count(puzzle_of(edges, given), solver=name).count == expected, name


@pytest.mark.parametrize("seed", range(4))
def test_grids_with_holes(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        edges = grid(rng.randint(3, 4), rng.randint(3, 4))
        edges = without(edges, rng.sample(range(12), rng.randint(0, 3)))
        vertices = sorted({vertex for edge in edges for vertex in edge})
        given = {vertex: rng.choice("bw") for vertex in rng.sample(vertices, rng.randint(0, 4))}
        expected = divisions(edges, given)
        for name in SOLVERS:
            assert count(puzzle_of(edges, given), solver=name).count == expected, name


def test_on_a_torus_colors_may_alternate_around_a_square() -> None:
    """Black winds around it one way, white the other way, and they meet at a corner."""
    black, white = (0, 4, 3, 8, 7, 6), (1, 21, 16, 15, 10, 5)
    edges, given = grid(5, 5, wrap=True), dict.fromkeys(black, "b") | dict.fromkeys(white, "w")
    number = divisions(edges, given)
    assert number > 0
    for name in SOLVERS:
        assert count(puzzle_of(edges, given), solver=name).count == number


def test_faces_end_at_once_what_takes_a_search() -> None:
    """A checkerboard of four given cells in the middle of a large grid."""
    puzzle = puzzle_of(grid(12, 12), {65: "b", 66: "w", 77: "w", 78: "b"})
    result = count(puzzle, solver="propagate:tree")
    assert result.count == 0
    assert result.statistics.nodes <= 1
