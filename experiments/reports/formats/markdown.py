"""A report as Markdown, with tables that are readable as plain text too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from unicodedata import east_asian_width

from ..contents import Section, Table

__all__ = ["markdown"]

SPECIAL = re.compile(r"([\\|*_`<\[\]])")


def markdown(title: str, sections: Sequence[Section], pictures: Mapping[str, str]) -> str:
    """Return the report. pictures: the file of each plot, by its name; others are left out."""
    lines = [f"# {_plain(title)}", ""]
    for section in sections:
        if section.is_bare(pictures):
            continue
        lines += [f"## {_plain(section.title)}", ""]
        for words in section.words:
            lines += [f"**{_plain(words)}**" if section.is_alarm else _plain(words), ""]
        for table in section.tables:
            lines += _table(table)
        for plot in section.plots:
            if plot.name in pictures:
                lines += [f"![{_plain(plot.caption)}](<{pictures[plot.name]}>)", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _plain(text: str) -> str:
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _table(table: Table) -> Iterator[str]:
    if table.caption:
        yield from (f"{_plain(table.caption)}:", "")
    cells = [[_plain(one) for one in table.columns]]
    for place, row in enumerate(table.rows):
        told = [_plain(one) for one in row]
        cells.append(
            [f"**{one}**" if (place, at) in table.strong else one for at, one in enumerate(told)]
        )
    widths = [max(3, *map(_width, column)) for column in zip(*cells, strict=True)]
    for place, row in enumerate(cells):
        padded = [
            one + " " * (width - _width(one))
            if at < table.texts
            else " " * (width - _width(one)) + one
            for at, (one, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"| {' | '.join(padded)} |"
        if place == 0:
            yield f"| {' | '.join(_rule(at < table.texts, one) for at, one in enumerate(widths))} |"
    yield ""
    if table.note:
        yield from (_plain(table.note), "")


def _rule(is_text: bool, width: int) -> str:
    return "-" * width if is_text else "-" * (width - 1) + ":"


def _width(text: str) -> int:
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)
