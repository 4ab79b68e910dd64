"""A bar on a terminal: one line, drawn by rich, that leaves nothing behind.

It appears once a question has taken a second, so that quick ones show nothing. It is drawn by the
thread that put the question and by no other, without an end of line, so that it can be wiped away
at any moment: before an answer is printed, at the end, at Ctrl-C. The cursor is never hidden.
"""

from __future__ import annotations

from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

from .snapshot import Snapshot
from .words import told

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["WIPE", "TerminalBar"]

LATE = 1.0  # seconds before it appears
WIPE = "\r\x1b[2K"  # the line that the cursor is on
WIDEST = 30  # columns of the bar itself
NARROW = 8


class TerminalBar:
    """Shows snapshots on a terminal.

    label   what stands in front; by default the question's name
    colors  False: none; else as the terminal has them, and NO_COLOR says
    """

    def __init__(self, stream: TextIO, label: str = "", *, colors: bool = True) -> None:
        self._stream, self._label, self._colors = stream, label, colors
        self._console: Console | None = None
        self._drawn: TextIOWrapper
        self.shown = False

    def hear(self, snapshot: Snapshot) -> None:
        """Draw the snapshot, if it has taken long enough."""
        if snapshot.ended:
            self.wipe()
        elif snapshot.seconds >= LATE:
            line = self._line(snapshot)
            if line:
                self._write(f"{WIPE}{line}")
                self.shown = True

    def wipe(self) -> None:
        """Take the bar away, until it is drawn again."""
        if self.shown:
            self.shown = False
            self._write(WIPE)

    close = wipe

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _made(self) -> Console:
        """Return what draws for the stream's terminal, into a string."""
        from rich.console import Console

        self._drawn = TextIOWrapper(BytesIO(), self._stream.encoding or "utf-8", newline="\n")
        plain = None if self._colors else True
        return Console(file=self._drawn, force_terminal=True, highlight=False, no_color=plain)

    def _line(self, snapshot: Snapshot) -> str:
        """Return the line, "" for a terminal that cannot go back in a line."""
        console = self._console = self._console or self._made()
        if console.is_dumb_terminal:
            return ""
        width = console.width - 1  # a full line would go on in the next one on some terminals
        self._drawn.seek(0)
        self._drawn.truncate()
        console.print(
            _row(snapshot, self._label or snapshot.what, width),
            end="",
            width=width,
            no_wrap=True,
            overflow="crop",
            crop=True,
        )
        self._drawn.seek(0)
        return self._drawn.read().rstrip("\n")


def _row(snapshot: Snapshot, label: str, width: int) -> RenderableType:
    """Return label, bar, percentage and words in one row of so many columns, as much as fits."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    part, words = snapshot.part, told(snapshot)
    cells: list[Any] = [Text(label, "bold")]
    room = width - len(label)
    percentage = "" if part is None else f"{part:>5.1%}"
    room -= len(percentage) + bool(percentage)
    # What matters least goes first where the line is narrow.
    while len(words) > 1 and room - NARROW - 1 < len(", ".join(words)):
        words.pop(-2)
    text = ", ".join(words)
    room -= len(text) + 2
    if part is not None and room >= NARROW:
        cells.append(ProgressBar(total=1.0, completed=part, width=min(room, WIDEST)))
    if percentage:
        cells.append(Text(percentage))
    cells.append(Text(text))
    row = Table.grid(padding=(0, 1, 0, 0))
    for _ in cells:
        row.add_column(no_wrap=True)
    row.add_row(*cells)
    return row
