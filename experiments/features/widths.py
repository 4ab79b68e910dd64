"""Bounds on the treewidth of the graph of items, two of which are joined where an option has both.

A small width means that a count, or a proof, may go through the matrix item by item and remember
little. networkx takes the vertices away by least degree or least fill, and the largest neighborhood
on the way is a bound (Bodlaender and Koster, "Treewidth computations I: upper bounds", Information
and Computation 208, 2010). It hears no limit, so it works in a child process.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import networkx as nx
from networkx.algorithms.approximation import treewidth_min_degree, treewidth_min_fill_in

from ...solvers.contract.deadline import Deadline, Stopped
from ...solvers.encoding.selection import SelectedMatrix
from ...solvers.process.isolation import End, Isolated

__all__ = ["HEURISTICS", "width"]

MOST_ITEMS = 2000
MOST_EDGES = 200_000
GRACE = 0.05  # seconds behind the deadline before the child is killed
HEURISTICS = {"min_degree": treewidth_min_degree, "min_fill": treewidth_min_fill_in}


def width(heuristic: str, rest: SelectedMatrix, deadline: Deadline) -> float:
    """Return the bound of one of the heuristics.

    Raises Stopped at the deadline, ValueError for a graph that is large.
    """
    graph = _graph_of_items(rest, deadline.check)

    def work(tell: object) -> int:
        bound: int = HEURISTICS[heuristic](graph)[0] if len(graph) else 0
        return bound

    with Isolated(work, deadline, grace=GRACE) as child:
        for _ in child:
            pass
    if child.ending:
        return float(child.ending.value)
    if child.ending.how in (End.HUNG, End.STOPPED):
        raise Stopped
    raise ValueError(f"networkx {child.ending.words}")


def _graph_of_items(rest: SelectedMatrix, check: Callable[[], None]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(sorted(set(rest.members.tolist())))
    if len(graph) > MOST_ITEMS:
        raise ValueError(f"{len(graph):,} items are left, of {MOST_ITEMS:,} at most")
    starts, members = rest.starts.tolist(), rest.members.tolist()
    for option in range(len(rest.options)):
        check()
        graph.add_edges_from(combinations(members[starts[option] : starts[option + 1]], 2))
        if graph.number_of_edges() > MOST_EDGES:
            raise ValueError(f"more than {MOST_EDGES:,} pairs of items share an option")
    return graph
