"""A folded tree as the lines of a certificate: docs/certificates.md has the format.

The lines stand parents before children, so that a checker can work out the state of each node from
what it has read: the nodes from the root, which is the last, to the first. What a state shows by
itself (nothing is left; an item has too few options) stands on the edge, and has no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np
import numpy.typing as npt

from ..tree import FREE, PRODUCT, TRUE, FoldedTree

__all__ = ["counts_of", "lines_of", "tree_lines"]

NO_LINE = -1


def counts_of(tree: FoldedTree) -> list[int]:
    """Return how many solutions lie below each node."""
    counts: list[int] = []
    first, below = tree.first.tolist(), tree.child.tolist()
    for node, kind in enumerate(tree.kind_or_item.tolist()):
        if kind == TRUE:
            counts.append(1)
        else:
            children = (counts[child] for child in below[first[node] : first[node + 1]])
            counts.append(prod(children) if kind == PRODUCT else sum(children))
    return counts


def lines_of(tree: FoldedTree) -> int:
    """Return how many lines the nodes are."""
    return int(_numbers(tree).max(initial=NO_LINE)) + 1


def tree_lines(tree: FoldedTree) -> Iterator[str]:
    """Yield the lines of the nodes, from the root on, with the numbers of solutions.

    The tree holds its dead ends.
    """
    kinds, numbers = tree.kind_or_item.tolist(), _numbers(tree).tolist()
    counts = counts_of(tree)
    leads = [
        ("." if kind == TRUE else f"!{kind}")
        if number < 0
        else f">{number}={count}"
        if count
        else f">{number}"
        for kind, number, count in zip(kinds, numbers, counts, strict=True)
    ]
    first, below = tree.first.tolist(), tree.child.tolist()
    options = tree.option.tolist()
    for node in np.flatnonzero(_numbers(tree) >= 0)[::-1].tolist():
        kind, edges = kinds[node], slice(first[node], first[node + 1])
        if kind >= 0:
            words = "".join(
                f" {option}{leads[child]}"
                for option, child in zip(options[edges], below[edges], strict=True)
            )
            yield f"{numbers[node]} {kind}{words}"
        elif kind == FREE:
            chosen, passed = below[edges]
            yield f"{numbers[node]} ? {options[first[node]]}{leads[chosen]} -{leads[passed]}"
        else:
            words = "".join(f" {_option_of(tree, part)}{leads[part]}" for part in below[edges])
            yield f"{numbers[node]} *{words}"


def _numbers(tree: FoldedTree) -> npt.NDArray[np.int64]:
    """Return the numbers of the nodes that have lines, from the root on; NO_LINE of the others.

    Those have lines that the root leads to; of the leaves the root alone.
    """
    lined = np.diff(tree.first) > 0
    lined[tree.root] = True
    led = np.zeros(tree.nodes, bool)
    led[tree.child] = True  # from nodes that are led to, if all are
    if not led[: tree.root][lined[: tree.root]].all():
        led = np.zeros(tree.nodes, bool)
        led[tree.root] = True
        for node in range(tree.root, -1, -1):
            if led[node]:
                led[tree.child[tree.first[node] : tree.first[node + 1]]] = True
        lined &= led
    numbers = np.full(tree.nodes, NO_LINE, np.int64)
    numbers[lined] = np.arange(int(lined.sum()))[::-1]
    return numbers


def _option_of(tree: FoldedTree, node: int) -> int:
    """Return a live option of a node's state."""
    option, child = next(tree.below(node))
    return _option_of(tree, child) if tree.kind_or_item[node] == PRODUCT else option
