"""The format `constraints`: sudoku variants, each constraint a word with what it is about."""

from __future__ import annotations

import re

from ..format import Confidence, Format
from ..source import Source
from .constraint_text import read_constraints

__all__ = ["CONSTRAINTS"]

# Cells such as `~R1C1`, a word joined to a grid by a dot, or behind a dot at the beginning.
_FIRST = re.compile(
    r"\S*~R[0-9a-z]+C[0-9a-z]+|[.0-9]{16,}\.[a-z]{3}|\.[a-z]{3,}([~.;]|$)", re.IGNORECASE
)


def _sniff(source: Source) -> Confidence:
    return Confidence.STRONG if _FIRST.match(source.first_line) else Confidence.NO


CONSTRAINTS = Format(
    "constraints",
    "sudoku variants: a grid or none, then .Cage~15~R1C1~R1C2.Thermo~R1C1~R2C1 ...",
    sniff=_sniff,
    read=read_constraints,
    comments=True,
)
