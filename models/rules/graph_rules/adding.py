"""The methods of a puzzle that add rules along a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import ModelError
from ...telling.spelling import spell
from ..form import ALONG, DIRECTED, ENDS, GROUPS, REGIONS, ROOTS, TABLES, written
from ..keys import Key, PerTable, Tables, keys_of_groups, parts_of, rule_name
from ..rulebook import Rulebook

if TYPE_CHECKING:
    from .graph import Along
    from .kinds import Acyclic, Connected, OneCycle, OneLoop, Path, Reachable, Tree
    from .on_graph import OnGraph

__all__ = ["GraphRules"]

AnyRule = TypeVar("AnyRule", bound="OnGraph")
Roots = Iterable[Key] | Mapping[Any, Iterable[Key]]


class GraphRules(Rulebook):
    """A puzzle's methods that say how what is chosen of a graph hangs together."""

    @written(
        TABLES,
        GROUPS,
        ALONG,
        REGIONS,
        example='connected = "table"',
        doc="the chosen vertices are connected",
    )
    def connected(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
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
        from .kinds import Connected

        made = self._along(Connected, choices, by, covering, along, regions, {}, name)
        return self._add(made)

    @written(
        TABLES,
        GROUPS,
        ALONG,
        REGIONS,
        ROOTS,
        DIRECTED,
        example='reachable = "table", roots = [[1, 1]]',
        doc="each chosen vertex can be reached from a chosen one of `roots`",
    )
    def reachable(
        self,
        choices: Tables,
        roots: Roots,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
        directed: bool | None = None,
        name: str | None = None,
    ) -> Reachable:
        """Demand that every chosen vertex can be reached, by chosen ones, from a chosen root.

        `roots` are vertices, of which none need be chosen; or by label, with `regions`. The way is
        along arcs where `along` is a directed graph of networkx; directed=True takes the edges of
        any other as arcs, from the first vertex to the second, or from a vertex to those that the
        mapping names. The other arguments, and what is raised, are those of `connected`.
        """
        from .kinds import Reachable

        found = _by_label(roots, "roots", regions is not None)
        told = getattr(along, "is_directed", lambda: getattr(along, "directed", False))()
        made = self._along(
            Reachable,
            choices,
            by,
            covering,
            along,
            regions,
            found,
            name,
            directed=told if directed is None else directed,
        )
        return self._add(made)

    @written(
        TABLES, GROUPS, ALONG, REGIONS, example='acyclic = "table"', doc="no cycle of chosen edges"
    )
    def acyclic(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
        name: str | None = None,
    ) -> Acyclic:
        """Demand that the chosen edges hold no cycle.

        `by` says which edge a row is: a pair of vertices, None: none; or the numbers of both, one
        after the other, as ("row", "col", "to_row", "to_col"). `covering` says several edges. Two
        rows may be the same edge. Without `along` the graph is that of all rows; with it, an edge
        that it has not is an error. The other arguments are those of `connected`.
        """
        from .kinds import Acyclic

        return self._add(self._along(Acyclic, choices, by, covering, along, regions, {}, name))

    @written(
        TABLES,
        GROUPS,
        ALONG,
        REGIONS,
        example='tree = "table"',
        doc="the chosen edges are one tree, connected and without a cycle",
    )
    def tree(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
        name: str | None = None,
    ) -> Tree:
        """Demand that the chosen edges are one tree, or none are; as `acyclic`.

        It need not span: how many edges there are, or that each vertex has one, is a rule of its
        own (`exactly`, `between`).
        """
        from .kinds import Tree

        return self._add(self._along(Tree, choices, by, covering, along, regions, {}, name))

    @written(
        TABLES,
        GROUPS,
        ALONG,
        REGIONS,
        example='one_loop = "table"',
        doc="the chosen edges are exactly one loop, which meets no vertex twice",
    )
    def one_loop(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
        name: str | None = None,
    ) -> OneLoop:
        """Demand that the chosen edges are exactly one loop; as `acyclic`.

        It meets no vertex twice, and may leave vertices out.
        """
        from .kinds import OneLoop

        return self._add(self._along(OneLoop, choices, by, covering, along, regions, {}, name))

    @written(
        TABLES,
        GROUPS,
        ALONG,
        REGIONS,
        ENDS,
        example='path = "table", ends = [[1, 1], [5, 5]]',
        doc="the chosen edges are exactly one path; between `ends`, if they are told",
    )
    def path(
        self,
        choices: Tables,
        *,
        ends: tuple[Key, Key] | Mapping[Any, tuple[Key, Key]] | None = None,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
        name: str | None = None,
    ) -> Path:
        """Demand that the chosen edges are exactly one path, of one edge or more; as `acyclic`.

        `ends` are the two vertices between which it runs, if they are known; or by label, with
        `regions`. It meets no vertex twice, and may leave vertices out.
        """
        found = {} if ends is None else _by_label(ends, "ends", regions is not None)
        for two in found.values():
            if len(two) != 2:
                what = f"path: ends {', '.join(map(spell, two))}, expected two vertices"
                raise ModelError(what)
        from .kinds import Path

        return self._add(self._along(Path, choices, by, covering, along, regions, found, name))

    @written(
        TABLES,
        GROUPS,
        ALONG,
        REGIONS,
        example='one_cycle = "table"',
        doc="the chosen arcs, each from its first vertex to its second, are one directed cycle",
    )
    def one_cycle(
        self,
        choices: Tables,
        *,
        by: PerTable | None = None,
        covering: PerTable | None = None,
        along: Along = None,
        regions: PerTable | None = None,
        name: str | None = None,
    ) -> OneCycle:
        """Demand that the chosen arcs are exactly one directed cycle, as a round trip is.

        An arc goes from the first vertex to the second. The arguments are those of `acyclic`;
        `along` may be a directed graph, and the edges of another go both ways. The cycle meets no
        vertex twice, and may leave vertices out: that it meets all is a rule of its own, an arc
        from each.
        """
        from .kinds import OneCycle

        return self._add(self._along(OneCycle, choices, by, covering, along, regions, {}, name))

    def _along(
        self,
        kind: type[AnyRule],
        choices: Tables,
        by: PerTable | None,
        covering: PerTable | None,
        along: Along,
        regions: PerTable | None,
        roots: Mapping[Any, tuple[Key, ...]],
        name: str | None,
        *,
        directed: bool = False,
    ) -> AnyRule:
        """Return the rule of a kind."""
        from .graph import graph_of

        source, tables = self._source(3), self._listed(choices)
        named = self._free_name(name or rule_name(tables, kind.kind))
        purpose = f"rule {named} ({source})"
        parts = parts_of(tables, by, covering, purpose)
        labels = None if regions is None else parts_of(tables, regions, None, purpose)
        arcs = directed or kind.directed
        graph = None if along is None else graph_of(along, purpose, directed=arcs)
        return kind(named, source, parts, labels, graph, roots)


def _by_label(told: Any, what: str, labelled: bool) -> dict[Key, tuple[Key, ...]]:
    """Return the vertices of each label. Raises ModelError for one twice, and for none at all."""
    from .on_graph import EVERY

    names = f"`{what}` names"
    if not isinstance(told, Mapping):
        if not isinstance(told, Iterable):
            raise ModelError(f"{what} {told!r}, expected vertices")
        return {EVERY: keys_of_groups(told, what, names)}
    if not labelled:
        raise ModelError(f"{what} by label, expected `regions`, the labels")
    if EVERY in told:
        raise ModelError(f"{what} of None, which is no label")
    return {
        label: keys_of_groups(vertices, f"{what} of {spell(label)}", names)
        for label, vertices in told.items()
    }
