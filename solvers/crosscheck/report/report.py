"""What a cross-check says: the report on its findings, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...contract.evidence import Evidence
from .as_dict import as_dict
from .as_text import as_markdown, as_text
from .findings import CheckVerdict, Findings
from .statement import evidence_of

if TYPE_CHECKING:
    from ....models.picture.notebook import Page

__all__ = ["CheckVerdict", "ReplayUnwritten", "Report"]


@dataclass
class Report(Findings):
    """What a cross-check found, and how that is told; `Findings` lists its fields."""

    @property
    def evidence(self) -> Evidence:
        """What is now known of the puzzle, claim by claim, and what that rests on."""
        return evidence_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON can hold it, with all that it takes to cite or repeat it.

        docs/checking.md says what each key means and how the digests are worked out.
        """
        return as_dict(self)

    def to_markdown(self) -> str:
        """Return the report as Markdown: a table, what shows each disagreement, the versions."""
        return as_markdown(self)

    def to_text(self) -> str:
        """Return the report as plain text; `str` does too."""
        return as_text(self)

    def _page(self) -> Page:
        from .as_html import report_page

        return report_page(self)

    def _repr_html_(self) -> str | None:
        return self._page().html

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Mapping[str, str]:
        return self._page().bundle(include, exclude)

    def __str__(self) -> str:
        return self.to_text()


class ReplayUnwritten(OSError):
    """The file that shows a disagreement could not be written; `report` says what it is."""

    def __init__(self, error: OSError, report: Report) -> None:
        super().__init__(error.errno, error.strerror, error.filename)
        self.report = report
