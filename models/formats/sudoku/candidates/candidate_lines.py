"""Sudokus with candidates, a puzzle a line: as many characters for a cell as there are digits.

12.......123456789 ...   729 for 9x9: the digits that are left, and dots for the others
"""

from __future__ import annotations

import re

from ...format import Confidence, Format, Problem
from ...source import Source, plural
from ..grids import DIGIT_SIZES
from .candidate_grids import CandidateGrids, Draft, content, digits_of
from .candidates_left import left_to_cells

__all__ = ["CANDIDATE_LINES", "read_candidate_lines"]

_LINE = re.compile(r"[1-9.]+")
# 4x4: as many characters as a sudoku of 8x8 has, in which no such line would be without a clash.
_SMALL = re.compile(r"(?:(?!\.{4})[1.][2.][3.][4.]){16}")
_SIZES = {size**3: size for size in DIGIT_SIZES}


def read_candidate_lines(source: Source) -> CandidateGrids:
    """Return the puzzles of a text, one a line. Raises InputError with line and column."""
    drafts = []
    for number, line in content(source):
        start = len(line) - len(line.lstrip())
        text = line[start:]
        size = _SIZES.get(len(text))
        if size is None:
            what = f"{plural(len(text), 'character')}, expected 729 (or 64, 216, 512)"
            raise source.error(what, number, start + 1)
        cells = []
        for k in range(0, len(text), size):
            marks = text[k : k + size]
            found = {mark for mark in marks if mark != "."}
            place = number, start + k + 1
            cells.append(digits_of(source, "".join(sorted(found)), size, place))
        drafts.append(Draft(cells, f"{source.file}:{number}"))
    return CandidateGrids(drafts)


def _sniff_lines(source: Source) -> Confidence:
    line = source.first_line.strip()
    told = _SMALL.fullmatch(line) or (len(line) in (216, 512, 729) and _LINE.fullmatch(line))
    return Confidence.STRONG if told else Confidence.NO


def write_candidate_line(problem: Problem) -> str:
    """Return a line of as many characters a cell as there are digits."""
    size, cells = left_to_cells(problem, "candidates")
    marks = "".join(map(str, range(1, size + 1)))
    return "".join(mark if mark in cell else "." for cell in cells for mark in marks) + "\n"


CANDIDATE_LINES = Format(
    "candidates",
    "sudokus with candidates, a puzzle a line: 729 digits and dots",
    sniff=_sniff_lines,
    read=read_candidate_lines,
    write=write_candidate_line,
    join="".join,
    example="1.....12.4..1.34..123456....5.1..4.61..4..1..45.1234561.....12.4..123456"
    "12.4..1234561.....1..45.1234561..4..123456.....61..4..1234561.34..1....."
    "..3...1..4..1234561..4.6...4..1234561..4.61234561..45...3...12345612.4..\n",
    comments=True,
)
