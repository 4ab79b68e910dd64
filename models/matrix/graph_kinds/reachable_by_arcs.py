"""Reachable by arcs: from a chosen root every chosen vertex is reached along arcs of chosen ones.

The chosen vertices from which one that is cut off can be reached hold no root. It is chosen only
if one of the vertices is, too, from which an arc leads to them and that a root can reach.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ..conditions import Clause, GraphRule
from .network import network_of

__all__ = ["clauses", "implied"]

Beside = Mapping[int, list[int]]  # the vertices to which arcs lead from each, or those of the arcs


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each least set of chosen vertices that no arc from a chosen one enters."""
    network = network_of(rule)
    chosen = network.chosen(options)
    alive = [vertex for vertex, choosers in enumerate(network.choosers) if choosers]
    after: dict[int, list[int]] = {vertex: [] for vertex in alive}
    before: dict[int, list[int]] = {vertex: [] for vertex in alive}
    for tail, head in network.ends:
        if tail in after and head in after:
            after[tail].append(head)
            before[head].append(tail)
    roots = [root for root in set(rule.roots.tolist()) if network.choosers[root]]
    reached = _reached(after, (root for root in roots if root in chosen), chosen)
    behind = [_reached(before, [vertex], chosen) for vertex in sorted(chosen.keys() - reached)]
    kept_groups: list[set[int]] = []
    for group in sorted(behind, key=len):
        if any(kept <= group for kept in kept_groups):
            continue
        kept_groups.append(group)
        border = {other for vertex in group for other in before[vertex]} - group
        outside = set(after) - group
        yield network.unless([chosen[min(group)]], border & _reached(after, roots, outside))


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield nothing: no short clause holds of every solution."""
    return iter(())


def _reached(beside: Beside, starts: Iterable[int], among: Collection[int]) -> set[int]:
    """Return the vertices among some that are reached from those of the starts that are."""
    seen = {start for start in starts if start in among}
    open_ends = list(seen)
    while open_ends:
        for other in beside[open_ends.pop()]:
            if other in among and other not in seen:
                seen.add(other)
                open_ends.append(other)
    return seen
