"""Paths that share no vertex: the same solutions as by trying all paths of all pairs of ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

import networkx as nx
import pytest

from minuet import count, solve
from minuet.models import Puzzle
from minuet.setting import is_unique

from drawing import seeds

SOLVERS = ["propagate:learning", "propagate:tree", "cpsat", "auto"]
Edge = tuple[int, int]
Lines = frozenset[tuple[Edge, int]]


class Drawn(NamedTuple):
    """A puzzle of paths on a small grid, and its solutions as (edge, path) pairs."""

    puzzle: Puzzle
    line: Any
    pairs: list[tuple[Edge, int]]
    solutions: list[Lines]


def drawn(rng: random.Random, *, covering: bool) -> Drawn:
    """Return a puzzle, mostly one that has a solution."""
    wanted = rng.random() < 0.8
    made = drawn_once(rng, covering=covering)
    while wanted and not made.solutions:
        made = drawn_once(rng, covering=covering)
    return made


def drawn_once(rng: random.Random, *, covering: bool) -> Drawn:
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, rng.choice([3, 4])))
    graph.remove_edges_from(rng.sample(sorted(graph.edges), rng.randint(0, 2)))
    paths = rng.choice([1, 2, 2, 3])
    vertices = rng.sample(sorted(graph), 2 * paths)
    ends = {k: (vertices[2 * k], vertices[2 * k + 1]) for k in range(paths)}
    edges = sorted(tuple(sorted(edge)) for edge in graph.edges)
    pairs = [(edge, k) for edge in edges for k in ends]
    for pair in rng.sample(pairs, rng.randint(0, len(pairs) // 6)):
        pairs.remove(pair)
    puzzle = Puzzle("paths")
    rows = [{"edge": edge, "path": k} for edge, k in pairs]
    line = puzzle.choices("line", rows)
    degrees = {vertex: 1 if vertex in vertices else 2 for vertex in graph}
    if covering:
        puzzle.exactly(degrees, line, covering="edge")
    else:
        puzzle.at_most(degrees if rng.random() < 0.5 else 2, line, covering="edge")
    puzzle.path(line, by="edge", regions="path", ends=ends, along=graph)
    allowed = set(pairs)
    found = [
        lines
        for lines in joined(graph, list(ends.items()), frozenset())
        if lines <= allowed
        and (not covering or {v for edge, _ in lines for v in edge} == set(graph))
    ]
    return Drawn(puzzle, line, pairs, found)


def joined(graph: nx.Graph, ends: list[tuple[int, Edge]], used: frozenset[int]) -> Iterator[Lines]:
    """Yield the sets of paths between all ends that share no vertex."""
    if not ends:
        yield frozenset()
        return
    (path, (first, last)), *rest = ends
    if {first, last} & used:
        return
    others = {vertex for _, pair in rest for vertex in pair}
    free = graph.subgraph(set(graph) - used - others)
    for way in nx.all_simple_paths(free, first, last):
        own = frozenset(((min(a, b), max(a, b)), path) for a, b in pairwise(way))
        for more in joined(graph, rest, used | set(way)):
            yield own | more


@cache
def several(covering: bool) -> list[Drawn]:
    """Return puzzles that each solver is asked about."""
    rng = random.Random(f"{covering}")
    return [drawn(rng, covering=covering) for _ in range(25)]


@pytest.fixture(autouse=True)
def _needs_ortools(request: pytest.FixtureRequest) -> None:
    if "cpsat" in str(request.node.callspec.params.values()):
        pytest.importorskip("ortools")


@pytest.mark.parametrize("covering", [True, False])
@pytest.mark.parametrize("by", SOLVERS)
def test_all_solutions_are_counted(by: str, covering: bool) -> None:
    counts = []
    for puzzle, _, _, solutions in several(covering):
        assert count(puzzle, by).count == len(solutions)
        assert is_unique(puzzle, by) == (len(solutions) == 1)
        counts.append(len(solutions))
    assert max(counts) > 1
    assert 1 in counts
    assert 0 in counts


@pytest.mark.parametrize("by", SOLVERS)
def test_solutions_with_givens_and_without_what_is_forbidden_are_counted(by: str) -> None:
    rng, several = random.Random(2), 0
    for number in seeds(90):
        puzzle, line, _, solutions = drawn(rng, covering=number % 2 == 0)
        if not solutions:
            continue
        given, forbidden = rng.sample(sorted(set().union(*solutions)), 2)
        puzzle.given(line, edge=given[0], path=given[1])
        puzzle.forbid(line, edge=forbidden[0], path=forbidden[1])
        left = [lines for lines in solutions if given in lines and forbidden not in lines]
        assert count(puzzle, by).count == len(left)
        several += len(left) > 1
    assert several


@pytest.mark.parametrize("by", SOLVERS)
def test_other_rules_may_name_an_edge_of_a_path(by: str) -> None:
    rng, kept = random.Random(3), 0
    for number in seeds(60):
        puzzle, line, _, solutions = drawn(rng, covering=number % 2 == 0)
        most = rng.randint(2, 5)
        puzzle.at_most(most, line, by=lambda path: 0 if path == 0 else None, name="short")
        left = [lines for lines in solutions if sum(path == 0 for _, path in lines) <= most]
        assert count(puzzle, by).count == len(left)
        kept += 0 < len(left) < len(solutions)
    assert kept


def _price(prices: dict[tuple[Edge, int], int], edge: Edge, path: int) -> int:
    return prices[edge, path]


@pytest.mark.parametrize("by", ["propagate", "cpsat", "auto"])
def test_the_cheapest_paths_are_proved(by: str) -> None:
    rng = random.Random(4)
    for number in seeds(60):
        puzzle, line, pairs, solutions = drawn(rng, covering=number % 3 == 0)
        prices = {pair: rng.randint(-2, 6) for pair in pairs}
        puzzle.minimize(line, partial(_price, prices))
        best = min((sum(prices[pair] for pair in lines) for lines in solutions), default=None)
        answer = solve(puzzle, by).answer
        assert (None if answer is None else answer.objective) == best
