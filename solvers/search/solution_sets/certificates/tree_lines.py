"""A folded tree as the lines of a certificate: docs/trust.md has the format.

The lines stand parents before children, so that a checker can work out the state of each node from
what it has read. What a state shows by itself (nothing is left; an item has too few options; a
graph rule is broken) stands on the edge, and has no line. Native code writes them, piece by piece
(solvers/native/folded/lines.hpp): beside the tree it keeps the number and the count of each node.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from .....models.matrix.exact_cover import ExactCover
from ..tree import NONE, PRODUCT, TRUE, FoldedTree, Int32Array

if TYPE_CHECKING:
    from .... import _native

__all__ = ["LinedTree", "TreeBuilder", "counts_of"]

PIECE = 1 << 18  # characters of text that are written at once


@dataclass(frozen=True, eq=False)
class LinedTree:
    """A folded tree with its dead ends, whose nodes are the lines of a certificate.

    renamings  lines that edges refer to
    renaming   of each edge the number of its renaming, or -1; empty: no edge has one
    """

    matrix: ExactCover
    tree: FoldedTree
    renamings: tuple[str, ...] = ()
    renaming: Int32Array = field(default_factory=lambda: NONE)

    @property
    def nodes(self) -> int:
        """Number of nodes that have a line."""
        return self._lines.nodes

    @property
    def count(self) -> int:
        """Number of solutions."""
        return self._lines.count

    @cached_property
    def _lines(self) -> _native.TreeLines:
        from .... import _native

        tree = self.tree
        return _native.TreeLines(
            tree.kind_or_item,
            tree.first,
            tree.option,
            tree.child,
            self.renaming,
            len(self.matrix.items),
            self.matrix.options,
        )

    def pieces(self) -> Iterator[str]:
        """Yield the lines, the renamings first, then the nodes from the root on: some at once,
        each with its line feed.
        """
        yield "".join(f"{line}\n" for line in self.renamings)
        self._lines.rewind()
        while piece := self._lines.next(PIECE):
            yield piece.decode("ascii")


class TreeBuilder:
    """A folded tree to which nodes are added one by one, children first."""

    def __init__(self) -> None:
        self._kinds, self._options, self._children = array("i"), array("i"), array("i")
        self._first = array("q", [0])
        self._leaves: dict[int, int] = {}

    def add(self, kind: int, edges: Iterable[tuple[int, int]]) -> int:
        """Add a node with edges (option, child); return its number."""
        self._kinds.append(kind)
        for option, child in edges:
            self._options.append(option)
            self._children.append(child)
        self._first.append(len(self._options))
        return len(self._kinds) - 1

    @property
    def edges(self) -> int:
        """Number of edges."""
        return len(self._options)

    def append(self, tree: FoldedTree) -> int:
        """Add the nodes of a tree; return the number of its root."""
        nodes, edges = len(self._kinds), len(self._options)
        self._kinds.frombytes(tree.kind_or_item.tobytes())
        self._first.frombytes((tree.first[1:] + edges).tobytes())
        self._options.frombytes(tree.option.tobytes())
        self._children.frombytes((tree.child + np.int32(nodes)).tobytes())
        return len(self._kinds) - 1

    def leaf(self, kind: int) -> int:
        """Return the node without edges of a kind, or of an item that lacks options."""
        if kind not in self._leaves:
            self._leaves[kind] = self.add(kind, ())
        return self._leaves[kind]

    def tree(self) -> FoldedTree:
        """Return the tree, whose root is the last node that was added."""
        kinds, options, children = (
            np.array(numbers, np.int32) for numbers in (self._kinds, self._options, self._children)
        )
        first = np.array(self._first, np.int64)
        return FoldedTree(kinds, first, options, children, dead_ends=True)


def counts_of(tree: FoldedTree) -> list[int]:
    """Return how many solutions lie below each node, as numbers of Python."""
    counts: list[int] = []
    first, below = tree.first.tolist(), tree.child.tolist()
    for node, kind in enumerate(tree.kind_or_item.tolist()):
        if kind == TRUE:
            counts.append(1)
        else:
            children = (counts[child] for child in below[first[node] : first[node + 1]])
            counts.append(prod(children) if kind == PRODUCT else sum(children))
    return counts
