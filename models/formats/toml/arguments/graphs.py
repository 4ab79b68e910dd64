"""Graphs in TOML: along which graph a rule is, and which of its vertices matter.

    along = [["a", "b"], ["b", "c"], ["d"]]           edges; a vertex alone has none
    along = { row = "1..6", col = "1..6" }            cells, and those beside them
    along = { row = "1..6", col = "1..6", where = "row + col > 2", to = ["row + 1, col + 2", ...] }
    roots = [[1, 1], [1, 2]]                          vertices; or as the groups of `over`
    roots_of = [["red", [1, 1], [1, 2]], ...]         those of each label, where there are `regions`
    ends = [[1, 1], [5, 5]]                           two vertices
    ends = [["red", [1, 1], [5, 5]], ...]             two of each label, where there are `regions`

The vertices of a product are values of names; `to` says to which others an edge leads from each,
of which those count that are among the vertices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....budget import looking
from ....rules.graph_rules.graph import Graph, lattice
from ....rules.keys import Key
from ..context import Context
from ..keys import kind_of, over
from ..node import Node

__all__ = ["along", "ends", "roots", "roots_of"]


def along(context: Context, node: Node, *, directed: bool) -> Graph:
    """Read a graph."""
    if isinstance(node.value, dict):
        return _of_product(context, node, directed=directed)
    if not isinstance(node.value, list):
        raise node.error("no graph, expected edges, or { row = ..., col = ... } for cells")
    listed = node.array()
    context.spend_entries(node, 2 * len(listed))
    vertices: dict[Key, None] = {}
    edges = []
    for one in listed:
        told = one.array()
        if len(told) not in (1, 2):
            raise one.error(f"{len(told)} vertices, expected an edge of two, or one vertex alone")
        ends = tuple(end.atom() for end in told)
        vertices.update(dict.fromkeys(ends))
        if len(ends) == 2:
            if ends[0] == ends[1]:
                raise one.error("an edge from a vertex to itself, expected two vertices")
            edges.append((ends[0], ends[1]))
    return Graph.of(vertices, edges, directed=directed)


def _of_product(context: Context, node: Node, *, directed: bool) -> Graph:
    """Read cells and their neighbours."""
    names = [name for name in node.value if name not in ("to", "where")]
    known = {name: value for name, value in node.value.items() if name != "to"}
    rows: Sequence[Any] = over(context, Node(node.source, node.places, node.path, known))
    vertices = dict.fromkeys(row if len(names) > 1 else row[0] for row in rows)
    if "to" not in node and len(names) == 1:
        raise node.key_error("no `to`, expected the edges of a graph whose vertices have one name")
    if "to" not in node:
        with node.blamed():
            cells = lattice(vertices, "a graph of cells")
        pairs = [(cells.vertices[one], cells.vertices[other]) for one, other in cells.edges]
        return Graph.of(
            vertices, [*pairs, *(p[::-1] for p in pairs)] if directed else pairs, directed=directed
        )
    kinds = {name: kind_of([row[k] for row in rows]) for k, name in enumerate(names)}
    to = node["to"]
    steps = [
        context.expression(one, names, kinds)
        for one in ([to] if isinstance(to.value, str) else to.array())
    ]
    context.spend_entries(to, len(rows) * len(steps), sum(step.weight for step in steps))
    edges = []
    with to.blamed():
        for row in looking(rows):
            vertex = row if len(names) > 1 else row[0]
            found = (step.row_function.read(row) for step in steps)
            edges += [(vertex, other) for other in found if other in vertices and other != vertex]
    if not edges and vertices:
        raise to.error(f"no edge leads to a vertex, expected some, as to {_example(names)}")
    return Graph.of(vertices, edges, directed=directed)


def _example(names: Sequence[str]) -> str:
    """Return what the neighbour of a vertex may be called."""
    return repr(", ".join(f"{name} + 1" if not k else name for k, name in enumerate(names)))


def roots(context: Context, node: Node) -> Sequence[Key]:
    """Read vertices: as the keys of `over`."""
    return over(context, node)


def roots_of(node: Node, *, labelled: bool) -> Mapping[Key, tuple[Key, ...]]:
    """Read the vertices of each label."""
    told = node["roots_of"]
    if not labelled:
        raise told.key_error("roots by label, expected `regions`, the labels")
    if "roots" in node:
        raise told.key_error("roots by label beside `roots`, expected one of the two")
    return _labelled(told, "roots")


def _labelled(node: Node, what: str, size: int | None = None) -> dict[Key, tuple[Key, ...]]:
    """Read vertices by label: arrays of a label and its vertices, so many with the label."""
    found: dict[Key, tuple[Key, ...]] = {}
    for one in node.array():
        parts = one.array() if size is None else one.array(size)
        if len(parts) < 2:
            raise one.error(f"no {what}, expected a label and its {what}")
        label, *vertices = (part.atom() for part in parts)
        if label in found:
            raise one.error(f"the {what} of {label!r} twice, expected them once")
        found[label] = tuple(vertices)
    return found


def ends(node: Node, *, labelled: bool) -> tuple[Key, ...] | Mapping[Key, tuple[Key, ...]]:
    """Read the two ends of a path; or, by label, those of several."""
    if not labelled:
        return tuple(end.atom() for end in node.array(2))
    return _labelled(node, "ends", 3)
