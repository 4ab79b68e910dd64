"""The clauses of each kind of graph rule, against brute force on small random graphs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from random import Random

import networkx
import numpy as np
import pytest

from minuet.models.matrix.conditions import KINDS, OF_VERTICES, Clause, GraphRule, cut

from drawing import seeds


def graph_of(rule: GraphRule, chosen: set[int], made: type = networkx.MultiGraph) -> networkx.Graph:
    graph = made()
    graph.add_edges_from((int(rule.tails[e]), int(rule.heads[e])) for e in chosen)
    return graph


def is_forest(graph: networkx.MultiGraph) -> bool:
    return len(graph) == 0 or networkx.is_forest(graph)


def holds(rule: GraphRule, options: tuple[int, ...]) -> bool:
    """What the kinds mean, as networkx says it."""
    pairs = zip(rule.options.tolist(), rule.places.tolist(), strict=True)
    chosen = {place for option, place in pairs if option in options}
    roots = set(rule.roots.tolist())
    if rule.kind == "reachable_by_arcs":
        arcs = networkx.MultiDiGraph()
        arcs.add_edges_from(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
        arcs.add_nodes_from(range(rule.vertices))
        own = arcs.subgraph(chosen)
        return all(any(networkx.has_path(own, r, v) for r in roots & chosen) for v in chosen)
    if rule.of_vertices:
        graph = networkx.MultiGraph()
        graph.add_edges_from(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
        graph.add_nodes_from(range(rule.vertices))
        parts = list(networkx.connected_components(graph.subgraph(chosen)))
        return len(parts) <= 1 if rule.kind == "connected" else all(roots & one for one in parts)
    graph = graph_of(rule, chosen)
    degrees = dict(graph.degree)
    leaves = {vertex for vertex, degree in degrees.items() if degree == 1}
    connected = len(graph) > 0 and networkx.is_connected(graph)
    match rule.kind:
        case "acyclic":
            return is_forest(graph)
        case "tree":
            return is_forest(graph) and (connected or not chosen)
        case "one_loop":
            # A loop at a vertex is a cycle, and two edges side by side are one.
            return connected and all(degree == 2 for degree in degrees.values())
        case "path":
            right = connected and is_forest(graph) and max(degrees.values()) <= 2
            return right and (not roots or leaves == roots)
        case _:
            arcs = graph_of(rule, chosen, networkx.MultiDiGraph)
            ways = (arcs.in_degree, arcs.out_degree)
            return connected and all(d == 1 for way in ways for _, d in way)


def drawn(kind: str, random: Random) -> GraphRule:
    """Draw a graph of few vertices with loops and edges side by side, and options of some of it."""
    vertices = random.randint(2, 6)
    edges = random.randint(0, 8)
    dense = random.random() < 0.5  # an option an element, as most puzzles have it
    pairs = [random.choices(range(vertices), k=2) for _ in range(edges)]
    if random.random() < 0.7:
        pairs = [pair for pair in pairs if pair[0] != pair[1]]
    elements = vertices if kind in OF_VERTICES else len(pairs)
    if dense or not elements:
        options = places = list(range(elements))
    else:
        places = random.choices(range(elements), k=random.randint(1, 9))
        options = random.choices(range(7), k=len(places))
    roots = []
    if kind.startswith("reachable"):
        roots = random.sample(range(vertices), random.randint(0, 2))
    if kind == "path" and random.random() < 0.5:
        roots = random.sample(range(vertices), 2)
    ends = np.array(pairs, np.int32).reshape(-1, 2)
    return GraphRule(
        "drawn",
        kind,
        vertices,
        ends[:, 0],
        ends[:, 1],
        np.array(options, np.int32),
        np.array(places, np.int32),
        np.array(roots, np.int32),
    )


def subsets(count: int) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(count), k) for k in range(count + 1))


def keeps(clause: Clause, options: tuple[int, ...]) -> bool:
    return not set(clause.chosen) <= set(options) or bool(set(clause.needed) & set(options))


@pytest.mark.parametrize("kind", KINDS)
def test_clauses_cut_what_breaks_a_rule_and_no_solution(kind: str) -> None:
    random, broken, kept = Random(f"clauses of {kind}"), 0, 0
    for _ in seeds(60):
        rule = drawn(kind, random)
        options = max(rule.options.tolist(), default=-1) + 1
        every = list(subsets(options))
        right = [some for some in every if holds(rule, some)]
        kept += len(right)
        for some in random.sample(every, min(len(every), 25)):
            clause = cut(rule, some)
            assert (clause is None) == holds(rule, some), (rule, some)
            found = list(rule.clauses(some))
            assert found[:1] == ([] if clause is None else [clause])
            broken += clause is not None
            for one in found:
                assert not keeps(one, some), (rule, some, one)
                assert all(keeps(one, other) for other in right), (rule, some, one)
    assert min(broken, kept) > 5


@pytest.mark.parametrize("kind", KINDS)
def test_clauses_known_beforehand_hold_of_every_solution(kind: str) -> None:
    random = Random(f"implied by {kind}")
    for _ in seeds(60):
        rule = drawn(kind, random)
        options = max(rule.options.tolist(), default=-1) + 1
        found = list(rule.implied())
        for some in subsets(options):
            if holds(rule, some):
                assert all(keeps(one, some) for one in found), (rule, some)


def test_a_search_by_clauses_alone_finds_every_solution_once() -> None:
    random = Random("all of them")
    for _ in range(20):
        rule = drawn(random.choice(KINDS), random)
        options = max(rule.options.tolist(), default=-1) + 1
        known = list(rule.implied())
        found, rounds = set(), 0
        for some in subsets(options):
            if not all(keeps(one, some) for one in known):
                continue
            fresh = list(rule.clauses(some))
            known += fresh
            rounds += bool(fresh)
            if not fresh:
                found.add(some)
        assert found == {some for some in subsets(options) if holds(rule, some)}


def grid_rule(kind: str, size: int) -> GraphRule:
    graph = networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(size, size))
    ends = np.array(graph.edges, np.int32)
    elements = np.arange(size * size if kind in OF_VERTICES else len(ends))
    return GraphRule(
        kind, kind, size * size, ends[:, 0], ends[:, 1], elements, elements, np.zeros(0, np.int32)
    )


def test_a_clause_of_a_part_speaks_of_two_vertices_and_what_lies_between() -> None:
    rule = grid_rule("connected", 5)
    clause = rule.clause({0, 12, 13, 24})  # two corners and the middle
    assert clause == Clause((0, 12), (1, 5))


def test_an_option_that_chooses_what_can_never_be_connected_is_ruled_out_alone() -> None:
    none = np.zeros(0, np.int32)
    rule = GraphRule("far", "connected", 2, none, none, np.array([7, 7]), np.array([0, 1]))
    assert rule.clause({7}) == Clause((7,), ())


def test_a_loop_of_nothing_at_all_is_an_empty_clause() -> None:
    none = np.zeros(0, np.int32)
    rule = GraphRule("loop", "one_loop", 2, none, none, none, none)
    assert rule.clause({3}) == Clause((), ())
