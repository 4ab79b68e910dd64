"""Where the vertices of a graph lie: the same at every run, never one upon another.

Springs (networkx) lay out each connected part on its own, what came too near is pushed apart, and
the parts stand beside each other. On circles, and in the plane, the whole is made large enough.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import sqrt
from typing import Any

from ...errors import ModelError
from ..shapes import Place

__all__ = ["LAYOUTS", "laid_out"]

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
        found = _round(nx.shell_layout(graph, rings, rotate=0), apart)
    elif layout == "circle":
        found = _round(nx.circular_layout(graph), apart)
    elif layout == "planar":
        if not nx.check_planarity(graph)[0]:
            raise ModelError("layout 'planar': edges would cross, expected spring or circle")
        found = _spread(nx.planar_layout(graph), apart)
    else:
        parts = nx.connected_components(graph)
        found = _packed([_part(graph, part, layout, apart) for part in parts], BETWEEN * apart)
    return {
        vertex: (round(-found[place][1], 3), round(found[place][0], 3))
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

    found = np.hypot(*(at[:, None] - at[None, :]).transpose(2, 0, 1))
    np.fill_diagonal(found, np.inf)
    return found


def _packed(parts: Sequence[Mapping[Hashable, Any]], between: float) -> dict[Hashable, Any]:
    """Return all points, the parts side by side in lines, the largest first."""
    boxes = []
    for part in sorted(parts, key=len, reverse=True):
        lows, highs = ([end(axis) for axis in zip(*part.values(), strict=True)]
                       for end in (min, max))  # fmt: skip
        boxes.append((part, lows, highs[0] - lows[0] + between, highs[1] - lows[1] + between))
    area = sum(wide * high for _, _, wide, high in boxes)
    widest = max([wide for _, _, wide, _ in boxes] + [1.6 * sqrt(area)], default=0)
    found: dict[Hashable, Any] = {}
    left = top = tallest = 0.0
    for part, lows, wide, high in boxes:
        if left and left + wide > widest + 1e-9:
            left, top, tallest = 0.0, top - tallest, 0.0
        tallest = max(tallest, high)
        lower = top - (tallest + high) / 2  # amid its line
        for vertex, (x, y) in part.items():
            found[vertex] = (x - lows[0] + left, y - lows[1] + lower)
        left += wide
    return found
