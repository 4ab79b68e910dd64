"""One loop: the chosen edges are exactly one simple cycle.

Of several cycles, an edge of one and an edge of another are both chosen only if an edge is that
leaves the one towards the other; and all edges of a short cycle and one elsewhere are never chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..conditions import Clause, GraphRule
from .network import (
    crowded,
    edge_parts,
    lonely,
    met,
    network_of,
    never_crowded,
    never_lonely,
    some_element,
    with_another,
)
from .tree import joined

__all__ = ["clauses", "implied"]

SHORT = 8  # edges of a cycle that is forbidden as such, too


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield clauses for vertices with one edge or three; if there are none, for several cycles."""
    network = network_of(rule)
    chosen = network.chosen(options)
    if not chosen:
        yield some_element(network)
        return
    at = met(network, chosen)
    wrong = [*crowded(network, chosen, at, ()), *lonely(network, chosen, at, ())]
    yield from wrong
    if not wrong:
        parts = edge_parts(network, chosen)
        yield from joined(network, chosen, parts)
        # For each short one of several cycles that it leaves room for no edge of another.
        for number, another in with_another(parts):
            cycle, other = parts[number][1], parts[another][1][0]
            if len(cycle) <= SHORT:
                yield network.unless(chosen[edge] for edge in (*cycle, other))


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield clauses that hold of every solution: some edge, and two or none at each vertex."""
    network = network_of(rule)
    yield some_element(network)
    yield from never_lonely(network, ())
    yield from never_crowded(network, ())
