r"""A report as LaTeX: a document that compiles by itself, its tables to be copied into a paper.

The tables are those of booktabs: a rule above, below and under the heads, and none upright. Long
ones are longtables, which go on over pages. Wide ones are set small.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..contents import Section, Table

__all__ = ["latex"]

SPECIAL = {
    "\\": r"\textbackslash{}",
    **{one: f"\\{one}" for one in "&%$#_{}"},
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
HEAD = r"""\documentclass[a4paper]{article}
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
    lines = [HEAD % _plain(title)]
    for section in sections:
        if section.is_bare(pictures):
            continue
        lines += [rf"\section{{{_plain(section.title)}}}", ""]
        for words in section.words:
            told = _plain(words)
            lines += [rf"\textbf{{{told}}}" if section.is_alarm else told, ""]
        for table in section.tables:
            lines += [*_table(table), ""]
        for plot in section.plots:
            if plot.name in pictures:
                lines += _figure(pictures[plot.name], plot.caption)
    return "\n".join([*lines, r"\end{document}", ""])


def _plain(text: str) -> str:
    return "".join(SPECIAL.get(one, one) for one in " ".join(text.split()))


def _table(table: Table) -> Iterator[str]:
    size = next(size for most, size in SIZES if len(table.columns) <= most)
    columns = "l" * table.texts + "r" * (len(table.columns) - table.texts)
    if table.caption:
        yield rf"\medskip\noindent\textbf{{{_plain(table.caption)}}}\nopagebreak"
    yield rf"{{{size}" if size else "{"
    yield rf"\begin{{longtable}}{{{columns}}}"
    yield r"\toprule"
    yield " & ".join(map(_plain, table.columns)) + r" \\"
    yield r"\midrule"
    yield r"\endhead"
    yield r"\bottomrule"
    yield r"\endlastfoot"
    for place, row in enumerate(table.rows):
        told = [_plain(one) for one in row]
        strong = [
            rf"\textbf{{{one}}}" if (place, at) in table.strong else one
            for at, one in enumerate(told)
        ]
        yield _begun(" & ".join(strong)) + r" \\"
    yield r"\end{longtable}"
    yield "}"
    if table.note:
        yield rf"\noindent{{\footnotesize {_plain(table.note)}\par}}"


def _begun(row: str) -> str:
    """Return a row that does not begin with a bracket, which would belong to the line before."""
    return f"{{}}{row}" if row.startswith(("[", "*")) else row


def _figure(path: str, caption: str) -> Iterator[str]:
    yield r"\begin{figure}[htbp]"
    yield r"\centering"
    yield rf"\includegraphics{{\detokenize{{{path}}}}}"
    yield rf"\caption{{{_plain(caption)}}}"
    yield r"\end{figure}"
    yield ""
