"""Integer programs with flows for graph rules: the best answer is the one of trying all of them."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import networkx as nx
import pytest

from minuet import solve
from minuet.models import Puzzle

from drawing import seeds

pytest.importorskip("ortools")

SOLVERS = ["mip:scip", "mip:highs"]
SEEDS = seeds(15)


def best_by(name: str, puzzle: Puzzle) -> int | None:
    result = solve(puzzle, name)
    assert result.status.name in ("OPTIMAL", "INFEASIBLE")
    return result.objective


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tour_is_the_shortest_of_all_orders(name: str, seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(4, 6)
    far = [[rng.randint(1, 30) for _ in range(n)] for _ in range(n)]
    closed = {(a, b) for a, b in permutations(range(n), 2) if rng.random() < 0.2}
    puzzle = Puzzle("tour")
    leg = puzzle.choices(
        "leg", a=range(n), b=range(n), where=lambda a, b: a != b and (a, b) not in closed
    )
    puzzle.exactly_one(leg, by="a")
    puzzle.exactly_one(leg, by="b")
    puzzle.one_cycle(leg, by=("a", "b"))
    puzzle.minimize(leg, lambda a, b: far[a][b])
    tours = (
        list(zip((0, *order), (*order, 0), strict=True)) for order in permutations(range(1, n))
    )
    lengths = [sum(far[a][b] for a, b in tour) for tour in tours if closed.isdisjoint(tour)]
    assert best_by(name, puzzle) == min(lengths, default=None)


def street_map(seed: int) -> tuple[nx.Graph, list[tuple[int, int]], dict[tuple[int, int], int]]:
    """Return a connected graph of few edges, its edges, and a cost for each, perhaps negative."""
    rng = random.Random(seed)
    while not nx.is_connected(graph := nx.gnm_random_graph(6, 9, seed=rng.randrange(10**6))):
        pass
    edges = list(graph.edges)
    return graph, edges, {edge: rng.randint(-3, 9) for edge in edges}


def holds(kind: str, chosen: tuple[tuple[int, int], ...], wanted: set[int]) -> bool:
    """Whether the edges are of the kind, and meet the wanted vertices."""
    graph = nx.Graph(chosen)
    if not wanted <= set(graph) or not chosen or not nx.is_connected(graph):
        return False
    degrees = sorted(degree for _, degree in graph.degree)
    if kind == "tree":
        return nx.is_tree(graph)
    if kind == "one_loop":
        return set(degrees) == {2}
    ends = {vertex for vertex, degree in graph.degree if degree == 1}
    return ends == {0, 5} and degrees == [1, 1] + [2] * (len(degrees) - 2)


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("kind", ["tree", "one_loop", "path"])
@pytest.mark.parametrize("seed", SEEDS)
def test_edges_are_the_cheapest_of_all_sets(name: str, kind: str, seed: int) -> None:
    _, edges, cost = street_map(seed)
    wanted = set(random.Random(seed).sample(range(6), 3)) | ({0, 5} if kind == "path" else set())
    puzzle = Puzzle(kind)
    street = puzzle.choices("street", ends=edges)
    if kind == "path":
        puzzle.path(street, by="ends", ends=(0, 5))
    else:
        getattr(puzzle, kind)(street, by="ends")
    puzzle.at_least(1, street, covering=lambda ends: wanted.intersection(ends))
    puzzle.minimize(street, lambda ends: cost[ends])
    sets = (some for size in range(1, 10) for some in combinations(edges, size))
    costs = [sum(cost[edge] for edge in some) for some in sets if holds(kind, some, wanted)]
    assert best_by(name, puzzle) == min(costs, default=None)


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_vertices_are_the_cheapest_connected_set(name: str, seed: int) -> None:
    graph, edges, _ = street_map(seed)
    rng = random.Random(seed)
    worth = [rng.randint(-4, 9) for _ in graph]
    wanted = rng.sample(range(6), 2)
    puzzle = Puzzle("park")
    cell = puzzle.choices("cell", at=range(6))
    puzzle.connected(cell, by="at", along=edges)
    puzzle.exactly_one(cell, by=lambda at: at if at in wanted else None)
    puzzle.minimize(cell, lambda at: worth[at])
    sets = (set(some) for size in range(2, 7) for some in combinations(range(6), size))
    costs = [
        sum(worth[vertex] for vertex in some)
        for some in sets
        if some.issuperset(wanted) and nx.is_connected(graph.subgraph(some))
    ]
    assert best_by(name, puzzle) == min(costs)
