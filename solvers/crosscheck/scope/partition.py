"""A partition of the search tree: the whole of it, cut into branches of about one size.

Beginning at the root, a node that is too large is split into its children, and these are weighed:
by the number of their solutions, where all can be counted, else by their leaves as random ways
estimate them (search/estimate/), the node's own weight being shared out in these proportions.
Children that are small are put together again: those of one item are told by forbidding its other
options. So no branch is much larger than wanted, none is lost, be it without any solution, and
there are not many. Whoever cannot list all of them still lists some, which are a known share of the
whole.

That the branches are everything rests on no weight: weights say only where to cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from ...contract.deadline import Stopped
from ...search.estimate.size import measure, size_of
from ...search.estimate.tree import Node, SearchTree
from .branch import Branch
from .probe import Prober

__all__ = ["partition_by_count", "partition_by_size"]

WAYS = 10  # by which a child is measured

Weigh = Callable[[Node, float, list[Node]], Sequence[float]]  # [] where the weights are not known


def partition_by_count(prober: Prober, total: int, most: int) -> Iterator[Branch]:
    """Yield disjoint branches that are everything, of up to `most` solutions where that goes.

    total  how many solutions there are. At the prober's deadline the branches are as large as they
           are
    """

    def weigh(node: Node, number: float, children: list[Node]) -> Sequence[float]:
        counts = [prober.count(child.given, child.forbidden)[0] for child in children]
        known = [count for count in counts if count is not None]
        return known if len(known) == len(counts) and sum(known) == number else []

    tree = prober.tree()
    for branch, number in _partition(tree, weigh, total, most):
        yield replace(branch, solutions=int(number), share=number / total)


def partition_by_size(prober: Prober, pieces: int, seed: int) -> Iterator[Branch]:
    """Yield disjoint branches that are everything, about so many, or up to some times as many.

    Raises Stopped if the prober's deadline comes before anything is known.
    """
    tree = prober.tree()
    rng = Random(seed)

    def weigh(node: Node, share: float, children: list[Node]) -> Sequence[float]:
        ways = [measure(tree, child, WAYS, rng) for child in children]
        if not all(ways):
            return []
        sizes = [size_of(products).log for products in ways]
        scaled = [math.exp(size - max(sizes)) for size in sizes]
        return [share * one / math.fsum(scaled) for one in scaled]

    for branch, share in _partition(tree, weigh, 1.0, 1 / pieces):
        yield replace(branch, share=share)


def _partition(
    tree: SearchTree, weigh: Weigh, total: float, most: float
) -> Iterator[tuple[Branch, float]]:
    """Yield branches with their weights."""
    waiting = [(tree.root, total)]
    while waiting:
        node, weight = waiting.pop()
        children = _weighed(tree, weigh, node, weight) if weight > most else []
        if not children:
            yield Branch(node.given, node.forbidden), weight
            continue
        by_item = all(chosen for _, chosen in node.choices)
        waiting += [child for child in children if child[1] > most or not by_item]
        waiting.sort(key=lambda one: one[1])  # the largest next, for the time may run out
        if by_item:
            yield from _groups(node, [child for child in children if child[1] <= most], most)


def _weighed(tree: SearchTree, weigh: Weigh, node: Node, weight: float) -> list[tuple[Node, float]]:
    """Return the children with their weights; [] where these are not known, and at a leaf."""
    try:
        children = [tree.child(node, choice) for choice in node.choices]
        return list(zip(children, weigh(node, weight, children), strict=False))
    except Stopped:
        return []


def _groups(
    node: Node, small: list[tuple[Node, float]], most: float
) -> Iterator[tuple[Branch, float]]:
    """Put small children of an item together, as many as go into one branch."""
    options = [option for option, _ in node.choices]
    group: list[int] = []
    held: float = 0
    for child, weight in sorted(small, key=lambda one: -one[1]):
        if group and held + weight > most:
            yield _group(node, options, group), held
            group, held = [], 0
        group.append(child.given[-1])
        held += weight
    if group:
        yield _group(node, options, group), held


def _group(node: Node, options: list[int], group: list[int]) -> Branch:
    if len(group) == 1:
        return Branch((*node.given, group[0]), node.forbidden)
    return Branch(node.given, node.forbidden.union(options).difference(group))
