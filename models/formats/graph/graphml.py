"""An exact cover as GraphML (http://graphml.graphdrawing.org), which networkx, yEd and Gephi read.

Attributes are declared by keys, with a value by default perhaps, and stand within vertices and
edges. Of a graph within a vertex, and of edges of more than two ends, nothing can be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...errors import excerpt
from ..format import Confidence, Format, Problem
from ..source import HEAD, Source
from .vertices import Edge, Placed, Vertex

if TYPE_CHECKING:
    from ...matrix.exact_cover import ExactCover
    from ..xml_elements import Element

__all__ = ["GRAPHML"]

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


def _sniff(source: Source) -> Confidence:
    """Look for the root."""
    head = " ".join(source.head(HEAD))
    return Confidence.CERTAIN if "<graphml" in head else Confidence.NO


def _read(source: Source) -> tuple[ExactCover]:
    from ..xml_elements import parsed
    from .cover_graph import cover_of

    root = parsed(source, ("desc",), MOST)
    if root.tag != "graphml":
        what = f"<{excerpt(root.tag)[1:-1]}>, expected <graphml>"
        raise source.error(what, root.line, root.column)
    graphs = list(root.all("graph"))
    if len(graphs) != 1:
        where = graphs[1] if graphs else root
        raise source.error(f"{len(graphs)} graphs, expected one", where.line, where.column)
    (graph,) = graphs
    for one in graph.inside:
        if one.tag == "hyperedge" or (one.tag == "node" and one.first("graph")):
            what = "an edge of many ends" if one.tag == "hyperedge" else "a graph within a vertex"
            raise source.error(f"{what}, expected vertices and edges", one.line, one.column)
    keys = _Keys(source, root)
    vertices = [
        Vertex(_needed(source, one, "id"), keys.said(one), (one.line, one.column))
        for one in graph.all("node")
    ]
    edges = [
        Edge(
            (_needed(source, one, "source"), _needed(source, one, "target")),
            keys.said(one),
            (one.line, one.column),
        )
        for one in graph.all("edge")
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


def _needed(source: Source, one: Element, name: str) -> str:
    value = one.attribute(name)
    if value is None:
        what = f"<{one.tag}> without {name}, expected the name of a vertex"
        raise source.error(what, one.line, one.column)
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
            key.ignore("attr.type")  # a value tells it
            if _needed(source, key, "id") in self.names:
                what = f"key {excerpt(key.attributes['id'])} twice, expected it once"
                raise source.error(what, key.line, key.column)
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

    def said(self, one: Element) -> Mapping[str, Placed]:
        """Return what is said of a vertex or an edge."""
        found = dict(self.usual[one.tag])
        for data in one.all("data"):
            key = data.attribute("key") or ""
            if key not in self.names:
                what = f"data of the key {excerpt(key)}, expected one that is declared"
                raise self.source.error(what, data.line, data.column)
            if key in self.drawn:
                data.ignore_all()
            elif name := self.names[key]:
                if name in found and not found[name].is_usual:
                    what = f"{excerpt(name)} twice, expected it once"
                    raise self.source.error(what, data.line, data.column)
                found[name] = Placed(data.words(), (data.line, data.column))
        return found


def _write(problem: Problem) -> str:
    """Return a puzzle or a matrix as a graph."""
    from ..xml_elements import Element, serialized
    from .cover_graph import graph_of

    vertices, edges = graph_of(problem)
    root = Element("graphml", {"xmlns": SPACE})
    weighs = any("counts" in edge.said for edge in edges)
    attributes = _ATTRIBUTES | ({"edge": _ATTRIBUTES["edge"] | COUNTS} if weighs else {})
    for kind, names in attributes.items():
        for name, sort in names.items():
            told = {"id": name, "for": kind, "attr.name": name, "attr.type": sort}
            root.inside.append(Element("key", told))
    graph = Element("graph", {"id": "cover", "edgedefault": "undirected"})
    for vertex in vertices:
        graph.inside.append(Element("node", {"id": vertex.id}, _data(vertex.said)))
    for edge in edges:
        ends = {"source": edge.ends[0], "target": edge.ends[1]}
        graph.inside.append(Element("edge", ends, _data(edge.said)))
    root.inside.append(graph)
    return serialized(root)


def _data(said: Mapping[str, Placed]) -> list[Element]:
    from ..xml_elements import Element

    return [Element("data", {"key": key}, text=_spelled(one.value)) for key, one in said.items()]


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


GRAPHML = Format(
    "graphml",
    "an exact cover as a graph in GraphML",
    extensions=(".graphml",),
    sniff=_sniff,
    read=_read,
    write=_write,
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
