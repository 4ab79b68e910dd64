"""What conditions mean, said once more in plain words: the oracle of what they cut off.

A graph rule is looked at by networkx from its definition; it shares nothing with the clauses that
the rule gives, nor with `verify`. A statement is its predicate.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from ....models.matrix.conditions import Condition, GraphRule, Statement

__all__ = ["edges_hold", "holds", "vertices_hold"]

Edge = tuple[int, int]


def holds(condition: Condition, chosen: Collection[int]) -> bool:
    """Whether the chosen options hold a condition."""
    if isinstance(condition, Statement):
        return bool(condition.holds(tuple(k for k in condition.over if k in chosen)))
    assert isinstance(condition, GraphRule)
    pairs = zip(condition.options.tolist(), condition.places.tolist(), strict=True)
    places = {place for option, place in pairs if option in chosen}
    edges = list(zip(condition.tails.tolist(), condition.heads.tolist(), strict=True))
    roots = set(condition.roots.tolist())
    if condition.of_vertices:
        return vertices_hold(condition.kind, edges, places, roots)
    own = [edge for place, edge in enumerate(edges) if place in places]
    return (
        _is_circuit(own)
        if condition.kind == "one_cycle"
        else edges_hold(condition.kind, own, roots)
    )


def vertices_hold(
    kind: str, edges: Iterable[Edge], chosen: Collection[int], roots: Collection[int] = ()
) -> bool:
    """Whether chosen vertices are connected, or reachable from roots, along these edges."""
    import networkx as nx

    if kind == "reachable_by_arcs":
        arcs: Any = nx.DiGraph()
        arcs.add_nodes_from(chosen)
        arcs.add_edges_from((a, b) for a, b in edges if a in chosen and b in chosen)
        ways = [nx.descendants(arcs, root) | {root} for root in roots if root in chosen]
        return set(chosen) <= set().union(*ways)
    graph = nx.Graph()
    graph.add_nodes_from(chosen)
    graph.add_edges_from(edges)
    parts = list(nx.connected_components(graph.subgraph(chosen)))
    if kind == "connected":
        return len(parts) <= 1
    return all(not part.isdisjoint(roots) for part in parts)


def edges_hold(kind: str, edges: Collection[Edge], roots: Collection[int] = ()) -> bool:
    """Whether chosen edges are what a kind of graph rule demands, all but `one_cycle`."""
    import networkx as nx

    graph: Any = nx.MultiGraph()
    graph.add_edges_from(edges)
    parts: int = nx.number_connected_components(graph)
    forest = len(edges) == len(graph) - parts
    degrees: list[int] = [degree for _, degree in graph.degree()]
    if kind == "acyclic":
        return forest
    if kind == "tree":
        return forest and parts <= 1
    if kind == "one_loop":
        return parts == 1 and all(degree == 2 for degree in degrees)
    ends = {vertex for vertex, degree in graph.degree() if degree == 1}
    return parts == 1 and forest and max(degrees) <= 2 and (not roots or ends == set(roots))


def _is_circuit(arcs: list[Edge]) -> bool:
    import networkx as nx

    graph: Any = nx.MultiDiGraph()
    graph.add_edges_from(arcs)
    once = all(graph.in_degree(v) == graph.out_degree(v) == 1 for v in graph)
    return once and nx.number_weakly_connected_components(graph) == 1
