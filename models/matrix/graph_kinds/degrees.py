"""How many chosen edges meet in a vertex: what loops and paths demand of each vertex alone.

In a loop no vertex has three edges, and none has one edge alone; of a path that holds but for its
ends. What of it is wrong with chosen edges is found here (`crowded`, `lonely`), and clauses that
hold of every solution are listed before any is known (`never_crowded`, `never_lonely`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb

from ..conditions import Clause
from .network import Chosen, Network

__all__ = ["MOST", "crowded", "lonely", "met", "never_crowded", "never_lonely", "some_element"]

MOST = 50_000  # clauses that are listed beforehand; more are left to be found one by one
Met = Mapping[int, Sequence[int]]  # the edges that meet in each vertex


def met(network: Network, chosen: Chosen) -> Met:
    """Return the chosen edges at each vertex that has some; a loop at a vertex counts twice."""
    found: dict[int, list[int]] = {}
    for edge in chosen:
        for vertex in network.ends[edge]:
            found.setdefault(vertex, []).append(edge)
    return found


def some_element(network: Network) -> Clause:
    """Return the clause that something is chosen."""
    return Clause.of((), network.elements)


def crowded(network: Network, chosen: Chosen, at: Met, ends: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each vertex with over two chosen edges; an end may have one alone."""
    for vertex, edges in at.items():
        most = 1 if vertex in ends else 2
        if len(edges) > most:
            yield network.unless(chosen[edge] for edge in edges[: most + 1])


def lonely(network: Network, chosen: Chosen, at: Met, ends: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each vertex that has one chosen edge alone and is no end."""
    for vertex, edges in at.items():
        if len(edges) == 1 and vertex not in ends:
            others = (edge for edge in network.edges[vertex] if edge != edges[0])
            yield network.unless([chosen[edges[0]]], others)


def never_crowded(network: Network, ends: Collection[int]) -> Iterator[Clause]:
    """Yield, if they are not many, the clauses that no vertex has three edges and no end two."""
    sizes = [len(edges) for edges in network.edges]
    if sum(comb(size, 2 if v in ends else 3) for v, size in enumerate(sizes)) > MOST:
        return
    for vertex, edges in enumerate(network.edges):
        for several in combinations(edges, 2 if vertex in ends else 3):
            for options in product(*(network.choosers[edge] for edge in several)):
                yield network.unless(options)


def never_lonely(network: Network, ends: Collection[int]) -> Iterator[Clause]:
    """Yield the clauses that no vertex but an end has one edge alone."""
    for vertex, edges in enumerate(network.edges):
        if vertex in ends:
            continue
        for edge in edges:
            if network.ends[edge] == (vertex, vertex):
                continue
            others = [other for other in edges if other != edge]
            for option in network.choosers[edge]:
                if not any(option in network.choosers[other] for other in others):
                    yield network.unless([option], others)
