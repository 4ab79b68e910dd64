"""The folded tree: a search tree in which equal states share a node.

A *state* says which options are live, that is may still be chosen, and how often each item must
still be covered. An item *needs* options while it is covered less often than its `low`. A node of
the tree is what follows from its state:

TRUE     nothing needs an option and no option is live: one solution, what was chosen so far
item     a branch on an item that needs options. Each edge chooses a live option of the item, and
         passes over the live options of the item that have lower numbers: they are dead below. So
         every solution lies below one edge, that of its first option on the item. An item without
         live options is a dead end: a branch without edges
FREE     a live option that is decided on by itself: one edge chooses it, and the other passes over
         it (its option is -1). None of its items needs it, or they are items of other bounds than
         once, which the native search does not branch on
PRODUCT  the state falls apart: solutions are made of one solution of each part. The parts are the
         connected components of the live options and the items in need, where an option is joined
         to the items in need that it covers and to the live options that it can clash with. Parts
         with an item in need come first, by their lowest; then the others, by their lowest option

An option that is chosen is live no more, nor is one that has become impossible beside it: one of
its primary items is covered `high` times, or one of its secondary items is used in another way
(all uses must have one and the same color). Two options *can clash* where they share a secondary
item and use it differently or without a color, or a primary item that has more live options than
room, `high` less its covers. An item with weights needs options, and joins those that it has, while
it depends on them that its sum comes to `low` to `high`; it makes none impossible.

A tree may be told with its dead ends or without them. Without, edges below which there is no
solution are left out; with them, every live option of the item is there, which is what a proof
needs. Nothing else depends on it.

The idea is that of Knuth's free ZDDs of exact covers (The Art of Computer Programming, volume 4,
Algorithm 7.2.2.1Z): branches may take the items in different orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["FREE", "NO_OPTION", "NO_TREE", "PRODUCT", "TRUE", "Arrays", "FoldedTree"]

TRUE, PRODUCT, FREE = -1, -2, -3
NO_OPTION = -1
Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
Arrays = tuple[Int32Array, Int64Array, Int32Array, Int32Array]
NONE = np.zeros(0, np.int32)
NO_TREE: Arrays = (NONE, np.zeros(1, np.int64), NONE, NONE)


@dataclass(frozen=True, eq=False)
class FoldedTree:
    """A folded tree in flat arrays; nodes stand behind their children, and the root is the last.

    kind_or_item  int32[nodes]: the item on which a node branches, or TRUE, PRODUCT, FREE
    first         int64[nodes + 1]: node n's edges are first[n] to first[n + 1] - 1
    option        int32[edges]: the option that is chosen, ascending within a branch; else NO_OPTION
    child         int32[edges]: the node below
    given         the options that were chosen above the root, ascending
    forbidden     the options that may not be chosen, ascending
    dead_ends     whether edges without solutions are there

    Items and options have the numbers of the matrix. Without nodes the given options clash.
    """

    kind_or_item: Int32Array
    first: Int64Array
    option: Int32Array
    child: Int32Array
    given: tuple[int, ...] = ()
    forbidden: tuple[int, ...] = ()
    dead_ends: bool = False

    def __post_init__(self) -> None:
        for array in (self.kind_or_item, self.first, self.option, self.child):
            array.setflags(write=False)

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.kind_or_item)

    @property
    def edges(self) -> int:
        """Number of edges."""
        return len(self.option)

    @property
    def root(self) -> int:
        """The root's number; -1 where there are no nodes."""
        return self.nodes - 1

    @property
    def bytes(self) -> int:
        """The size of the arrays."""
        arrays = (self.kind_or_item, self.first, self.option, self.child)
        return sum(array.nbytes for array in arrays)

    def below(self, node: int) -> Iterator[tuple[int, int]]:
        """Yield the edges of `node` as (option, child)."""
        edges = slice(int(self.first[node]), int(self.first[node + 1]))
        yield from zip(self.option[edges].tolist(), self.child[edges].tolist(), strict=True)
