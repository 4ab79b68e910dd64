"""A bar in a notebook: HTML's own `<progress>`, which every front end shows and no widget needs.

A front end that shows no HTML has the same in words. What stays in the cell's output at the end is
empty in both.
"""

from __future__ import annotations

import sys
from html import escape
from typing import Any

from .snapshot import Snapshot
from .words import told

__all__ = ["NotebookBar", "in_notebook"]

LATE = 1.0  # seconds before it appears


def in_notebook() -> bool:
    """Whether this runs in a kernel of Jupyter, whose output is shown as HTML."""
    ipython = sys.modules.get("IPython")
    shell: Any = None if ipython is None else ipython.get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None


class NotebookBar:
    """Shows snapshots in the output of a cell; it goes away at the end."""

    def __init__(self) -> None:
        self._handle: Any = None

    def hear(self, snapshot: Snapshot) -> None:
        """Show the snapshot, if it has taken long enough."""
        if snapshot.ended or (snapshot.seconds < LATE and self._handle is None):
            return
        shown = {"text/html": html(snapshot), "text/plain": f"{snapshot.what} {_words(snapshot)}"}
        if self._handle is None:
            ipython: Any = sys.modules["IPython"]
            self._handle = ipython.display.display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)

    def close(self) -> None:
        """Take the bar away."""
        if self._handle is not None:
            self._handle.update({"text/html": "", "text/plain": ""}, raw=True)
            self._handle = None


def html(snapshot: Snapshot) -> str:
    """Return the bar as HTML; where the part that is done is not known, a bar that moves."""
    value = "" if snapshot.part is None else f' value="{snapshot.part:.4f}"'
    words = escape(_words(snapshot))
    return f"<div>{escape(snapshot.what)} <progress{value}></progress> {words}</div>"


def _words(snapshot: Snapshot) -> str:
    part = [] if snapshot.part is None else [f"{snapshot.part:.1%}"]
    return ", ".join([*part, *told(snapshot)])
