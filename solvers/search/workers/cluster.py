"""The workers of a Dask cluster (`distributed`), which schedules, retries and gathers by itself.

A load is a task of Dask's own, that all others depend upon: so each worker gets it once, from us or
from another worker, and where the one that has it dies it is made anew. Tasks bear their names as
keys. Dask does a task again whose worker died, some three times, and then gives it up.

Dask asks a worker that died for what it had (a result, or the load) until its own time limit for
connecting is over, which is half a minute, and a result may get lost in that way for good. So a
task is sent once more, under another key and with the load, if it is overdue long after its slice
(its worker was stopped, or is cut off); if it is overdue for a little while, and some worker has
gone since; or if it has ended, and its result does not come. It goes to workers that were heard of
lately, or to any others where those die too: whichever result comes first is taken.

Nothing here waits for the scheduler: what it knows of its workers is asked in the background
(`BackgroundCall`), so that one that hangs keeps no search beyond its deadline.
"""

from __future__ import annotations

import asyncio
import logging
import time
import warnings
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import CancelledError
from concurrent.futures import Future as LocalFuture
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ....models.errors import SolverError, Unavailable
from ...contract.deadline import Deadline
from ...process.interrupt import Run, returned, streamed
from .executors import Ended, Lost
from .tasks import Load, Refused, Task, packed, perform, unpacked

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["Cluster", "connected", "gone"]

# ---- The scheduler, asked in the background ------------------------------------------------------
#
# The client's own calls wait until the scheduler answers, and one that was stopped, or is so busy
# that it does not come to it, may never do so. Here a call goes out on the client's event loop,
# and the caller looks now and then whether an answer has come. Even to be connected may take for
# ever, for Dask's time limit for that ends where the machine answers, and not the scheduler: so it
# is done in a thread, which is left alone when it is late.


MORE = 1.0  # second behind a time limit of Dask's, for it to say so itself
UNHEARD = 30.0  # seconds without an answer after which a scheduler is given up

Returned = TypeVar("Returned")


class BackgroundCall(Generic[Returned]):
    """A call of the scheduler that may be made again and again, one at a time."""

    def __init__(
        self, client: Client, function: Callable[[Client], Coroutine[Any, Any, Returned]]
    ) -> None:
        self._client, self._function = client, function
        self._coming: LocalFuture[Returned] | None = None
        self._started = 0.0

    def start(self) -> None:
        """Call, unless a result is still to come. Raises SolverError of a client that is closed."""
        if self._client.status in ("closing", "closed"):
            raise gone()
        if self._coming is None:
            self._coming = asyncio.run_coroutine_threadsafe(
                self._function(self._client), self._client.loop.asyncio_loop
            )
            self._started = time.monotonic()

    def result(self) -> Returned | None:
        """Return the result, once; None: there is none yet. Raises SolverError: none will come."""
        if self._coming is None:
            return None
        if not self._coming.done():
            if time.monotonic() > self._started + UNHEARD:
                self._coming.cancel()
                raise SolverError(
                    f"the scheduler has not answered for {UNHEARD:g} seconds; what was found by "
                    "then is kept"
                )
            return None
        coming, self._coming = self._coming, None
        try:
            return coming.result()
        except (OSError, CancelledError):
            raise gone() from None


async def threads_of(client: Client) -> dict[str, int]:
    """Return the threads of each worker, by its address."""
    return dict(await _scheduler(client).ncores())


async def seen_by(client: Client) -> dict[str, float]:
    """Return when each worker was heard of last, by its address."""
    scheduler = _scheduler(client)
    try:
        identity = await scheduler.identity(n_workers=-1)
    except TypeError:  # of an older Dask, which always lists all
        identity = await scheduler.identity()
    return {address: worker["last_seen"] for address, worker in identity["workers"].items()}


def _scheduler(client: Client) -> Any:
    """Return the workers to use. Raises OSError for a client that was closed."""
    if client.scheduler is None:
        raise OSError("the client is closed")
    return client.scheduler


def gone() -> SolverError:
    """Return the error that says that there is no scheduler any more."""
    return SolverError("the scheduler is gone; what was found by then is kept")


def connected(address: str, seconds: float) -> Client:
    """Return a client of a scheduler. Raises Unavailable."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Unavailable(
            f"on: {address}: Dask cannot be imported ({error}), expected the extra cluster: "
            "python -m pip install 'minuet[cluster]'"
        ) from None
    # Let Dask's own loggers be silent: whatever ends a search is said in one line.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    def connect(run: Run[object]) -> Client:
        client = Client(address, timeout=seconds, set_as_default=False)
        if run.stopping:
            client.close(timeout=MORE)
        return client

    try:
        client = returned(streamed(connect, Deadline(seconds + MORE)))
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise Unavailable(f"on: {address}: no scheduler answers ({reason})") from None
    if client is None:
        raise Unavailable(f"on: {address}: no scheduler answers (in {seconds:.2g} seconds)")
    return client


CONNECTING = 5.0  # seconds
JOINING = 30.0  # seconds for a first worker
LOOK = 1.0  # seconds between two looks at who is there
MOMENT = 0.05  # seconds likewise, as long as nobody is
PATIENCE = 30.0  # seconds behind its slice before a task is sent to another worker
HURRY = 3.0  # seconds likewise, where a worker has gone
FETCHING = 2.0  # seconds for a result to come here; twice as long whenever it is sent again
SILENT = 10.0  # seconds after which a worker is taken for gone, as it reports each few
AHEAD = 8  # for so many workers one task more is with them than they work at
GOODBYE = 2.0  # seconds
LEAST = 1.0  # second for a scheduler to answer, however near the deadline is
LOAD = "minuet-load-"  # what its key begins with


class Cluster:
    """The workers of a cluster; `own`: whether the client was made for this."""

    cost = 0.005  # the scheduler's part included

    def __init__(self, client: Client, *, own: bool = False) -> None:
        from distributed import as_completed

        self._client, self._own = client, own
        self._tasks: dict[str, tuple[Task, list[Future]]] = {}
        self._overdue: dict[str, float] = {}
        self._coming: Any = as_completed(loop=client.loop, with_results=True, raise_errors=False)
        self._load: Future | None = None
        self._payload = b""
        self._threads = BackgroundCall(client, threads_of)
        self._seen = BackgroundCall(client, seen_by)
        self._looked, self._met, self.workers = 0.0, time.monotonic(), 1
        self._addresses: frozenset[str] = frozenset()
        self._tries = 0

    @classmethod
    def of(cls, client: Client, deadline: Deadline) -> Cluster:
        """Return the workers that a client knows. Raises Unavailable where there are none.

        deadline  up to which a first worker is waited for
        """
        return cls(client)._joined(deadline)

    @classmethod
    def at(cls, address: str, deadline: Deadline) -> Cluster:
        """Return the workers of a scheduler. Raises Unavailable."""
        client = connected(address, min(CONNECTING, max(deadline.left(), LEAST)))
        try:
            return cls(client, own=True)._joined(deadline)
        except BaseException:
            client.close(timeout=GOODBYE)
            raise

    @property
    def room(self) -> int:
        """How many tasks should be with the workers at once."""
        self._look()
        return self.workers + 1 + self.workers // AHEAD

    def begin(self, load: Load) -> None:
        """Hand the load to the scheduler."""
        self._payload = packed(load)
        self._hand_over(f"{LOAD}{load.key}", None)

    def send(self, task: Task) -> None:
        """Submit a task."""
        self._tasks[task.name] = task, []
        self._submit(task, task.name)

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait for tasks: see `Pool`."""
        with self._coming.thread_condition:
            if not self._coming.has_ready():
                self._coming.thread_condition.wait(seconds)
        came = [self._take_outcome(*event) for event in self._coming.next_batch(block=False)]
        self._look()
        # Send what is overdue once more, with the load, for which it may be waiting.
        now, seen = time.monotonic(), self._seen.result()
        late = [name for name, end in self._overdue.items() if now > end]
        if late and self._load is not None:
            if seen is None:
                self._seen.start()
            else:
                # The workers that responded lately; None: none did.
                newest = max(seen.values(), default=0.0)
                others = [
                    address for address, then in seen.items() if newest - then < SILENT
                ] or None
                self._tries += 1
                self._hand_over(f"{self._load.key.partition('+')[0]}+{self._tries}", others)
                for name in late:
                    self._submit(self._tasks[name][0], f"{name}+{self._tries}", others)
        if self._client.status not in ("running", "connecting"):
            raise gone()
        return [outcome for outcome in came if outcome is not None]

    def finish(self) -> None:
        """Forget all tasks: Dask drops those without a future."""
        self._coming.clear()
        for _, futures in self._tasks.values():
            for future in futures:
                future.release()
        self._tasks.clear()
        self._overdue.clear()
        self._load = None

    def close(self) -> None:
        """Take our leave, if the client is ours."""
        if self._own:
            with suppress(OSError, TimeoutError):
                self._client.close(timeout=GOODBYE)

    def _submit(self, task: Task, key: str, workers: list[str] | None = None) -> None:
        future = self._client.submit(
            perform, self._load, task, key=key, workers=workers, allow_other_workers=bool(workers)
        )
        self._tasks[task.name][1].append(future)
        self._overdue[task.name] = time.monotonic() + task.seconds + self._patience(task, PATIENCE)
        self._coming.add(future)

    def _patience(self, task: Task, seconds: float) -> float:
        """Return for how long to wait for a task: the longer, the oftener it was sent."""
        return seconds * float(2 ** min(len(self._tasks[task.name][1]) - 1, 10))

    def _take_outcome(self, future: Future, result: Any) -> Ended | None:
        """Return what came of a task; None: it came before, or is sent again. Raises SolverError.

        The result decides: the future's state may have changed by now, if its worker died.
        """
        name = str(future.key).partition("+")[0]
        if name not in self._tasks:
            return None
        task, futures = self._tasks[name]
        if isinstance(result, tuple):
            outcome: Any = _failed(*result[:2])
            # Whether workers died that held the load, and the task had no part in it.
            if str(getattr(result[1], "task", "")).startswith(LOAD):
                self._overdue[name] = 0.0
                return None
        elif isinstance(result, BaseException):  # it was cancelled
            raise gone()
        else:
            outcome = result
        del self._tasks[name], self._overdue[name]
        for attempt in futures:
            attempt.release()
        if isinstance(outcome, Refused):
            raise SolverError(f"a worker {outcome.why}")
        return task, outcome

    def _hasten(self, *, lost: bool) -> None:
        """Wait no longer than need be for tasks of which nothing comes; lost: a worker has gone."""
        now = time.monotonic()
        for name, (task, futures) in self._tasks.items():
            ends = [self._overdue[name]]
            if lost:
                ends.append(now + task.seconds + self._patience(task, HURRY))
            if any(future.status != "pending" for future in futures):
                ends.append(now + self._patience(task, FETCHING))
            self._overdue[name] = min(ends)

    def _hand_over(self, key: str, workers: list[str] | None) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it is large: it travels once
            self._load = self._client.submit(
                unpacked,
                self._payload,
                key=key,
                workers=workers,
                allow_other_workers=bool(workers),
            )

    def _joined(self, deadline: Deadline) -> Cluster:
        """Wait for a first worker, or until the deadline. Raises Unavailable, SolverError."""
        end = time.monotonic() + JOINING
        while not self._addresses and not deadline.passed():
            if time.monotonic() > end:
                raise Unavailable("on: the cluster has no workers, expected at least one")
            self._look()
            time.sleep(MOMENT)
        return self

    def _look(self) -> None:
        """Note which workers there are, now and then. Raises SolverError: none for long."""
        now, threads = time.monotonic(), self._threads.result()
        if threads is not None:
            addresses = frozenset(threads)
            self._hasten(lost=bool(self._addresses - addresses))
            self._addresses, self.workers = addresses, max(sum(threads.values()), 1)
        if now > self._looked + (LOOK if self._addresses else MOMENT):
            self._looked = now
            self._threads.start()
        if self._addresses or not self._tasks:
            self._met = now
        elif now > self._met + JOINING:
            raise SolverError("the cluster has no workers any more; what was found is kept")


def _failed(kind: type[BaseException], error: BaseException) -> Lost:
    """Return that workers died of a task. Raises SolverError for whatever else went wrong."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return Lost(error.allowed_failures + 1)
    if isinstance(error, (ImportError, AttributeError)):
        why = f"{type(error).__name__}: {error}"
        raise SolverError(f"a worker has another minuet, or none ({why})") from None
    raise SolverError(f"a worker failed with {kind.__name__}: {error}") from None
