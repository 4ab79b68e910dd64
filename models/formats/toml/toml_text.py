"""The format TOML: how it is detected.

Reader and writer are imported for the first such text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..format import Confidence, Format, Problem
from ..source import Source

if TYPE_CHECKING:
    from ...puzzle import Puzzle

__all__ = ["TOML"]

# [header], or key =; a list of cells such as [[None, 3 is neither.
_FIRST = re.compile(
    r"\s*(\[\[?\s*(?!(None|null|nan)(\s*,|\s+[0-9Nn]))[A-Za-z_]|[A-Za-z_][\w.-]*\s*=)"
)
_HEADER = re.compile(
    r"^[ \t]*\[(choices\.[\w-]+|rules(\.[\w-]+)?|packing|sudoku|pencil)\][ \t]*$", re.MULTILINE
)


def _sniff(source: Source) -> Confidence:
    """Look at the first line that is no comment; comments alone are a document too.

    Where that line has a mistake, a table of minuet's own below it decides.
    """
    first = source.first_line
    if not first:
        return Confidence.STRONG
    if _FIRST.match(first):
        return Confidence.CERTAIN
    ours = "[" in source.text and _HEADER.search(source.text)
    return Confidence.STRONG if ours else Confidence.NO


def _read(source: Source) -> tuple[Puzzle]:
    from .description import read_toml

    return (read_toml(source),)


def _write(problem: Problem) -> str:
    from .description import write_toml

    return write_toml(problem)


TOML = Format(
    "toml",
    "a puzzle's tables and rules",
    extensions=(".toml",),
    sniff=_sniff,
    read=_read,
    write=_write,
    example="""\
name = "four rooks"

[choices.rook]
row = "1..4"
col = "1..4"

[rules]
row = { exactly_one = "rook", by = "row" }
col = { exactly_one = "rook", by = "col" }
""",
    comments=True,
    bounded=True,
)
