"""A picture of a graph, with colors on vertices and thick chosen edges, and the layout of vertices.

A table's rows are vertices (one column gives the vertex) or edges (two columns give its ends; three
or more the corners of a polygon). Vertices that are cells lie where the cells are; the others
are laid out here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import sqrt
from typing import Any

from ...answer import Answer
from ...errors import ModelError, excerpt
from ...tables.table import Choices, Columns
from ..picture import Circle, Line, Picture, Place, Shape, Text
from .grid_picture import Look
from .painter import PainterWords, TablePainter, read_marks, tints_of

__all__ = ["GraphPicture"]

# ---- Layout of vertices --------------------------------------------------------------------------
# Springs (networkx) lay out each connected part on its own, what came too near is pushed apart,
# and the parts stand beside each other. On circles, and in the plane, the whole is made large
# enough.


LAYOUTS = ("spring", "circle", "planar")
SEED = 7
BETWEEN = 1.2  # how much further than vertices parts lie apart
MOST = 400  # vertices that springs put into place; more lie on a circle
PUSHES = 300

Edge = tuple[Hashable, ...]


def laid_out(
    vertices: Sequence[Hashable],
    edges: Iterable[Edge],
    layout: str | Sequence[Sequence[Hashable]] | None,
    apart: float,
) -> dict[Hashable, Place]:
    """Return the place (row, col) of each vertex, so far apart at least, in cells.

    Raises ModelError for a planar layout of edges that must cross.
    """
    import networkx as nx

    number = {vertex: place for place, vertex in enumerate(vertices)}  # networkx knows no None
    graph = nx.Graph()
    graph.add_nodes_from(number.values())
    for edge in edges:
        ends = [number[end] for end in edge]
        graph.add_edges_from(pairwise(ends) if len(ends) == 2 else combinations(ends, 2))
    if layout is not None and not isinstance(layout, str):
        rings = [[number[vertex] for vertex in ring] for ring in layout][::-1]
        points = _round(nx.shell_layout(graph, rings, rotate=0), apart)
    elif layout == "circle":
        points = _round(nx.circular_layout(graph), apart)
    elif layout == "planar":
        if not nx.check_planarity(graph)[0]:
            raise ModelError("layout 'planar': edges would cross, expected spring or circle")
        points = _spread(nx.planar_layout(graph), apart)
    else:
        parts = nx.connected_components(graph)
        points = _packed([_part(graph, part, layout, apart) for part in parts], BETWEEN * apart)
    return {
        vertex: (round(-points[place][1], 3), round(points[place][0], 3))
        for vertex, place in number.items()
    }


def _part(graph: Any, part: set[Hashable], layout: str | None, apart: float) -> dict[Hashable, Any]:
    """Return where the vertices of a connected part lie: x to the right, y up."""
    import networkx as nx

    own = nx.Graph()  # a view would have its vertices in the order of a set
    own.add_nodes_from(vertex for vertex in graph if vertex in part)
    own.add_edges_from(edge for edge in graph.edges if edge[0] in part)
    size = len(own)
    complete = size < 30 and own.number_of_edges() == size * (size - 1) // 2
    if size > MOST or (layout is None and complete):
        return _round(nx.circular_layout(own), apart)
    return _spread(nx.spring_layout(own, seed=SEED, iterations=200), apart, pushed=True)


def _round(points: Mapping[Hashable, Any], apart: float) -> dict[Hashable, Any]:
    """Return points of circles, the first one uppermost."""
    return _spread({vertex: (y, x) for vertex, (x, y) in points.items()}, apart)


def _spread(
    points: Mapping[Hashable, Any], apart: float, *, pushed: bool = False
) -> dict[Hashable, Any]:
    """Return the points far enough apart for a disc on each.

    pushed  those that are nearer than most move; else the whole is made larger
    """
    import numpy as np

    if len(points) < 2:
        return dict.fromkeys(points, (0.0, 0.0))
    at = np.array([tuple(point) for point in points.values()], dtype=float)
    nearest = _distances(at).min(axis=1)
    at *= apart / max(nearest.mean() if pushed else nearest.min(), 1e-9)
    for _ in range(PUSHES if pushed else 0):
        ways = at[:, None] - at[None, :]
        far = _distances(at)
        lack = np.where(far < apart, apart + 0.01 - far, 0)
        if not lack.any():
            break
        at += (ways * (lack / np.maximum(far, 1e-9))[:, :, None]).sum(axis=1) / 2
    at *= max(1.0, apart / max(_distances(at).min(), 1e-9))
    return dict(zip(points, at.tolist(), strict=True))


def _distances(at: Any) -> Any:
    """Return how far each point is from each other one; from itself, infinitely far."""
    import numpy as np

    distances = np.hypot(*(at[:, None] - at[None, :]).transpose(2, 0, 1))
    np.fill_diagonal(distances, np.inf)
    return distances


def _packed(parts: Sequence[Mapping[Hashable, Any]], between: float) -> dict[Hashable, Any]:
    """Return all points, the parts side by side in lines, the largest first."""
    boxes = []
    for part in sorted(parts, key=len, reverse=True):
        lows, highs = ([end(axis) for axis in zip(*part.values(), strict=True)]
                       for end in (min, max))  # fmt: skip
        boxes.append((part, lows, highs[0] - lows[0] + between, highs[1] - lows[1] + between))
    area = sum(wide * high for _, _, wide, high in boxes)
    widest = max([wide for _, _, wide, _ in boxes] + [1.6 * sqrt(area)], default=0)
    points: dict[Hashable, Any] = {}
    left = top = tallest = 0.0
    for part, lows, wide, high in boxes:
        if left and left + wide > widest + 1e-9:
            left, top, tallest = 0.0, top - tallest, 0.0
        tallest = max(tallest, high)
        lower = top - (tallest + high) / 2  # amid its line
        for vertex, (x, y) in part.items():
            points[vertex] = (x - lows[0] + left, y - lows[1] + lower)
        left += wide
    return points


# ---- The picture ---------------------------------------------------------------------------------

APART = 1.5  # how far vertices lie apart at least, in cells
IN_DISC, A_LETTER = 8, 0.19  # letters that fit into a disc, and how far each of a longer name asks
WIDEST = 3.5


class GraphPicture(TablePainter):
    """A graph of which an answer chooses edges, or colors vertices.

    by      a column, or a function, that gives a vertex; or several, that give an edge's ends
    show    of vertices the color; of edges a color each for its ends, or one for the edge; None:
            chosen edges are thick
    edges   further edges, as pairs of vertices
    layout  "spring", "circle" or "planar"; lists of vertices, which make circles from the
            outermost on; or a mapping from vertices to places (row, col)
    look    which rows are shown (`where`, `printed`), and whether vertices are named (`label`)

    Raises ModelError for a layout that there is not, and for colors that do not fit.
    """

    def __init__(
        self,
        table: Choices,
        by: Sequence[Columns],
        show: Columns | Sequence[Columns] | None = None,
        *,
        edges: Iterable[Sequence[Hashable]] = (),
        layout: str | Sequence[Sequence[Hashable]] | Mapping[Hashable, Place] | None = None,
        look: Look | None = None,
    ) -> None:
        look = look or Look()
        super().__init__(table, look.where, printed=look.printed)
        self._named, self._plain_look = look.label, look.plain()
        several = not isinstance(by, str) and isinstance(by, Sequence)
        ends: Sequence[Columns] = list(by) if several else [by]  # type: ignore[list-item]
        self._ends = [table.column(end, self.purpose) for end in ends]
        self._color, self._colors = self._read_colors(show)
        self._further = [tuple(map(_vertex, edge)) for edge in edges]
        if isinstance(layout, str) and layout not in LAYOUTS:
            wanted = ", ".join(LAYOUTS)
            raise ModelError(f"{self.purpose}: layout {excerpt(layout)}, expected one of {wanted}")
        self._layout = layout
        if not (layout is None or isinstance(layout, str)):
            self._check_placed(layout)

    @property
    def words(self) -> PainterWords:
        """The words that describe it, as `Puzzle.drawn` takes them."""
        show = self._colors or (None if self._color is None else [self._color])
        plain = {"edges": self._further or None, "layout": self._layout}
        return self._words("graph", self._plain_look, plain, {"by": self._ends, "show": show})

    def _check_placed(
        self, layout: Sequence[Sequence[Hashable]] | Mapping[Hashable, Place]
    ) -> None:
        """Raise ModelError unless each vertex has a place, once."""
        vertices = (
            list(layout) if isinstance(layout, Mapping) else [v for ring in layout for v in ring]
        )
        placed = list(map(_vertex, vertices))
        wrong = set(self._vertices).symmetric_difference(placed)
        if wrong or len(set(placed)) < len(placed):
            first = min(wrong, key=str) if wrong else next(v for v in placed if placed.count(v) > 1)
            raise ModelError(f"{self.purpose}: layout: {_name(first)}, expected each vertex once")

    def _read_colors(self, show: Any) -> tuple[Sequence[Any] | None, list[Sequence[Any]]]:
        """Return the colors of rows, or those of each of their ends."""
        if show is None:
            return None, []
        listed = not isinstance(show, str) and isinstance(show, Sequence)
        if not listed or (len(show) == 1 and len(self._ends) > 1):
            return read_marks(self.table, show[0] if listed else show, self.purpose), []
        if len(show) != len(self._ends):
            message = f"show {show!r}, expected one color, or {len(self._ends)}: one for each end"
            raise ModelError(f"{self.purpose}: {message}")
        return None, [self.table.column(column, self.purpose) for column in show]

    def __call__(self, answer: Answer) -> Picture:
        """Return the picture of an answer."""
        shown = self.shown(answer)
        thick: dict[Edge, int | None] = {}
        marks: dict[Hashable, str] = {}
        for number in shown:
            ends = self._ends_of(number)
            if len(ends) > 1 and not self._colors:
                thick[ends] = len(thick) if len(self._ends) > 2 else None
                if self._color is not None:
                    thick[ends] = self._tints[str(self._color[number])]
            if len(ends) == 1 and self._color is not None:
                marks[ends[0]] = str(self._color[number])
            for end, colors in zip(ends, self._colors, strict=False):
                marks[end] = str(colors[number])
        shapes = [*self._edge_shapes(thick), *self._vertex_shapes(marks)]
        description = f"{len(self._places)} vertices; {self.table.name}: {len(shown)} chosen"
        return Picture(tuple(shapes), title=answer.puzzle.name, description=description)

    def places(self, number: int) -> tuple[Place, ...]:
        """Return where a row's vertices lie."""
        return tuple(self._places[end] for end in self._ends_of(number))

    def text(self, answer: Answer) -> str:
        """Return the rows that are shown as lines: a terminal has no place for a graph."""
        lines = [self.table.describe(number) for number in self.shown(answer)]
        return "\n".join(lines or [f"{len(self._places)} vertices, {len(self._edges)} edges"])

    # ---- Shapes ---------------------------------------------------------------------------

    def _edge_shapes(self, thick: Mapping[Edge, int | None]) -> Iterable[Shape]:
        drawn = set(thick) | {edge[::-1] for edge in thick}
        for edge in self._edges:
            if edge not in drawn and len(edge) == 2:
                yield Line(tuple(self._places[end] for end in edge), "edge")
        for edge, tint in thick.items():
            places = tuple(self._places[end] for end in edge)
            yield Line(places, "path", closed=len(edge) > 2, tint=tint)

    def _vertex_shapes(self, marks: Mapping[Hashable, str]) -> Iterable[Shape]:
        tints = self._tints
        for vertex, place in self._places.items():
            mark = marks.get(vertex, "")
            name = _name(vertex)
            title = f"{name}: {mark}" if mark else name
            yield Circle(place, "node", tint=tints.get(mark), title=title)
            if self._named:
                yield Text(place, name, "name")

    @cached_property
    def _tints(self) -> Mapping[str, int | None]:
        if self._color is not None:
            return tints_of(self._color)
        return tints_of(value for colors in self._colors for value in colors)

    # ---- The graph and where it lies ------------------------------------------------------

    def _ends_of(self, number: int) -> Edge:
        return tuple(_vertex(end[number]) for end in self._ends)

    @cached_property
    def _edges(self) -> dict[Edge, None]:
        """The edges, each once, in either direction."""
        edges: dict[Edge, None] = {}
        rows = (self._ends_of(number) for number in range(len(self.table)))
        for edge in (*self._further, *rows):
            if len(edge) > 1 and edge[::-1] not in edges:
                edges[edge] = None
        return edges

    @cached_property
    def _vertices(self) -> list[Hashable]:
        """The vertices, integers by size."""
        vertices = dict.fromkeys(end for edge in self._edges for end in edge)
        for number in range(len(self.table)):
            vertices.update(dict.fromkeys(self._ends_of(number)))
        # The vertices, integers by size.
        result = list(vertices)
        if all(type(vertex) is int for vertex in result):
            result.sort(key=int)  # type: ignore[arg-type]
        return result

    @cached_property
    def _places(self) -> Mapping[Hashable, Place]:
        """Where each vertex lies."""
        ordered = self._vertices
        if isinstance(self._layout, Mapping):
            return {vertex: self._layout[vertex] for vertex in ordered}
        if self._layout is None and ordered and all(map(_is_cell, ordered)):
            return {cell: cell for cell in ordered}  # type: ignore[misc]
        layout = self._layout
        if layout is not None and not isinstance(layout, str):
            layout = [[_vertex(vertex) for vertex in ring] for ring in layout]
        longest = max((len(_name(vertex)) for vertex in ordered), default=0) if self._named else 0
        apart = min(max(APART, A_LETTER * longest), WIDEST) if longest > IN_DISC else APART
        return laid_out(ordered, self._edges, layout, apart)


def _vertex(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        return tuple((name, _vertex(part)) for name, part in value.items())
    return tuple(map(_vertex, value)) if isinstance(value, list | tuple) else value


def _name(vertex: Hashable) -> str:
    return ",".join(map(_name, vertex)) if isinstance(vertex, tuple) else str(vertex)


def _is_cell(vertex: Hashable) -> bool:
    return isinstance(vertex, tuple) and [type(part) for part in vertex] == [int, int]
