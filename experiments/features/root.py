"""Features of the root: what unit propagation forces there, and into what parts the rest falls."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import numpy as np

from ...solvers.encoding.selection import SelectedMatrix
from .measures import Numbers, four

__all__ = ["components", "root"]

MOST_ENTRIES = 2_000_000  # of a graph that networkx is handed: some seconds
SOME = 4096  # entries between two looks at the clock


def root(rest: SelectedMatrix | None) -> Numbers:
    """Return the features of what propagation leaves; None: it shows that there is no solution."""
    if rest is None:
        return {"root_infeasible": 1.0}
    degrees = np.bincount(rest.members, minlength=len(rest.low))
    met = degrees[degrees > 0]
    return {
        "root_infeasible": 0.0,
        "root_forced_options": float(len(rest.given)),
        "root_options": float(len(rest.options)),
        "root_items": float(len(met)),
        **four("root_degree", met),
    }


def components(rest: SelectedMatrix, check: Callable[[], None]) -> Numbers:
    """Return how many parts there are that share no item. Raises ValueError for a large matrix."""
    if len(rest.members) > MOST_ENTRIES:
        raise ValueError(f"{len(rest.members):,} entries, of {MOST_ENTRIES:,} at most")
    options = len(rest.options)
    graph = nx.Graph()
    graph.add_nodes_from(range(options))
    items = rest.members + options
    for start in range(0, len(items), SOME):
        check()
        part = slice(start, start + SOME)
        graph.add_edges_from(zip(rest.owner[part].tolist(), items[part].tolist(), strict=True))
    sizes = []
    for found in nx.connected_components(graph):
        check()
        sizes.append(sum(one < options for one in found))
    largest = max(sizes) / options if options else None
    return {"components": float(len(sizes)), "largest_component": largest}
