"""Run a library's blocking call so that Ctrl-C and the deadline are seen at once.

CP-SAT, SCIP and the SAT solvers search inside one long call into C++. Python delivers
KeyboardInterrupt only to the main thread, and only between two steps of Python. So the call runs
in a daemon thread and hands what it finds through a small queue, while the thread that asks waits
in short steps. At the deadline, on Ctrl-C and when the iterator is closed the library is asked to
stop, again and again for at most GRACE seconds; then we go on without it.

The queue is bounded, so a search is never far ahead of the one who asks, and memory stays bounded.
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

__all__ = ["Run", "RunDeadline", "Stopped", "returned", "streamed"]

Found = TypeVar("Found")
Result = TypeVar("Result")

STEP = 0.04
GRACE = 0.3
AHEAD = 16

_live: set[Run[Any]] = set()


class Run(Generic[Found]):
    """A call in progress, as the function that makes the call sees it."""

    def __init__(self) -> None:
        self.stopping = False
        self._closed = False
        self._stop: Callable[[], object] | None = None
        self._lock = threading.Lock()
        self._found: queue.Queue[tuple[Found, ...]] = queue.Queue(AHEAD)
        self._ended = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def check(self) -> None:
        """Raise Stopped if the run is to stop; to be called now and then by what takes long."""
        if self.stopping:
            raise Stopped

    @contextmanager
    def stoppable(self, stop: Callable[[], object]) -> Iterator[None]:
        """Name the function that asks the library to stop; it is not called after the block.

        It is called from another thread, perhaps several times, and must not wait.
        """
        with self._lock:
            self._stop = stop
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._stop = None

    def emit(self, found: Found) -> bool:
        """Hand on something found, waiting while the queue is full. False: nobody wants more."""
        while not self._closed:
            try:
                self._found.put((found,), timeout=STEP)
            except queue.Full:
                # After the deadline what is queued is still taken, but nothing new is waited for.
                if self.stopping:
                    return False
            else:
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
        with self._lock:
            if self._stop is not None:
                self._stop()

    def _next(self, seconds: float) -> tuple[Found, ...]:
        """Wait up to `seconds` for something found; return it, alone, or nothing."""
        try:
            return self._found.get(timeout=0 if self._ended.is_set() else seconds)
        except queue.Empty:
            return ()

    def _over(self) -> bool:
        return self._ended.is_set() and self._found.empty()

    def close(self) -> None:
        """Ask the call to stop and wait for it, at most GRACE seconds."""
        self._closed = True
        end = time.monotonic() + GRACE
        while not self._ended.is_set() and time.monotonic() < end:
            self._ask()
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
    run: Run[Found] = Run()
    _live.add(run)
    threading.Thread(target=run._main, args=(work,), daemon=True, name="minuet").start()
    try:
        while not run._over() and not deadline.passed():
            yield from run._next(min(STEP, deadline.left()))
        end = time.monotonic() + GRACE
        # What a call that has ended found is all at hand, however slowly it is taken.
        while not run._over() and (run._ended.is_set() or time.monotonic() < end):
            run._ask()
            yield from run._next(0.01)
    finally:
        run.close()
    if run._error is not None:
        raise run._error
    return run._result if run._over() else None


def returned(stream: Generator[Any, None, Result | None]) -> Result | None:
    """Return what `streamed` work returns that emits nothing; None if it was cut short."""
    try:
        next(stream)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError("nothing was to be emitted")


@atexit.register
def _close_all() -> None:
    """Stop what still runs: a library that calls back into a finished Python would crash."""
    for run in list(_live):
        run.close()
