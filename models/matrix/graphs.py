"""The matrix as a graph of networkx, for looking at its structure with graph algorithms."""

from __future__ import annotations

import networkx as nx

from .exact_cover import ExactCover

__all__ = ["item_option_graph"]


def item_option_graph(matrix: ExactCover) -> nx.Graph:
    """Return the bipartite graph of items and options.

    Nodes are ("item", i) with attributes `name`, `primary`, `low`, `high` and ("option", k) with
    `label` and `cost`; attribute `bipartite` is 0 for items and 1 for options. An edge says that
    the option covers the item, with its `color` (None: no color); `counts` is its weight, if not 1.
    """
    graph = nx.Graph()
    for item, name in enumerate(matrix.items):
        graph.add_node(
            ("item", item),
            bipartite=0,
            name=str(name),
            primary=item < matrix.primary,
            low=int(matrix.low[item]),
            high=int(matrix.high[item]),
        )
    for option in range(matrix.options):
        cost = int(matrix.costs[option])
        graph.add_node(("option", option), bipartite=1, label=matrix.labels[option], cost=cost)
        weights = matrix.option_weights(option)
        for (item, color), weight in zip(matrix.option(option), weights, strict=True):
            named = matrix.color_names[color - 1] if color else None
            attributes = {} if weight == 1 else {"counts": weight}
            graph.add_edge(("option", option), ("item", item), color=named, **attributes)
    return graph
