"""Formats that hold an exact cover as a graph: GraphML and node-link JSON.

GraphML (http://graphml.graphdrawing.org) is read by networkx, yEd and Gephi, node-link JSON by
networkx. cover_graph.py converts between the graph and the matrix.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import excerpt
from .cover_graph import Edge, Placed, Vertex, cover_of, graph_of, placed_json
from .format import Confidence, Format, Problem
from .source import HEAD, Source

if TYPE_CHECKING:
    from ..matrix.exact_cover import ExactCover
    from .xml_elements import Element

# ---- GraphML -------------------------------------------------------------------------------------
# Attributes are declared by keys, perhaps with a default, and stand within vertices and edges. A
# graph within a vertex and edges of more than two ends are errors.

MOST = 5_000_000  # elements
SPACE = "http://graphml.graphdrawing.org/xmlns"
_ATTRIBUTES = {
    "node": {
        "bipartite": "int",
        "name": "string",
        "primary": "boolean",
        "low": "int",
        "high": "int",
        "label": "string",
        "cost": "long",
    },
    "edge": {"color": "string"},
}
COUNTS = {"counts": "int"}  # of an edge, where one has a weight other than 1


def _sniff_graphml(source: Source) -> Confidence:
    """Look for the root."""
    head = " ".join(source.head(HEAD))
    return Confidence.CERTAIN if "<graphml" in head else Confidence.NO


def _read_graphml(source: Source) -> tuple[ExactCover]:
    from .xml_elements import parsed

    root = parsed(source, ("desc",), MOST)
    if root.tag != "graphml":
        message = f"<{excerpt(root.tag)[1:-1]}>, expected <graphml>"
        raise source.error(message, root.line, root.column)
    graphs = list(root.all("graph"))
    if len(graphs) != 1:
        where = graphs[1] if graphs else root
        raise source.error(f"{len(graphs)} graphs, expected one", where.line, where.column)
    (graph,) = graphs
    for element in graph.inside:
        if element.tag == "hyperedge" or (element.tag == "node" and element.first("graph")):
            message = (
                "an edge of many ends" if element.tag == "hyperedge" else "a graph within a vertex"
            )
            raise source.error(
                f"{message}, expected vertices and edges", element.line, element.column
            )
    keys = _Keys(source, root)
    vertices = [
        Vertex(_needed(source, node, "id"), keys.fields_of(node), (node.line, node.column))
        for node in graph.all("node")
    ]
    edges = [
        Edge(
            (_needed(source, edge, "source"), _needed(source, edge, "target")),
            keys.fields_of(edge),
            (edge.line, edge.column),
        )
        for edge in graph.all("edge")
    ]
    cover = cover_of(source, vertices, edges)
    # Count names and namespaces as read, directions, and hints for parsers.
    root.ignore(*(name for name in root.attributes if name.startswith(("xmlns", "xsi:"))))
    graph.ignore("id", "edgedefault", *(n for n in graph.attributes if n.startswith("parse.")))
    for node in graph.all("node"):
        node.ignore(*(name for name in node.attributes if name.startswith("parse.")))
    for edge in graph.all("edge"):
        edge.ignore("id", "directed")
    source.warn_unread(root.unread())
    return (cover,)


def _needed(source: Source, element: Element, name: str) -> str:
    value = element.attribute(name)
    if value is None:
        message = f"<{element.tag}> without {name}, expected the name of a vertex"
        raise source.error(message, element.line, element.column)
    return value


class _Keys:
    """The attributes that are declared, by the names of their keys."""

    def __init__(self, source: Source, root: Element) -> None:
        self.source = source
        self.names: dict[str, str] = {}
        self.drawn: set[str] = set()  # keys by which yEd keeps how it draws
        self.usual: dict[str, dict[str, Placed]] = {"node": {}, "edge": {}}
        for key in root.all("key"):
            name = key.attribute("attr.name") or ""
            key.ignore("attr.type")  # the value shows it
            if _needed(source, key, "id") in self.names:
                message = f"key {excerpt(key.attributes['id'])} twice, expected it once"
                raise source.error(message, key.line, key.column)
            self.names[key.attributes["id"]] = name
            if key.attribute("yfiles.type") is not None:
                self.drawn.add(key.attributes["id"])
            kinds = key.attribute("for") or "all"
            default = key.first("default")
            if default is not None and name:
                for kind in self.usual:
                    if kinds in (kind, "all"):
                        place = default.line, default.column
                        self.usual[kind][name] = Placed(default.words(), place, is_usual=True)

    def fields_of(self, element: Element) -> Mapping[str, Placed]:
        """Return the attributes of a vertex or an edge."""
        fields = dict(self.usual[element.tag])
        for data in element.all("data"):
            key = data.attribute("key") or ""
            if key not in self.names:
                message = f"data of the key {excerpt(key)}, expected one that is declared"
                raise self.source.error(message, data.line, data.column)
            if key in self.drawn:
                data.ignore_all()
            elif name := self.names[key]:
                if name in fields and not fields[name].is_usual:
                    message = f"{excerpt(name)} twice, expected it once"
                    raise self.source.error(message, data.line, data.column)
                fields[name] = Placed(data.words(), (data.line, data.column))
        return fields


def _write_graphml(problem: Problem) -> str:
    """Return a puzzle or a matrix as a graph."""
    from .xml_elements import Element, serialized

    vertices, edges = graph_of(problem)
    root = Element("graphml", {"xmlns": SPACE})
    weighs = any("counts" in edge.fields for edge in edges)
    attributes = _ATTRIBUTES | ({"edge": _ATTRIBUTES["edge"] | COUNTS} if weighs else {})
    for kind, names in attributes.items():
        for name, sort in names.items():
            fields = {"id": name, "for": kind, "attr.name": name, "attr.type": sort}
            root.inside.append(Element("key", fields))
    graph = Element("graph", {"id": "cover", "edgedefault": "undirected"})
    for vertex in vertices:
        graph.inside.append(Element("node", {"id": vertex.id}, _data(vertex.fields)))
    for edge in edges:
        ends = {"source": edge.ends[0], "target": edge.ends[1]}
        graph.inside.append(Element("edge", ends, _data(edge.fields)))
    root.inside.append(graph)
    return serialized(root)


def _data(fields: Mapping[str, Placed]) -> list[Element]:
    from .xml_elements import Element

    return [
        Element("data", {"key": key}, text=_spelled(placed.value)) for key, placed in fields.items()
    ]


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


GRAPHML = Format(
    "graphml",
    "an exact cover as a graph in GraphML",
    extensions=(".graphml",),
    sniff=_sniff_graphml,
    read=_read_graphml,
    write=_write_graphml,
    example="""\
<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="kind" for="node" attr.name="bipartite" attr.type="int"/>
  <key id="main" for="node" attr.name="primary" attr.type="boolean"/>
  <key id="cost" for="node" attr.name="cost" attr.type="long"/>
  <key id="color" for="edge" attr.name="color" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="kind">0</data></node>
    <node id="x"><data key="kind">0</data><data key="main">false</data></node>
    <node id="o0"><data key="kind">1</data><data key="cost">5</data></node>
    <edge source="o0" target="a"/>
    <edge source="o0" target="x"><data key="color">red</data></edge>
  </graph>
</graphml>
""",
)

# ---- Node-link JSON ------------------------------------------------------------------------------
#     { "directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": "i0", "bipartite": 0,
#       "name": "a", ...}, {"id": "o0", "bipartite": 1, ...}], "edges": [{"source": "o0", "target":
#       "i0"}]
#     }
#
# The edges may stand under `links`, as older versions of networkx write them.


_EDGES = ("edges", "links")
# Edges have no direction here, and a key where there may be several between two vertices.
_ROOT_KEYS = ("directed", "multigraph", "graph", "nodes")
_EDGE_KEYS = ("source", "target", "key")
_KEYS = re.compile(r'"(directed|multigraph|graph|nodes|edges|links)"\s*:')


def _sniff_node_link(source: Source) -> Confidence:
    """Look for an object with nodes and edges."""
    if not source.text.lstrip().startswith("{") or '"nodes"' not in source.text:
        return Confidence.NO
    return Confidence.CERTAIN if len(set(_KEYS.findall(source.text))) > 1 else Confidence.STRONG


def _read_node_link(source: Source) -> tuple[ExactCover]:
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
        Vertex(_name(source, node, "id"), _without(node.value, ("id",)), node.place)
        for node in _objects(source, root.value["nodes"], "vertex")
    ]
    edges = [
        Edge(
            (_name(source, edge, "source"), _name(source, edge, "target")),
            _without(edge.value, _EDGE_KEYS),
            edge.place,
        )
        for edge in _objects(source, root.value[named[0]], "edge")
    ]
    cover = cover_of(source, vertices, edges)
    for key in sorted(root.value.keys() - {*_ROOT_KEYS, named[0]}):
        source.warn(f"{excerpt(key)[1:-1]} is not read")
    graph = root.value.get("graph", Placed({})).value
    for key in sorted(graph.keys() - {"name"} if isinstance(graph, dict) else ()):
        source.warn(f"graph {excerpt(key)[1:-1]} is not read")
    return (cover,)


def _without(fields: Mapping[str, Placed], keys: Collection[str]) -> Mapping[str, Placed]:
    return {key: value for key, value in fields.items() if key not in keys}


def _objects(source: Source, listed: Placed, noun: str) -> Sequence[Placed]:
    if not isinstance(listed.value, list):
        raise source.error(f"no list, expected one with an object a {noun}", *listed.place)
    for entry in listed.value:
        if not isinstance(entry.value, dict):
            raise source.error(f"no object, expected one for each {noun}", *entry.place)
    return listed.value


def _name(source: Source, placed: Placed, key: str) -> str:
    """Return the name of a vertex: a text, or any other value as JSON."""
    import json

    if key not in placed.value:
        raise source.error(f"no {key} in the object, expected the name of a vertex", *placed.place)
    value = _bare(placed.value[key])
    if isinstance(value, dict) or value is None:
        message = f"{excerpt(json.dumps(value))} as {key}, expected the name of a vertex"
        raise source.error(message, *placed.value[key].place)
    return value if isinstance(value, str) else json.dumps(value)


def _bare(placed: Placed) -> object:
    """Return a value without the places in it."""
    if isinstance(placed.value, list):
        return [_bare(inner) for inner in placed.value]
    if isinstance(placed.value, dict):
        return {key: _bare(inner) for key, inner in placed.value.items()}
    return placed.value


def _write_node_link(problem: Problem) -> str:
    """Return a puzzle or a matrix as a graph, a vertex or an edge a line."""
    vertices, edges = graph_of(problem)
    nodes = [_line(id=node.id, **{k: v.value for k, v in node.fields.items()}) for node in vertices]
    joined = [
        _line(
            source=edge.ends[0], target=edge.ends[1], **{k: v.value for k, v in edge.fields.items()}
        )
        for edge in edges
    ]
    head = '"directed": false,\n  "multigraph": false,\n  "graph": {}'
    return f'{{\n  {head},\n  "nodes": {_listed(nodes)},\n  "edges": {_listed(joined)}\n}}\n'


def _line(**fields: object) -> str:
    import json

    return json.dumps(fields, ensure_ascii=False)


def _listed(lines: Sequence[str]) -> str:
    return "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"


NODE_LINK = Format(
    "node-link",
    "an exact cover as a graph in node-link JSON, for networkx",
    sniff=_sniff_node_link,
    read=_read_node_link,
    write=_write_node_link,
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
