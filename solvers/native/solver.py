"""The base of the solvers with native engines: one engine, a split tree, or batches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from ...models.errors import SolverError, Unavailable, Unsupported
from ..contract.batch import Answer, Batch, Counted, Listed, Options, Selections, apart
from ..contract.deadline import Stopped
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import Solver, version_of
from .engine import (
    TIME_SLICE,
    Driver,
    Effort,
    Engine,
    GivingEngine,
    ListingEngine,
    OpenPart,
    SizeEstimate,
    Subtree,
    problem_of,
    refusals,
)

if TYPE_CHECKING:
    from .. import _native
    from .split import Make, SplitTeam
    from .tree_size import Nodes

__all__ = ["DancingSolver", "NativeBatch", "NativeSolver", "native_batch", "native_version"]

ENGINES = (
    "DancingLinks",
    "DancingCells",
    "WeightedCells",
    "OptionMasks",
    "MemoCounter",
    "Folding",
    "Propagation",
    "LearningPropagation",
    "BlockPrices",
    "Neighborhoods",
    "AscentSearch",
)


def native_version(solver: str) -> str:
    """Return minuet's own version, which the engines are part of.

    solver  the name for the messages

    Raises Unavailable where the engines are not built, SolverError where they are older.
    """
    try:
        from .. import _native
    except ImportError as error:
        raise Unavailable(f"solver {solver}: the native module is not built ({error})") from error
    for name in ENGINES:
        if not hasattr(_native, name):
            raise SolverError(
                f"solver {solver}: the native module is older than the package (it has no "
                f"{name}), build it again: python -m pip install --editable ."
            )
    return version_of("minuet")


class NativeSolver(Solver):
    """A solver that builds an engine from a native problem; this class drives it.

    Subclasses define `giving_engine`; also `engine` and `splits` if some of their engines give no
    subtrees away, and `giving_engine` is needless if none does.
    """

    kind = "native"  # the matrix and its bounds are read by code that all engines share
    reads = frozenset({"priced_matrix.py"})
    takes_threads = True
    fuzzed = 1.0
    promises = True  # the share that is done predicts, in a count by turns, when it will end
    nodes: ClassVar[Nodes | None] = "all"  # that it counts, for estimates; None: of no known tree

    def version(self) -> str:
        """Return minuet's own version: the engine is part of it."""
        return native_version(self.name)

    def giving_engine(self, problem: _native.Problem, check: Callable[[], None]) -> GivingEngine:
        """Build the engine for all solutions; calls `check` now and then, which may raise.

        Raises Unsupported if the engine refuses the matrix, or none gives subtrees away.
        """
        raise Unsupported(f"solver {self.full_name} does not split its tree")

    def engine(self, problem: _native.Problem, check: Callable[[], None]) -> ListingEngine:
        """Build the engine for a search that is not split, likewise."""
        return self.giving_engine(problem, check)

    def single_engine(self, problem: _native.Problem, check: Callable[[], None]) -> Engine:
        """Build the engine for a search by one thread from its beginning to its end."""
        return self.engine(problem, check)

    def splits(self, query: Query, problem: _native.Problem) -> bool:
        """Whether several threads are wanted, and chosen options alone distinguish all subtrees.

        They do not if items may be covered several times, or if no item decides on an option.
        Raises Stopped at the deadline.
        """
        if query.threads <= 1 or query.matrix.has_multiplicities:
            return False
        return problem.undecided_options(query.deadline.check) == 0

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield every solution, in the order of one thread."""
        with suppress(Stopped):
            problem = problem_of(query)
            if self.splits(query, problem):
                from .split import split_solutions

                yield from split_solutions(query, progress, self._makes(problem))
            else:
                engine = self.single_engine(problem, query.deadline.check)
                driver = Driver(engine, query, progress, size=self.tree_size(query))
                yield from driver.solutions()

    def searching(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        """Yield solutions in steps, by one thread."""
        with suppress(Stopped):
            engine = self.single_engine(problem_of(query), query.deadline.check)
            driver = Driver(engine, query, progress, size=self.tree_size(query))
            yield from driver.solutions(rests=True)

    def start_seconds(self, query: Query) -> float:
        """Return 0: native engines start at once."""
        return 0.0

    def counting(self, query: Query, progress: Progress) -> Iterator[None]:
        """Count in steps."""
        return self._counting(query, progress, pauses=True)

    def _counting(self, query: Query, progress: Progress, *, pauses: bool) -> Iterator[None]:
        """Count in steps; without pauses threads that split the tree count in a single step."""
        with suppress(Stopped):
            problem = problem_of(query)
            if self.splits(query, problem):
                from .split import counting_split

                makes, size = self._makes(problem), self.tree_size(query)
                yield from counting_split(query, progress, makes, size, pauses=pauses)
            else:
                engine = self.single_engine(problem, query.deadline.check)
                driver = Driver(engine, query, progress, size=self.tree_size(query))
                yield from driver.counting(promises=self.promises)

    def tree_size(self, query: Query) -> SizeEstimate | None:
        """Return what estimates the tree of a search; None where nobody watches, or it cannot."""
        if not query.watched or self.nodes is None or query.matrix.has_multiplicities:
            return None
        from .tree_size import TreeSize

        return TreeSize(query, self.nodes)

    def count(self, query: Query, progress: Progress) -> int:
        """Count without building the solutions."""
        for _ in self._counting(query, progress, pauses=False):
            pass
        return progress.found

    def team(
        self,
        query: Query,
        progress: Progress,
        parts: Sequence[OpenPart] | None,
        *,
        count_only: bool,
    ) -> SplitTeam:
        """Return threads that continue a search.

        parts  the parts of the tree that are left; None: all of it

        Raises Stopped at the deadline, Unsupported if the engine refuses the matrix.
        """
        from .split import SplitTeam

        problem = problem_of(query)

        def make(subtree: Subtree, check: Callable[[], None]) -> ListingEngine:
            return self.part_engine(query, problem, subtree, check)

        return SplitTeam(
            query,
            progress,
            make,
            count_only=count_only,
            parts=parts,
            gives=self.splits(query, problem),
            size=self.tree_size(query),
        )

    def part_engine(
        self,
        query: Query,
        problem: _native.Problem,
        subtree: Subtree,
        check: Callable[[], None],
    ) -> ListingEngine:
        """Build the engine for a part of the tree; `problem` is the query's.

        Raises Unsupported if the engine refuses the matrix.
        """
        given, without = subtree
        if not without:
            return self.engine(problem.below(given), check)
        part = replace(query, given=given, forbidden=query.forbidden.union(without))
        return self.engine(problem_of(part), check)

    def _makes(self, problem: _native.Problem) -> Make[GivingEngine]:
        def make(subtree: Subtree, check: Callable[[], None]) -> GivingEngine:
            return self.giving_engine(problem.below(subtree[0]), check)

        return make


class DancingSolver(NativeSolver):
    """A solver that lists by dancing cells, or by dancing links if items have multiplicities."""

    def engine(self, problem: _native.Problem, check: Callable[[], None]) -> ListingEngine:
        """Build the cells if they support the matrix, else the links."""
        return (
            self.giving_engine(problem, check)
            if problem.exactly_once
            else self.links(problem, check)
        )

    def giving_engine(self, problem: _native.Problem, check: Callable[[], None]) -> GivingEngine:
        """Build the cells."""
        from .. import _native

        with refusals(self.name):
            return _native.DancingCells(problem, check)

    def links(self, problem: _native.Problem, check: Callable[[], None]) -> ListingEngine:
        """Build the links."""
        from .. import _native

        with refusals(self.name):
            return _native.DancingLinks(problem, check)


# ---- The batch engines: one preparation, many selections -----------------------------------------
#
# Small matrices are taken by positional slots (batch/positional_slots.hpp), others by conflict
# lists (batch/conflict_lists.hpp).
#
# One selection is taken first, so that its answer comes at once and tells how hard they are, then
# chunks, of which bit-sliced search answers hundreds at a time (batch/sliced_search.hpp), but never
# further ahead than the query allows. The engine runs without the GIL, a few hundredths of a second
# at a time. With several threads (batch/batch_crew.hpp) the next chunk is taken while half of the
# last one is unanswered, so that no thread waits for Python.


CHUNK = 4096


def native_batch(
    query: Query, progress: Progress, path: str = "auto", *, slots: bool = True
) -> NativeBatch | None:
    """Return an engine, prepared for the matrix; None if none takes it.

    path   the vector instructions, as in `bitmask:avx2`
    slots  False leaves the matrix to the conflict lists

    Raises ValueError for a path that is not there, and Stopped at the deadline.
    """
    from .. import _native

    check = query.deadline.check
    batch = _native.Batch.prepare(problem_of(query), path, slots, query.threads, check)
    return None if batch is None else NativeBatch(batch, query, progress)


class NativeBatch:
    """The engine at work for one query."""

    def __init__(self, batch: _native.Batch, query: Query, progress: Progress) -> None:
        self._batch = batch
        self._query, self._effort = query, Effort(progress)
        self._most = CHUNK * (2 if query.threads > 1 else 1)  # that are taken and not answered
        if query.ahead is not None:
            self._most = min(self._most, query.ahead + 1)

    def blocks(self, selections: Selections, limit: int) -> Generator[Counted, None, None]:
        """Yield (solutions found up to `limit`, the first of each), in order, by the block."""
        held, size, there_are_more = 0, 1, True
        try:
            while held or there_are_more:
                if self._query.deadline.passed():
                    return
                # With several threads, take more while half of the last chunk is unanswered.
                halves = self._query.threads > 1 and size == self._most
                if there_are_more and held <= (self._most // 2 if halves else 0):
                    chunk = selections.take(min(size, self._most - held))
                    there_are_more = len(chunk) > 0
                    self._batch.load(chunk.starts, chunk.options, limit)
                    held += len(chunk)
                    size = self._most
                counts, firsts = self._step(max(held // 2, 1))
                held -= len(counts)
                if len(counts):
                    yield counts, firsts
        finally:
            self._batch.clear()

    def _step(self, least: int) -> Counted:
        """Search on for a while; return the answers that are next."""
        seconds = min(TIME_SLICE, self._query.deadline.left())
        _, counts, starts, options = self._batch.next_batch(seconds, least)
        self._effort.note(self._batch.nodes, self._batch.updates)
        return counts, Batch(starts, options)

    def number(self, selection: Options, limit: int) -> int | None:
        """Return the number of solutions of a selection, up to `limit`; None: not in time."""
        given = Batch.of([selection])
        self._batch.load(given.starts, given.options, limit)
        while not self._query.deadline.passed():
            counts, _ = self._step(1)
            if len(counts):
                return int(counts[0])
        self._batch.clear()
        return None

    def answers(self, selections: Iterable[Options], limit: int) -> Generator[Answer, None, None]:
        """Yield (solutions found up to `limit`, the first of them) for each selection, in order."""
        return apart(self.blocks(Listed(selections), limit))
