"""Writing a checkpoint while the search goes on: one at a time, on a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

__all__ = ["Behind"]


class Behind:
    """Who writes behind the back of the search."""

    def __init__(self) -> None:
        self.seconds = 0.0  # that the last one took
        self._thread = threading.Thread()  # one that is never begun
        self._error: BaseException | None = None

    @property
    def busy(self) -> bool:
        """Whether one is being written now."""
        return self._thread.is_alive()

    def write(self, write: Callable[[], None]) -> None:
        """Begin to write; raises what `wait` does of the one before."""
        self.wait()
        self._thread = threading.Thread(target=self._run, args=(write,), name="minuet checkpoint")
        self._thread.start()

    def wait(self) -> None:
        """Wait for the end of it, Ctrl-C or not; raises what kept it from being written, once."""
        interrupt = None
        while self.busy:
            try:
                self._thread.join()
            except BaseException as caught:
                interrupt = caught
        if interrupt is not None:
            raise interrupt
        failed, self._error = self._error, None
        if failed is not None:
            raise failed

    def _run(self, write: Callable[[], None]) -> None:
        began = time.monotonic()
        try:
            write()
        except BaseException as error:
            self._error = error
        self.seconds = time.monotonic() - began
