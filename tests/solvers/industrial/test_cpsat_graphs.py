"""CP-SAT's constraints for graph rules: the same solutions as by trying all sets."""

from __future__ import annotations

import random
from itertools import chain, combinations
from typing import Any

import networkx as nx
import pytest

from minuet import count, solve
from minuet.models import Puzzle

from drawing import seeds

pytest.importorskip("ortools")


def edges_of(rng: random.Random, vertices: int, *, directed: bool) -> list[tuple[int, int]]:
    pairs = [(a, b) for a in range(vertices) for b in range(vertices) if a != b]
    if not directed:
        pairs = [pair for pair in pairs if pair[0] < pair[1]]
    return sorted(rng.sample(pairs, min(len(pairs), 9)))


def is_cycle(edges: tuple[tuple[int, int], ...], *, directed: bool) -> bool:
    graph = (nx.DiGraph if directed else nx.Graph)(edges)
    degrees = [dict(graph.in_degree), dict(graph.out_degree)] if directed else [dict(graph.degree)]
    wanted = {1} if directed else {2}
    if not edges or any({*degree.values()} != wanted for degree in degrees):
        return False
    return nx.is_weakly_connected(graph) if directed else nx.is_connected(graph)


def is_path(edges: tuple[tuple[int, int], ...], first: int, last: int) -> bool:
    graph = nx.Graph(edges)
    if not edges or not nx.is_connected(graph) or not {first, last} <= set(graph):
        return False
    ends = {vertex for vertex, degree in graph.degree if degree == 1}
    return (
        ends == {first, last}
        and len(graph) == len(edges) + 1
        and max(d for _, d in graph.degree) <= 2
    )


def subsets(edges: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    return list(chain.from_iterable(combinations(edges, size) for size in range(len(edges) + 1)))


@pytest.mark.parametrize("kind", ["one_cycle", "one_loop", "path"])
@pytest.mark.parametrize("seed", seeds(35))
def test_circuits_are_counted_and_minimized_as_by_trying_all(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    directed = kind == "one_cycle"
    edges = edges_of(rng, 5, directed=directed)
    puzzle = Puzzle(kind)
    edge = puzzle.choices("edge", [{"a": a, "b": b} for a, b in edges])
    if kind == "path":
        puzzle.path(edge, by=("a", "b"), ends=(0, 4))
        right = [chosen for chosen in subsets(edges) if is_path(chosen, 0, 4)]
    else:
        getattr(puzzle, kind)(edge, by=("a", "b"))
        right = [chosen for chosen in subsets(edges) if is_cycle(chosen, directed=directed)]
    assert count(puzzle, "cpsat").count == len(right)
    costs = {pair: rng.randint(-3, 5) for pair in edges}
    puzzle.minimize(edge, lambda a, b: costs[a, b])
    best = min((sum(costs[pair] for pair in chosen) for chosen in right), default=None)
    answer = solve(puzzle, "cpsat", threads=1).answer
    assert (None if answer is None else answer.objective) == best


def is_tree(edges: tuple[tuple[int, int], ...]) -> bool:
    return not edges or nx.is_tree(nx.Graph(edges))


def is_forest(edges: tuple[tuple[int, int], ...]) -> bool:
    return not edges or nx.is_forest(nx.Graph(edges))


@pytest.mark.parametrize("kind", ["tree", "acyclic"])
@pytest.mark.parametrize("seed", seeds(35))
def test_trees_are_minimized_as_by_trying_all(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    edges = edges_of(rng, 5, directed=False)
    puzzle = Puzzle(kind)
    edge = puzzle.choices("edge", [{"a": a, "b": b} for a, b in edges])
    getattr(puzzle, kind)(edge, by=("a", "b"))
    puzzle.at_least(least := rng.randint(0, 6), edge)
    sure = rng.randrange(5)
    puzzle.at_least(1, edge, by=lambda a, b: True if sure in (a, b) else None, over=[True])
    is_right = is_tree if kind == "tree" else is_forest
    right = [
        chosen
        for chosen in subsets(edges)
        if len(chosen) >= least and sure in chain(*chosen) and is_right(chosen)
    ]
    assert (solve(puzzle, "cpsat").answer is None) == (not right)
    costs = {pair: rng.randint(-3, 5) for pair in edges}
    puzzle.minimize(edge, lambda a, b: costs[a, b])
    best = min((sum(costs[pair] for pair in chosen) for chosen in right), default=None)
    answer = solve(puzzle, "cpsat", threads=1).answer
    assert (None if answer is None else answer.objective) == best


@pytest.mark.parametrize("kind", ["connected", "reachable"])
@pytest.mark.parametrize("seed", seeds(35))
def test_connected_vertices_are_minimized_as_by_trying_all(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    graph = nx.Graph(edges_of(rng, 7, directed=False))
    graph.add_edges_from([(0, 1), (3, 6)])
    puzzle = Puzzle(kind)
    vertex = puzzle.choices("vertex", v=sorted(graph))
    if kind == "connected":
        puzzle.connected(vertex, by="v", along=list(graph.edges))
    else:
        puzzle.reachable(vertex, [0, 3], by="v", along=list(graph.edges))
    puzzle.at_least(least := rng.randint(0, 5), vertex)
    sure = rng.sample(sorted(graph), 2)
    puzzle.at_least(1, vertex, by=lambda v: True if v in sure else None)

    def is_right(chosen: tuple[int, ...]) -> Any:
        parts = list(nx.connected_components(graph.subgraph(chosen)))
        rooted = all(part & {0, 3} for part in parts)
        return (
            len(chosen) >= least
            and {*chosen} & {*sure}
            and (len(parts) <= 1 if kind == "connected" else rooted)
        )

    sets = chain.from_iterable(combinations(sorted(graph), size) for size in range(8))
    right = [chosen for chosen in sets if is_right(chosen)]
    assert (solve(puzzle, "cpsat").answer is None) == (not right)
    costs = [rng.randint(-3, 5) for _ in range(7)]
    puzzle.minimize(vertex, lambda v: costs[v])
    best = min((sum(costs[v] for v in chosen) for chosen in right), default=None)
    answer = solve(puzzle, "cpsat", threads=1).answer
    assert (None if answer is None else answer.objective) == best
