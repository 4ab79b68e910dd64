"""SudoCue's work in progress (.sdx): a row a line, the digits that are left to each cell as a word.

4 23 u1 159 ...          `u` is before a digit that the user has placed; it is read as a given
"""

from __future__ import annotations

import re

from ....errors import excerpt
from ...format import Confidence, Format, Problem
from ...source import Source, plural, tokens
from ..grids import DIGIT_SIZES
from .candidate_grids import CandidateGrids, Draft, Row, content, draft_of, join_grids
from .candidates_left import left_to_cells

__all__ = ["SDX", "read_sdx"]


def read_sdx(source: Source) -> CandidateGrids:
    """Return the puzzles: a row a line, a word a cell. Raises InputError with line and column."""
    rows: list[Row] = []
    drafts: list[Draft] = []
    size = 0
    for number, line in content(source):
        words = list(tokens(line))
        size = size or (len(words) if len(words) in DIGIT_SIZES else 9)
        if len(words) != size:
            column = words[min(len(words) - 1, size)][0]
            what = f"{plural(len(words), 'cell')} in the row, expected {size}"
            raise source.error(what, number, column)
        for column, word in words:
            if word[0] in "uU" and len(word) != 2:
                raise source.error(f"{excerpt(word)}, expected a digit behind u", number, column)
        rows.append((number, [(c + (w[0] in "uU"), w.lstrip("uU")) for c, w in words]))
        if len(rows) == size:
            drafts.append(draft_of(source, rows, size))
            rows = []
    if rows:
        what = f"{plural(len(rows), 'row')} in the grid, expected {size}"
        raise source.error(what, rows[-1][0] + 1)
    return CandidateGrids(drafts)


def _sniff_sdx(source: Source) -> Confidence:
    lines = [line.split() for line in source.head() if not line.lstrip().startswith("#")][:9]
    size = len(lines[0]) if lines else 0
    if size not in DIGIT_SIZES or sum(len(line) == size for line in lines) < 0.6 * len(lines):
        return Confidence.NO
    words = [word for line in lines for word in line]
    fits = sum(
        bool(re.fullmatch("[uU]?[1-9]+", word)) and len(set(word)) == len(word) for word in words
    )
    marks = any(word[0] in "uU" for word in words) or sum(len(word) > 2 for word in words) > size
    return Confidence.STRONG if marks and fits >= 0.9 * len(words) else Confidence.NO


def write_sdx(problem: Problem) -> str:
    """Return a row a line, a word a cell."""
    size, cells = left_to_cells(problem, "sdx")
    rows = (cells[k : k + size] for k in range(0, size * size, size))
    return "".join(f"{' '.join(row)}\n" for row in rows)


SDX = Format(
    "sdx",
    "a sudoku with candidates, a row a line, a word a cell (SudoCue)",
    extensions=(".sdx",),
    sniff=_sniff_sdx,
    read=read_sdx,
    write=write_sdx,
    join=join_grids,
    example="1 234 234 234\n234 234 1 u3\n234 1 234 234\n234 234 234 1\n",
    comments=True,
)
