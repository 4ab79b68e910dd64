"""The base of the techniques: a search for better solutions that can pause; where it begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from ...models.errors import SolverError
from ...models.matrix.exact_cover import ExactCover
from ..contract.batch import Batch, Options
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Technique
from ..native.engine import problem_of, refusals

__all__ = ["Improver", "Search", "families", "first_solution"]


class Search(Protocol):
    """One search of a technique, which may continue in its next turn."""

    def goes_on_with(self, query: Query) -> bool:
        """Whether it can continue with this query."""

    def solutions(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions than the query's hint, until its deadline or the proof."""


class Improver(ABC):
    """One technique of `optimize`, or several that share their code.

    techniques  its techniques by name, and what each is
    features    of matrices that it supports, as `Solver.features`
    name        the full name of the solver, for messages
    """

    techniques: ClassVar[Mapping[str, Technique]]
    features: ClassVar[frozenset[str]] = frozenset({"costs"})

    def __init__(self, technique: str) -> None:
        self.technique, self.name = technique, f"optimize:{technique}"
        self._rests: Search | None = None  # what it was asked last, where it stopped

    @abstractmethod
    def begin(self, query: Query, progress: Progress) -> Search | None:
        """Return a new search; None if the matrix is seen to have no solution.

        Raises Unsupported where it refuses the matrix, Stopped at the deadline.
        """

    def improving(self, query: Query, progress: Progress) -> Iterator[Options]:
        """Yield ever cheaper solutions, as `Solver.improving`.

        Asked again of the same, it continues where it stopped, if it can.
        """
        if query.hint:
            yield query.hint
        with suppress(Stopped):
            search, self._rests = self._rests, None
            if search is None or not search.goes_on_with(query):
                search = self.begin(query, progress)
            if search is None:
                if query.hint:
                    raise SolverError(
                        f"solver {self.name}: internal error, it denies a known solution"
                    )
                progress.complete = True
                return
            yield from search.solutions(query, progress)
            self._rests = search

    def require_size(self, query: Query) -> None:  # noqa: B027  (most take any size)
        """Raise Unsupported where it is not made for the query."""


# ---- Families of groups: the rows, the columns, the digits of a grid -----------------------------
#
# To free what a few groups of one family cover is the neighborhood in which grids are improved
# furthest. Where every option has one item of a rule, each part of that item's key parts the
# options: the cells of a sudoku, (row, col), tell the row and the column of each choice. Names of
# other kinds, as in a file in Knuth's format, tell nothing. Then the matrix does: where every
# option has one item of each of several ranges of items, those of some ranges connect the options
# to groups. Cells and the digits of rows connect what is in one row, the digits of rows and of
# columns what is of one digit. A matrix without such ranges has no families.


Int32s = npt.NDArray[np.int32]
MOST = 12  # families
MOST_RANGES = 6


def families(matrix: ExactCover, options: npt.NDArray[np.int64]) -> list[Int32s]:
    """Return int32[options] for each family: the group of each of these options."""
    return _distinct(_named(matrix, options)) or _distinct(_connected(matrix, options))


def _distinct(families: Iterator[Int32s]) -> list[Int32s]:
    """Return the first families that part the options differently."""
    by_shape: dict[bytes, Int32s] = {}
    for groups in families:
        # The same groups, numbered as they come.
        _, first, inverse = np.unique(groups, return_index=True, return_inverse=True)
        shape = np.argsort(np.argsort(first))[inverse].astype(np.int32)
        by_shape.setdefault(shape.tobytes(), groups)
        if len(by_shape) == MOST:
            break
    return list(by_shape.values())


def _named(matrix: ExactCover, options: npt.NDArray[np.int64]) -> Iterator[Int32s]:
    owners, chosen = matrix.owners(), np.zeros(matrix.options, bool)
    chosen[options] = True
    for items, values in _parts(matrix.items):
        if len(set(values)) < 2:
            continue
        codes = np.full(len(matrix.items), -1, np.int32)
        numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
        codes[items] = [numbers[value] for value in values]
        entries = np.flatnonzero((codes[matrix.members] >= 0) & chosen[owners])
        mine = owners[entries]
        if len(mine) != len(options) or (np.diff(mine) == 0).any():
            continue
        distinct, groups = np.unique(codes[matrix.members[entries]], return_inverse=True)
        if len(distinct) > 1:
            yield groups.astype(np.int32)


def _parts(items: Sequence[Any]) -> Iterator[tuple[list[int], list[Hashable]]]:
    """Yield, for each rule and each part of its keys, its items and what that part is for each."""
    rules: dict[tuple[str, int], list[int]] = {}
    for number, item in enumerate(items):
        key = getattr(item, "key", None)
        if isinstance(key, tuple):
            rules.setdefault((item.rule, len(key)), []).append(number)
    for (_, length), mine in rules.items():
        for place in range(length):
            yield mine, [items[number].key[place] for number in mine]


def _connected(matrix: ExactCover, options: npt.NDArray[np.int64]) -> Iterator[Int32s]:
    ranges = _ranges(matrix, options)
    for size in range(2, len(ranges)):
        for some in combinations(ranges, size):
            groups = some[0]
            while True:  # the least group that any item connects with
                before = groups
                for items in some:
                    least = np.full(int(items.max()) + 1, len(matrix.items), np.int32)
                    np.minimum.at(least, items, groups)
                    groups = least[items]
                if (groups == before).all():
                    break
            distinct, numbered = np.unique(groups, return_inverse=True)
            if len(distinct) > 1:
                yield numbered.astype(np.int32)


def _ranges(matrix: ExactCover, options: npt.NDArray[np.int64]) -> list[Int32s]:
    """Return the item of each option, for each range of items of which every option has one."""
    chosen = np.zeros(matrix.options, bool)
    chosen[options] = True
    entries = np.flatnonzero((matrix.members < matrix.primary) & chosen[matrix.owners()])
    members, owners = matrix.members[entries], matrix.owners()[entries]
    by_item = np.argsort(members, kind="stable")
    users = np.split(owners[by_item], np.searchsorted(members[by_item], range(1, matrix.primary)))
    result: list[Int32s] = []
    item = np.full(matrix.options, -1, np.int32)
    for number, mine in enumerate(users):
        if (item[mine] >= 0).any():  # another range begins
            item[:] = -1
        item[mine] = number
        if len(mine) and (item[options] >= 0).all():
            result.append(item[options])
            item[:] = -1
        if len(result) == MOST_RANGES:
            break
    return result


# ---- A first solution, by failure weights --------------------------------------------------------
#
# Cells that fail often are branched on first (solvers/native/cells/); a blank grid of 16x16 takes a
# tenth of a second. Costs are ignored: the techniques improve on it.


SLICE = 0.02  # seconds between two looks at Python's signals
FAILURES = 20_000  # of the search, at most


def first_solution(query: Query, solver: str) -> Options:
    """Return a solution; () if there is none, or none soon, or weights know no such matrix.

    solver  who asks

    Raises Stopped at the deadline.
    """
    from .. import _native

    if query.matrix.has_multiplicities:
        return ()
    with refusals(solver):
        engine = _native.WeightedCells(problem_of(query), query.seed or 0, query.deadline.check)
    exhausted = False
    while not exhausted and engine.failures <= FAILURES and not query.deadline.passed():
        exhausted, starts, chosen = engine.next_batch(min(SLICE, query.deadline.left()), 1)
        for options in Batch.trusted(starts, chosen):
            return options if engine.failures <= FAILURES else ()
    return ()
