"""Tasks: what travels to a worker, what it does with it, and which parts a task takes.

A worker searches some parts of a tree for a slice of time, by the same engine as at home, halted at
the end of the slice; what it lists then as open, and the parts that it did not come to, go back
with what was found. Nothing else is kept of a task.
"""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from heapq import heapify, heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any, Protocol, cast

from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Batch, Options, closing_stream
from ...contract.deadline import Deadline, Stopped
from ...contract.goal import Goal
from ...contract.progress import Progress
from ...contract.query import Query
from ...contract.solver import version_of
from ...native.engine import ListingEngine, OpenPart, Subtree, problem_of, shared_out
from ...native.solver import NativeSolver
from ...registry import get_solver
from ..running import query_of
from ..search import Search
from ..settings import Settings

__all__ = [
    "Bundle",
    "Bundles",
    "Done",
    "Load",
    "Parcel",
    "Refused",
    "Slice",
    "Task",
    "load_of",
    "packed",
    "perform",
    "unpacked",
]

# ---- Loads and tasks: what travels to a worker ---------------------------------------------------
#
# A load travels once to each worker, which keeps what it makes of it. A task is named, so that one
# that is done twice is known by its name.


KEPT = 4  # loads that a worker has ready


def _own_version() -> str:
    return version_of("minuet")


@dataclass(frozen=True)
class Task:
    """A function of a module, called with what a worker has made of the load, and an argument.

    name     distinguishes it from other tasks: those that do the same may have the same name
    version  of minuet, of the process that sends it
    seconds  that it may take, and be behind others, before its worker is taken for dead
    """

    name: str
    version: str
    seconds: float
    function: Callable[[Any, Any], object]
    argument: Any


@dataclass(frozen=True)
class Load:
    """What tasks have in common.

    key      distinguishes it from other loads
    content  a `Search` of which tasks search parts, or whatever else tasks are about
    prepare  makes what tasks work with of the content; None: the content itself is that
    """

    key: str
    content: Any
    prepare: Callable[[Any], Any] | None = None

    def task(
        self, name: str, seconds: float, function: Callable[[Any, Any], object], argument: Any
    ) -> Task:
        """Return a task of this load; `name`: distinguishes it from the load's other tasks."""
        return Task(f"minuet-{self.key}-{name}", _own_version(), seconds, function, argument)

    def prepared(self) -> Any:
        """Return what tasks work with."""
        return self.content if self.prepare is None else self.prepare(self.content)


class Missing(Exception):
    """A worker has no load of that key, and cannot read the file that it is in."""


@dataclass(frozen=True)
class Refused:
    """Why a worker does not do the task: it is none of ours, in one line; or it has no load."""

    why: str = ""


@dataclass(frozen=True)
class Parcel:
    """A load on its way to workers that share files with us, or do not.

    path     of the packed load
    payload  the packed load itself, for a worker that cannot read the file
    """

    key: str
    path: str
    payload: bytes | None = None

    def load(self) -> Load:
        """Return the load. Raises Missing."""
        if self.payload is not None:
            return unpacked(self.payload)
        try:
            return unpacked(Path(self.path).read_bytes())
        except OSError:
            raise Missing(self.key) from None


def packed(load: Load) -> bytes:
    """Return a load as it travels."""
    return pickle.dumps(load, pickle.HIGHEST_PROTOCOL)


def unpacked(payload: bytes) -> Load:
    """Return what was packed."""
    load: Load = pickle.loads(payload)
    return load


def perform(source: Load | Parcel, task: Task) -> object:
    """Do a task, on the worker."""
    own = _own_version()
    if task.version != own:
        return Refused(f"has minuet {own}, expected {task.version} as here")
    try:
        # What tasks work with: of one of the last loads of this worker, or made anew.
        with _lock:
            prepared = _ready.pop(source.key, _NOTHING)
            if prepared is _NOTHING:
                prepared = (source.load() if isinstance(source, Parcel) else source).prepared()
            _ready[source.key] = prepared
            while len(_ready) > KEPT:
                del _ready[next(iter(_ready))]
    except Missing:
        return Refused()
    return task.function(prepared, task.argument)


_NOTHING = object()
_ready: dict[str, object] = {}
_lock = threading.Lock()

# ---- The load of a search, and what a worker builds from it --------------------------------------
#
# Names and labels are left out, since an engine reads numbers alone. What a worker builds from a
# search (the problem, which holds the matrix as the engines read it) it keeps under the load's key.


def load_of(goal: Goal, solver: str, query: Query, k: int = 1) -> Load:
    """Return the load whose content is the search of a query by a native solver.

    goal  COUNT, ALL or RANKED; `k`: so many solutions, where the best are wanted

    The key is of the matrix, the goal, the settings, and the version of minuet.
    """
    settings = Settings(solver=solver, given=query.given, forbidden=sorted(query.forbidden), k=k)
    search = Search(bare(query.matrix, costs=goal is Goal.RANKED), goal, settings)
    identity = (goal, settings, version_of("minuet"), query.matrix.digest)
    key = blake2b(repr(identity).encode(), digest_size=12).hexdigest()
    return Load(key, search, PreparedSearch)


def bare(matrix: ExactCover, *, costs: bool) -> ExactCover:
    """Return a matrix without what people call its items and options, and perhaps its costs."""
    return ExactCover.trusted(
        primary=matrix.primary,
        items=range(len(matrix.items)),
        starts=matrix.starts,
        members=matrix.members,
        colors=matrix.colors,
        costs=matrix.costs if costs else matrix.costs * 0,
        low=matrix.low,
        high=matrix.high,
        labels=range(matrix.options),
        color_names=(),
    )


class PreparedSearch:
    """A search with what is built from it once: its query, without a deadline, and the problem."""

    def __init__(self, search: Search) -> None:
        self.search, self.query = search, query_of(search)
        self.solver = cast(NativeSolver, get_solver(search.settings.solver))
        self._problem: Any = problem_of(self.query)

    def engine(self, subtree: Subtree) -> ListingEngine:
        """Build the engine for a part of the tree."""
        return self.solver.part_engine(self.query, self._problem, subtree, _goes_on)


def _goes_on() -> None:
    """Let an engine be built, however long that takes."""


LEAST = 0.001  # seconds of a part that is begun, so that every task gets on
BATCH = 1 << 14  # solutions of one task; what is beyond them stays open


@dataclass(frozen=True)
class Slice:
    """Some parts of the tree, and how long they are searched.

    seconds  after which the worker returns, done or not
    bar      solutions that cost as much, or more, are not wanted
    """

    parts: tuple[OpenPart, ...]
    seconds: float
    bar: int | None = None

    def task(self, load: Load) -> Task:
        """Return the task of searching it; the same parts of the same search have one name."""
        hashed = blake2b(str(self.bar).encode(), digest_size=10)
        for part in self.parts:
            hashed.update(repr(part.subtree).encode())
        return load.task(hashed.hexdigest(), self.seconds, search_slice, self)


@dataclass(frozen=True)
class Done:
    """What came of a slice.

    parts     what is left of it
    found     solutions, exactly, of all the rest
    finished  parts that are done
    batch     the solutions, if they were asked for
    seconds   that it took, of the processor
    """

    parts: tuple[OpenPart, ...]
    found: int
    nodes: int
    updates: int
    finished: int
    seconds: float
    batch: Batch | None = None


def search_slice(search: PreparedSearch, wanted: Slice) -> Done:
    """Search parts of the tree for a while, on the worker, and return what came of it."""
    began = time.thread_time()
    work = _Work(search, wanted)
    for place, part in enumerate(wanted.parts):
        if place and work.late:
            work.left += wanted.parts[place:]
            break
        work.search(part)
    took = time.thread_time() - began
    return work.done(took)


class _Work:
    """The work on one slice."""

    def __init__(self, search: PreparedSearch, wanted: Slice) -> None:
        self._search, self._wanted = search, wanted
        self._end = time.monotonic() + wanted.seconds
        self._work_at = {Goal.COUNT: self._count, Goal.ALL: self._list, Goal.RANKED: self._rank}[
            search.search.goal
        ]
        self._found = self._nodes = self._updates = self._finished = 0
        self._batches: list[Batch] = []
        self.left: list[OpenPart] = []

    @property
    def late(self) -> bool:
        """Whether the slice is over, or enough was found to be sent."""
        solutions = sum(map(len, self._batches))
        return time.monotonic() >= self._end or solutions >= BATCH

    def search(self, part: OpenPart) -> None:
        """Search a part until it is done, or it is late."""
        engine = self._work_at(part)
        if engine is None:
            self._finished += 1
            return
        left = part.share * max(1.0 - engine.progress, 0.0)
        self.left += shared_out(engine.open(), left, part.subtree[1])

    def done(self, seconds: float) -> Done:
        """Return what came of it."""
        batch = Batch.joined(self._batches) if self._batches else None
        effort = self._nodes, self._updates, self._finished
        return Done(tuple(self.left), self._found, *effort, seconds, batch)

    def _count(self, part: OpenPart) -> ListingEngine | None:
        """Count a part; return who knows what is left of it, None: nothing is."""
        engine = self._search.engine(part.subtree)
        over = engine.count(self._seconds)
        self._found += engine.solutions
        return self._spent(engine, over=over)

    def _list(self, part: OpenPart) -> ListingEngine | None:
        """Keep the solutions of a part, likewise."""
        engine, over = self._search.engine(part.subtree), False
        while not over:
            over = self._next_batch(engine, self._seconds)
            if self.late:
                break
        return self._spent(engine, over=over)

    def _rank(self, part: OpenPart) -> ListingEngine | None:
        """Keep the best solutions of a part; cut it where that takes too long."""
        whole, bar, progress = self._search.query, self._wanted.bar, Progress()
        given, without = part.subtree
        until = _Until(self._seconds, progress, bar)
        query = replace(
            whole, given=given, forbidden=whole.forbidden.union(without), deadline=until
        )
        solver, k = cast(Ranks, self._search.solver), self._search.search.settings.k
        solutions = []
        with closing_stream(solver.best_solutions(query, progress, k)) as stream:
            for options in stream:
                if bar is not None and whole.matrix.cost(options) >= bar:
                    progress.complete = True
                    break
                solutions.append(options)
        self._batches.append(Batch.of(solutions))
        self._nodes += progress.nodes
        self._updates += progress.updates
        if progress.complete or until.beaten or len(solutions) >= k:
            return None
        engine = self._search.engine(part.subtree)
        return self._spent(engine, over=self._next_batch(engine, LEAST))

    def _next_batch(self, engine: ListingEngine, seconds: float) -> bool:
        over, starts, options = engine.next_batch(seconds, BATCH)
        self._batches.append(Batch.trusted(starts, options))
        return over

    def _spent(self, engine: ListingEngine, *, over: bool) -> ListingEngine | None:
        self._nodes += engine.nodes
        self._updates += engine.updates
        return None if over else engine

    @property
    def _seconds(self) -> float:
        return max(self._end - time.monotonic(), LEAST)


class Ranks(Protocol):
    """A solver that yields solutions in ascending order of cost."""

    def best_solutions(self, query: Query, progress: Progress, k: int) -> Iterator[Options]:
        """Yield the k cheapest solutions."""


class _Until(Deadline):
    """The end of a slice, or the moment in which nothing that is wanted can come any more."""

    def __init__(self, seconds: float, progress: Progress, bar: int | None) -> None:
        super().__init__(seconds)
        self._progress, self._bar = progress, bar

    @property
    def beaten(self) -> bool:
        """Whether no solution costs less than the bar."""
        bound = self._progress.bound
        return self._bar is not None and bound is not None and bound >= self._bar

    def passed(self) -> bool:
        return self.beaten or super().passed()

    def left(self) -> float:
        return 0.0 if self.beaten else super().left()

    def check(self) -> None:
        if self.passed():
            raise Stopped


# ---- Bundles: the open parts that one task takes -------------------------------------------------
#
# A task hands its parts back as one bundle, and a bundle is only cut where there would else be too
# few for the workers. So there are about as many bundles as workers, however many tasks a search
# takes and however deep it is, and the parts that are listed are those of so many halted engines.
# The bundle that seems largest goes first; it is cut by dealing its parts out in turn, for those
# that stand beside each other are alike in size.


@dataclass(frozen=True)
class Bundle:
    """Parts that are searched by one task; `losses`: how many workers died of it."""

    parts: tuple[OpenPart, ...]
    losses: int = 0

    @property
    def share(self) -> float:
        """The estimated part of the whole tree that it is."""
        return sum(part.share for part in self.parts)


class Bundles:
    """What waits to be searched."""

    def __init__(self, parts: Sequence[OpenPart]) -> None:
        self._heap: list[tuple[float, int, Bundle]] = []  # the largest first, then the eldest
        self._numbers = count()
        self.put(Bundle(tuple(parts)))

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Bundle]:
        return (bundle for _, _, bundle in self._heap)

    def put(self, bundle: Bundle) -> None:
        """Take a bundle, if there is something in it."""
        if bundle.parts:
            heappush(self._heap, (-bundle.share, next(self._numbers), bundle))

    def take(self) -> Bundle:
        """Return the largest."""
        return heappop(self._heap)[2]

    def cut(self, wanted: int) -> None:
        """Cut bundles, the largest first, until there are as many as wanted, if they can be cut."""
        whole: list[tuple[float, int, Bundle]] = []
        while self._heap and len(self._heap) + len(whole) < wanted:
            entry = heappop(self._heap)
            parts, losses = entry[2].parts, entry[2].losses
            if len(parts) == 1:
                whole.append(entry)
                continue
            self.put(Bundle(parts[::2], losses))
            self.put(Bundle(parts[1::2], losses))
        if whole:
            self._heap += whole
            heapify(self._heap)
