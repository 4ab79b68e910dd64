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

from ...budget import looking
from ...rules.arguments import Argument
from ...rules.keys import Key
from ...rules.rule_graph import EVERY, Graph, lattice
from ...tables.rows import RowFunction
from ...tables.table import Choices
from .context import Context
from .expressions import fitting_expression
from .keys import (
    Listed,
    by_table,
    is_listed,
    kind_of,
    listed_keys,
    one_key,
    over,
    over_text,
    per_table,
    python_groups,
)
from .node import Node
from .python_text import bracketed, key, literal, python, span
from .sorts import Reading, Sort, Spelling, Writing

__all__ = ["SORTS"]


# ---- The graph -----------------------------------------------------------------------------------


def _read_graph(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read the graph along which a rule is."""
    node = reading.node
    directed = reading.own.name == "one_cycle" or (
        "directed" in node and node["directed"].boolean()
    )
    return (_graph(reading.context, reading.value_of(argument), directed=directed),)


def _graph(context: Context, node: Node, *, directed: bool) -> Graph:
    """Read a graph."""
    if isinstance(node.value, dict):
        return _of_product(context, node, directed=directed)
    if not isinstance(node.value, list):
        raise node.error("no graph, expected edges, or { row = ..., col = ... } for cells")
    listed = node.array()
    context.spend_entries(node, 2 * len(listed))
    vertices: dict[Key, None] = {}
    edges = []
    for element in listed:
        ends = tuple(end.atom() for end in element.array())
        if len(ends) not in (1, 2):
            raise element.error(
                f"{len(ends)} vertices, expected an edge of two, or one vertex alone"
            )
        vertices.update(dict.fromkeys(ends))
        if len(ends) == 2:
            if ends[0] == ends[1]:
                raise element.error("an edge from a vertex to itself, expected two vertices")
            edges.append((ends[0], ends[1]))
    return Graph.of(vertices, edges, directed=directed)


def _of_product(context: Context, node: Node, *, directed: bool) -> Graph:
    """Read cells and their neighbours."""
    names = [name for name in node.value if name not in ("to", "where")]
    fields = {name: value for name, value in node.value.items() if name != "to"}
    rows: Sequence[Any] = over(context, Node(node.source, node.places, node.path, fields))
    vertices = dict.fromkeys(row if len(names) > 1 else row[0] for row in rows)
    if "to" not in node and len(names) == 1:
        raise node.key_error("no `to`, expected the edges of a graph whose vertices have one name")
    if "to" not in node:
        with node.blamed():
            cells = lattice(vertices, "a graph of cells")
        pairs = [(cells.vertices[first], cells.vertices[second]) for first, second in cells.edges]
        return Graph.of(
            vertices, [*pairs, *(p[::-1] for p in pairs)] if directed else pairs, directed=directed
        )
    kinds = {name: kind_of([row[k] for row in rows]) for k, name in enumerate(names)}
    to = node["to"]
    steps = [
        context.expression(step, names, kinds)
        for step in ([to] if isinstance(to.value, str) else to.array())
    ]
    context.spend_entries(to, len(rows) * len(steps), sum(step.weight for step in steps))
    edges = []
    with to.blamed():
        for row in looking(rows):
            vertex = row if len(names) > 1 else row[0]
            targets = (step.row_function.read(row) for step in steps)
            edges += [(vertex, other) for other in targets if other in vertices and other != vertex]
    if not edges and vertices:
        example = ", ".join(name if k else f"{name} + 1" for k, name in enumerate(names))
        raise to.error(f"no edge leads to a vertex, expected some, as to {example!r}")
    return Graph.of(vertices, edges, directed=directed)


def _write_graph(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    """Return the edges of a graph, and before them its vertices where edges do not name them."""
    graph = writing.rule.given_graph
    if graph is None:
        return {}
    pairs = [(graph.vertices[tail], graph.vertices[head]) for tail, head in graph.edges]
    alone = [] if Graph.of((), pairs, directed=graph.directed) == graph else graph.vertices
    return {writing.key_of(argument): [*((vertex,) for vertex in alone), *pairs]}


def _python_graph(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    """Return the graph: its edges, or of each cell its neighbours."""
    value = spelling.value_of(argument)
    if value is None:
        return (None,)
    if not isinstance(value, dict):
        if all(len(ends) == 2 for ends in value):
            edges_text = bracketed("[", list(map(literal, value)), "]")
        else:
            beside: dict[str, list[str]] = {literal(end): [] for edge in value for end in edge}
            for edge in value:
                beside[literal(edge[0])] += map(literal, edge[1:])
            edges_text = bracketed("{", [f"{v}: [{', '.join(b)}]" for v, b in beside.items()], "}")
        return (edges_text,)
    names = [name for name in value if name not in ("to", "where")]
    vertex = f"({', '.join(names)})" if len(names) > 1 else names[0]
    if "to" in value:
        steps = [
            key(step) for step in ([value["to"]] if isinstance(value["to"], str) else value["to"])
        ]
    else:
        steps = [
            f"({', '.join(f'{name} + 1' if name == moved else name for name in names)})"
            for moved in names
        ]
    parts = [f"{vertex}: [{', '.join(steps)}]"]
    parts += [f"for {name} in {span(value[name])}" for name in names]
    if "where" in value:
        parts.append(f"if {python(value['where'])}")
    return (bracketed("{", parts, "}", end=""),)


# ---- Regions: the labels of rows -----------------------------------------------------------------


def _read_regions(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read the labels of the tables' rows."""
    spec = reading.value_of(argument)
    single = not isinstance(spec.value, dict) or "key" in spec or is_listed(spec)
    labels = {}
    for table, node in by_table(reading.tables, spec, "labels", single=single):
        read = listed_keys if is_listed(node) else one_key
        labels[table.choices] = _bare(read(reading.context, table, node))
    return (labels,)


def _bare(read: RowFunction | Listed) -> RowFunction | Listed:
    """Return what gives the one key bare, or None, in place of a tuple of it or an empty one."""
    if isinstance(read, Listed):
        return Listed([(*keys, None)[0] for keys in read.values])
    return RowFunction(read.text, lambda row: (*read.read(row), None)[0])


def _write_regions(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    (name,) = writing.form.arguments[argument]
    parts = getattr(writing.rule, name)
    if parts is None:
        return {}
    value: dict[Choices, Any] = {}
    for part in parts:
        labels = list(part.column)
        expression = None
        if None not in labels:
            expression = fitting_expression(part.table, [[label] for label in labels])
        listed = [() if label is None else (label,) for label in labels]
        value[part.table] = expression or {"rows": listed}
    return {writing.key_of(argument): per_table(value)}


def _python_regions(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    return (python_groups(spelling, spelling.value_of(argument), "by"),)


# ---- Roots and ends ------------------------------------------------------------------------------


def _read_roots(reading: Reading, _: Argument) -> tuple[Any, ...]:
    """Read the vertices from which all are to be reached: as the keys of `over`, or by label."""
    node = reading.node
    if "roots_of" not in node:
        return (over(reading.context, node.need("roots", "vertices")),)
    value = node["roots_of"]
    if "regions" not in node:
        raise value.key_error("roots by label, expected `regions`, the labels")
    if "roots" in node:
        raise value.key_error("roots by label beside `roots`, expected one of the two")
    return (_labelled(value, "roots"),)


def _labelled(node: Node, noun: str, size: int | None = None) -> dict[Key, tuple[Key, ...]]:
    """Read vertices by label: arrays of a label and its vertices, so many with the label."""
    by_label: dict[Key, tuple[Key, ...]] = {}
    for element in node.array():
        parts = element.array() if size is None else element.array(size)
        if len(parts) < 2:
            raise element.error(f"no {noun}, expected a label and its {noun}")
        label, *vertices = (part.atom() for part in parts)
        if label in by_label:
            raise element.error(f"the {noun} of {label!r} twice, expected them once")
        by_label[label] = tuple(vertices)
    return by_label


def _write_roots(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    roots, (plain, by_label) = writing.rule.roots, argument.keys
    if set(roots) == {EVERY}:
        return {plain: list(roots[EVERY])}
    if not all(roots.values()):
        raise writing.error("has a label without roots, expected some")
    return {by_label: [(label, *vertices) for label, vertices in roots.items()]}


def _python_roots(spelling: Spelling, _: Argument) -> tuple[str]:
    value = spelling.entry
    return (
        _labelled_text(value["roots_of"]) if "roots_of" in value else over_text(value["roots"]),
    )


def _labelled_text(value: Sequence[Any]) -> str:
    pairs = [f"{literal(label)}: {literal(vertices)}" for label, *vertices in value]
    return bracketed("{", pairs, "}")


def _read_ends(reading: Reading, argument: Argument) -> tuple[Any, ...]:
    """Read the two ends of a path; or, by label, those of several."""
    node = reading.value_of(argument)
    if "regions" not in reading.node:
        return (tuple(end.atom() for end in node.array(2)),)
    return (_labelled(node, "ends", 3),)


def _write_ends(writing: Writing, argument: Argument) -> Mapping[str, Any]:
    rule, key = writing.rule, writing.key_of(argument)
    if not rule.roots or rule.regions is None:
        return {key: tuple(rule.roots[EVERY])} if rule.roots else {}
    labelled = [(label, *rule.roots_of(label)) for label in rule.groups]
    if any(len(ends) != 3 for ends in labelled):
        raise writing.error("has ends of some labels, expected of all")
    return {key: labelled}


def _python_ends(spelling: Spelling, argument: Argument) -> tuple[str | None]:
    value = spelling.value_of(argument)
    if value is None:
        return (None,)
    return (_labelled_text(value) if "regions" in spelling.entry else literal(value),)


SORTS: Mapping[str, Sort] = {
    "graph": Sort(_read_graph, _write_graph, _python_graph),
    "regions": Sort(_read_regions, _write_regions, _python_regions),
    "roots": Sort(_read_roots, _write_roots, _python_roots),
    "ends": Sort(_read_ends, _write_ends, _python_ends),
}
