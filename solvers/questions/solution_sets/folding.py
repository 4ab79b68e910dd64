"""Folding a matrix natively (solvers/native/folded/folding.hpp), within limits.

The tree and its table of states share the memory; where it is full, or the time is over, or on
Ctrl-C, the search ends, and what it found is counted. Items that may be covered several times,
which the native search does not know, are left to the reference: small matrices alone.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from ....models.errors import Unsupported
from ...contract.deadline import Deadline, Stopped
from ...contract.features import require_covers
from ...contract.query import Query
from ...dlx.memo import quarter_of_memory
from ...native.problem import problem_of
from .limits import SetInterrupted, UnfinishedSet
from .tree import FoldedTree

if TYPE_CHECKING:
    from ....models.matrix.exact_cover import ExactCover
    from ... import _native

__all__ = ["counted", "folded", "tree_of"]

SLICE = 0.03  # seconds in native code between two looks at signals
LARGEST_READ = 4096  # options for the reference
STATE = 4096  # bytes that the reference keeps of a state, about, and some an option
LATE = "the time limit came before the solution set"
FULL = "the memory of {} MB is too small for the solution set"


def folded(query: Query, *, dead_ends: bool = False) -> FoldedTree:
    """Fold the search tree of a query's matrix under its selection.

    dead_ends  whether to keep edges below which there is no solution

    Raises Unsupported for what the native search cannot hold, UnfinishedSet at the deadline and
    where the query's memory (by default a quarter of the machine's) is full, SetInterrupted.
    """
    from ... import _native

    require_covers(query.matrix, "a solution set")
    memory = quarter_of_memory() if query.memory is None else query.memory
    if int(query.matrix.high.max(initial=1)) > 1:
        return _by_reference(query, memory, dead_ends=dead_ends)
    folding = None
    try:
        folding = _native.Folding(problem_of(query), memory, dead_ends, check=query.deadline.check)
        over = _fold(folding, query.deadline)
    except OverflowError as error:
        raise Unsupported(f"a solution set does not support {error}") from None
    except Stopped:
        over = False
    except KeyboardInterrupt:
        raise SetInterrupted(_found(query, folding)) from None
    if folding is None or not over:
        raise UnfinishedSet(LATE, _found(query, folding), late=True)
    if folding.full:
        raise UnfinishedSet(FULL.format(memory >> 20), _found(query, folding), late=False)
    return tree_of(query, folding, dead_ends=dead_ends)


def _by_reference(query: Query, memory: int, *, dead_ends: bool) -> FoldedTree:
    """Fold in Python; nothing is known of the solutions before the end."""
    from .reference import folded_tree

    if query.matrix.options > LARGEST_READ:
        what = f"multiplicities of {query.matrix.options} options, {LARGEST_READ} at most"
        raise Unsupported(f"a solution set does not support {what}")
    most = memory // (STATE + query.matrix.options)
    states = count(1)

    def look() -> None:
        query.deadline.check()
        if next(states) > most:
            raise MemoryError

    try:
        return folded_tree(
            query.matrix, query.given, query.forbidden, dead_ends=dead_ends, look=look
        )
    except Stopped:
        raise UnfinishedSet(LATE, 0, late=True) from None
    except MemoryError:
        raise UnfinishedSet(FULL.format(memory >> 20), 0, late=False) from None
    except KeyboardInterrupt:
        raise SetInterrupted(0) from None


def _found(query: Query, folding: _native.Folding | None) -> int:
    """Return how many solutions a search found that did not come to its end."""
    return 0 if folding is None else counted(query.matrix, tree_of(query, folding)).count


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
