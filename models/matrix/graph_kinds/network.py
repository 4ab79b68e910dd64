"""The graph of a rule and its options, the degrees of its vertices, and its connected parts.

Elements that no option chooses are never chosen, so they are left out of all neighbourhoods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from math import comb

import numpy as np

from ..conditions import Clause, GraphRule

__all__ = [
    "MOST",
    "Chosen",
    "Network",
    "border_edges",
    "crowded",
    "edge_parts",
    "lonely",
    "met",
    "network_of",
    "never_crowded",
    "never_lonely",
    "separator",
    "some_element",
    "vertex_parts",
    "with_another",
]

Chosen = Mapping[int, int]  # the chosen elements, each with an option that chooses it


class Network:
    """The graph of a rule as lists, by number of a vertex or an edge.

    ends  the two vertices of each edge: tail and head

    The other lists are made when a clause needs them.
    """

    def __init__(self, rule: GraphRule) -> None:
        self._rule = rule
        self.ends: list[tuple[int, int]] = list(
            zip(rule.tails.tolist(), rule.heads.tolist(), strict=True)
        )

    @cached_property
    def choosers(self) -> list[list[int]]:
        """The options that choose each element."""
        choosers: list[list[int]] = [[] for _ in range(self._rule.elements)]
        pairs = zip(self._rule.options.tolist(), self._rule.places.tolist(), strict=True)
        for option, place in dict.fromkeys(pairs):
            choosers[place].append(option)
        return choosers

    @property
    def options(self) -> Iterable[int]:
        """All options that choose an element."""
        return dict.fromkeys(self._rule.options.tolist())

    @cached_property
    def edges(self) -> list[list[int]]:
        """The edges at each vertex that can be chosen; of a rule on vertices, whose ends can be."""
        edges: list[list[int]] = [[] for _ in range(self._rule.vertices)]
        for edge, (tail, head) in enumerate(self.ends):
            needed = (tail, head) if self._rule.of_vertices else (edge,)
            if all(self.choosers[element] for element in needed):
                for vertex in {tail, head}:
                    edges[vertex].append(edge)
        return edges

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The vertex at the other end of each of these edges."""
        return [
            [self.other_end(edge, vertex) for edge in edges]
            for vertex, edges in enumerate(self.edges)
        ]

    def chosen(self, options: Collection[int]) -> dict[int, int]:
        """Return what the options choose, each element with the first option that chooses it."""
        there = np.isin(self._rule.options, np.fromiter(options, np.int64, len(options)))
        choosing, places = self._rule.options[there], self._rule.places[there]
        order = np.argsort(choosing, kind="stable")
        chosen: dict[int, int] = {}
        for element, option in zip(places[order].tolist(), choosing[order].tolist(), strict=True):
            chosen.setdefault(element, option)
        return chosen

    def unless(self, chosen: Iterable[int], needed: Iterable[int] = ()) -> Clause:
        """Return the clause: not all these options, unless one of these elements is chosen."""
        return Clause.of(
            chosen, (option for element in needed for option in self.choosers[element])
        )

    def other_end(self, edge: int, vertex: int) -> int:
        """Return the end of an edge that is not this one."""
        tail, head = self.ends[edge]
        return tail + head - vertex


def network_of(rule: GraphRule) -> Network:
    """Return the graph of a rule, which keeps it for the next time."""
    network: Network | None = rule.__dict__.get("_network")
    if network is None:
        network = rule.__dict__["_network"] = Network(rule)
    return network


# ---- Degrees -------------------------------------------------------------------------------------
# In a loop no vertex has three edges, and none has one edge alone; of a path that holds but for
# its ends. What of it is wrong with chosen edges is found here (`crowded`, `lonely`), and clauses
# that hold of every solution are listed before any is known (`never_crowded`, `never_lonely`).


MOST = 50_000  # clauses that are listed beforehand; more are left to be found one by one
Met = Mapping[int, Sequence[int]]  # the edges that meet in each vertex


def met(network: Network, chosen: Chosen) -> Met:
    """Return the chosen edges at each vertex that has some; a loop at a vertex counts twice."""
    by_vertex: dict[int, list[int]] = {}
    for edge in chosen:
        for vertex in network.ends[edge]:
            by_vertex.setdefault(vertex, []).append(edge)
    return by_vertex


def some_element(network: Network) -> Clause:
    """Return the clause that something is chosen."""
    return Clause.of((), network.options)


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


# ---- Connected parts -----------------------------------------------------------------------------
# What lies between a part and a vertex elsewhere is a minimal separator: the vertices (or the
# edges) around the part from which the other vertex can be reached past all the others. A clause
# that needs no more than these cuts more than one that needs the whole border.


def _reached(
    network: Network, starts: Iterable[int], barred: Collection[int] = frozenset()
) -> set[int]:
    """Return the vertices that can be reached from some, past those that are barred."""
    seen = set(starts)
    open_ends = list(seen)
    while open_ends:
        for other in network.neighbours[open_ends.pop()]:
            if other not in seen and other not in barred:
                seen.add(other)
                open_ends.append(other)
    return seen


def vertex_parts(network: Network, chosen: Collection[int]) -> list[set[int]]:
    """Return the connected parts of the chosen vertices, small ones first."""
    beside: dict[int, list[int]] = {vertex: [] for vertex in sorted(chosen)}
    for tail, head in network.ends:
        if tail in beside and head in beside:
            beside[tail].append(head)
            beside[head].append(tail)
    met: set[int] = set()
    parts = []
    for vertex in beside:
        if vertex not in met:
            part, open_ends = {vertex}, [vertex]
            while open_ends:
                fresh = [other for other in beside[open_ends.pop()] if other not in part]
                part.update(fresh)
                open_ends += fresh
            met |= part
            parts.append(part)
    return sorted(parts, key=len)


def edge_parts(network: Network, chosen: Chosen) -> list[tuple[set[int], list[int]]]:
    """Return the connected parts of the chosen edges, small ones first: vertices and edges."""
    at, ends = met(network, chosen), network.ends
    part_of: dict[int, tuple[set[int], list[int]]] = {}  # by vertex
    parts: list[tuple[set[int], list[int]]] = []
    for edge in sorted(chosen):
        start = ends[edge][0]
        if start not in part_of:
            vertices, open_ends = {start}, [start]
            parts.append((vertices, []))
            while open_ends:
                for other in at[open_ends.pop()]:
                    fresh = {*ends[other]} - vertices
                    vertices |= fresh
                    open_ends += fresh
            part_of |= dict.fromkeys(vertices, parts[-1])
        part_of[start][1].append(edge)
    return sorted(parts, key=lambda part: len(part[1]))


def separator(network: Network, part: Collection[int], goals: Iterable[int]) -> list[int]:
    """Return vertices around a part, of which every way from it to one of the goals meets one.

    The goals lie outside the part; those beside it are in the separator.
    """
    border = {other for vertex in part for other in network.neighbours[vertex] if other not in part}
    goals = set(goals)
    beyond = _reached(network, goals - border, border)
    return [
        vertex
        for vertex in sorted(border)
        if vertex in goals or any(other in beyond for other in network.neighbours[vertex])
    ]


def border_edges(network: Network, part: Collection[int], goal: int) -> list[int]:
    """Return edges that leave a part, of which every way from it to the goal uses one."""
    beyond = _reached(network, [goal], part)
    return sorted(
        {
            edge
            for vertex in part
            for edge in network.edges[vertex]
            if network.other_end(edge, vertex) in beyond
        }
    )


def with_another(parts: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield each part with another one, by number: the last, and of the last the one before."""
    last = len(parts) - 1
    if last > 0:
        yield from ((number, last) for number in range(last))
        yield last, last - 1
