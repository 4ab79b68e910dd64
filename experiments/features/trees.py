"""How large search trees are, by several rules of branching, from random ways down (Knuth 1975).

The tree of `dlx` is gone down by its own engine (solvers/search/estimate). The others belong to
no solver: they propagate units at each node, and differ in the item on which a node branches. Ways
are as many each time, so a seed gives the same numbers wherever the time was enough.
"""

from __future__ import annotations

import math
from random import Random

from ...solvers.contract.deadline import Deadline, Stopped
from ...solvers.contract.query import Query
from ...solvers.contract.solver import require_covers
from ...solvers.search.estimate import links_of
from ...solvers.search.random_ways import Branching, SearchTree, Size, Ways, size_of
from ...solvers.search.selection import Problem
from .measures import Numbers

__all__ = ["tree", "tree_of_dlx"]

WAYS_OF_DLX = 2000
WAYS = 100
FEWEST = 10  # ways, below which no feature is computed


def tree_of_dlx(query: Query, seed: int) -> Numbers:
    """Return the features of dancing links' tree. Raises Stopped, Unsupported, Unavailable."""
    require_covers(query.matrix, "tree_dlx")
    ways = Ways(WAYS_OF_DLX, seed, False)
    for _ in ways.going(links_of(query), query.deadline):
        pass
    if len(ways) < FEWEST:
        raise Stopped
    numbers = _numbers_of("dlx", ways.nodes, ways.depths[0])
    if ways.met:
        solutions = ways.solutions
        numbers["tree_dlx_solutions"] = solutions.log10
        numbers["tree_dlx_solutions_spread"] = _finite(solutions.spread)
    return numbers


def tree(name: str, rule: Branching, problem: Problem, seed: int, deadline: Deadline) -> Numbers:
    """Return the features of the tree that a rule makes. Raises Stopped if few ways were gone."""
    searched = SearchTree.of(problem, deadline, rule)
    rng = Random(seed)
    nodes: list[float] = []
    depths: list[int] = []
    try:
        while len(nodes) < WAYS:
            widths = [width for _, width in searched.descent(searched.root, rng)]
            # The logarithm of 1 + d1 + d1 d2 + ..., the nodes of the tree by this one way.
            total = product = 0.0
            for width in widths:
                product += math.log(width)
                total = max(total, product) + math.log1p(math.exp(-abs(total - product)))
            nodes.append(total)
            depths.append(len(widths))
    except Stopped:
        if len(nodes) < FEWEST:
            raise
    return _numbers_of(name, size_of(nodes), sum(depths) / len(depths))


def _numbers_of(name: str, nodes: Size, depth: float) -> Numbers:
    return {
        f"tree_{name}": nodes.log10 if math.isfinite(nodes.log) else 0.0,
        f"tree_{name}_spread": _finite(nodes.spread),
        f"tree_{name}_depth": depth,
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
