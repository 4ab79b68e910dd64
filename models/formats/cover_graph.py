"""Convert a matrix to the graph of its items and options, and back.

Parts: `GraphReader` takes vertices and edges with their places, the writer gives them, and the last
part reads JSON with a place for every value. graphs.py holds the two formats (GraphML, node-link).

The vertices carry the attributes that `item_option_graph` (../../matrix/graphs.py) gives them:

    item    bipartite 0, name, primary (true or false), low and high (how often it is covered)
    option  bipartite 1, label, cost
    edge    between an option and an item: color, where it has one, and how much it counts, if not 1

All but `bipartite` may be left out: a name is the vertex itself then, an item is primary and
covered once, a cost is 0. Options, and the items of each kind, keep the order of the vertices, the
entries of an option that of the edges. Warnings name what else a graph says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError, excerpt
from ..matrix.exact_cover import BOUND_LIMIT, COST_LIMIT, SIZE_LIMIT, ExactCover
from ..spelling import plain
from .format import Problem
from .matrix.dlx_text import writable
from .matrix.json_tokens import Tokens
from .matrix.refusals import require_items_alone
from .source import Source, Unread

__all__ = ["Edge", "Place", "Placed", "Vertex", "cover_of", "graph_of", "placed_json"]

# ---- Vertices and edges of a graph in a text -----------------------------------------------------


Place = tuple[int, int]  # line and column, from 1


class Placed(NamedTuple):
    """A value and where it stands. An object is a mapping, a list a list of such.

    is_usual  whether the value is declared once for all vertices or edges
    """

    value: Any
    place: Place = (1, 1)
    is_usual: bool = False


class Vertex(NamedTuple):
    """A vertex: its name in the graph, and its attributes."""

    id: str
    fields: Mapping[str, Placed]
    place: Place = (1, 1)


class Edge(NamedTuple):
    """An edge between two vertices, and its attributes."""

    ends: tuple[str, str]
    fields: Mapping[str, Placed]
    place: Place = (1, 1)


_OF_ITEM = frozenset(("bipartite", "name", "primary", "low", "high"))
_OF_OPTION = frozenset(("bipartite", "label", "cost"))
_OF_EDGE = frozenset(("color", "counts"))
_INTEGER = re.compile(r"-?[0-9]{1,19}")
_TRUTH = {"true": True, "1": True, "false": False, "0": False}


def graph_of(problem: Problem) -> tuple[list[Vertex], list[Edge]]:
    """Return the vertices and edges of a matrix; of a puzzle, with its givens as `write_dlx`."""
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    require_items_alone(matrix, "graph")
    names = writable(list(map(_printable, map(plain, matrix.items))), re.compile("(?!)"))
    colors = writable(list(map(_printable, map(str, matrix.color_names))), re.compile("(?!)"))
    vertices = [
        _vertex("i", k, bipartite=0, name=name, primary=k < matrix.primary, low=low, high=high)
        for k, (name, low, high) in enumerate(
            zip(names, matrix.low.tolist(), matrix.high.tolist(), strict=True)
        )
    ]
    for k, (label, cost) in enumerate(zip(matrix.labels, matrix.costs.tolist(), strict=True)):
        extra = {} if label == k else {"label": _printable(plain(label))}
        vertices.append(_vertex("o", k, bipartite=1, **extra, cost=cost))
    edges = [
        Edge((f"o{k}", f"i{item}"), fields)
        for k in range(matrix.options)
        for (item, color), weight in zip(matrix.option(k), matrix.option_weights(k), strict=True)
        for fields in [
            ({"color": Placed(colors[color - 1])} if color else {})
            | ({"counts": Placed(weight)} if weight != 1 else {})
        ]
    ]
    return vertices, edges


def _vertex(kind: str, number: int, **fields: Any) -> Vertex:
    return Vertex(f"{kind}{number}", {key: Placed(value) for key, value in fields.items()})


def _printable(text: str) -> str:
    return "".join(mark if mark.isprintable() else "_" for mark in text)


def cover_of(source: Source, vertices: Sequence[Vertex], edges: Sequence[Edge]) -> ExactCover:
    """Return the matrix of a graph. Raises InputError, which says where, for what is none."""
    graph = _Graph(source)
    for vertex in vertices:
        graph.add(vertex)
    for edge in edges:
        graph.join(edge)
    source.warn_unread(graph.unread(vertices, edges))
    return graph.matrix()


class _Graph:
    """The items and options of a graph, gathered."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.items: dict[str, tuple[str, bool, int, int]] = {}
        self.options: dict[str, dict[str, tuple[int, int]]] = {}  # of each item color and weight
        self.wide: dict[str, InputError] = {}  # what is wrong with an item unless it has weights
        self.costs: list[int] = []
        self.labels: list[Any] = []
        self.names: set[str] = set()
        self.colors: dict[str, int] = {}
        self.spent = 0

    def add(self, vertex: Vertex) -> None:
        """Take note of a vertex."""
        if vertex.id in self.items or vertex.id in self.options:
            raise self._error(f"vertex {excerpt(vertex.id)} twice, expected once", vertex)
        if "bipartite" not in vertex.fields:
            message = f"vertex {excerpt(vertex.id)} without bipartite"
            raise self._error(f"{message}, expected 0 for an item or 1 for an option", vertex)
        if self._integer(vertex.fields, "bipartite", 0, 0, 1):
            cost = self._integer(vertex.fields, "cost", 0, 1 - COST_LIMIT, COST_LIMIT - 1)
            self.spent += abs(cost)
            if self.spent >= COST_LIMIT:
                message = f"cost {cost} overflows, expected all together less than 2^62"
                raise self._error(message, vertex.fields["cost"])
            self.labels.append(self._text(vertex.fields, "label") or len(self.options))
            self.options[vertex.id] = {}
            self.costs.append(cost)
        else:
            self.items[vertex.id] = self._item(vertex)

    def _item(self, vertex: Vertex) -> tuple[str, bool, int, int]:
        fields = vertex.fields
        name = self._text(fields, "name") or vertex.id
        if name in self.names:
            message = f"item {excerpt(name)} twice, expected each name once"
            raise self._error(message, fields.get("name", vertex))
        self.names.add(name)
        primary = fields.get("primary", Placed(True))
        truth = _TRUTH.get(str(primary.value).lower())
        if truth is None or not isinstance(primary.value, bool | str):
            raise self._error(f"{_shown(primary)} as primary, expected true or false", primary)
        if not truth:
            low, high = (
                self._integer(fields, "low", 0, 0, 0),
                self._integer(fields, "high", 1, 1, 1),
            )
            return name, False, low, high
        low = self._integer(fields, "low", 1, -BOUND_LIMIT, BOUND_LIMIT)
        high = self._integer(fields, "high", max(low, 1), low, BOUND_LIMIT)
        for key, bound in (("low", low), ("high", high)):
            if not 0 <= bound <= SIZE_LIMIT:
                message = (
                    f"{_shown(fields[key])} as {key}, expected an integer from 0 to {SIZE_LIMIT}"
                )
                self.wide.setdefault(vertex.id, self._error(message, fields[key]))
        return name, True, low, high

    def join(self, edge: Edge) -> None:
        """Take note of an edge, in either direction."""
        ends = sorted(edge.ends, key=lambda end: end in self.items)
        for end in ends:
            if end not in self.items and end not in self.options:
                raise self._error(f"no vertex {excerpt(end)}, expected one of the graph", edge)
        option, item = ends
        if option not in self.options or item not in self.items:
            message = "an edge between two vertices of a kind"
            raise self._error(f"{message}, expected an option and an item", edge)
        if item in self.options[option]:
            message = f"item {excerpt(self.items[item][0])} twice in the option, expected once"
            raise self._error(message, edge)
        color = self._text(edge.fields, "color")
        if color and self.items[item][1]:
            message = f"color on the primary item {excerpt(self.items[item][0])}, expected none"
            raise self._error(message, edge.fields["color"])
        paint = self.colors.setdefault(color, len(self.colors) + 1) if color else 0
        weight = self._integer(edge.fields, "counts", 1, -SIZE_LIMIT, SIZE_LIMIT)
        if weight == 0 or (weight != 1 and not self.items[item][1]):
            wanted = "another" if weight == 0 else "1 on a secondary item"
            raise self._error(f"{weight} as counts, expected {wanted}", edge.fields["counts"])
        if weight != 1:
            self.wide.pop(item, None)
        self.options[option][item] = paint, weight

    def unread(self, vertices: Sequence[Vertex], edges: Sequence[Edge]) -> Iterator[Unread]:
        """Yield the attributes that are not read."""
        for vertex in vertices:
            is_item = vertex.id in self.items
            allowed = _OF_ITEM if is_item else _OF_OPTION
            if vertex.fields.keys() - allowed:
                kind = "item" if is_item else "option"
                yield from _unread(vertex.fields, allowed, kind, vertex.id)
        for edge in edges:
            if edge.fields.keys() - _OF_EDGE:
                yield from _unread(edge.fields, _OF_EDGE, "edge", " - ".join(edge.ends))

    def matrix(self) -> ExactCover:
        """Return the matrix: primary items first."""
        for error in self.wide.values():
            raise error
        order = sorted(self.items, key=lambda vertex: not self.items[vertex][1])
        number = {vertex: k for k, vertex in enumerate(order)}
        items = [self.items[vertex] for vertex in order]
        entries = [entry for option in self.options.values() for entry in option.items()]
        return ExactCover(
            primary=sum(primary for _, primary, _, _ in items),
            items=[name for name, _, _, _ in items],
            starts=np.cumsum([0, *map(len, self.options.values())]),
            members=np.array([number[item] for item, _ in entries], np.int64),
            colors=np.array([color for _, (color, _) in entries], np.int64),
            weights=np.array([weight for _, (_, weight) in entries], np.int64),
            costs=self.costs,
            low=[low for _, _, low, _ in items],
            high=[high for _, _, _, high in items],
            labels=self.labels,
            color_names=list(self.colors),
        )

    def _error(self, message: str, where: Vertex | Edge | Placed) -> InputError:
        return self.source.error(message, *where.place)

    def _integer(
        self, fields: Mapping[str, Placed], key: str, usual: int, low: int, high: int
    ) -> int:
        """Return an attribute that is an integer, or spells one."""
        if key not in fields:
            return usual
        value = fields[key].value
        if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
            value = int(value)
        if type(value) is not int or not low <= value <= high:
            wanted = f"{low}" if low == high else f"an integer from {low} to {high}"
            raise self._error(f"{_shown(fields[key])} as {key}, expected {wanted}", fields[key])
        return value

    def _text(self, fields: Mapping[str, Placed], key: str) -> str:
        """Return an attribute that is text, or an integer as its digits; "" where there is none."""
        value = fields.get(key, Placed(None)).value
        if value is None or isinstance(value, str):
            return value or ""
        if type(value) is not int:
            raise self._error(f"{_shown(fields[key])} as {key}, expected a text", fields[key])
        return str(value)


def _unread(
    fields: Mapping[str, Placed], allowed: frozenset[str], element: str, name: str
) -> Iterator[Unread]:
    for key in sorted(fields.keys() - allowed):
        # A value that is declared for all vertices is meant for those of the other kind.
        if not (fields[key].is_usual and key in _OF_ITEM | _OF_OPTION):
            kind = f"attribute {excerpt(key)[1:-1]} of {element}"
            yield Unread(kind, f"{kind} {excerpt(name)}")


def _shown(placed: Placed) -> str:
    value = placed.value
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return excerpt(value if isinstance(value, str) else str(value))


# ---- JSON values that know their place -----------------------------------------------------------


DEEPEST = 40
_WORDS = {"true": True, "false": False, "null": None}


def placed_json(source: Source) -> Placed:
    """Return the value of a text. Raises InputError for what is no JSON, or nested too deeply."""
    tokens = Tokens(source)
    value = _value(tokens, tokens.next(), 0)
    tokens.end()
    return value


def _value(tokens: Tokens, token: str, depth: int) -> Placed:
    """Read the value that begins with a token."""
    place = tokens.place
    if depth > DEEPEST:
        raise tokens.error(f"brackets within brackets, expected {DEEPEST} deep at most")
    if token == "{":
        return Placed(_object(tokens, depth), place)
    if token == "[":
        return Placed([_value(tokens, element, depth + 1) for element in tokens.elements()], place)
    if token in _WORDS:
        return Placed(_WORDS[token], place)
    if token not in ("}", "]", ":", ",", "NaN", "Infinity", "-Infinity"):
        try:
            import json

            return Placed(json.loads(token), place)
        except ValueError:
            pass
    raise tokens.error(f"{excerpt(token)}, expected a value of JSON")


def _object(tokens: Tokens, depth: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    token = tokens.next()
    while token != "}":
        key = _value(tokens, token, depth)
        if not isinstance(key.value, str):
            raise tokens.error("expected a key in quotes", key.place)
        if key.value in fields:
            raise tokens.error(f"{excerpt(key.value)} twice, expected it once", key.place)
        tokens.next(":")
        fields[key.value] = _value(tokens, tokens.next(), depth + 1)
        token = tokens.next(",", "}")
        if token == ",":
            token = tokens.next()
            if token == "}":
                raise tokens.error("'}' behind a comma, expected a key in quotes")
    return fields
