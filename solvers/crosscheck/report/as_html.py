"""A report as notebooks show it: the verdict, a table of what each solver said, the differences."""

from __future__ import annotations

from ....models.picture.lettering import markup
from ....models.picture.notebook import Page, rows_of, shown
from .as_text import as_text, cells_of, headings_of, verdict_line
from .findings import Findings

__all__ = ["report_page"]

_COLORS = {"agreed": "#2e7d32", "disagreed": "#c0392b"}


def report_page(report: Findings) -> Page:
    """Return the page of a report."""
    return shown(report, lambda: Page(_html(report), None, as_text(report)))


def _html(report: Findings) -> str:
    color = _COLORS.get(str(report.verdict), "#b26a00")
    lines = [
        f'<p><b style="color:{color}">{markup(verdict_line(report))}</b></p>',
        f"<p>compared: {markup(str(report.scope))}</p>",
        rows_of(headings_of(report), [cells_of(report, one) for one in report.outcomes]),
    ]
    if report.totals:
        lines.append("<p>asked for the number of all solutions:</p>")
        lines.append(rows_of(headings_of(report), [cells_of(report, one) for one in report.totals]))
    for one in report.disagreements:
        lines.append(f"<p><b>disagreement</b>: {markup(str(one))}</p>")
        if one.shown:
            lines.append(f"<pre>{markup(one.shown)}</pre>")
    return f"<div>{''.join(lines)}</div>"
