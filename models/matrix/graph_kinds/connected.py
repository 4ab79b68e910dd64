"""Connected: the chosen vertices are connected in the subgraph that they induce.

Where they fall into parts, a vertex of one part and one of another are both chosen only if one of
the vertices that lie between is: those beside the part from which the other vertex can be reached.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..conditions import Clause, GraphRule
from .network import network_of, separator, vertex_parts, with_another

__all__ = ["clauses", "implied"]


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each part of the chosen vertices, if there are several."""
    network = network_of(rule)
    chosen = network.chosen(options)
    parts = vertex_parts(network, chosen)
    for number, another in with_another(parts):
        vertex, other = min(parts[number]), min(parts[another])
        between = separator(network, parts[number], [other])
        yield network.unless([chosen[vertex], chosen[other]], between)


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield nothing: no short clause holds of every solution."""
    return iter(())
