"""What notebooks show: HTML with a picture in it, the picture alone, and the text that stays.

A notebook asks an object for `_repr_mimebundle_`, `_repr_html_` or `_repr_svg_`, which must never
fail: where a picture cannot be made, or would be huge, there is a summary or the text alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..answer import Answer, AnsweredPuzzle
from ..spelling import numeral
from .labels import markup
from .painters.painting import picture_of
from .picture import Picture
from .svg import svg

__all__ = ["Page", "drawn_small", "facts", "figure", "page_of", "rows_of", "shown"]

MOST_ROWS = 100_000  # of a puzzle's tables; of more there is a summary
MOST_CHOICES = 20_000  # of an answer
LONGEST = 1_500_000  # characters of a picture
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Page:
    """What is shown of an object: as HTML, as SVG (None: there is no picture), and as text."""

    html: str | None
    svg: str | None
    text: str

    def bundle(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> Mapping[str, str]:
        """Return what is shown by its media type, of the types that are wanted."""
        every = {"text/plain": self.text, "text/html": self.html, "image/svg+xml": self.svg}
        return {
            kind: shown
            for kind, shown in every.items()
            if shown is not None
            and (include is None or kind in include)
            and (exclude is None or kind not in exclude)
        }


def shown(value: object, make: Callable[[], Page]) -> Page:
    """Return the page that a function makes of an object; if it fails, the text alone."""
    try:
        return make()
    except Exception:  # whatever it is: who looks at an object is not to get a traceback
        _log.debug("no page of %r", value, exc_info=True)
        return Page(None, None, repr(value))


def page_of(puzzle: AnsweredPuzzle, answer: Answer | None = None) -> Page:
    """Return the page of an answer, or of the puzzle with its givens."""
    subject = puzzle if answer is None else answer
    return shown(subject, lambda: _page(puzzle, answer, repr(subject)))


def _page(puzzle: AnsweredPuzzle, answer: Answer | None, text: str) -> Page:
    # The picture as SVG; None if it would be huge.
    choices = puzzle.given_options if answer is None else answer.choices
    if sum(map(len, puzzle.tables)) > MOST_ROWS or len(choices) > MOST_CHOICES:
        drawn = None
    else:
        drawn = drawn_small(picture_of(puzzle, answer))
    if answer is None:
        tables = ", ".join(f"{table.name} ({numeral(len(table))})" for table in puzzle.tables)
        given = len(puzzle.given_options)
        caption = f"choices of {tables or 'nothing'}" + (f", {given} given" if given else "")
    else:
        objective = puzzle.total(answer)
        summary = f"{numeral(len(answer.choices))} choices"
        caption = summary if objective is None else f"{summary}, objective {numeral(objective)}"
    if drawn is None:
        return Page(f"<p><b>{markup(puzzle.name)}</b>: {markup(caption)}</p>", None, text)
    return Page(figure(drawn, f"{puzzle.name}: {caption}"), drawn, text)


def drawn_small(picture: Picture) -> str | None:
    """Return a picture as SVG; None if that is huge."""
    document = svg(picture)
    return document if len(document) <= LONGEST else None


# ---- Parts of a page ----------------------------------------------------------------------


def figure(document: str, caption: str) -> str:
    """Return an SVG document as a figure with a caption below."""
    line = '<figcaption style="font-size:90%;opacity:.8">' + markup(caption) + "</figcaption>"
    return f'<figure class="minuet-figure" style="margin:.5em 0">{document}{line}</figure>'


def facts(pairs: Iterable[tuple[str, object]]) -> str:
    """Return what is known as a table: a name and a value a line."""
    return rows_of((), pairs)


def rows_of(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return rows as an HTML table; what stands in them is text, never markup."""
    aligned = ' style="text-align:left"'
    head = "".join(f"<th{aligned}>{markup(heading)}</th>" for heading in headings)
    lines = [f"<tr>{head}</tr>"] if headings else []
    for row in rows:
        cells = "".join(f"<td{aligned}>{markup(str(cell))}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"
