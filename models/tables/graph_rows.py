"""A graph of networkx as rows of choices: a row a vertex, or a row an edge.

networkx is not imported here: who hands a graph over has it already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import ModelError
from .rows import Rows, is_column

__all__ = ["edge_rows", "node_rows"]


def node_rows(graph: Any, name: str = "node") -> Rows:
    """Return the vertices of a graph, in its order, for `choices`.

    name  the column of the vertices themselves

    Their attributes are columns, too, as far as every vertex has them and their names can be those
    of columns. Raises ModelError for what is no graph, and for a name that is an attribute's.
    """
    _check(graph)
    return _rows([((node,), said) for node, said in graph.nodes(data=True)], (name,))


def edge_rows(graph: Any, ends: Sequence[str] = ("a", "b")) -> Rows:
    """Return the edges of a graph, in its order, for `choices`.

    ends  the columns of the two vertices of an edge; of a directed graph, from and to

    Attributes are columns, and errors are raised, as for `node_rows`.
    """
    _check(graph)
    if len(ends) != 2 or isinstance(ends, str):
        raise ModelError(f"ends {ends!r}, expected the names of two columns")
    return _rows([((one, other), said) for one, other, said in graph.edges(data=True)], ends)


def _check(graph: Any) -> None:
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "adj")):
        raise ModelError(f"{graph!r}, expected a graph of networkx")


def _rows(found: Sequence[tuple[tuple[Any, ...], Mapping[Any, Any]]], own: Sequence[str]) -> Rows:
    """Return rows of their own columns, and of the attributes that all have."""
    first: Mapping[Any, Any] = found[0][1] if found else {}
    shared = [key for key in first if is_column(key) and all(key in said for _, said in found)]
    for name in own:
        if name in shared:
            raise ModelError(f"column {name!r} is an attribute, too, expected another name")
    values = [(*parts, *(said[key] for key in shared)) for parts, said in found]
    return Rows((*own, *shared), values)
