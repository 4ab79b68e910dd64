"""Flows of an integer program for graph rules: what is chosen connects vertices that are sure.

In every solution of a loop, a path, a tree or of what is connected, something can flow from one
vertex that every solution holds to all others of that kind, over what is chosen alone. So flows cut
off no solution. They let the linear relaxation know that subtours do not connect, where cuts of one
solution at a time (mip_program.py) come to no end: a tour of 14 towns takes .3 s in place of 14.
What the flows do not say is left to the cuts.

One unit goes to each vertex, all of them together (Gavish and Graves, "The travelling salesman
problem and related problems", 1978), or, where these are few, each for itself: that is tighter by
far (Wong, "A dual ascent approach for Steiner tree problems on a directed graph", Mathematical
Programming 28, 1984).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ...models.matrix.conditions import Condition, GraphRule
from ..encoding.graph_elements import Choosers, choosers_of, sure_vertices
from ..encoding.rows import Rows
from .mip_line import Line

__all__ = ["Flows", "flows_of"]

CONNECTED = frozenset({"connected", "tree", "one_loop", "path"})
FEW = 4000  # flows of one vertex each
MOST = 40_000


@dataclass
class Flows:
    """Variables of flows, which come behind those of the rows: from 0 to their capacities each.

    lines  what they have to do with each other and with the variables of the rows
    """

    first: int
    capacities: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def add(self, network: _Network, source: int, targets: Collection[int]) -> None:
        """Let one unit flow from the source to each of the targets."""
        units = len(targets)
        into: dict[int, list[int]] = {}
        out: dict[int, list[int]] = {}
        for tail, head, needs in network.arcs:
            if head == source:
                continue
            flow = self.first + len(self.capacities)
            self.capacities.append(units)
            into.setdefault(head, []).append(flow)
            out.setdefault(tail, []).append(flow)
            for choosers in needs:
                weights = [1, *[-units] * len(choosers)]
                self.lines.append(Line(-units * len(choosers), [flow, *choosers], (), 0, weights))
        for vertex in range(network.vertices):
            if vertex != source:
                rest = int(vertex in targets)
                here, gone = into.get(vertex, []), out.get(vertex, [])
                if here or gone or rest:
                    self.lines.append(Line(rest, here, gone, rest))


@dataclass
class _Network:
    """What something may flow over.

    arcs  (tail, head, needs): of each group of variables in `needs` one must be chosen
    sure  the vertices that every solution holds, ascending
    """

    vertices: int
    arcs: list[tuple[int, int, list[list[int]]]]
    sure: list[int]


def flows_of(conditions: Iterable[Condition], table: Rows, check: Callable[[], None]) -> Flows:
    """Return the flows of those conditions that connect vertices; calls `check` often."""
    flows = Flows(table.variables)
    for condition in conditions:
        if isinstance(condition, GraphRule) and _connects(condition):
            check()
            network = _network(condition, table)
            source, *targets = network.sure or [0]
            each = len(targets) * len(network.arcs) <= FEW
            for some in [[target] for target in targets] if each else [targets]:
                check()
                if some and len(flows.capacities) + len(network.arcs) <= MOST:
                    flows.add(network, source, set(some))
    return flows


def _connects(rule: GraphRule) -> bool:
    """Whether a way leads from each vertex of a solution to each other."""
    return rule.kind == "one_cycle" if rule.directed else rule.kind in CONNECTED


def _network(rule: GraphRule, table: Rows) -> _Network:
    choosers = choosers_of(rule, table)
    arcs = [
        arc
        for edge, ends in enumerate(zip(rule.tails.tolist(), rule.heads.tolist(), strict=True))
        for arc in _arcs(rule, choosers, edge, ends)
    ]
    return _Network(rule.vertices, arcs, sorted(sure_vertices(rule, choosers, table)))


def _arcs(
    rule: GraphRule, choosers: Choosers, edge: int, ends: tuple[int, int]
) -> Iterator[tuple[int, int, list[list[int]]]]:
    own = [choosers[element] for element in (ends if rule.of_vertices else [edge])]
    needs = [variables for variables in own if variables is not None]
    if all(needs):  # there is something to choose for each element that is not chosen anyway
        yield *ends, needs
        if not rule.directed:
            yield *ends[::-1], needs
