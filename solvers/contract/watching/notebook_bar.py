"""A bar in a notebook: HTML's own `<progress>`, which every front end shows and no widget needs."""

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
        self._display: Any = None

    def hear(self, snapshot: Snapshot) -> None:
        """Show the snapshot, if it has taken long enough."""
        if snapshot.ended or (snapshot.seconds < LATE and self._display is None):
            return
        from IPython.display import HTML, display  # type: ignore[import-not-found]

        shown = HTML(html(snapshot))
        if self._display is None:
            self._display = display(shown, display_id=True)
        else:
            self._display.update(shown)

    def close(self) -> None:
        """Take the bar away."""
        if self._display is not None:
            from IPython.display import HTML

            self._display.update(HTML(""))
            self._display = None


def html(snapshot: Snapshot) -> str:
    """Return the bar as HTML; where the part that is done is not known, a bar that moves."""
    part = snapshot.part
    value = "" if part is None else f' value="{part:.4f}"'
    words = ", ".join(told(snapshot) if part is None else [f"{part:.1%}", *told(snapshot)])
    return f"<div>{escape(snapshot.what)} <progress{value}></progress> {escape(words)}</div>"
