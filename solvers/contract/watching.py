"""Report the progress of a search: the block that watches it, the listeners, the watch."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from threading import get_ident
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable
from weakref import finalize

from ...models.errors import ModelError
from .deadline import Deadline
from .progress_outlook import Outlook
from .snapshot import Snapshot

__all__ = ["Listener", "ListenerFailed", "Receiver", "Watch", "watching"]


def watching(progress: Listener, title: str, total: int | None = None) -> Watch | nullcontext[None]:
    """Return a context manager that yields a `Watch`, or None if no progress is reported.

    progress  the value of `progress=`; see below
    title     of the search in the snapshots
    total     the number of its parts, if there are several

    Raises ModelError for a value that cannot receive progress.
    """
    if progress is None or progress is False:
        return nullcontext()

    receiver = receiver_of(progress)
    return nullcontext() if receiver is None else Watch(receiver, title, total)


# ---- Listeners: the values of `progress=` --------------------------------------------------------
#
# None, False   no listener
# a callable    is called with a `Snapshot`
# a bar         an object as those of tqdm: with `update`, and `n` or `total`. Where its `total`
#               was set, `n` is the number of solutions or of parts; else the percentage that is
#               done, where that is known. Its class does as well: `progress=tqdm`
# True          a bar of our own: in a notebook, or on standard error where that is a terminal


EXPECTED = "expected a callable, a bar as tqdm's, True or None"


@runtime_checkable
class Receiver(Protocol):
    """Receives the progress of a question."""

    def hear(self, snapshot: Snapshot) -> object:
        """Receive how far the question is; the last time with `snapshot.ended`."""

    def close(self) -> object:
        """Release resources: no more comes, even if there was an error."""


class TqdmLike(Protocol):
    """A bar as tqdm's."""

    n: Any
    total: Any

    def update(self, n: Any, /) -> object:
        """Go on by so much."""


# What `progress=` takes.
Listener = Callable[[Snapshot], object] | Receiver | TqdmLike | bool | None


class Call:
    """A callable of the user's."""

    def __init__(self, function: Callable[[Snapshot], object]) -> None:
        self.hear = function

    def close(self) -> None:
        """Do nothing: the last snapshot said so."""


class Bar:
    """An object as those of tqdm.

    ours  whether it was made here, and so is closed here
    """

    def __init__(self, bar: Any, *, ours: bool = False) -> None:
        self._bar, self._ours = bar, ours
        self._counts = bool(getattr(bar, "total", None))  # what it counts up to was set

    def hear(self, snapshot: Snapshot) -> None:
        """Put the bar where the snapshot says."""
        bar = self._bar
        at = self._place(snapshot)
        if at is not None and at != bar.n:
            if hasattr(bar, "refresh"):
                bar.n = at  # it may go back, too
                bar.refresh()
            elif at > bar.n:
                bar.update(at - bar.n)
        if hasattr(bar, "set_postfix"):
            totals = {name: getattr(snapshot, name) for name in ("found", "best", "bound")}
            bar.set_postfix({name: it for name, it in totals.items() if it is not None})

    def _place(self, snapshot: Snapshot) -> float | None:
        """Return where the bar should stand; None: where it is."""
        bar = self._bar
        number = snapshot.found if snapshot.done is None else snapshot.done
        if self._counts:
            return number
        if snapshot.total:
            bar.total, self._counts = snapshot.total, True
            return number
        if snapshot.share is None:
            return number if getattr(bar, "total", None) is None else None
        bar.total = 100
        return round(100 * snapshot.share, 1)

    def close(self) -> None:
        """Close the bar, if it was made here."""
        if self._ours:
            self._bar.close()


def receiver_of(progress: Listener) -> Receiver | None:
    """Return the receiver of a `progress=` value; None: none. Raises ModelError for others."""
    if progress is None or progress is False:
        return None
    if progress is True:
        # A bar for the notebook or terminal; None: neither is there.
        from .progress_bars import NotebookBar, in_notebook

        if in_notebook():
            return NotebookBar()
        if sys.stderr is None or not sys.stderr.isatty():
            return None
        from .progress_bars import TerminalBar

        return TerminalBar(sys.stderr)
    if isinstance(progress, Receiver):
        return progress
    if hasattr(progress, "update"):
        if isinstance(progress, type):
            return Bar(progress(), ours=True)
        if hasattr(progress, "n"):
            return Bar(progress)
    if callable(progress):
        return Call(progress)
    raise ModelError(f"progress: {type(progress).__name__}, {EXPECTED}")


# ---- The watch -----------------------------------------------------------------------------------
#
# Every search checks its deadline again and again. A `WatchedDeadline` uses these calls: about ten
# times a second its watch reads the search's `Progress` and calls the listener. So no engine knows
# of it, it needs no thread, the listener runs in the thread that started the search, and a search
# without a watch pays nothing.
#
# An error of the listener ends the search as Ctrl-C would, and is then raised by the verb itself:
# it is neither lost nor taken for an answer.


OFTEN = 0.1  # seconds between two looks


class ListenerFailed(KeyboardInterrupt):
    """Ends a search whose listener raised an error."""


class Watch:
    """Watches one question; a context manager, which reports a last time at its end.

    values  values that the question's caller sets, by the names of `Snapshot`
    source  returns further values; it is called before each report
    """

    def __init__(self, receiver: Receiver, question: str, total: int | None = None) -> None:
        self.values: dict[str, Any] = {} if total is None else {"done": 0, "total": total}
        self.source: Callable[[], Mapping[str, Any]] = dict
        self._question, self._receiver = question, receiver
        self._stays = False  # beyond the block, until `close`: an iterator is watched
        self._began = time.monotonic()
        self._next = self._began + OFTEN
        self._deadline: Deadline | None = None
        self._process, self._thread = os.getpid(), get_ident()
        self._error: BaseException | None = None
        self._outlook = Outlook()

    # ---- Who puts the question -------------------------------------------------------------

    def deadline(self, seconds: float | None) -> Deadline:
        """Return the deadline of the question, which has the watch look when it is asked."""
        self._deadline = WatchedDeadline(seconds, self)
        return self._deadline

    def note(self, **values: Any) -> None:
        """Note values, by the names of `Snapshot`, and look."""
        self.values.update(values)
        self.look()

    def count_in(self, parts: int) -> None:
        """Take note of so many parts that are done, and look."""
        self.note(done=self.values.get("done", 0) + parts)

    def hear(self, snapshot: Snapshot) -> None:
        """Take in the snapshot of a question that is a part of this one, and look."""
        names = "solver", "share", "found"
        self.source = lambda: {name: getattr(snapshot, name) for name in names}
        self.look()

    def here(self) -> None:
        """Note that the question continues in this thread, in which the listener is called."""
        self._thread = get_ident()

    def stay_with(self, iterator: object) -> None:
        """Go on beyond the block, until `close`; without a word where the iterator is dropped."""
        self._stays = True
        finalize(iterator, self._receiver.close)

    def look(self) -> None:
        """Tell how far the question is, if it is time, and this the thread that put it."""
        now = time.monotonic()
        if now < self._next or self._error is not None:
            return
        if get_ident() != self._thread or os.getpid() != self._process:
            return  # a thread, or a child, of some solver
        self._next = math.inf
        try:
            snapshot = self.snapshot()
            try:
                self._receiver.hear(snapshot)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                self._error = error
                raise ListenerFailed from error
        finally:
            self._next = time.monotonic() + OFTEN

    def snapshot(self, *, ended: bool = False) -> Snapshot:
        """Return what can be seen now."""
        left = math.inf if self._deadline is None else Deadline.left(self._deadline)
        seconds = time.monotonic() - self._began
        values = {**self.source(), **self.values}
        if share := values.get("share"):
            took, before = values.get("worked") or seconds, values.get("before", 0.0)
            values["share"] = self._outlook.shown(took, share, before)
        return Snapshot(
            self._question,
            seconds,
            limit_left=left if left < math.inf else None,
            ended=ended,
            **values,
        )

    # ---- The block -------------------------------------------------------------------------

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if kind is not None or not self._stays:
            self.close(report=kind is None)

    def close(self, *, report: bool = True) -> None:
        """Deliver a last snapshot if `report`, close, and raise the error of the listener."""
        if self._error is not None:
            first, self._error = self._error, None
            self._receiver.close()
            raise first from first.__cause__
        try:
            if report:
                self._receiver.hear(self.snapshot(ended=True))
        finally:
            self._receiver.close()


class WatchedDeadline(Deadline):
    """A deadline that is an opportunity to look."""

    def __init__(self, seconds: float | None, watch: Watch) -> None:
        super().__init__(seconds)
        self._watch = watch

    def left(self) -> float:
        """Seconds until the deadline, after a look."""
        self._watch.look()
        return super().left()

    def passed(self) -> bool:
        """Whether the deadline has come, after a look."""
        self._watch.look()
        return super().passed()
