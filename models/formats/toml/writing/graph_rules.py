"""Writes rules along a graph: the vertices or edges of the rows, the graph as its edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....errors import ModelError
from ....rules.graph_rules.graph import Graph
from ....rules.graph_rules.on_graph import EVERY, OnGraph
from ....tables.table import Choices
from .fitting import fitting_expression
from .groups import groups_line, per_table
from .values import array, filled, key, text, value

__all__ = ["graph_rule_lines"]


def graph_rule_lines(rule: OnGraph) -> Iterator[str]:
    """Yield the lines of a rule. Raises ModelError for what TOML has no words for."""
    what = f"toml: rule {rule.name!r} has the key"
    yield f"[rules.{key(rule.name)}]"
    names = [text(part.table.name) for part in rule.parts]
    yield f"{rule.kind} = {names[0] if len(names) == 1 else array(names)}"
    said = {
        part.table: [
            [_flat(one) if rule.of_edges else one for one in rule.elements(part, number)]
            for number in range(len(part.table))
        ]
        for part in rule.parts
    }
    yield groups_line(said, what)
    if rule.told is not None:
        yield f"along = {_along(rule.told, what)}"
        if rule.told.directed and not rule.directed:
            yield "directed = true"
    if rule.regions is not None:
        labels = {part.table: list(part.column) for part in rule.regions}
        yield f"regions = {per_table({t: _labels(t, said, what) for t, said in labels.items()})}"
    yield from _roots(rule, what)


def _flat(edge: tuple[Any, Any]) -> Any:
    """Return an edge between cells as the numbers of both, one after the other."""
    one, other = edge
    cells = all(isinstance(end, tuple) and len(end) > 1 for end in edge)
    return (*one, *other) if cells and len(one) == len(other) else edge


def _along(graph: Graph, what: str) -> str:
    """Return the edges of a graph, and before them its vertices where edges do not tell them."""
    pairs = [(graph.vertices[tail], graph.vertices[head]) for tail, head in graph.edges]
    alone = [] if Graph.of((), pairs, directed=graph.directed) == graph else list(graph.vertices)
    parts = [array([value(one, what)]) for one in alone]
    parts += [array(value(end, what) for end in pair) for pair in pairs]
    return filled(parts)


def _labels(table: Choices, labels: Sequence[Any], what: str) -> str:
    """Return the labels of a table's rows: an expression, or a list of one or none."""
    if None not in labels:
        found = fitting_expression(table, [[label] for label in labels])
        if found is not None:
            return text(found)
    rows = (array([] if label is None else [value(label, what)]) for label in labels)
    return f"{{ rows = {filled(rows)} }}"


def _roots(rule: OnGraph, what: str) -> Iterator[str]:
    """Yield the line of the roots, or of the ends."""
    if rule.root_word == "root" and set(rule.roots) == {EVERY}:
        yield f"roots = {filled(value(one, what) for one in rule.roots[EVERY])}"
    elif rule.root_word == "root" and rule.roots:
        if not all(rule.roots.values()):
            raise ModelError(f"toml: rule {rule.name!r} has a label without roots, expected some")
        said = ((label, *vertices) for label, vertices in rule.roots.items())
        yield f"roots_of = {filled(value(one, what) for one in said)}"
    elif rule.roots and rule.regions is None:
        yield f"ends = {array(value(one, what) for one in rule.roots[EVERY])}"
    elif rule.roots:
        labelled = [(label, *rule.roots_of(label)) for label in rule.groups]
        if any(len(one) != 3 for one in labelled):
            raise ModelError(f"toml: rule {rule.name!r} has ends of some labels, expected of all")
        yield f"ends = {filled(value(one, what) for one in labelled)}"
