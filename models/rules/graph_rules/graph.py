"""A graph as rules know it: vertices that are keys, and edges between their numbers.

It is told as a graph of networkx, as edges (pairs of vertices), or as a mapping from vertex to its
neighbours, of which those that are no vertices are left out; or it is the lattice of cells, in
which those are neighbours that lie side by side. Vertices that can be sorted are, so that the same
graph is the same however it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from ...errors import ModelError
from ...telling.spelling import spell
from ..keys import Key, require_key

__all__ = ["EVERY", "Along", "Graph", "ends_of", "graph_of", "lattice"]

Along = Any  # a graph of networkx, edges, a mapping from vertex to neighbours; None: the lattice
EVERY = None  # the key of roots that are those of every label: no label is None
_PAIR = "a pair of vertices"


@dataclass(frozen=True)
class Graph:
    """A graph; make it by `Graph.of`.

    vertices  its vertices, each once, in order
    edges     (tail, head) by number of the vertices, each once, ascending; of a graph that is not
              directed the tail is the smaller one
    """

    vertices: tuple[Key, ...]
    edges: tuple[tuple[int, int], ...]
    directed: bool = False

    @classmethod
    def of(
        cls, vertices: Iterable[Key], edges: Iterable[tuple[Key, Key]], *, directed: bool = False
    ) -> Graph:
        """Return the graph; the ends of edges are vertices, too."""
        edges = list(edges)
        found = dict.fromkeys(vertices)
        found.update(dict.fromkeys(end for edge in edges for end in edge))
        known = _in_order(found)
        number = {vertex: place for place, vertex in enumerate(known)}
        pairs = ((number[tail], number[head]) for tail, head in edges)
        if not directed:
            pairs = ((min(pair), max(pair)) for pair in pairs)
        return cls(tuple(known), tuple(sorted(set(pairs))), directed)

    @cached_property
    def number(self) -> Mapping[Key, int]:
        """The number of each vertex."""
        return {vertex: place for place, vertex in enumerate(self.vertices)}

    @cached_property
    def edge_number(self) -> Mapping[tuple[int, int], int]:
        """The number of each edge, by the numbers of its ends, whichever way it may be told."""
        found = {pair: place for place, pair in enumerate(self.edges)}
        if not self.directed:
            found |= {(head, tail): place for (tail, head), place in found.items()}
        return found

    def __getstate__(self) -> tuple[Any, ...]:
        return self.vertices, self.edges, self.directed

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(("vertices", "edges", "directed"), state, strict=True):
            object.__setattr__(self, name, value)


def _in_order(vertices: Iterable[Key]) -> list[Key]:
    found = list(vertices)
    try:
        return sorted(found)  # type: ignore[type-var]
    except TypeError:
        return found


def graph_of(along: Along, purpose: str, *, directed: bool = False) -> Graph:
    """Return the graph that is told. Raises ModelError, beginning with `purpose`, for what is none.

    directed  whether edges have a direction; those of a graph that has none go both ways then
    """
    if isinstance(along, Graph):
        return along
    if all(hasattr(along, name) for name in ("nodes", "edges", "adj", "is_directed")):
        if along.is_directed() and not directed:
            what = "a directed graph, expected one without directions, as to_undirected() gives it"
            raise ModelError(f"{purpose}: along {what}")
        vertices, edges = list(along.nodes), [edge[:2] for edge in along.edges]
        if directed and not along.is_directed():
            edges += [edge[::-1] for edge in edges]
        return Graph.of(vertices, edges, directed=directed)
    if isinstance(along, Mapping):
        try:
            pairs = [
                (one, other)
                for one, others in along.items()
                for other in others
                if other in along and other != one
            ]
            return Graph.of(along, pairs, directed=directed)
        except TypeError as error:
            raise ModelError(f"{purpose}: along, a mapping: {error}") from None
    if isinstance(along, str) or not isinstance(along, Iterable):
        wanted = "a graph of networkx, or edges as pairs of vertices"
        raise ModelError(f"{purpose}: along {along!r}, expected {wanted}")
    return Graph.of((), [_told_edge(edge, purpose) for edge in along], directed=directed)


def _told_edge(edge: Any, purpose: str) -> tuple[Key, Key]:
    try:
        return ends_of(edge)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{purpose}: along holds {error}") from None


def ends_of(edge: Any) -> tuple[Key, Key]:
    """Return the two vertices of an edge: a pair, or both vertices' numbers one after the other.

    (0, 0, 0, 1) is the edge from (0, 0) to (0, 1). Raises ValueError for what is no edge or no
    vertex, and TypeError for a vertex that cannot be hashed.
    """
    ends: Sequence[Any] = edge if isinstance(edge, tuple | list) else ()
    if isinstance(edge, frozenset | set) and len(edge) == 2:
        ends = sorted(edge, key=repr)
    if len(ends) > 2 and len(ends) % 2 == 0:
        half = len(ends) // 2
        ends = tuple(ends[:half]), tuple(ends[half:])
    if len(ends) != 2:
        raise ValueError(f"{edge!r}, expected {_PAIR}")
    one, other = (tuple(end) if isinstance(end, list) else end for end in ends)
    for end in (one, other):
        if end is None:
            raise ValueError(f"{edge!r}, expected {_PAIR}; None is no vertex")
        require_key(end)
    if one == other:
        raise ValueError(f"an edge from {spell(one)} to itself, expected {_PAIR}")
    return one, other


def lattice(vertices: Iterable[Key], purpose: str) -> Graph:
    """Return the lattice of cells: tuples of as many integers, neighbours if they differ by a step.

    Raises ModelError, beginning with `purpose`, for a vertex that is no such tuple.
    """
    found = dict.fromkeys(vertices)
    size = 0
    for vertex in found:
        cell = isinstance(vertex, tuple) and all(type(part) is int for part in vertex)
        if not cell or not vertex or (size and len(cast(Any, vertex)) != size):
            what = f"{spell(vertex)} is no cell, a tuple of {size or 'two or three'} integers"
            raise ModelError(f"{purpose}: no graph, and {what}: expected `along`, the graph")
        size = len(cast(Any, vertex))
    edges = [
        (cell, beside)
        for cell in cast(Iterable[tuple[int, ...]], found)
        for axis in range(size)
        if (beside := (*cell[:axis], cell[axis] + 1, *cell[axis + 1 :])) in found
    ]
    return Graph.of(found, edges)
