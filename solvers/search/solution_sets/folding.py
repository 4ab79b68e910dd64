"""Folding a matrix natively (solvers/native/folded/folding.hpp), within limits.

The tree and its table of states share the memory; where it is full, or the time is over, or on
Ctrl-C, the search ends, and what it found is counted.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....models.errors import Unsupported
from ...contract.deadline import Deadline, Stopped
from ...contract.features import features_of
from ...contract.query import Query
from ...contract.result import Interrupted
from ...native.memory import quarter_of_memory
from ...native.problem import whole_problem_of
from .limits import unfinished
from .tree import FoldedTree

if TYPE_CHECKING:
    from ....models.matrix.exact_cover import ExactCover
    from ... import _native
    from ...contract.watching.watch import Watch

__all__ = ["LATE", "Folder", "counted", "folded", "tree_of"]

SLICE = 0.03  # seconds in native code between two looks at signals
LATE = "the time limit came before the solution set"
FULL = "the memory of {} MB is too small for the solution set"


def folded(query: Query, *, dead_ends: bool = False, watch: Watch | None = None) -> FoldedTree:
    """Fold the search tree of a query's matrix under its selection.

    dead_ends  whether to keep edges below which there is no solution
    watch      who is told how large the tree has become

    Raises Unsupported for what the native search cannot hold, Unreached at the deadline and
    where the query's memory (by default a quarter of the machine's) is full, and Interrupted with
    one on Ctrl-C.
    """
    search = Folder(query, dead_ends=dead_ends, watch=watch)
    try:
        search.advance(query.deadline)
    except Stopped:
        raise unfinished(LATE, search.found(), late=True) from None
    except KeyboardInterrupt:
        raise Interrupted(unfinished("interrupted", search.found(), late=False)) from None
    return search.tree()


class Folder:
    """The search of a folded tree, in one turn or in several."""

    def __init__(
        self, query: Query, *, dead_ends: bool = False, watch: Watch | None = None
    ) -> None:
        if what := features_of(query.matrix).get("conditions"):
            raise Unsupported(f"a solution set does not support {what}")
        self._query, self._dead_ends, self._watch = query, dead_ends, watch
        self._memory = quarter_of_memory() if query.memory is None else query.memory
        self._folding: _native.Folding | None = None

    def advance(self, deadline: Deadline) -> None:
        """Search until the tree is complete or the memory is full.

        Raises Stopped at the deadline; called again, it continues. Raises Unsupported for what the
        native search cannot hold.
        """
        from ... import _native

        try:
            if self._folding is None:
                problem = whole_problem_of(self._query)
                self._folding = _native.Folding(
                    problem, self._memory, self._dead_ends, check=deadline.check
                )
                if self._watch is not None:
                    self._watch.source = partial(_seen, self._folding)
            if not _fold(self._folding, deadline):
                raise Stopped
        except OverflowError as error:
            raise Unsupported(f"a solution set does not support {error}") from None

    def found(self) -> int:
        """Return how many solutions an unfinished search has found; it cannot continue then."""
        folding = self._folding
        return 0 if folding is None else counted(self._query.matrix, self._tree(folding)).count

    def tree(self) -> FoldedTree:
        """Return the complete tree, once. Raises Unreached if the memory is full."""
        assert self._folding is not None  # `advance` has returned
        if self._folding.full:
            raise unfinished(FULL.format(self._memory >> 20), self.found(), late=False)
        return self._tree(self._folding, dead_ends=self._dead_ends)

    def _tree(self, folding: _native.Folding, *, dead_ends: bool = False) -> FoldedTree:
        return tree_of(self._query, folding, dead_ends=dead_ends)


def _seen(folding: _native.Folding) -> dict[str, Any]:
    """Return what can be seen of a search; how much there still is to fold nobody knows."""
    return {"done": folding.bytes >> 20, "unit": "MB"}


def _fold(folding: _native.Folding, deadline: Deadline) -> bool:
    while not deadline.passed():
        if folding.fold(min(SLICE, deadline.left())):
            return True
    return False


def tree_of(query: Query, folding: _native.Folding, *, dead_ends: bool = False) -> FoldedTree:
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
