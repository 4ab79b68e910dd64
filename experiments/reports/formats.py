"""The formats of a report: Markdown, an HTML page, LaTeX; and its runs as CSV and Parquet.

The page stands alone: plots are in it, it fetches nothing, and it has no script. Its looks are
page.css, light or dark as the reader's system is.

The LaTeX document compiles by itself; its tables are those of booktabs, to be copied into a paper.
Long ones are longtables, which continue over pages. Wide ones are set small.

In CSV and Parquet every field of a record is a column; limits and features have one each
(`limit_seconds`, `feature_density`), settings and environment are JSON. `answer` is what was found,
in words. Whole numbers that pass 2^63, as counts may, are digits in both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from html import escape
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from ..records.record import DIGITS, Record
from .contents import Section, Table
from .plots import inline_svg
from .runs import answer_of

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["csv_of", "frame_of", "latex", "markdown", "page", "parquet_of"]

MARKDOWN_SPECIAL = re.compile(r"([\\|*_`<\[\]])")


def markdown(title: str, sections: Sequence[Section], pictures: Mapping[str, str]) -> str:
    """Return the report. pictures: the file of each plot, by its name; others are left out."""
    lines = [f"# {_escaped_markdown(title)}", ""]
    for section in sections:
        if section.is_bare(pictures):
            continue
        lines += [f"## {_escaped_markdown(section.title)}", ""]
        for words in section.words:
            lines += [
                f"**{_escaped_markdown(words)}**" if section.is_alarm else _escaped_markdown(words),
                "",
            ]
        for table in section.tables:
            lines += _markdown_table(table)
        for plot in section.plots:
            if plot.name in pictures:
                lines += [f"![{_escaped_markdown(plot.caption)}](<{pictures[plot.name]}>)", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _escaped_markdown(text: str) -> str:
    return MARKDOWN_SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _markdown_table(table: Table) -> Iterator[str]:
    if table.caption:
        yield from (f"{_escaped_markdown(table.caption)}:", "")
    cells = [[_escaped_markdown(column) for column in table.columns]]
    for place, row in enumerate(table.rows):
        escaped = [_escaped_markdown(text) for text in row]
        cells.append(
            [
                f"**{text}**" if (place, at) in table.strong else text
                for at, text in enumerate(escaped)
            ]
        )
    widths = [max(3, *map(_width, column)) for column in zip(*cells, strict=True)]
    for place, row in enumerate(cells):
        padded = [
            text + " " * (width - _width(text))
            if at < table.texts
            else " " * (width - _width(text)) + text
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"| {' | '.join(padded)} |"
        if place == 0:
            rules = [
                "-" * width if at < table.texts else "-" * (width - 1) + ":"
                for at, width in enumerate(widths)
            ]
            yield f"| {' | '.join(rules)} |"
    yield ""
    if table.note:
        yield from (_escaped_markdown(table.note), "")


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


LONG = 44  # characters of a cell that may be broken
PAGE_HEAD = """<!DOCTYPE html>
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
    lines = [PAGE_HEAD.format(title=escape(title), style=style), "<nav>"]
    for number, section in enumerate(sections, 1):
        lines.append(f'<a href="#part-{number}">{escape(section.title)}</a>')
    lines.append("</nav>\n<main>")
    for number, section in enumerate(sections, 1):
        lines += _page_section(section, number)
    return "\n".join([*lines, "</main>\n</body>\n</html>\n"])


def _page_section(section: Section, number: int) -> Iterator[str]:
    kind = ' class="alarm"' if section.is_alarm else ""
    yield f'<section id="part-{number}"{kind}>\n<h2>{escape(section.title)}</h2>'
    for words in section.words:
        yield f"<p>{escape(words)}</p>"
    for table in section.tables:
        yield from _page_table(table)
    if section.plots:
        yield '<div class="plots">'
        for plot in section.plots:
            caption = f"<figcaption>{escape(plot.caption)}</figcaption>"
            yield f"<figure>\n{inline_svg(plot)}\n{caption}\n</figure>"
        yield "</div>"
    yield "</section>"


def _page_table(table: Table) -> Iterator[str]:
    if table.folded:
        yield f"<details>\n<summary>{len(table.rows)} rows</summary>"
    yield '<div class="wide" tabindex="0">\n<table>'
    if table.caption:
        yield f"<caption>{escape(table.caption)}</caption>"
    heads = "".join(
        f'<th scope="col"{_kind(table, at)}>{escape(column)}</th>'
        for at, column in enumerate(table.columns)
    )
    yield f"<thead><tr>{heads}</tr></thead>\n<tbody>"
    for place, row in enumerate(table.rows):
        cells = (
            f"<td{_kind(table, at, text, (place, at) in table.strong)}>{escape(text)}</td>"
            for at, text in enumerate(row)
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


LATEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "–": "--",
    "±": r"\ensuremath{\pm}",
    "×": r"\ensuremath{\times}",
    "…": r"\ldots{}",
}
LATEX_HEAD = r"""\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage[margin=2cm]{geometry}
\usepackage{booktabs,longtable,graphicx}
\title{%s}
\date{}
\begin{document}
\maketitle
"""
SIZES = ((9, ""), (14, r"\footnotesize"), (99999, r"\tiny"))  # by the number of columns


def latex(title: str, sections: Sequence[Section], pictures: Mapping[str, str]) -> str:
    """Return the report. pictures: the file of each plot, by its name; others are left out."""
    lines = [LATEX_HEAD % _escaped_latex(title)]
    for section in sections:
        if section.is_bare(pictures):
            continue
        lines += [rf"\section{{{_escaped_latex(section.title)}}}", ""]
        for words in section.words:
            text = _escaped_latex(words)
            lines += [rf"\textbf{{{text}}}" if section.is_alarm else text, ""]
        for table in section.tables:
            lines += [*_latex_table(table), ""]
        for plot in section.plots:
            if plot.name in pictures:
                lines += [
                    r"\begin{figure}[htbp]",
                    r"\centering",
                    rf"\includegraphics{{\detokenize{{{pictures[plot.name]}}}}}",
                    rf"\caption{{{_escaped_latex(plot.caption)}}}",
                    r"\end{figure}",
                    "",
                ]
    return "\n".join([*lines, r"\end{document}", ""])


def _escaped_latex(text: str) -> str:
    return "".join(LATEX_SPECIAL.get(character, character) for character in " ".join(text.split()))


def _latex_table(table: Table) -> Iterator[str]:
    size = next(size for most, size in SIZES if len(table.columns) <= most)
    columns = "l" * table.texts + "r" * (len(table.columns) - table.texts)
    if table.caption:
        yield rf"\medskip\noindent\textbf{{{_escaped_latex(table.caption)}}}\nopagebreak"
    yield rf"{{{size}" if size else "{"
    yield rf"\begin{{longtable}}{{{columns}}}"
    yield r"\toprule"
    yield " & ".join(map(_escaped_latex, table.columns)) + r" \\"
    yield r"\midrule"
    yield r"\endhead"
    yield r"\bottomrule"
    yield r"\endlastfoot"
    for place, row in enumerate(table.rows):
        escaped = [_escaped_latex(text) for text in row]
        strong = [
            rf"\textbf{{{text}}}" if (place, at) in table.strong else text
            for at, text in enumerate(escaped)
        ]
        line = " & ".join(strong)
        # A bracket or a star at the beginning would belong to the line before.
        yield ("{}" if line.startswith(("[", "*")) else "") + line + r" \\"
    yield r"\end{longtable}"
    yield "}"
    if table.note:
        yield rf"\noindent{{\footnotesize {_escaped_latex(table.note)}\par}}"


SPREAD = {"limits": "limit", "features": "feature"}
AS_JSON = ("settings", "incumbents", "environment")
WHOLE = ("n", "repetition", "seed", "shuffle", "peak_memory", "nodes", "updates")
CLAUSES = ("conflicts", "decisions", "propagations")


def frame_of(records: Sequence[Record]) -> DataFrame:
    """Return a row a run, in the order of the records."""
    import pandas

    frame = pandas.DataFrame([_row(record) for record in records])
    for name in (*WHOLE[1:], *CLAUSES, *DIGITS):
        frame[name] = _whole(frame[name])
    for name in frame.columns[frame.columns.str.startswith(("limit_", "feature_"))]:
        frame[name] = frame[name].astype("Float64")
    floats = [column.name for column in fields(Record) if column.name.endswith("seconds")]
    for name in ("n", *floats):
        frame[name] = frame[name].astype("Float64")
    return frame


def _row(record: Record) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in fields(Record):
        value = getattr(record, column.name)
        if column.name in SPREAD:
            before = SPREAD[column.name]
            row |= {f"{before}_{name}": value[name] for name in sorted(value)}
        elif column.name in AS_JSON:
            row[column.name] = json.dumps(dict(value), sort_keys=True)
        else:
            row[column.name] = str(value) if column.name == "outcome" else value
        if column.name == "outcome":
            row["answer"] = answer_of(record)
    return row


def _whole(column: DataFrame) -> DataFrame:
    """Return a column of whole numbers or nothing; as digits where one passes 2^63."""
    import pandas

    values = [None if pandas.isna(value) else int(value) for value in column.astype(object)]
    if all(value is None or -(1 << 63) <= value < 1 << 63 for value in values):
        return pandas.array(values, dtype="Int64")
    return pandas.array([None if value is None else str(value) for value in values], dtype="string")


def csv_of(records: Sequence[Record]) -> str:
    """Return the runs as CSV, a head and a line a run."""
    frame = frame_of(records)
    for name in frame.columns[frame.dtypes.map(str).isin(["object", "str", "string"])]:
        # a message may have lines of its own, and a line is to be a run
        frame[name] = frame[name].map(
            lambda value: _one_line(value) if isinstance(value, str) else value
        )
    text: str = frame.to_csv(index=False, lineterminator="\n")
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split()) if any(character in text for character in "\n\r\v\f\0") else text


def parquet_of(records: Sequence[Record]) -> bytes:
    """Return the runs as a file of Parquet."""
    out = BytesIO()
    frame_of(records).to_parquet(out, index=False, engine="pyarrow")
    return out.getvalue()
