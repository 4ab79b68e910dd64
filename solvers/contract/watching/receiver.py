"""Who is told: what `progress=` takes.

None, False   nobody
a callable    is called with a `Snapshot`
a bar         an object as those of tqdm: with `update`, and `n` or `total`. Where its `total`
              was set, `n` is the number of solutions or of parts; else the percentage that is
              done, where that is known. Its class does as well: `progress=tqdm`
True          a bar of our own: in a notebook, or on standard error where that is a terminal
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from ....models.errors import ModelError
from .snapshot import Snapshot

__all__ = ["Listener", "Receiver", "receiver_of"]

EXPECTED = "expected a callable, a bar as tqdm's, True or None"


@runtime_checkable
class Receiver(Protocol):
    """Who is told."""

    def hear(self, snapshot: Snapshot) -> object:
        """Be told how far the question is; the last time with `snapshot.ended`."""

    def close(self) -> object:
        """Be told that no more comes, even where there was an error."""


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
            told = {name: getattr(snapshot, name) for name in ("found", "best", "bound")}
            bar.set_postfix({name: it for name, it in told.items() if it is not None})

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
    """Return who is told; None: nobody. Raises ModelError for what cannot be told."""
    if progress is None or progress is False:
        return None
    if progress is True:
        # A bar for where we are; None: nobody would see it.
        from .notebook_bar import NotebookBar, in_notebook

        if in_notebook():
            return NotebookBar()
        if sys.stderr is None or not sys.stderr.isatty():
            return None
        from .terminal_bar import TerminalBar

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
