"""A report as one HTML file that one can send: plots stand in it, and it fetches nothing.

Its looks are page.css, light or dark as the reader's system is; there is no script in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from ..contents import Plot, Section, Table
from ..plots.drawing import inline_svg

__all__ = ["page"]

LONG = 44  # characters of a cell that may be broken
HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<h1>{title}</h1>
"""


def page(title: str, sections: Sequence[Section]) -> str:
    """Return the report."""
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    lines = [HEAD.format(title=escape(title), style=style), "<nav>"]
    for number, section in enumerate(sections, 1):
        lines.append(f'<a href="#part-{number}">{escape(section.title)}</a>')
    lines.append("</nav>\n<main>")
    for number, section in enumerate(sections, 1):
        lines += _section(section, number)
    return "\n".join([*lines, "</main>\n</body>\n</html>\n"])


def _section(section: Section, number: int) -> Iterator[str]:
    kind = ' class="alarm"' if section.is_alarm else ""
    yield f'<section id="part-{number}"{kind}>\n<h2>{escape(section.title)}</h2>'
    for words in section.words:
        yield f"<p>{escape(words)}</p>"
    for table in section.tables:
        yield from _table(table)
    if section.plots:
        yield '<div class="plots">'
        yield from map(_figure, section.plots)
        yield "</div>"
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    if table.folded:
        yield f"<details>\n<summary>{len(table.rows)} rows</summary>"
    yield '<div class="wide" tabindex="0">\n<table>'
    if table.caption:
        yield f"<caption>{escape(table.caption)}</caption>"
    heads = "".join(
        f'<th scope="col"{_kind(table, at)}>{escape(one)}</th>'
        for at, one in enumerate(table.columns)
    )
    yield f"<thead><tr>{heads}</tr></thead>\n<tbody>"
    for place, row in enumerate(table.rows):
        cells = (
            f"<td{_kind(table, at, one, (place, at) in table.strong)}>{escape(one)}</td>"
            for at, one in enumerate(row)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table>\n</div>"
    if table.note:
        yield f'<p class="note">{escape(table.note)}</p>'
    if table.folded:
        yield "</details>"


def _kind(table: Table, at: int, cell: str = "", is_strong: bool = False) -> str:
    kinds = ["text"] if at < table.texts else []
    kinds += ["long"] if at < table.texts and len(cell) > LONG else []
    kinds += ["strong"] if is_strong else []
    return f' class="{" ".join(kinds)}"' if kinds else ""


def _figure(plot: Plot) -> str:
    caption = f"<figcaption>{escape(plot.caption)}</figcaption>"
    return f"<figure>\n{inline_svg(plot)}\n{caption}\n</figure>"
