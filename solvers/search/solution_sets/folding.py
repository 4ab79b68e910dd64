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

__all__ = ["LATE", "counted", "folded", "tree_of"]

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
    from ... import _native

    if what := features_of(query.matrix).get("conditions"):
        raise Unsupported(f"a solution set does not support {what}")
    memory = quarter_of_memory() if query.memory is None else query.memory
    folding = None
    try:
        problem = whole_problem_of(query)
        folding = _native.Folding(problem, memory, dead_ends, check=query.deadline.check)
        if watch is not None:
            watch.source = partial(_seen, folding)
        over = _fold(folding, query.deadline)
    except OverflowError as error:
        raise Unsupported(f"a solution set does not support {error}") from None
    except Stopped:
        over = False
    except KeyboardInterrupt:
        found = _found(query, folding)
        raise Interrupted(unfinished("interrupted", found, late=False)) from None
    if folding is None or not over:
        raise unfinished(LATE, _found(query, folding), late=True)
    if folding.full:
        raise unfinished(FULL.format(memory >> 20), _found(query, folding), late=False)
    return tree_of(query, folding, dead_ends=dead_ends)


def _seen(folding: _native.Folding) -> dict[str, Any]:
    """Return what can be seen of a search; how much there still is to fold nobody knows."""
    return {"done": folding.bytes >> 20, "unit": "MB"}


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
