"""Vertices and edges of a graph in a text: attributes that know where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["Edge", "Place", "Placed", "Vertex"]

Place = tuple[int, int]  # line and column, from 1


class Placed(NamedTuple):
    """A value and where it stands. An object is a mapping, a list a list of such.

    is_usual  whether the value is declared once for all vertices or edges
    """

    value: Any
    place: Place = (1, 1)
    is_usual: bool = False


class Vertex(NamedTuple):
    """A vertex: its name in the graph, and what is said of it."""

    id: str
    said: Mapping[str, Placed]
    place: Place = (1, 1)


class Edge(NamedTuple):
    """An edge between two vertices, and what is said of it."""

    ends: tuple[str, str]
    said: Mapping[str, Placed]
    place: Place = (1, 1)
