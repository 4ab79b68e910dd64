"""Branches of the search tree, drawn at random, small enough for slow solvers to finish.

A random way down ends at a solution, or at a dead end, from which it goes back up until an engine
finds a solution below; where none does the way itself will do, that there is no solution on it is
a claim too. On the way from the root the first node below which there are few enough solutions, and
not too much to search for slower solvers, is the branch. The nodes that are the first so small on
any way part the tree, so two of them are one or disjoint. The first branches are small ones, that
also who lists ten solutions a second gets through some; where the whole is not so large that any
share of it is next to nothing, larger ones follow.

The share of a branch is that of its solutions where all are counted; else that of its leaves, both
estimated by random ways (search/estimate).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ...contract.batch import Options
from ...search.estimate.size import measure
from ...search.estimate.tree import Node, SearchTree
from .branch import Branch, overlap
from .probe import Prober

__all__ = ["branches_for", "random_branches"]

FEWEST, MOST = 8, 64  # branches
EACH = 15  # solutions of a small branch, where there are fewer branches than the most
SMALL = 3 / 8  # of the branches, where larger ones are drawn too
FEW_NODES, MANY_NODES = 1000, 5000  # of dancing links in a small branch, and in a large one
VAST = 10**8  # solutions of which no share is worth larger branches
TRIES = 3  # ways for each branch that is wanted
WAYS, BRANCH_WAYS = 100, 10  # by which the whole tree is measured, and a branch
MEASURING = 0.25  # of the time at most

Drawn = tuple[Branch | None, list[float]]


def branches_for(limit: int) -> int:
    """Return how many branches of up to `limit` solutions are compared: the more, the more."""
    return max(FEWEST, min(limit // EACH, MOST))


def random_branches(
    prober: Prober, samples: Sequence[Options], limit: int, total: int | None, seed: int
) -> Iterator[Drawn]:
    """Yield disjoint branches of up to `limit` solutions, each with the measures of its size.

    samples  some solutions, if any are known
    total    how many there are; None: not known. Then first comes no branch, with the measures of
             the whole tree

    Raises Stopped at the prober's deadline.
    """
    tree = prober.tree()
    # Guesses of their own: whether sizes are measured changes no branch.
    rng, guesses = Random(seed), Random(f"sizes {seed}")
    if total is None:
        quick = tree.within(MEASURING * prober.deadline.left())
        yield None, measure(quick, tree.root, WAYS, guesses)
    found: list[Branch] = []
    wanted = branches_for(limit)
    for _ in range(TRIES * wanted):
        if len(found) == wanted:
            return
        way = _random_way(tree, prober, rng, samples)
        node, number = _first_small(prober, way, *_size(len(found), limit, total))
        # Where a turn ran out, a deeper node may have been taken for one branch than another.
        if node is None or overlap(branch := Branch(node.given, node.forbidden, number), found):
            continue
        products = [] if total is not None else measure(tree, node, BRANCH_WAYS, guesses)
        if total is None and not products:  # the time is over
            return
        found.append(branch)
        yield branch, products


def _size(place: int, limit: int, total: int | None) -> tuple[int, int]:
    """Return how many solutions and nodes the branch at that place may have."""
    branches = branches_for(limit)
    if total is None or total > VAST or place < SMALL * branches:
        return max(limit // branches, 1), FEW_NODES
    return limit, MANY_NODES


def _random_way(
    tree: SearchTree, prober: Prober, rng: Random, samples: Sequence[Options]
) -> list[Node]:
    """Go down at random; from a dead end go back up until there is a solution, and down to it."""
    way = [node for node, _ in tree.descent(tree.root, rng)]
    if way and way[-1].solution is not None:
        return way
    place = len(way) // 2
    while place:
        above = way[place - 1]
        found = prober.probe(above.given, above.forbidden, 1, turns=1)
        if found.samples:
            return [*way[:place], *tree.path(above, found.samples[0])]
        place //= 2
    return list(tree.path(tree.root, rng.choice(samples))) if samples else way


def _first_small(
    prober: Prober, path: list[Node], most: int, nodes: int
) -> tuple[Node | None, int]:
    """Return the first node on a way that is so small, and the number of its solutions.

    None: no engine saw to the end of any.
    """
    low, high = 0, len(path) - 1
    found: tuple[Node | None, int] = None, 0
    while low <= high:
        middle = (low + high) // 2
        node = path[middle]
        probed = prober.probe(node.given, node.forbidden, most + 1, turns=1)
        if probed.exact and probed.found <= most and probed.nodes <= nodes:
            found, high = (node, probed.found), middle - 1
        else:
            low = middle + 1
    return found
