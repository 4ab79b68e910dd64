"""A Dask scheduler: how it is reached, and what it tells of its workers, asked in the background.

The client's own calls wait until the scheduler answers, and one that was stopped, or is so busy
that it does not come to it, may never do so. Here a call goes out on the client's event loop, and
the caller looks now and then whether an answer has come. Even to be connected may take for
ever, for Dask's time limit for that ends where the machine answers, and not the scheduler: so it is
done in a thread, which is left alone when it is late.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ....models.errors import SolverError, Unavailable
from ...contract.deadline import Deadline
from ...process.interrupt import Run, returned, streamed

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["BackgroundCall", "connected", "gone", "seen_by", "threads_of"]

MORE = 1.0  # second behind a time limit of Dask's, for it to say so itself
UNHEARD = 30.0  # seconds without an answer after which a scheduler is given up

Returned = TypeVar("Returned")


class BackgroundCall(Generic[Returned]):
    """A call of the scheduler that may be made again and again, one at a time."""

    def __init__(
        self, client: Client, function: Callable[[Client], Coroutine[Any, Any, Returned]]
    ) -> None:
        self._client, self._function = client, function
        self._coming: Future[Returned] | None = None
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
        known = await scheduler.identity(n_workers=-1)
    except TypeError:  # of an older Dask, which always tells of all
        known = await scheduler.identity()
    return {address: one["last_seen"] for address, one in known["workers"].items()}


def _scheduler(client: Client) -> Any:
    """Return whom to ask. Raises OSError of a client that was closed."""
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
        told = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise Unavailable(f"on: {address}: no scheduler answers ({told})") from None
    if client is None:
        raise Unavailable(f"on: {address}: no scheduler answers (in {seconds:.2g} seconds)")
    return client
