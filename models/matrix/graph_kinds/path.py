"""Path: the chosen edges are exactly one simple path, between its two ends if they are given.

A path of given ends has one edge at each of them, and any other part of the chosen edges needs an
edge that leaves it towards an end. Cycles are never closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..conditions import Clause, GraphRule
from .acyclic import cycles
from .network import (
    border_edges,
    crowded,
    edge_parts,
    lonely,
    met,
    network_of,
    never_crowded,
    never_lonely,
    some_element,
)
from .tree import joined

__all__ = ["clauses", "implied"]


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield clauses for vertices with too few or too many edges, for cycles and for parts."""
    network, ends = network_of(rule), rule.roots.tolist()
    chosen = network.chosen(options)
    at = met(network, chosen)
    if not chosen:
        yield some_element(network)
    for end in ends:
        if end not in at:
            yield network.unless((), network.edges[end])
    yield from crowded(network, chosen, at, ends)
    if ends:
        yield from lonely(network, chosen, at, ends)
        for vertices, edges in edge_parts(network, chosen):
            for end in ends:
                if end not in vertices:
                    needed = border_edges(network, vertices, end)
                    yield network.unless([chosen[edges[0]]], needed)
    else:
        yield from joined(network, chosen, edge_parts(network, chosen))
    for cycle in cycles(network, chosen):
        yield network.unless(chosen[edge] for edge in cycle)


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield clauses that hold of every solution, on how many edges meet in a vertex."""
    network, ends = network_of(rule), rule.roots.tolist()
    yield some_element(network)
    for end in ends:
        yield network.unless((), network.edges[end])
    if ends:
        yield from never_lonely(network, ends)
    yield from never_crowded(network, ends)
