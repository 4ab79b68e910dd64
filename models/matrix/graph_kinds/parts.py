"""Connected parts of what is chosen, and the least that lies between two of them.

What lies between a part and a vertex elsewhere is a minimal separator: the vertices (or the edges)
around the part from which the other vertex can be reached past all the others. A clause that needs
no more than these cuts more than one that needs the whole border.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from .network import Network

__all__ = ["border_edges", "edge_parts", "separator", "vertex_parts", "with_another"]


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
    left, parts = set(chosen), []
    for vertex in sorted(left):
        if vertex not in left:
            continue
        part, open_ends = {vertex}, [vertex]
        while open_ends:
            for other in network.neighbours[open_ends.pop()]:
                if other in left and other not in part:
                    part.add(other)
                    open_ends.append(other)
        left -= part
        parts.append(part)
    return sorted(parts, key=len)


def edge_parts(network: Network, chosen: Iterable[int]) -> list[tuple[set[int], list[int]]]:
    """Return the connected parts of the chosen edges, small ones first: vertices and edges."""
    parent: dict[int, int] = {}

    def root(vertex: int) -> int:
        parent.setdefault(vertex, vertex)
        while parent[vertex] != vertex:
            parent[vertex] = vertex = parent[parent[vertex]]
        return vertex

    edges = sorted(chosen)
    for edge in edges:
        tail, head = network.ends[edge]
        parent[root(tail)] = root(head)
    found: dict[int, tuple[set[int], list[int]]] = {}
    for edge in edges:
        vertices, own = found.setdefault(root(network.ends[edge][0]), (set(), []))
        vertices.update(network.ends[edge])
        own.append(edge)
    return sorted(found.values(), key=lambda part: len(part[1]))


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
