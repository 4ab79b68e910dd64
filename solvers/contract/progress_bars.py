"""Progress bars on a terminal and in a notebook, which leave nothing behind.

The bar on a terminal is one line, drawn by rich. It appears once a search has taken a second, so
quick searches show nothing. The thread that started the search draws it, without an end of line, so
it can be erased at any moment: before an answer is printed, at the end, at Ctrl-C. The cursor is
never hidden.
"""

from __future__ import annotations

import sys
from html import escape
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

from .snapshot import Snapshot, phrases_of

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["NotebookBar", "TerminalBar", "in_notebook"]

LATE = 1.0  # seconds before it appears
WIPE = "\r\x1b[2K"  # the line that the cursor is on
WIDEST = 30  # columns of the bar itself
NARROW = 8


class TerminalBar:
    """Shows snapshots on a terminal.

    label   what stands in front; by default the question's name
    colors  False: none; else as the terminal has them, and NO_COLOR says
    at_once whether it appears before a question has taken a second, and says who is at work
    """

    def __init__(
        self, stream: TextIO, label: str = "", *, colors: bool = True, at_once: bool = False
    ) -> None:
        self._stream, self._label, self._colors = stream, label, colors
        self._late, self._says_who = 0.0 if at_once else LATE, at_once
        self._console: Console | None = None
        self._drawn: TextIOWrapper
        self.shown = False

    def hear(self, snapshot: Snapshot) -> None:
        """Draw the snapshot, if it has taken long enough."""
        if snapshot.ended:
            self.wipe()
        elif snapshot.seconds >= self._late:
            if self._console is None:
                # It draws for the stream's terminal, into a string.
                from rich.console import Console

                encoding = self._stream.encoding or "utf-8"
                self._drawn = TextIOWrapper(BytesIO(), encoding, "backslashreplace", newline="\n")
                plain = None if self._colors else True
                self._console = Console(
                    file=self._drawn, force_terminal=True, highlight=False, no_color=plain
                )
            console = self._console
            # The line, "" for a terminal that cannot go back in a line.
            if console.is_dumb_terminal:
                line = ""
            else:
                # A full line would go on in the next one on some terminals.
                width = console.width - 1
                self._drawn.seek(0)
                self._drawn.truncate()
                label, colors = self._label or snapshot.question, not console.no_color
                if self._says_who and snapshot.solver:
                    label = f"{label} {snapshot.solver}"
                for place, piece in enumerate(_pieces(snapshot, label, width, colors=colors)):
                    console.print(" " * bool(place), piece, sep="", end="", no_wrap=True, crop=True)
                self._drawn.seek(0)
                line = self._drawn.read().rstrip("\n")
            if line:
                self.shown = True  # even if a Ctrl-C strikes as it is written
                self._write(f"{WIPE}{line}")

    def wipe(self) -> None:
        """Take the bar away, until it is drawn again."""
        if self.shown:
            self.shown = False
            self._write(WIPE)

    close = wipe

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _pieces(snapshot: Snapshot, label: str, width: int, *, colors: bool) -> list[RenderableType]:
    """Return label, bar, percentage and words, to stand side by side in so many columns.

    Where the line is narrow, what matters least goes first.
    """
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    part, words = snapshot.part, phrases_of(snapshot)
    percentage = "" if part is None else f"{part:.1%}"
    while len(words) > 1 and not _fit(width - NARROW, label, percentage, ", ".join(words)):
        words.pop(-2)
    texts = [text for text in (label, percentage, ", ".join(words)) if text]
    while len(texts) > 1 and not _fit(width, *texts):
        texts.pop()
    pieces: list[RenderableType] = [Text(text[:width]) for text in texts]
    pieces[0] = Text(label[:width], "bold")
    room = width - sum(len(text) + 1 for text in texts)
    if part is not None and room >= NARROW:
        size = min(room, WIDEST)
        plain = Text(("-" * round(part * size)).ljust(size, "."))
        drawn = ProgressBar(total=1.0, completed=part, width=size)
        pieces.insert(1, drawn if colors else plain)  # rich draws no track without colors
    return pieces


def _fit(width: int, *texts: str) -> bool:
    """Whether the texts stand side by side, with a blank between two."""
    return sum(len(text) + 1 for text in texts) - 1 <= width


# ---- The bar in a notebook -----------------------------------------------------------------------
#
# HTML's own `<progress>`, which every front end shows without a widget. A front end that shows no
# HTML gets the same in words. Both leave nothing in the cell's output at the end.


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
        shown = {
            "text/html": html(snapshot),
            "text/plain": f"{snapshot.question} {_words(snapshot)}",
        }
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
    return f"<div>{escape(snapshot.question)} <progress{value}></progress> {words}</div>"


def _words(snapshot: Snapshot) -> str:
    part = [] if snapshot.part is None else [f"{snapshot.part:.1%}"]
    return ", ".join([*part, *phrases_of(snapshot)])
