"""The solutions of a folded tree, way by way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from minuet.solvers.search.solution_sets.tree import NO_OPTION, PRODUCT, TRUE, FoldedTree

__all__ = ["solutions"]


def solutions(tree: FoldedTree, node: int | None = None) -> Iterator[frozenset[int]]:
    """Yield what is chosen on each way through the tree."""
    if tree.nodes == 0:
        return
    node = tree.root if node is None else node
    kind = tree.kind_or_item[node]
    if kind == TRUE:
        yield frozenset()
    elif kind == PRODUCT:
        for parts in product(*(list(solutions(tree, child)) for _, child in tree.below(node))):
            yield frozenset().union(*parts)
    else:
        for option, child in tree.below(node):
            chosen = frozenset({option} - {NO_OPTION})
            yield from (chosen | rest for rest in solutions(tree, child))
