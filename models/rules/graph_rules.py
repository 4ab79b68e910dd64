"""The kinds of rules along a graph: what each means, as networkx sees it, and its words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar

from ..errors import ModelError
from ..spelling import counted, spell
from .arguments import Argument, Elements, Graph, Regions, TablesOf, puzzle_method
from .keys import Key, PerTable, keys_of_groups, parts_of
from .rule_graph import EVERY, OnGraph, graph_of, places_listed
from .rulebook import Rulebook

__all__ = [
    "Path",
    "Tree",
    "acyclic",
    "connected",
    "one_cycle",
    "one_loop",
    "path",
    "reachable",
    "tree",
]

AnyRule = TypeVar("AnyRule", bound=OnGraph)
Roots = Iterable[Key] | Mapping[Any, Iterable[Key]]

ROOTS = Argument("roots", ("roots", "roots_of"))
DIRECTED = Argument("boolean", ("directed",), optional=True)
ENDS = Argument("ends", ("ends",), optional=True)

Edges = Sequence[tuple[Hashable, Hashable]]


def _graph_of_edges(edges: Edges) -> Any:
    import networkx

    graph = networkx.Graph()  # given edges when made, networkx 3.3 warns where scipy is missing
    graph.add_edges_from(edges)
    return graph


def _first_of_parts(graph: Any) -> list[Key]:
    """Return a vertex of each connected part."""
    import networkx

    return [
        next(vertex for vertex in graph if vertex in part)
        for part in networkx.connected_components(graph)
    ]


def _apart(graph: Any) -> str | None:
    """Say that a graph is in several parts; None: it is in one or none."""
    firsts = _first_of_parts(graph)
    return f"{len(firsts)} parts, at {places_listed(firsts)}" if len(firsts) > 1 else None


def _cycle(graph: Any) -> str | None:
    """Say where a graph has a cycle; None: nowhere."""
    import networkx

    if not len(graph) or networkx.is_forest(graph):
        return None
    edges = networkx.find_cycle(graph)
    return f"a cycle through {places_listed(edge[0] for edge in edges)}"


def _meeting(graph: Any) -> str | None:
    """Say where more than two edges of a graph meet; None: nowhere."""
    return next((f"{d} edges at {spell(vertex)}" for vertex, d in graph.degree if d > 2), None)


@dataclass(frozen=True, eq=False)
class _OnVertices(OnGraph):
    """A rule on chosen vertices."""

    of_edges: ClassVar[bool] = False

    def chosen_graph(self, vertices: Sequence[Key]) -> Any:
        """Return the subgraph that the vertices induce."""
        import networkx

        graph, own = self.graph, set(vertices)
        subgraph = networkx.DiGraph() if graph.directed else networkx.Graph()
        subgraph.add_nodes_from(vertices)
        names = ((graph.vertices[first], graph.vertices[second]) for first, second in graph.edges)
        subgraph.add_edges_from(pair for pair in names if own.issuperset(pair))
        return subgraph


class Connected(_OnVertices):
    """The chosen vertices are connected in the subgraph that they induce; so are none."""

    kind: ClassVar[str] = "connected"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say that the chosen vertices are in several parts, if they are."""
        return _apart(self.chosen_graph(elements))

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "one connected part"


class Reachable(_OnVertices):
    """Every chosen vertex can be reached, by chosen vertices, from a chosen root.

    In a directed graph the way is along arcs.
    """

    kind: ClassVar[str] = "reachable"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say which chosen vertices no root reaches, if there are any."""
        import networkx

        graph, roots = self.chosen_graph(elements), set(self.roots_of(label))
        reached = roots.intersection(graph)
        reached.update(*(networkx.descendants(graph, root) for root in sorted(reached, key=repr)))
        cut_off = [vertex for vertex in elements if vertex not in reached]
        return f"no way to {places_listed(cut_off)}" if cut_off else None

    @property
    def directed(self) -> bool:
        """Whether the way is along arcs."""
        return self.given_graph is not None and self.given_graph.directed

    @property
    def condition_kind(self) -> str:
        """The kind for solvers: along arcs where the graph is directed."""
        return "reachable_by_arcs" if self.graph.directed else self.kind

    def wanted_of(self, key: Key) -> str:
        """Say from which roots all are to be reached."""
        return f"a way from {places_listed(self.roots_of(key))} to each"

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "a way from a root to each"


class Acyclic(OnGraph):
    """The chosen edges hold no cycle."""

    kind: ClassVar[str] = "acyclic"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say where a cycle is, if there is one."""
        return _cycle(_graph_of_edges(elements))

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "no cycle"


class Tree(OnGraph):
    """The chosen edges are one tree: connected and without a cycle; no edge is one, too."""

    kind: ClassVar[str] = "tree"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say where a cycle is, or that there are several trees."""
        graph = _graph_of_edges(elements)
        return _cycle(graph) or _apart(graph)

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "one tree"


class OneLoop(OnGraph):
    """The chosen edges are exactly one loop, which meets no vertex twice."""

    kind: ClassVar[str] = "one_loop"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say where edges meet or end, or how many loops there are."""
        if not elements:
            return "no edge chosen"
        graph = _graph_of_edges(elements)
        ends = [vertex for vertex, degree in graph.degree if degree == 1]
        if ends:
            return _meeting(graph) or f"an end at {spell(ends[0])}"
        firsts = _first_of_parts(graph)
        several = f"{counted(len(firsts), 'loop')}, at {places_listed(firsts)}"
        return _meeting(graph) or (several if len(firsts) > 1 else None)

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "exactly one loop"


class Path(OnGraph):
    """The chosen edges are exactly one path, between its ends if they are given."""

    kind: ClassVar[str] = "path"
    root_word: ClassVar[str] = "end"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say where edges meet, what cycles there are, and where the path ends wrongly."""
        if not elements:
            return "no edge chosen"
        graph = _graph_of_edges(elements)
        fault = _meeting(graph) or _cycle(graph) or _apart(graph)
        ends, wanted = [v for v, degree in graph.degree if degree == 1], self.roots_of(label)
        if fault is None and wanted and set(ends) != set(wanted):
            return f"a path from {' to '.join(map(spell, ends))}"
        return fault

    def wanted_of(self, key: Key) -> str:
        """Say between which ends the path is to run."""
        ends = self.roots_of(key)
        return f"one path from {' to '.join(map(spell, ends))}" if ends else self.wanted

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "exactly one path"


class OneCycle(OnGraph):
    """The chosen arcs are exactly one directed cycle, which meets no vertex twice."""

    kind: ClassVar[str] = "one_cycle"

    @property
    def directed(self) -> bool:
        """Its edges are arcs."""
        return True

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say where arcs meet or end, or how many cycles there are."""
        import networkx

        if not elements:
            return "no arc chosen"
        graph = networkx.DiGraph()
        graph.add_edges_from(elements)
        for vertex in graph:
            coming, going = graph.in_degree(vertex), graph.out_degree(vertex)
            if (coming, going) != (1, 1):
                return f"{counted(coming, 'arc')} to {spell(vertex)} and {going} from it"
        firsts = _first_of_parts(graph.to_undirected())
        several = f"{counted(len(firsts), 'cycle')}, at {places_listed(firsts)}"
        return several if len(firsts) > 1 else None

    @property
    def wanted(self) -> str:
        """What the rule wants, in words."""
        return "exactly one directed cycle"


KINDS = {kind.kind: kind for kind in (Connected, Reachable, Acyclic, Tree, OneLoop, Path, OneCycle)}


# ---- The methods of a puzzle -------------------------------------------------------------------


def connected(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    name: str | None = None,
) -> Connected:
    """Demand that the chosen vertices of a graph are connected among themselves.

    `by` says at which vertex a row is, None: at none; `covering` says several. They are read
    as those of `exactly_one`. `along` is the graph: one of networkx, edges as pairs of
    vertices, or a mapping from vertex to its neighbours, of which those are left out that are
    no vertices of it. Without it, vertices are cells, tuples
    of integers, which are neighbours if they lie side by side. `regions` gives rows labels: the
    rule holds for the rows of each label apart, and None is not counted, nor is the label of
    rows that are at no vertex.

    That nothing is chosen is right. Raises ModelError for what is no graph, a vertex that it
    has not, and a rule that no row is in.
    """

    rule = _along(puzzle, Connected, choices, by, covering, along, regions, {}, name)
    return puzzle.add(rule)


puzzle_method(
    connected,
    example='connected = "table"',
    doc="the chosen vertices are connected",
)


def reachable(
    puzzle: Rulebook,
    choices: TablesOf,
    roots: Annotated[Roots, ROOTS],
    *,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    directed: Annotated[bool | None, DIRECTED] = None,
    name: str | None = None,
) -> Reachable:
    """Demand that every chosen vertex can be reached, by chosen ones, from a chosen root.

    `roots` are vertices, of which none need be chosen; or by label, with `regions`. The way is
    along arcs where `along` is a directed graph of networkx; directed=True takes the edges of
    any other as arcs, from the first vertex to the second, or from a vertex to those that the
    mapping names. The other arguments, and what is raised, are those of `connected`.
    """

    by_label = _by_label(roots, "roots", regions is not None)
    is_directed = getattr(along, "is_directed", lambda: getattr(along, "directed", False))()
    rule = _along(
        puzzle,
        Reachable,
        choices,
        by,
        covering,
        along,
        regions,
        by_label,
        name,
        directed=is_directed if directed is None else directed,
    )
    return puzzle.add(rule)


puzzle_method(
    reachable,
    example='reachable = "table", roots = [[1, 1]]',
    doc="each chosen vertex can be reached from a chosen one of `roots`",
)


def acyclic(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    name: str | None = None,
) -> Acyclic:
    """Demand that the chosen edges hold no cycle.

    `by` says which edge a row is: a pair of vertices, None: none; or the numbers of both, one
    after the other, as ("row", "col", "to_row", "to_col"). `covering` says several edges. Two
    rows may be the same edge. Without `along` the graph is that of all rows; with it, an edge
    that it has not is an error. The other arguments are those of `connected`.
    """

    return puzzle.add(_along(puzzle, Acyclic, choices, by, covering, along, regions, {}, name))


puzzle_method(acyclic, example='acyclic = "table"', doc="no cycle of chosen edges")


def tree(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    name: str | None = None,
) -> Tree:
    """Demand that the chosen edges are one tree, or none are; as `acyclic`.

    It need not span: how many edges there are, or that each vertex has one, is a rule of its
    own (`exactly`, `between`).
    """

    return puzzle.add(_along(puzzle, Tree, choices, by, covering, along, regions, {}, name))


puzzle_method(
    tree,
    example='tree = "table"',
    doc="the chosen edges are one tree, connected and without a cycle",
)


def one_loop(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    name: str | None = None,
) -> OneLoop:
    """Demand that the chosen edges are exactly one loop; as `acyclic`.

    It meets no vertex twice, and may leave vertices out.
    """

    return puzzle.add(_along(puzzle, OneLoop, choices, by, covering, along, regions, {}, name))


puzzle_method(
    one_loop,
    example='one_loop = "table"',
    doc="the chosen edges are exactly one loop, which visits no vertex twice",
)


def path(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    ends: Annotated[tuple[Key, Key] | Mapping[Any, tuple[Key, Key]] | None, ENDS] = None,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    name: str | None = None,
) -> Path:
    """Demand that the chosen edges are exactly one path, of one edge or more; as `acyclic`.

    `ends` are the two vertices between which it runs, if they are known; or by label, with
    `regions`. It meets no vertex twice, and may leave vertices out.
    """
    by_label = {} if ends is None else _by_label(ends, "ends", regions is not None)
    for two in by_label.values():
        if len(two) != 2:
            message = f"path: ends {', '.join(map(spell, two))}, expected two vertices"
            raise ModelError(message)

    return puzzle.add(_along(puzzle, Path, choices, by, covering, along, regions, by_label, name))


puzzle_method(
    path,
    example='path = "table", ends = [[1, 1], [5, 5]]',
    doc="the chosen edges are exactly one path, between `ends` if given",
)


def one_cycle(
    puzzle: Rulebook,
    choices: TablesOf,
    *,
    by: Elements = None,
    covering: Elements = None,
    along: Graph = None,
    regions: Regions = None,
    name: str | None = None,
) -> OneCycle:
    """Demand that the chosen arcs are exactly one directed cycle, as a round trip is.

    An arc goes from the first vertex to the second. The arguments are those of `acyclic`;
    `along` may be a directed graph, and the edges of another go both ways. The cycle meets no
    vertex twice, and may leave vertices out: that it meets all is a rule of its own, an arc
    from each.
    """

    rule = _along(puzzle, OneCycle, choices, by, covering, along, regions, {}, name, directed=True)
    return puzzle.add(rule)


puzzle_method(
    one_cycle,
    example='one_cycle = "table"',
    doc="the chosen arcs, each from its first vertex to its second, are one directed cycle",
)


def _along(
    puzzle: Rulebook,
    kind: type[AnyRule],
    choices: TablesOf,
    by: PerTable | None,
    covering: PerTable | None,
    along: Any,
    regions: PerTable | None,
    roots: Mapping[Any, tuple[Key, ...]],
    name: str | None,
    *,
    directed: bool = False,
) -> AnyRule:
    """Return the rule of a kind."""
    stated = puzzle.state(choices, name, kind.kind)
    tables, purpose = stated.tables, stated.purpose
    parts = parts_of(tables, by, covering, purpose)
    labels = None if regions is None else parts_of(tables, regions, None, purpose)
    graph = None if along is None else graph_of(along, purpose, directed=directed)
    return kind(stated.name, stated.source, parts, labels, graph, roots)


def _by_label(vertices: Any, parameter: str, labelled: bool) -> dict[Key, tuple[Key, ...]]:
    """Return the vertices of each label. Raises ModelError for one twice, and for none at all."""
    names = f"`{parameter}` names"
    if not isinstance(vertices, Mapping):
        if not isinstance(vertices, Iterable):
            raise ModelError(f"{parameter} {vertices!r}, expected vertices")
        return {EVERY: keys_of_groups(vertices, parameter, names)}
    if not labelled:
        raise ModelError(f"{parameter} by label, expected `regions`, the labels")
    if EVERY in vertices:
        raise ModelError(f"{parameter} of None, which is no label")
    return {
        label: keys_of_groups(members, f"{parameter} of {spell(label)}", names)
        for label, members in vertices.items()
    }
