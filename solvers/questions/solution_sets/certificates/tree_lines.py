"""A folded tree as the lines of a certificate: docs/certificates.md has the format.

The lines stand parents before children, so that a checker can work out the state of each node from
what it has read: the nodes from the root, which is the last, to the first. What a state shows by
itself (nothing is left; an item has too few options) stands on the edge, and has no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ..tree import FREE, NO_OPTION, PRODUCT, TRUE, FoldedTree

__all__ = ["CLOSED", "counts_of", "lines_of", "tree_lines"]

CLOSED = -4  # a leaf of trees with prices: what lies below costs too much
LEAVES = {TRUE: ".", CLOSED: "$"}


def counts_of(tree: FoldedTree) -> list[int]:
    """Return how many solutions lie below each node."""
    counts: list[int] = []
    for node, kind in enumerate(tree.kind_or_item.tolist()):
        below = (counts[child] for _, child in tree.below(node))
        if kind == TRUE:
            counts.append(1)
        else:
            counts.append(prod(below) if kind == PRODUCT else sum(below))
    return counts


def lines_of(tree: FoldedTree) -> int:
    """Return how many lines the nodes are."""
    return len(_numbers(tree))


def tree_lines(tree: FoldedTree, *, counted: bool) -> Iterator[str]:
    """Yield the lines of the nodes, from the root on; `counted`: with the numbers of solutions.

    The tree holds its dead ends.
    """
    kinds = tree.kind_or_item.tolist()
    counts = counts_of(tree) if counted else [0] * tree.nodes
    numbers = _numbers(tree)
    for node, number in numbers.items():
        kind = kinds[node]
        words = [str(number), {TRUE: "*", PRODUCT: "*", FREE: "?"}.get(kind, str(kind))]
        for option, child in tree.below(node):
            name = _option_of(tree, child) if kind == PRODUCT else option
            told = "-" if name == NO_OPTION else str(name)
            if child in numbers:
                count = f"={counts[child]}" if counts[child] else ""
                words.append(f"{told}>{numbers[child]}{count}")
            else:
                words.append(told + LEAVES.get(kinds[child], f"!{kinds[child]}"))
        yield " ".join(words)


def _numbers(tree: FoldedTree) -> dict[int, int]:
    """Return the numbers of the nodes that have lines: what the root leads to, but no leaves."""
    named = {tree.root}
    numbers: dict[int, int] = {}
    for node in range(tree.root, -1, -1):
        if node in named:
            numbers[node] = len(numbers)
            named.update(child for _, child in tree.below(node) if _has_line(tree, child))
    return numbers


def _has_line(tree: FoldedTree, node: int) -> bool:
    return bool(tree.first[node] < tree.first[node + 1])


def _option_of(tree: FoldedTree, node: int) -> int:
    """Return a live option of a node's state."""
    option, child = next(tree.below(node))
    return _option_of(tree, child) if tree.kind_or_item[node] == PRODUCT else option
