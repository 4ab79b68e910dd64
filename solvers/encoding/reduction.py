"""A matrix made smaller before it is searched: what no solution has, and what is said twice.

An option is taken out if all options of some item that needs one clash with it, or so many that too
few are left; that is repeated until none is found. Then of items that have the same options and
bounds one is kept. Both change no solution. (BurrTools' reduction: of the 1,593 placements of six
solid burr pieces 330 are left, of 105 items 27, and dancing links take a twentieth of the time.)

The options that an item's exclude are found natively, as sets of bits
(solvers/native/reduction/reduction.cpp); that grows with the square of the options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Batch, Options
from ..contract.query import Query
from ..native.engine import refusals
from .selection import SelectedMatrix, narrowed, selected

__all__ = ["Reduction", "reduced", "work"]

Booleans = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Int32s = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Reduction:
    """What is left of a query's matrix.

    matrix  has the solutions of the query, less what they all share
    given   the options that every solution has
    options  int64[]: the number of each option in the query's matrix
    """

    matrix: ExactCover
    given: tuple[int, ...]
    options: Numbers

    def solution(self, options: Options) -> Options:
        """Return the solution of the query that one of the matrix stands for."""
        return tuple(sorted((*self.given, *self.options[list(options)].tolist())))

    def of(self, query: Query) -> Query:
        """Return the query about the matrix that is left."""
        return replace(
            query,
            matrix=self.matrix,
            given=(),
            forbidden=frozenset(),
            hint=(),
            guess=(),
            symmetries=(),
            incumbent=None,
        )

    def batch(self, solutions: Sequence[Options]) -> Sequence[Options]:
        """Return the same of many solutions."""
        if self.given or not isinstance(solutions, Batch):
            return [self.solution(solution) for solution in solutions]
        return Batch.trusted(solutions.starts, self.options[solutions.options])


def work(query: Query) -> float:
    """Return how many words a round reads, about."""
    matrix = query.matrix
    options = matrix.options
    return len(matrix.members) * options / 64 + options * len(matrix.items)


def reduced(query: Query, check: Callable[[], None] | None = None) -> Reduction | None:
    """Reduce a query's matrix under its selection; None: there is no solution.

    check  called now and then, it may raise; by default Stopped is raised at the deadline

    For matrices without weights and conditions. Raises Unsupported where the sets are too large.
    """
    check = check or query.deadline.check
    rest = selected(query, check)
    while rest is not None:
        gone = _excluded(query.matrix.primary, rest, check)
        if not len(gone):
            return _written(query.matrix, rest, _told_once(rest))
        rest = narrowed(rest, (), rest.options[gone].tolist(), check)
    return None


def _told_once(rest: SelectedMatrix) -> Booleans:
    """Return bool[items]: the first of those that have the same options, colors and bounds, where
    these can bind.
    """
    order = np.lexsort((rest.owner, rest.members))
    ends = np.cumsum(np.bincount(rest.members, minlength=len(rest.low))).tolist()
    owners, colors = rest.owner[order], rest.colors[order]
    low, high = rest.low.tolist(), rest.high.tolist()
    kept = np.zeros(len(rest.low), bool)
    known, start = set(), 0
    for item, end in enumerate(ends):
        options, tints = owners[start:end], colors[start:end]
        if low[item] > 0 or high[item] < end - start:
            key = options.tobytes(), tints.tobytes(), low[item], high[item]
            kept[item] = key not in known
            known.add(key)
        start = end
    return kept


def _entries(
    rest: SelectedMatrix, kept: Booleans
) -> tuple[Numbers, Numbers, npt.NDArray[np.int32]]:
    """Return the entries of the items that are kept: option, item, numbered anew, and color."""
    said, column = kept[rest.members], np.cumsum(kept, dtype=np.int64) - 1
    return rest.owner[said], column[rest.members[said]], rest.colors[said]


def _excluded(primary: int, rest: SelectedMatrix, check: Callable[[], None]) -> Int32s:
    """Return the places of options that no solution has: beside each some item has too few."""
    from .. import _native

    starts = rest.starts.astype(np.int32)
    arrays = starts, rest.members, rest.colors, rest.low, rest.high
    with refusals("the reduction"):
        return _native.excluded_options(_native.Problem(primary, *arrays), check)


def _written(matrix: ExactCover, rest: SelectedMatrix, kept: Booleans) -> Reduction:
    """Return what is left as a matrix of its own."""
    items = np.flatnonzero(kept)
    owner, members, colors = _entries(rest, kept)
    sizes = np.bincount(owner, minlength=len(rest.options))
    names = matrix.items
    return Reduction(
        ExactCover(
            primary=int((items < matrix.primary).sum()),
            items=[names[item] for item in items.tolist()],
            starts=np.concatenate(([0], np.cumsum(sizes))),
            members=members,
            colors=colors,
            color_names=matrix.color_names,
            costs=rest.costs,
            low=rest.low[items],
            high=rest.high[items],
        ),
        tuple(rest.given.tolist()),
        rest.options,
    )
