"""Run a library's blocking call so that Ctrl-C and the deadline are seen at once.

CP-SAT, SCIP and the SAT solvers search inside one long call into C++. Python delivers
KeyboardInterrupt only to the main thread, and only between two steps of Python. So the call runs
in a daemon thread and hands what it finds through a small queue, while the thread that asks waits
in short steps. At the deadline, on Ctrl-C and when the iterator is closed the library is asked to
stop, again and again for at most GRACE seconds; then we go on without it.

The queue is bounded, so a search is never far ahead of the one who asks, and memory stays bounded.

A call that is one of several which take turns can rest (`streamed_in_steps`): it is interrupted as
if it were to stop, but waits then in `Run.check` until it is to go on.
"""

from __future__ import annotations

import atexit
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Generic, TypeVar

from ..contract.deadline import Deadline, Stopped

__all__ = ["Run", "RunDeadline", "Stopped", "join", "returned", "streamed", "streamed_in_steps"]

Found = TypeVar("Found")
Result = TypeVar("Result")

STEP = 0.04
GRACE = 0.3
SOON = 0.002  # seconds after which a library is asked again to stop
TURN = 0.01  # of a call that rests in between
AHEAD = 16
BEGIN = 1.0  # seconds for a thread to begin that was asked to

_live: set[Run[Any]] = set()


class Run(Generic[Found]):
    """A call in progress, as the function that makes the call sees it."""

    def __init__(self) -> None:
        self.stopping = False
        self._closed = False
        self._dropped = False  # whether something found was thrown away
        self._stop: Callable[[], object] | None = None
        self._hold: tuple[Callable[[], object], Callable[[], object]] | None = None
        self._in_steps = False
        self._rested = 0.0  # seconds
        self._going, self._rests = threading.Event(), threading.Event()
        self._going.set()
        self._lock = threading.Lock()
        self._found: queue.Queue[tuple[Found, ...]] = queue.Queue(AHEAD)
        self._ended = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def check(self) -> None:
        """Raise Stopped if the run is to stop, and wait if it is to rest.

        To be called now and then by what takes long.
        """
        if not self._going.is_set():
            self._rest()
        if self.stopping:
            raise Stopped

    def _rest(self) -> None:
        """Wait while others are to work."""
        began = time.monotonic()
        while not self._going.is_set():
            self._rests.set()
            self._going.wait()
        self._rested += time.monotonic() - began

    @contextmanager
    def stoppable(
        self,
        stop: Callable[[], object],
        hold: tuple[Callable[[], object], Callable[[], object]] | None = None,
    ) -> Iterator[None]:
        """Name the function that asks the library to stop; it is not called after the block.

        It is called from another thread, perhaps several times, and must not wait. It is called
        for a rest too, and whoever is asked to stop and is not to (`check` returns) goes on.

        hold  for a library that runs elsewhere: how it is held, at once, and how it is let go on
        """
        with self._lock:
            self._stop, self._hold = stop, hold
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._stop = self._hold = None

    def clock(self) -> float:
        """Return seconds, of which only differences count; they stand still while the run rests."""
        return time.monotonic() - self._rested

    def emit(self, item: Found) -> bool:
        """Queue an item, waiting while the queue is full. False: no more are wanted."""
        if self._in_steps and not self.stopping:
            self._going.clear()  # a step ends with what it found
        while not self._closed:
            try:
                self._found.put((item,), timeout=STEP)
            except queue.Full:
                # After the deadline what is queued is still taken, but nothing new is waited for.
                if self.stopping:
                    return False
            else:
                self._rest()
                return not self.stopping
        return False

    def _main(self, work: Callable[[Run[Found]], object]) -> None:
        try:
            self._result = work(self)
        except Stopped:
            pass
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()
            _live.discard(self)
            with suppress(queue.Full):
                self._found.put_nowait(())  # wakes the one who waits

    def _ask(self) -> None:
        self.stopping = True
        self._going.set()
        with self._lock:
            if self._stop is not None:
                self._stop()

    def _have_rest(self) -> None:
        """Have the call rest; wait until it does, at most GRACE seconds."""
        self._going.clear()
        end = time.monotonic() + GRACE
        while not self._ended.is_set() and time.monotonic() < end:
            with self._lock:
                if self._hold is not None:
                    self._hold[0]()
                    return
                if self._stop is not None and not self._rests.is_set():
                    self._stop()
            if self._rests.wait(SOON):
                return

    def _go_on(self) -> None:
        self._rests.clear()
        with self._lock:
            if self._hold is not None:
                self._hold[1]()
        self._going.set()

    def _next(self, seconds: float) -> tuple[Found, ...]:
        """Wait up to `seconds` for something found; return it, alone, or nothing."""
        try:
            return self._found.get(timeout=0 if self._ended.is_set() else seconds)
        except queue.Empty:
            return ()

    def _over(self) -> bool:
        return self._ended.is_set() and self._found.empty()

    def _outcome(self) -> Any:
        """Return what the call returned, None if it was cut short; raise what it raised."""
        if self._error is not None:
            raise self._error
        return self._result if self._over() and not self._dropped else None

    def close(self) -> None:
        """Ask the call to stop and wait for it, at most GRACE seconds."""
        self._closed = True
        end = time.monotonic() + GRACE
        while not self._ended.is_set() and time.monotonic() < end:
            self._ask()
            while self._next(0):  # a call that waits in `emit` for a free place goes on at once
                self._dropped = True
            self._ended.wait(0.01)


class RunDeadline(Deadline):
    """A deadline that has passed as soon as the run is to stop."""

    def __init__(self, run: Run[Any], deadline: Deadline) -> None:
        super().__init__()
        self._run, self._deadline = run, deadline

    def left(self) -> float:
        """Seconds until the deadline; 0 if the run is to stop."""
        return 0.0 if self._run.stopping else self._deadline.left()

    def passed(self) -> bool:
        """Whether the run is to stop, or the deadline has come."""
        return self.left() <= 0


def streamed(
    work: Callable[[Run[Found]], Result], deadline: Deadline
) -> Generator[Found, None, Result | None]:
    """Run `work` in a thread; yield what it emits; return what it returns, None if cut short.

    What was found before the deadline is still yielded after it. An exception in `work` is raised
    here.
    """
    if deadline.passed():
        return None
    run = _begun(work)
    try:
        while not run._over() and not deadline.passed():
            yield from run._next(min(STEP, deadline.left()))
        yield from _last(run)
    finally:
        run.close()
    outcome: Result | None = run._outcome()
    return outcome


def streamed_in_steps(
    work: Callable[[Run[Found]], Result], deadline: Deadline
) -> Generator[tuple[Found, ...], None, Result | None]:
    """Do as `streamed` does, in steps: yield what was found in each, alone, or an empty tuple.

    Between two steps the call rests. (One that does not notice goes on meanwhile.)
    """
    if deadline.passed():
        return None
    run = _begun(work, in_steps=True)
    try:
        while not run._over() and not deadline.passed():
            run._go_on()
            batch = run._next(min(TURN, deadline.left()))
            if not run._over():
                run._have_rest()
            yield batch
        for result in _last(run):
            yield (result,)
    finally:
        run.close()
    outcome: Result | None = run._outcome()
    return outcome


def _begun(work: Callable[[Run[Found]], object], *, in_steps: bool = False) -> Run[Found]:
    run: Run[Found] = Run()
    run._in_steps = in_steps
    _live.add(run)
    threading.Thread(target=run._main, args=(work,), daemon=True, name="minuet").start()
    return run


def _last(run: Run[Found]) -> Iterator[Found]:
    """Yield what there still is when the time is over: all of it, however slowly it is taken."""
    end = time.monotonic() + GRACE
    while not run._over() and (run._ended.is_set() or time.monotonic() < end):
        run._ask()
        yield from run._next(0.01)


def returned(stream: Generator[Any, None, Result | None]) -> Result | None:
    """Return what `streamed` work returns that emits nothing; None if it was cut short."""
    try:
        next(stream)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError("nothing was to be emitted")


def join(thread: threading.Thread) -> None:
    """Wait for a thread, also for one in whose start an interrupt came."""
    end = time.monotonic() + BEGIN
    while thread.ident is None and time.monotonic() < end:
        time.sleep(0.001)
    if thread.ident is not None:
        thread.join()


@atexit.register
def _close_all() -> None:
    """Stop what still runs: a library that calls back into a finished Python would crash."""
    for run in list(_live):
        run.close()
