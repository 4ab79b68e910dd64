"""What notebooks show of a result: its answer drawn, and what is known of it beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...models.picture.notebook import Page, facts, shown
from ...models.spelling import numeral

__all__ = ["result_page"]

FEW = 40  # options that are listed


def result_page(result: Any) -> Page:
    """Return the page of a `Result`."""
    return shown(result, lambda: _page(result))


def _page(result: Any) -> Page:
    table = facts(_facts(result))
    answer = result.answer
    page = None if answer is None else answer.puzzle.page(answer)
    drawn = "" if page is None or page.html is None else page.html
    return Page(drawn + table, None if page is None else page.svg, repr(result))


def _facts(result: Any) -> Iterator[tuple[str, str]]:
    yield "status", str(result.status)
    for name in ("count", "objective", "bound"):
        value = getattr(result, name)
        if value is not None:
            yield name, numeral(value)
    yield "complete", "yes" if result.complete else "no"
    if result.evidence.claims:
        yield "evidence", str(result.evidence)
    yield "solver", f"{result.solver} {result.version}".strip()
    if result.reason:
        yield "why", result.reason
    seconds = result.statistics.compile_seconds + result.statistics.search_seconds
    yield "seconds", f"{seconds:.3g}"
    if result.answer is None and result.options is not None:
        more = "" if len(result.options) <= FEW else f" … ({len(result.options)} in all)"
        yield "options", " ".join(map(str, result.options[:FEW])) + more
