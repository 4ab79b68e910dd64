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
BROKEN   no solution: a graph rule of the matrix is broken (certificates/propagated_tree.py)

An option that is chosen is live no more, nor is one that has become impossible beside it: one of
its primary items is covered `high` times, or one of its secondary items is used in another way
(all uses must have one and the same color). Two options *can clash* where they share a secondary
item and use it differently or without a color, or a primary item that has more live options than
room, `high` less its covers. An item with weights needs options, and joins those that it has, while
it depends on them that its sum comes to `low` to `high`; it makes none impossible.

A tree may be written with its dead ends or without them. Without, edges below which there is no
solution are left out; with them, every live option of the item is there, which is what a proof
needs. Nothing else depends on it.

The idea is that of Knuth's free ZDDs of exact covers (The Art of Computer Programming, volume 4,
Algorithm 7.2.2.1Z): branches may take the items in different orders.

The last part folds a matrix natively, within limits of time and memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ....models.errors import Unreached, Unsupported
from ....models.spelling import numeral
from ...contract.deadline import Deadline, Stopped
from ...contract.query import Query
from ...contract.result import Interrupted
from ...contract.solver import features_of
from ...native.engine import quarter_of_memory, whole_problem_of

if TYPE_CHECKING:
    from ....models.matrix.exact_cover import ExactCover
    from ... import _native
    from ...contract.watching import Watch

__all__ = [
    "BROKEN",
    "FREE",
    "LATE",
    "NONE",
    "NO_OPTION",
    "NO_TREE",
    "PRODUCT",
    "TRUE",
    "Arrays",
    "FoldedTree",
    "Folder",
    "Int32Array",
    "counted",
    "folded",
    "tree_of",
    "unfinished",
]

TRUE, PRODUCT, FREE, BROKEN = -1, -2, -3, -4
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


# ---- The error where a limit ends the folding ----------------------------------------------------


def unfinished(message: str, count: int, *, late: bool) -> Unreached:
    """Return the error for a solution set that is not complete.

    count  of solutions, at least
    late   whether the limit was that of the time; else it was the memory's, or a Ctrl-C
    """
    text = f"{message}; at least {numeral(count)} solutions"
    return Unreached(text, found=count, late=late)


# ---- Native folding (solvers/native/folded/folding.hpp), within limits ---------------------------
#
# The tree and its table of states share the memory; where it is full, or the time is over, or on
# Ctrl-C, the search ends, and what it found is counted.


SLICE = 0.03  # seconds in native code between two looks at signals
LATE = "the time limit came before the solution set"
FULL = "the memory of {} MB is too small for the solution set"


def folded(query: Query, *, dead_ends: bool = False, watch: Watch | None = None) -> FoldedTree:
    """Fold the search tree of a query's matrix under its selection.

    dead_ends  whether to keep edges below which there is no solution
    watch      receives the size of the tree so far

    Raises Unsupported for what the native search cannot hold, Unreached at the deadline and
    where the query's memory (by default a quarter of the machine's) is full, and Interrupted with
    one on Ctrl-C.
    """
    search = Folder(query, dead_ends=dead_ends, watch=watch)
    try:
        search.advance(query.deadline)
    except Stopped:
        raise unfinished(LATE, search.count_found(), late=True) from None
    except KeyboardInterrupt:
        raise Interrupted(unfinished("interrupted", search.count_found(), late=False)) from None
    return search.tree()


class Folder:
    """The search of a folded tree, in one turn or in several."""

    def __init__(self, query: Query, *, dead_ends: bool = True, watch: Watch | None = None) -> None:
        self._query, self._dead_ends, self._watch = query, dead_ends, watch
        self._memory = quarter_of_memory() if query.memory is None else query.memory
        self._folding: _native._Folding | None = None

    def advance(self, deadline: Deadline) -> None:
        """Search until the tree is complete or the memory is full.

        Raises Stopped at the deadline; called again, it continues. Raises Unsupported for what the
        native search cannot hold.
        """
        try:
            if self._folding is None:
                self._folding = self._begun(deadline)
                if self._watch is not None:
                    self._watch.source = partial(_seen, self._folding)
            is_complete = False
            while not is_complete:
                if deadline.passed():
                    raise Stopped
                is_complete = self._folding.fold(min(SLICE, deadline.left()))
        except OverflowError as error:
            raise Unsupported(f"a solution set does not support {error}") from None

    def _begun(self, deadline: Deadline) -> _native._Folding:
        from ... import _native

        if feature := features_of(self._query.matrix).get("conditions"):
            raise Unsupported(f"a solution set does not support {feature}")
        problem = whole_problem_of(self._query)
        return _native.Folding(problem, self._memory, self._dead_ends, check=deadline.check)

    def count_found(self) -> int:
        """Return how many solutions an unfinished search has found; it cannot continue then."""
        folding = self._folding
        return 0 if folding is None else counted(self._query.matrix, self._tree(folding)).count

    def tree(self) -> FoldedTree:
        """Return the complete tree, once. Raises Unreached if the memory is full."""
        assert self._folding is not None  # `advance` has returned
        if self._folding.full:
            raise unfinished(FULL.format(self._memory >> 20), self.count_found(), late=False)
        return self._tree(self._folding, dead_ends=self._dead_ends)

    def _tree(self, folding: _native._Folding, *, dead_ends: bool = False) -> FoldedTree:
        return tree_of(self._query, folding, dead_ends=dead_ends)


def _seen(folding: _native._Folding) -> dict[str, Any]:
    """Return the progress of a search; how much is left to fold is unknown."""
    return {"done": folding.bytes >> 20, "unit": "MB"}


def tree_of(query: Query, folding: _native._Folding, *, dead_ends: bool = False) -> FoldedTree:
    """Return the tree of a native search, with the query's selection beside it."""
    selection = tuple(sorted(query.given)), tuple(sorted(query.forbidden))
    return FoldedTree(*folding.take(), *selection, dead_ends)


def counted(matrix: ExactCover, tree: FoldedTree) -> _native.CountedTree:
    """Return a tree with its counts, for native code to ask. Raises ValueError if it is none."""
    from ... import _native

    return _native.CountedTree(
        tree.kind_or_item,
        tree.first,
        tree.option,
        tree.child,
        tree.given,
        len(matrix.items),
        matrix.options,
    )
