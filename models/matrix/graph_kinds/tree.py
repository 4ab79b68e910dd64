"""Tree: the chosen edges hold no cycle, and are connected.

Where they fall into parts, an edge of one part and one of another are both chosen only if an edge
is that leaves the part towards the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..conditions import Clause, GraphRule
from .acyclic import cycles
from .network import Chosen, Network, border_edges, edge_parts, network_of, with_another

__all__ = ["clauses", "implied", "joined"]


def clauses(rule: GraphRule, options: Collection[int]) -> Iterator[Clause]:
    """Yield a clause for each cycle, and for each part of the chosen edges if there are several."""
    network = network_of(rule)
    chosen = network.chosen(options)
    for cycle in cycles(network, chosen):
        yield network.unless(chosen[edge] for edge in cycle)
    yield from joined(network, chosen, edge_parts(network, chosen))


def implied(rule: GraphRule) -> Iterator[Clause]:
    """Yield nothing: no short clause holds of every solution."""
    return iter(())


def joined(
    network: Network, chosen: Chosen, parts: Sequence[tuple[set[int], list[int]]]
) -> Iterator[Clause]:
    """Yield a clause for each connected part of the chosen edges, if there are several."""
    for number, another in with_another(parts):
        vertices, edges = parts[number]
        far = parts[another][1][0]
        needed = border_edges(network, vertices, network.ends[far][0])
        yield network.unless([chosen[edges[0]], chosen[far]], needed)
