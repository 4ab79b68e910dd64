"""What can be seen of a tree that was read from a file, without a search, in linear time.

Numbers are those of the matrix; each branch chooses ascending options of its item; each solution
covers the items that are covered an exact number of times as often as that. For the last, an item
weighs a number drawn at random, and what is below all edges of a node must weigh the same: were the
covers different, the weights would agree by chance once in 2^40. Each edge of a branch on an item
that is covered once thus leads to other solutions, and none is counted twice.

What this does not see is that solutions are missing, nor what the other items say: secondary ones,
those with weights, and those with a range. A solution that breaks them is refused when it is read.
"""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Any

import numpy as np

from .tree import FREE, NO_OPTION, PRODUCT, TRUE, FoldedTree

if TYPE_CHECKING:
    from ....models.matrix.exact_cover import ExactCover

__all__ = ["require_sound"]

BITS = 40  # of an item's weight


def require_sound(matrix: ExactCover, tree: FoldedTree) -> None:
    """Raise ValueError, saying what is wrong, for a tree that cannot be one of the matrix."""
    for name, options in (("given", tree.given), ("forbidden", tree.forbidden)):
        inside = all(0 <= option < matrix.options for option in options)
        _require(inside, f"{name} options that the matrix does not have")
        _require(list(options) == sorted(set(options)), f"{name} options that do not ascend")
    first, edges = tree.first, tree.edges
    lengths = len(first) == tree.nodes + 1 and len(tree.child) == edges
    fits = lengths and first[0] == 0 and first[-1] == edges
    _require(fits, "arrays of lengths that do not fit together")
    _require((first[1:] >= first[:-1]).all(), "edges that do not ascend")
    before = (tree.child >= 0) & (tree.child < _nodes_of_edges(tree))
    _require(before.all(), "a child that does not stand before its parent")
    _require_options(matrix, tree)
    _require_covers(matrix, tree)


def _require(holds: Any, what: str) -> None:
    if not holds:
        raise ValueError(what)


def _nodes_of_edges(tree: FoldedTree) -> Any:
    return np.repeat(np.arange(tree.nodes), np.diff(tree.first))


def _require_options(matrix: ExactCover, tree: FoldedTree) -> None:
    kinds, option, items = tree.kind_or_item, tree.option, len(matrix.items)
    _require(((kinds >= FREE) & (kinds < matrix.primary)).all(), "a node of an unknown kind")
    node = _nodes_of_edges(tree)
    kind = kinds[node]
    chosen = option != NO_OPTION
    wrong = (kind == TRUE) | ((kind == PRODUCT) & chosen) | ((kind >= 0) & ~chosen)
    what = "an edge with an option that cannot stand there"
    _require(not wrong.any() and ((option >= NO_OPTION) & (option < matrix.options)).all(), what)
    empty = np.diff(tree.first) == 0
    _require(not (empty & ((kinds == PRODUCT) | (kinds == FREE))).any(), "a node without edges")
    selected = np.isin(option, np.array((*tree.given, *tree.forbidden), np.int64))
    _require(not selected.any(), "an option that is given or forbidden")
    # Of a node that decides on an option, the edge that passes over it is the second one.
    place = np.where(chosen, option.astype(np.int64), matrix.options)
    siblings = (node[1:] == node[:-1]) & (kind[1:] != PRODUCT)
    ascend = (place[1:] > place[:-1]) & ((kind[1:] != FREE) | ~chosen[1:])
    _require((ascend | ~siblings).all(), "options of a node that do not ascend")
    owner = np.repeat(np.arange(matrix.options, dtype=np.int64), np.diff(matrix.starts))
    branching = kind >= 0
    asked = option[branching].astype(np.int64) * items + kind[branching]
    on_item = np.isin(asked, owner * items + matrix.members)
    _require(on_item.all(), "a branch on an item with an option that does not have it")


def _require_covers(matrix: ExactCover, tree: FoldedTree) -> None:
    # What each option weighs, by its items of an exact number, and what solutions do.
    exact = matrix.low == matrix.high
    exact[matrix.primary :] = False
    exact[matrix.members[matrix.weights != 1]] = False
    drawn = [secrets.randbits(BITS) + 1 if one else 0 for one in exact.tolist()]
    sums = np.concatenate(([0], np.cumsum(np.array(drawn, np.int64)[matrix.members])))
    sum_of_parts = sum(
        one * low for one, low in zip(drawn, matrix.low.tolist(), strict=True) if one
    )
    weight, total = (sums[matrix.starts[1:]] - sums[matrix.starts[:-1]]).tolist(), sum_of_parts
    covers: list[int] = []  # by node: what its solutions weigh; -1: it has none
    bits: list[float] = []  # and the logarithm of their number
    kinds, first = tree.kind_or_item.tolist(), tree.first.tolist()
    option, child = tree.option.tolist(), tree.child.tolist()
    for node, kind in enumerate(kinds):
        edges = range(first[node], first[node + 1])
        below = [child[edge] for edge in edges]
        if kind == PRODUCT:
            whole = all(covers[one] >= 0 for one in below)
            cover = sum(covers[one] for one in below) if whole else -1
            size = sum(bits[one] for one in below)
        elif kind == TRUE:
            cover, size = 0, 0.0
        else:
            told = {
                covers[one] + (weight[option[edge]] if option[edge] >= 0 else 0)
                for edge, one in zip(edges, below, strict=True)
                if covers[one] >= 0
            }
            _require(len(told) <= 1, "solutions that cover other items than those beside them")
            cover = told.pop() if told else -1
            logarithms = [bits[one] for one in below if covers[one] >= 0]
            if not logarithms:
                size = 0.0
            else:
                most = max(logarithms)
                size = most + math.log2(sum(2.0 ** (one - most) for one in logarithms))
        _require(cover <= total, "solutions that cover an item too often")
        _require(size < matrix.options + 1, "more solutions than sets of options")
        covers.append(cover)
        bits.append(size)
    if covers and covers[-1] >= 0:
        given = sum(weight[option] for option in tree.given)
        _require(covers[-1] + given == total, "solutions that do not cover the items")
