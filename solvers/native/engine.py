"""Run a native engine in steps of a few hundredths of a second.

All engines have one shape, that of the protocols here. An engine runs without the GIL. Between two
steps Python handles signals, and the driver checks the deadline and writes the progress.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ...models.errors import Unsupported
from ..contract.batch import Batch, Options
from ..contract.progress import Progress
from ..contract.query import Query
from ..contract.solver import require_covers

if TYPE_CHECKING:
    from ...models.matrix.conditions import GraphRule
    from .. import _native

__all__ = [
    "NEARLY",
    "Driver",
    "Effort",
    "Engine",
    "GivingEngine",
    "ListingEngine",
    "OpenPart",
    "SizeEstimate",
    "Subtree",
    "count_by_sums",
    "counted_at_once",
    "native_rule",
    "problem_of",
    "quarter_of_memory",
    "refusals",
    "shared_out",
    "step",
    "whole_problem_of",
]

TIME_SLICE = 0.03
SHORT, STEP = 0.0002, 0.004  # seconds of the first and the last steps of engines that take turns
NEARLY = 0.999  # the largest estimated share of a search that is not over
BATCH = 4096  # solutions that an engine hands over at once, after ever larger batches
NONE = Batch([0], [])
# A part of the tree: the options chosen above it, and those that are left out.
Subtree = tuple[Options, Options]


class Working(Protocol):
    """What every engine offers while it works, to any thread."""

    def stop(self) -> None:
        """End the step at work soon, and search no further."""

    @property
    def nodes(self) -> int:
        """Branch points begun, and solutions."""

    @property
    def updates(self) -> int:
        """Unlinkings of an item or of an entry, as dlx2 counts them; 0 where there are none."""

    @property
    def progress(self) -> float:
        """The estimated part of the work that is done, 0 to 1."""


class CountingEngine(Working, Protocol):
    """An engine that counts."""

    def count(self, seconds: float) -> bool:
        """Continue to count for about that long; return whether that was all."""

    @property
    def solutions(self) -> int:
        """Solutions so far."""


class Engine(CountingEngine, Protocol):
    """An engine that enumerates solutions."""

    def next_batch(
        self, seconds: float, most: int
    ) -> tuple[bool, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Continue to search for up to `most` solutions; return whether that was all, and them.

        They come as the arrays of a `Batch`, the options of each in ascending order.
        """


class ListingEngine(Engine, Protocol):
    """An engine that lists, between two steps, what it has not searched yet."""

    def open(self) -> list[tuple[list[int], list[int]]]:
        """List what is left, as disjoint subtrees in their order."""


class GivingEngine(ListingEngine, Protocol):
    """An engine that gives subtrees away."""

    def give(self, least: int) -> list[list[int]]:
        """Give subtrees away that were not begun, each as the options above it."""


@dataclass(frozen=True)
class OpenPart:
    """A part of the tree that was not searched.

    share  its estimated part of the whole
    times  how often each of its solutions counts
    """

    subtree: Subtree
    share: float
    times: int = 1


class SizeEstimate(Protocol):
    """Estimates the tree of a search that is watched (native/tree_size.py)."""

    def share_of(self, nodes: int) -> float | None:
        """Return the part of the tree that so many nodes are, 0 to 1; None: it is not known."""

    def look(self, worked: float, nodes: int, parts: Callable[[], Sequence[OpenPart]]) -> None:
        """Estimate what is left, if it is time after so many seconds of the search."""


AnyEngine = TypeVar("AnyEngine", bound=CountingEngine, covariant=True)


class Effort:
    """The effort of engines, added to what a progress had before."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._nodes, self._updates = progress.nodes, progress.updates

    def note(self, nodes: int, updates: int) -> None:
        """Note what the engines have spent so far."""
        self._progress.nodes = self._nodes + nodes
        self._progress.updates = self._updates + updates


class Driver(Generic[AnyEngine]):
    """One engine at work on a query.

    whole  whether its end is the end of the search, and its progress that of the search
    size   estimates the tree, which the engine must list then; None: nobody watches
    """

    def __init__(
        self,
        engine: AnyEngine,
        query: Query,
        progress: Progress,
        *,
        whole: bool = True,
        size: SizeEstimate | None = None,
    ) -> None:
        self.exhausted = False
        self._progress = progress
        self._engine = engine
        # What others spent; the engine may have worked before, for another progress.
        self._nodes = progress.nodes - engine.nodes
        self._updates = progress.updates - engine.updates
        self._deadline = query.deadline
        self._whole = whole
        self._noted = -math.inf  # when the share was last written
        self._size = size
        self._began = 0.0  # of the last step

    def solutions(
        self: Driver[Engine], most: int = BATCH, *, rests: bool = False
    ) -> Iterator[Batch]:
        """Yield the solutions until the engine is exhausted or the deadline comes.

        They come in batches of up to 1, 2, 4 ... `most`, each searched for a time slice at most;
        the next batch is larger only if the last one was full.

        rests  whether the engine takes turns with others: steps are short, and a step without a
               solution yields an empty batch
        """
        size, seconds = 1, SHORT if rests else TIME_SLICE
        while not self.exhausted and not self._deadline.passed():
            self._began = time.monotonic()
            self.exhausted, starts, options = self._engine.next_batch(
                min(seconds, self._deadline.left()), size
            )
            batch = Batch.trusted(starts, options)
            self._note_effort()
            seconds = min(1.5 * seconds, STEP) if rests else seconds
            if batch or (rests and not self.exhausted):
                yield batch
            self._note()
            if len(batch) == size:
                size = min(2 * size, most)

    def counting(self, *, promises: bool = True, portions: float = math.inf) -> Iterator[None]:
        """Count the solutions, a step at a time.

        promises  whether the share that is done predicts for a count by turns how soon it ends
        portions  steps, if there are not to be more; each is the engine's least portion of work
        """
        self._progress.promises = promises
        steps, seconds = 0, SHORT if portions == math.inf else 0.0
        while steps < portions and not self.exhausted and not self._deadline.passed():
            steps += 1
            self._began = time.monotonic()
            self.exhausted = self._engine.count(min(seconds, self._deadline.left()))
            seconds = min(1.5 * seconds, STEP)
            self._note_effort()
            self._progress.found = self._engine.solutions
            self._note()
            yield

    def _note_effort(self) -> None:
        self._progress.nodes = self._nodes + self._engine.nodes
        self._progress.updates = self._updates + self._engine.updates
        self._progress.worked += time.monotonic() - self._began

    def _note(self) -> None:
        """Write how far the engine is; its share now and then, as that takes time."""
        if not self._whole:
            return
        self._progress.complete = self.exhausted
        now = time.monotonic()
        if self.exhausted or now > self._noted + STEP:
            self._progress.share = 1.0 if self.exhausted else min(self._engine.progress, NEARLY)
            self._noted = now
            if self._size is not None and not self.exhausted:
                engine = cast("ListingEngine", self._engine)
                worked, nodes = self._progress.worked, engine.nodes
                self._size.look(worked, nodes, lambda: shared_out(engine.open(), 1.0))
                self._progress.likely = self._size.share_of(nodes)


def shared_out(
    subtrees: Sequence[tuple[list[int], list[int]]], share: float, without: Options = ()
) -> list[OpenPart]:
    """Give each subtree its share: those of one level alike, all levels below as much as one.

    without  the options that were left out of what they are subtrees of, which an engine does not
             name again
    """
    depths = [len(given) + len(left_out) for given, left_out in subtrees]
    weights, left = dict.fromkeys(depths, 0.0), 1.0
    for depth in sorted(weights):
        weights[depth] = left = left / (depths.count(depth) + 1)
    whole = math.fsum(weights[depth] for depth in depths)
    return [
        OpenPart((tuple(given), (*without, *left_out)), share * weights[depth] / whole)
        for (given, left_out), depth in zip(subtrees, depths, strict=True)
    ]


def step(engine: Engine, seconds: float, most: int) -> tuple[bool, Batch]:
    """Continue to search for up to `most` solutions, or to count if `most` is 0.

    Return whether that was all, and the solutions.
    """
    if not most:
        return engine.count(seconds), NONE
    exhausted, starts, options = engine.next_batch(seconds, most)
    return exhausted, Batch.trusted(starts, options)


# ---- The native problem: a matrix with its selection ---------------------------------------------


def problem_of(query: Query) -> _native.Problem:
    """Return the query's matrix with its given and forbidden options; costs play no part.

    Raises Unsupported if there are weights or conditions, which would be lost.
    """
    require_covers(query.matrix, "the native engine")
    return whole_problem_of(query)


def whole_problem_of(query: Query) -> _native.Problem:
    """Return the same with the weights, if there are some, for engines that support them.

    Conditions are no part of it: an engine that supports them reads the matrix.
    """
    from .. import _native

    matrix = query.matrix
    return _native.Problem(
        matrix.primary,
        matrix.starts,
        matrix.members,
        matrix.colors,
        matrix.low,
        matrix.high,
        query.given,
        tuple(query.forbidden),
        matrix.weights if matrix.has_weights else None,
    )


def native_rule(rule: GraphRule, kind: str = "") -> _native._Rule:
    """Return a graph rule as native code takes it, perhaps as one of another kind."""
    ends = (rule.tails, rule.heads)
    return (kind or rule.kind, rule.vertices, *ends, rule.options, rule.places, rule.roots)


@contextmanager
def refusals(solver: str) -> Iterator[None]:
    """Raise Unsupported, naming the solver, if an engine's constructor refuses the matrix."""
    try:
        yield
    except OverflowError as error:
        raise Unsupported(f"solver {solver} does not support {error}") from None


# ---- Memory for counting, and the states of sums -------------------------------------------------
#
# The count of sums remembers states of weighted items (solvers/native/frontiers/sum_counter.hpp).
# `memo` counts with it, and `propagate` tries it beside its own count.


SOME = 1 << 30  # bytes


def quarter_of_memory() -> int:
    """Return a quarter of the machine's memory in bytes; some, where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, ValueError, OSError):
        return SOME


def count_by_sums(query: Query, most_bytes: int) -> int | None:
    """Return the number of solutions by a memo of what weighted items leave open.

    None: there are conditions, or the memo would pass so many bytes. Raises Stopped at the
    deadline.
    """
    from .. import _native

    if query.matrix.conditions:
        return None
    words = _native.count_sums(whole_problem_of(query), most_bytes, query.deadline.check)
    return None if words is None else sum(word << 64 * k for k, word in enumerate(words))


def counted_at_once(count: int | None, progress: Progress) -> bool:
    """Write a whole count into the progress; return whether there is one."""
    if count is not None:
        progress.found, progress.complete, progress.share = count, True, 1.0
    return count is not None
