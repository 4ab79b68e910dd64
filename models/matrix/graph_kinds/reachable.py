"""Reachable: from a chosen root every chosen vertex is reached by chosen vertices.

A part of the chosen vertices that holds no root is cut off. A vertex of it is chosen only if one of
the vertices beside the part is, from which a root can be reached.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..conditions import Clause, GraphRule
from .network import network_of, separator, vertex_parts

__all__ = ["clauses", "implied"]


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each part of the chosen vertices that holds no root."""
    network = network_of(rule)
    chosen = network.chosen(options)
    roots = [root for root in set(rule.roots.tolist()) if network.choosers[root]]
    for part in vertex_parts(network, chosen):
        if part.isdisjoint(roots):
            yield network.unless([chosen[min(part)]], separator(network, part, roots))


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield nothing: no short clause holds of every solution."""
    return iter(())
