"""The graph of a rule, and which options choose what of it.

Elements that no option chooses are never chosen, so they are left out of all neighbourhoods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ..conditions import Clause, GraphRule

__all__ = ["Chosen", "Network", "network_of"]

Chosen = Mapping[int, int]  # the chosen elements, each with an option that chooses it


class Network:
    """The graph of a rule as lists, by number of a vertex or an edge.

    ends        the two vertices of each edge: tail and head
    choosers    the options that choose each element
    elements    the elements that each option chooses, by option
    neighbours  the vertices beside each vertex; of a rule on vertices, those that can be chosen
    edges       of a rule on edges: the edges at each vertex that can be chosen
    """

    def __init__(self, rule: GraphRule) -> None:
        self.ends: list[tuple[int, int]] = list(
            zip(rule.tails.tolist(), rule.heads.tolist(), strict=True)
        )
        choosers: list[list[int]] = [[] for _ in range(rule.elements)]
        self.elements: dict[int, list[int]] = {}
        for option, place in zip(rule.options.tolist(), rule.places.tolist(), strict=True):
            if option not in choosers[place]:
                choosers[place].append(option)
                self.elements.setdefault(option, []).append(place)
        self.choosers = choosers
        self.neighbours: list[list[int]] = [[] for _ in range(rule.vertices)]
        self.edges: list[list[int]] = [[] for _ in range(rule.vertices)]
        for edge, (tail, head) in enumerate(self.ends):
            if rule.of_vertices:
                alive = bool(choosers[tail]) and bool(choosers[head])
            else:
                alive = bool(choosers[edge])
            if alive:
                for one, other in {(tail, head), (head, tail)}:
                    self.neighbours[one].append(other)
                    self.edges[one].append(edge)

    def chosen(self, options: Collection[int]) -> dict[int, int]:
        """Return what the options choose, each element with the first option that chooses it."""
        found: dict[int, int] = {}
        for option in sorted(self.elements.keys() & options):
            for element in self.elements[option]:
                found.setdefault(element, option)
        return found

    def unless(self, chosen: Iterable[int], needed: Iterable[int] = ()) -> Clause:
        """Return the clause: not all these options, unless one of these elements is chosen."""
        return Clause.of(chosen, (one for element in needed for one in self.choosers[element]))

    def other_end(self, edge: int, vertex: int) -> int:
        """Return the end of an edge that is not this one."""
        tail, head = self.ends[edge]
        return tail + head - vertex


def network_of(rule: GraphRule) -> Network:
    """Return the graph of a rule, which keeps it for the next time."""
    known: Network | None = rule.__dict__.get("_network")
    if known is None:
        known = rule.__dict__["_network"] = Network(rule)
    return known
