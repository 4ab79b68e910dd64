"""Tables that keep their words whole, however narrow the terminal is.

A column is at least as wide as its longest word, and what room is left goes where lines are broken.
(Only an endless word, as an example of a format may be, is broken where it is no name.) Where not
even the longest words of all columns stand side by side, each row becomes a few lines of its own:
what stands in the first column, and under it what the other columns say.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.measure import Measurement
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Column, Table

__all__ = ["fitted"]

FRAME = 3  # columns for each column: a line and a blank on both sides
ENDLESS = 20  # letters
INDENT = "  "


def fitted(table: Table, console: Console) -> RenderableType:
    """Return what shows a framed table within the console's width."""
    names, *others = (_measured(column, console) for column in table.columns)
    measured = [names, *((min(least, ENDLESS), most) for least, most in others)]
    frame = FRAME * len(measured) + 1
    room = console.width - frame - sum(least for least, _ in measured)
    if room < 0:
        return Group(*_stacked(table, console.width))
    for column, width in zip(table.columns, _widths(measured, room), strict=True):
        column.width, column.overflow = width, "fold"
    return table


def _measured(column: Column, console: Console) -> tuple[int, int]:
    """Return the width of the longest word of a column, and of its longest line."""
    cells = [_text(cell) for cell in (column.header, *column.cells)]
    widths = [Measurement.get(console, console.options, cell) for cell in cells]
    return max(width.minimum for width in widths), max(width.maximum for width in widths)


def _text(shown: Any) -> Text:
    return shown if isinstance(shown, Text) else Text.from_markup(str(shown))


def _widths(measured: list[tuple[int, int]], room: int) -> list[int]:
    """Return the columns' widths: the least each, and of the room what those want that want more.

    Those that want little have all of it, and the others share the rest evenly.
    """
    widths = [least for least, _ in measured]
    wants = sorted(range(len(measured)), key=lambda k: measured[k][1] - measured[k][0])
    for place, k in enumerate(wants):
        more = min(measured[k][1] - measured[k][0], room // (len(wants) - place))
        widths[k] += more
        room -= more
    return widths


def _stacked(table: Table, width: int) -> list[RenderableType]:
    """Return the rows one below the other, a line or more for each cell that is not empty."""
    lines: list[RenderableType] = [] if table.title is None else [table.title]
    headers = [_text(column.header).plain for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        name, *others = (_text(shown).plain for shown in row)
        lines.append(Text(name, "bold"))
        for header, text in zip(headers[1:], others, strict=True):
            wrapped = wrap(
                f"{header}: {text}",
                width,
                initial_indent=INDENT,
                subsequent_indent=2 * INDENT,
                break_long_words=False,
                break_on_hyphens=False,
            )
            lines += map(Text, wrapped if text else [])
    return lines
