"""Acyclic: the chosen edges hold no cycle.

Not all edges of a cycle are chosen. Two edges with the same ends are a cycle, and an edge from a
vertex to itself is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..conditions import Clause, GraphRule
from .network import Chosen, Network, network_of

__all__ = ["clauses", "cycles", "implied"]


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each of the cycles that the chosen edges close."""
    network = network_of(rule)
    chosen = network.chosen(options)
    for cycle in cycles(network, chosen):
        yield network.unless(chosen[edge] for edge in cycle)


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield nothing: no short clause holds of every solution."""
    return iter(())


def cycles(network: Network, chosen: Chosen) -> Iterator[list[int]]:
    """Yield cycles of the chosen edges: one for each edge beyond a spanning forest.

    The forest is searched breadth first, which keeps its cycles short.
    """
    above: dict[int, tuple[int, int]] = {}  # the vertex above and the edge to it
    depth: dict[int, int] = {}
    used: set[int] = set()
    for start in sorted({network.ends[edge][0] for edge in chosen}):
        if start in depth:
            continue
        depth[start], level = 0, [start]
        while level:
            next_level = []
            for vertex in level:
                for edge in network.edges[vertex]:
                    if edge not in chosen or edge in used:
                        continue
                    used.add(edge)
                    other = network.other_end(edge, vertex)
                    if other in depth:
                        yield _closed(above, depth, vertex, other, edge)
                        continue
                    depth[other], above[other] = depth[vertex] + 1, (vertex, edge)
                    next_level.append(other)
            level = next_level


def _closed(
    above: dict[int, tuple[int, int]], depth: dict[int, int], first: int, second: int, edge: int
) -> list[int]:
    """Return the cycle that an edge between two vertices of a tree closes."""
    cycle = [edge]
    while first != second:
        if depth[first] < depth[second]:
            first, second = second, first
        first, step = above[first]
        cycle.append(step)
    return cycle
