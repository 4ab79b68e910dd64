"""The coordinator: gives tasks to workers, takes their results and knows what is open.

At any moment what was found in the tasks that came back, and the parts that wait or are out with a
worker, are the whole tree, nothing twice and nothing left out. The slice of time that a task gets
grows with the search: short at first and where workers have nothing to do, so that what is left is
shared out soon; then a sixteenth of the time so far, up to a second, or as long as it takes for all
tasks that come back in that time to be seen to. So the coordinator, who sees to one at a time, is
at work for a part of the time only, however many workers there are.

A task whose worker died is done again, each part for itself and in a shorter slice. One part that
three workers died of is an error that more trials would not fix: it is reported with its options.

The other parts: calls of a function by workers, and the k best solutions.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

from ....models.errors import SolverError
from ...contract.batch import Options
from ...contract.deadline import Deadline, Stopped
from ...contract.goal import Goal
from ...contract.progress import Progress
from ...contract.query import Query
from ...native.engine import OpenPart
from .executors import Lost, Pool
from .tasks import Bundle, Bundles, Done, Load, Slice, load_of

__all__ = ["Coordinator", "best_by_workers", "call_each"]

SHORT, LONG = 0.03, 1.0  # seconds of a slice
PART = 16  # of the time so far that a slice may be
BUSY = 4.0  # a slice is so many times what it takes to see to a task of each worker
STEP = 0.1  # seconds between two looks at the deadline
GRACE = 1.0  # seconds for tasks to come back behind the deadline
MOST_LOSSES = 3
SHORTER = 4  # times, after each: so that who kills workers at random seldom meets it again
FADING = 0.05  # of the mean of what a task takes to be seen to
SHOWN = 12  # options of a prefix that a message shows


class Coordinator:
    """The search of some parts of a tree by workers.

    bar       the cost that a solution must stay below, as passed to new tasks
    finished  parts that are done
    share     the estimated part of the whole tree that is done
    """

    def __init__(
        self,
        load: Load,
        pool: Pool,
        deadline: Deadline,
        parts: Sequence[OpenPart] | None = None,
    ) -> None:
        """Begin to search.

        load   of the search (see `load_of`)
        parts  what is left of the tree; None: all of it
        """
        if parts is None:
            parts = [OpenPart((load.content.settings.given, ()), 1.0)]
        self._load, self._pool, self._deadline = load, pool, deadline
        self._waiting = Bundles(parts)
        self._out: dict[str, Bundle] = {}
        self._began = time.monotonic()
        self._cost = 0.0  # seconds that it takes to see to what a task has found
        self.bar: int | None = None
        self.finished = 0
        self.share = max(1.0 - sum(part.share for part in parts), 0.0)

    @property
    def complete(self) -> bool:
        """Whether nothing is left."""
        return not self._waiting and not self._out

    def open(self) -> list[OpenPart]:
        """Return what is left, between two results."""
        listed = [part for bundle in self._out.values() for part in bundle.parts]
        return listed + [part for bundle in self._waiting for part in bundle.parts]

    def results(self) -> Generator[Done, None, None]:
        """Search everything; yield the outcome of each task as it comes.

        Raises SolverError for a part of which workers die, and what `Pool.ended` raises.
        """
        self._pool.begin(self._load)
        try:
            while not self.complete and not self._deadline.passed():
                # Give the workers what they have room for.
                room = self._pool.room
                free = room - len(self._out)
                if free > 0 and self._waiting:
                    wanted = free + room // 2
                    self._waiting.cut(wanted)
                    seconds = min(self._slice(wanted), max(self._deadline.left(), 0.0))
                    while free > 0 and self._waiting:
                        bundle = self._waiting.take()
                        within = seconds / SHORTER**bundle.losses
                        task = Slice(bundle.parts, within, self.bar).task(self._load)
                        self._out[task.name] = bundle
                        self._pool.send(task)
                        free -= 1
                yield from self._came(min(STEP, self._deadline.left()))
            late = time.monotonic() + GRACE
            while self._out and time.monotonic() < late:
                yield from self._came(STEP)
        finally:
            self._pool.finish()

    def _slice(self, wanted: int) -> float:
        """Return for how long tasks are to run that are given out now.

        wanted  so many bundles should wait
        """
        workers = self._pool.workers
        most = max(LONG, BUSY * (self._pool.cost + self._cost) * workers)
        if len(self._waiting) < wanted:  # there is too little to share out
            return min(SHORT * 2, most)
        return min(max((time.monotonic() - self._began) / PART, SHORT), most)

    def _came(self, seconds: float) -> Iterator[Done]:
        for task, came in self._pool.ended(seconds):
            began = time.monotonic()
            bundle = self._out.pop(task.name, None)
            if bundle is None:
                continue  # done twice
            if isinstance(came, Lost):
                self._do_again(bundle, came.times)
                continue
            self._waiting.put(Bundle(came.parts))
            self.finished += came.finished
            left = sum(part.share for part in came.parts)
            self.share = min(self.share + max(bundle.share - left, 0.0), 1.0)
            yield came
            took = time.monotonic() - began
            self._cost += FADING * (took - self._cost)

    def _do_again(self, bundle: Bundle, times: int) -> None:
        """Have each part of a lost task done for itself. Raises SolverError if it was the third."""
        losses = bundle.losses + times
        if len(bundle.parts) > 1:
            for part in bundle.parts:
                self._waiting.put(Bundle((part,), min(losses, MOST_LOSSES - 1)))
            return
        (part,) = bundle.parts
        self._waiting.put(Bundle((part,), losses))
        if losses >= MOST_LOSSES:
            raise SolverError(
                f"{losses} workers died of one part of the search, {in_words(part)}; what was "
                "found in the others is kept"
            )


def in_words(part: OpenPart) -> str:
    """Name a part by the options above it."""
    given, without = part.subtree
    options = " ".join(map(str, given[-SHOWN:])) or "none"
    more = "... " if len(given) > SHOWN else ""
    beside = f" without {' '.join(map(str, without[-SHOWN:]))}" if without else ""
    return f"below the options {more}{options}{beside}"


# ---- Calls: one function call a task, each done once ---------------------------------------------
#
# They are no parts of a tree, but a run of an experiment or one solver of a cross-check, for
# example. A call whose worker dies is done again; the third death is its result. Of a call that was
# done twice one result is taken.


@dataclass(frozen=True)
class Returned:
    """What a call returned, or why it did not, in a line."""

    value: Any = None
    failed: str = ""


def call_each(
    pool: Pool,
    function: Callable[[Any, Any], Any],
    shared: Any,
    arguments: Sequence[tuple[Any, float]],
    deadline: Deadline,
    tick: Callable[[], object] | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Call a function of a module with each argument; yield its place and what it returns, as it
    comes.

    shared     the first argument of all calls; it travels once to each worker
    arguments  the second one, each with the seconds that the call may take
    tick       is called some times a second

    Of a call that three workers died of comes `Lost`. Raises SolverError where the function fails,
    and what `Pool.ended` raises. Closing it forgets what is under way.
    """
    load = Load(secrets.token_hex(8), shared)
    waiting, out, losses = deque(range(len(arguments))), dict[str, int](), dict[int, int]()
    pool.begin(load)
    try:
        while (waiting or out) and not deadline.passed():
            while waiting and len(out) < pool.room:
                place = waiting.popleft()
                argument, seconds = arguments[place]
                name = f"{place}-{losses.get(place, 0)}"
                task = load.task(name, seconds, _called, (function, argument))
                out[task.name] = place
                pool.send(task)
            for task, came in pool.ended(min(STEP, deadline.left())):
                place = out.pop(task.name)
                if not isinstance(came, Lost):
                    if came.failed:
                        raise SolverError(f"a worker failed with {came.failed}")
                    yield place, came.value
                    continue
                losses[place] = losses.get(place, 0) + came.times
                if losses[place] >= MOST_LOSSES:
                    yield place, Lost(losses[place])
                else:
                    waiting.appendleft(place)
            if tick is not None:
                tick()
    finally:
        pool.finish()


def _called(shared: Any, call: tuple[Callable[[Any, Any], Any], Any]) -> Returned:
    """Call a function, on the worker."""
    function, argument = call
    try:
        return Returned(function(shared, argument))
    except Exception as error:
        return Returned(failed=f"{type(error).__name__}: {' '.join(str(error).split())}")


# ---- The k best solutions ------------------------------------------------------------------------
#
# A part of the tree is searched for its own k best, by the prices of its own linear program, for a
# slice of time; its bound may show at once that it holds nothing better than what is known. Where
# the slice does not do, the part is cut: the engine that lists all solutions takes some steps in
# it, and what it has found and what it leaves are the part. What was searched in vain then is
# lost; it is no more than a slice for each cut. A task carries the cost of the k-th best that was
# known when it was given out, and a slice is short, so all soon know of a better one.


def best_by_workers(
    solver: str, query: Query, progress: Progress, k: int, pool: Pool
) -> Iterator[Options]:
    """Yield the k cheapest solutions, the cheapest first, once that is proved."""
    matrix = query.matrix
    kept: dict[Options, int] = {}
    with suppress(Stopped):
        search = Coordinator(load_of(Goal.RANKED, solver, query, k), pool, query.deadline)
        with closing(search.results()) as results:
            for done in results:
                progress.add_effort(Progress(nodes=done.nodes, updates=done.updates))
                progress.share = search.share
                for options in done.batch or ():
                    kept[tuple(sorted(options))] = matrix.cost(options)
                kept = dict(sorted(kept.items(), key=lambda entry: entry[1])[:k])
                if len(kept) == k:
                    search.bar = max(kept.values())
        if search.complete:
            progress.complete = True
            progress.share = 1.0
            yield from kept
