"""The format of constraint strings, and how to detect it.

constraint_reading.py reads it and constraint_writing.py writes it. They, and all constraints with
them, are imported for the first such text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..format import Confidence, Format, Problem
from ..source import Source
from .grids import are_of_letters, grid_and_layout

if TYPE_CHECKING:
    from ...sudokus.grid_puzzle import GridPuzzle

__all__ = ["CONSTRAINTS_TEXT"]

# Cells such as `~R1C1`, a word joined to a grid by a dot, or behind a dot at the beginning; rows of
# letters with dots for blanks are none.
_FIRST = re.compile(
    r"\S*~R[0-9a-z]+C[0-9a-z]+|[.0-9]{16,}\.[a-z]{3}|\.([a-z]{3,}|or)([~.;]|\s+\.|$)",
    re.IGNORECASE,
)
_GRID = re.compile(r"[.0-9]{16,}")


def _sniff(source: Source) -> Confidence:
    first = source.first_line.lstrip()
    is_likely = bool(_FIRST.match(first) or grid_and_layout(first))
    if is_likely and first.startswith(".") and are_of_letters(_lines(source), "."):
        return Confidence.NO
    if not is_likely and _GRID.fullmatch(first):
        lines = _lines(source)
        is_likely = len(lines) > 1 and _FIRST.match(lines[1].lstrip()) is not None
    return Confidence.STRONG if is_likely else Confidence.NO


def _lines(source: Source) -> list[str]:
    """Return the first lines that are no comments."""
    return [line for line in source.head() if not line.lstrip().startswith("#")]


def _read(source: Source) -> Sequence[GridPuzzle]:
    from .constraint_reading import read_constraints

    return read_constraints(source)


def _write(problem: Problem) -> str:
    from .constraint_writing import write_constraints

    return write_constraints(problem)


CONSTRAINTS_TEXT = Format(
    "constraints",
    "sudoku variants: a grid or none, then words joined by dots",
    sniff=_sniff,
    read=_read,
    write=_write,
    join="\n".join,
    example=".Shape~4x4.Cage~7~R1C1~R1C2~R2C1.Thermo~R1C3~R2C3~R2C4\n",
    comments=True,
)
