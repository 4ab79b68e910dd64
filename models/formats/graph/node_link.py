"""An exact cover as node-link JSON, which networkx reads and writes (`node_link_graph`).

    {
      "directed": false, "multigraph": false, "graph": {},
      "nodes": [{"id": "i0", "bipartite": 0, "name": "a", ...}, {"id": "o0", "bipartite": 1, ...}],
      "edges": [{"source": "o0", "target": "i0"}]
    }

The edges may stand under `links`, as older versions of networkx write them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from ...errors import excerpt
from ..format import Confidence, Format, Problem
from ..source import Source
from .vertices import Edge, Placed, Vertex

if TYPE_CHECKING:
    from ...matrix.exact_cover import ExactCover

__all__ = ["NODE_LINK"]

_EDGES = ("edges", "links")
# Edges have no direction here, and a key where there may be several between two vertices.
_ROOT_KEYS = ("directed", "multigraph", "graph", "nodes")
_EDGE_KEYS = ("source", "target", "key")
_KEYS = re.compile(r'"(directed|multigraph|graph|nodes|edges|links)"\s*:')


def _sniff(source: Source) -> Confidence:
    """Look for an object with nodes and edges."""
    if not source.text.lstrip().startswith("{") or '"nodes"' not in source.text:
        return Confidence.NO
    return Confidence.CERTAIN if len(set(_KEYS.findall(source.text))) > 1 else Confidence.STRONG


def _read(source: Source) -> tuple[ExactCover]:
    from .cover_graph import cover_of
    from .placed_json import placed_json

    root = placed_json(source)
    if not isinstance(root.value, dict):
        raise source.error("no object, expected one with nodes and edges", *root.place)
    named = [key for key in _EDGES if key in root.value]
    if "nodes" not in root.value or not named:
        raise source.error("an object without nodes or edges, expected both", *root.place)
    if len(named) > 1:
        place = root.value["links"].place
        raise source.error("edges and links, expected one of them", *place)
    vertices = [
        Vertex(_name(source, one, "id"), _without(one.value, ("id",)), one.place)
        for one in _objects(source, root.value["nodes"], "vertex")
    ]
    edges = [
        Edge(
            (_name(source, one, "source"), _name(source, one, "target")),
            _without(one.value, _EDGE_KEYS),
            one.place,
        )
        for one in _objects(source, root.value[named[0]], "edge")
    ]
    cover = cover_of(source, vertices, edges)
    for key in sorted(root.value.keys() - {*_ROOT_KEYS, named[0]}):
        source.warn(f"{excerpt(key)[1:-1]} is not read")
    graph = root.value.get("graph", Placed({})).value
    for key in sorted(graph.keys() - {"name"} if isinstance(graph, dict) else ()):
        source.warn(f"graph {excerpt(key)[1:-1]} is not read")
    return (cover,)


def _without(said: Mapping[str, Placed], keys: Collection[str]) -> Mapping[str, Placed]:
    return {key: value for key, value in said.items() if key not in keys}


def _objects(source: Source, listed: Placed, what: str) -> Sequence[Placed]:
    if not isinstance(listed.value, list):
        raise source.error(f"no list, expected one with an object a {what}", *listed.place)
    for one in listed.value:
        if not isinstance(one.value, dict):
            raise source.error(f"no object, expected one for each {what}", *one.place)
    return listed.value


def _name(source: Source, one: Placed, key: str) -> str:
    """Return the name of a vertex: a text, or any other value as JSON."""
    import json

    if key not in one.value:
        raise source.error(f"no {key} in the object, expected the name of a vertex", *one.place)
    value = _bare(one.value[key])
    if isinstance(value, dict) or value is None:
        what = f"{excerpt(json.dumps(value))} as {key}, expected the name of a vertex"
        raise source.error(what, *one.value[key].place)
    return value if isinstance(value, str) else json.dumps(value)


def _bare(placed: Placed) -> object:
    """Return a value without the places in it."""
    if isinstance(placed.value, list):
        return [_bare(one) for one in placed.value]
    if isinstance(placed.value, dict):
        return {key: _bare(one) for key, one in placed.value.items()}
    return placed.value


def _write(problem: Problem) -> str:
    """Return a puzzle or a matrix as a graph, a vertex or an edge a line."""
    from .cover_graph import graph_of

    vertices, edges = graph_of(problem)
    nodes = [_line(id=one.id, **{k: v.value for k, v in one.said.items()}) for one in vertices]
    joined = [
        _line(source=one.ends[0], target=one.ends[1], **{k: v.value for k, v in one.said.items()})
        for one in edges
    ]
    head = '"directed": false,\n  "multigraph": false,\n  "graph": {}'
    return f'{{\n  {head},\n  "nodes": {_listed(nodes)},\n  "edges": {_listed(joined)}\n}}\n'


def _line(**said: object) -> str:
    import json

    return json.dumps(said, ensure_ascii=False)


def _listed(lines: Sequence[str]) -> str:
    return "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"


NODE_LINK = Format(
    "node-link",
    "an exact cover as a graph in node-link JSON, for networkx",
    sniff=_sniff,
    read=_read,
    write=_write,
    example="""\
{
  "nodes": [
    {"id": "i0", "bipartite": 0, "name": "a"},
    {"id": "i1", "bipartite": 0, "name": "b", "low": 1, "high": 2},
    {"id": "i2", "bipartite": 0, "name": "x", "primary": false},
    {"id": "o0", "bipartite": 1},
    {"id": "o1", "bipartite": 1, "cost": 5}
  ],
  "edges": [
    {"source": "o0", "target": "i1"},
    {"source": "o0", "target": "i2", "color": "red"},
    {"source": "o1", "target": "i0"},
    {"source": "o1", "target": "i2", "color": "red"}
  ]
}
""",
)
