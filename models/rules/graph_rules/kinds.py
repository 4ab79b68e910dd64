"""The kinds of rules along a graph: what each means, as networkx sees it, and its words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...telling.spelling import counted, spell
from ..keys import Key
from .on_graph import OnGraph, places_listed

__all__ = ["KINDS", "Acyclic", "Connected", "OneCycle", "OneLoop", "Path", "Reachable", "Tree"]

Edges = Sequence[tuple[Hashable, Hashable]]


def _graph_of_edges(edges: Edges) -> Any:
    import networkx

    graph = networkx.Graph()  # told of edges when made, networkx 3.3 warns where scipy is missing
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
    return next((f"{d} edges at {spell(one)}" for one, d in graph.degree if d > 2), None)


@dataclass(eq=False)
class _OnVertices(OnGraph):
    """A rule on chosen vertices."""

    of_edges: ClassVar[bool] = False

    def chosen_graph(self, vertices: Sequence[Key]) -> Any:
        """Return the subgraph that the vertices induce."""
        import networkx

        graph, own = self.graph, set(vertices)
        found = networkx.DiGraph() if graph.directed else networkx.Graph()
        found.add_nodes_from(vertices)
        names = ((graph.vertices[one], graph.vertices[other]) for one, other in graph.edges)
        found.add_edges_from(pair for pair in names if own.issuperset(pair))
        return found


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
    """The chosen edges are exactly one path, between its ends if they are told."""

    kind: ClassVar[str] = "path"
    root_word: ClassVar[str] = "end"

    def wrong(self, elements: Sequence[Any], label: Key) -> str | None:
        """Say where edges meet, what cycles there are, and where the path ends wrongly."""
        if not elements:
            return "no edge chosen"
        graph = _graph_of_edges(elements)
        found = _meeting(graph) or _cycle(graph) or _apart(graph)
        ends, wanted = [v for v, degree in graph.degree if degree == 1], self.roots_of(label)
        if found is None and wanted and set(ends) != set(wanted):
            return f"a path from {' to '.join(map(spell, ends))}"
        return found

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
    directed: ClassVar[bool] = True

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
