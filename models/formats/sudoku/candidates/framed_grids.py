"""Sudokus in a frame of - + | * . : ', as programs print them.

*-----------*            digits and dots: Simple Sudoku's files (.ss)
|.3.|4..|...|
+---------+ ...          a word of digits a cell: pencil marks
| 4 23 159 | 6 ...

What a program writes below a grid is not read; a warning says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from ....errors import excerpt
from ...format import Confidence, Format, Problem
from ...source import Source, plural, tokens
from ..grids import DIGIT_SIZES
from ..pasted.drawn_grids import BOX_DRAWING, draws_blank_space
from .candidate_grids import CandidateGrids, Draft, Row, content, draft_of, join_grids
from .candidates_left import left_to_cells

__all__ = ["PENCIL_MARKS", "SIMPLE_SUDOKU", "is_framed", "read_framed"]

_FRAME = re.compile(r"[-+|*.:'=# ]*[-=]{2,}[-+|*.:'=# ]*")
_ROW = re.compile(r"[\s|:!0-9.*xX_-]+")
_BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3)}


def read_framed(source: Source) -> CandidateGrids:
    """Return the puzzles in frames: of digits and dots, or of words of digits."""
    rows: list[Row] = []
    drafts: list[Draft] = []
    size = 0
    for number, text in content(source):
        line = text.translate(BOX_DRAWING)
        if _FRAME.fullmatch(line):
            continue
        if _ROW.fullmatch(line.strip()) is None:
            if drafts and not rows:
                source.warn(f"{excerpt(text.strip())} and what is below it is not read", number)
                break  # what a program writes below its grid
            found = re.sub(r"[\s|:!0-9.*xX_-]", "", line)
            what = f"{excerpt(found[:20])}, expected digits, and | between boxes"
            raise source.error(what, number, line.find(found[0]) + 1)
        cells = list(_cells(line))
        size = size or len(cells)
        if len(cells) != size or size not in DIGIT_SIZES:
            wanted = size if size in DIGIT_SIZES else 9
            what = f"{plural(len(cells), 'cell')} in the row, expected {wanted}"
            raise source.error(what, number, cells[-1][0] if cells else 1)
        rows.append((number, cells))
        if len(rows) == size:
            drafts.append(draft_of(source, rows, size))
            rows, size = [], 0
    if rows or not drafts:
        last = rows[-1][0] if rows else 1
        what = f"{plural(len(rows), 'row')} in the grid, expected {size or 9}"
        raise source.error(what, last + bool(rows))
    return CandidateGrids(drafts)


def _head(source: Source) -> list[str]:
    """Return the first lines with ASCII characters for those that draw boxes."""
    return [line.translate(BOX_DRAWING) for line in source.head()]


def _cells(line: str) -> Iterator[tuple[int, str]]:
    """Yield (column, cell) for a row: words, or characters where words are boxes of them."""
    words = list(tokens(re.sub("[|:!]", " ", line)))
    single = "".join(word for _, word in words)
    boxes = len({len(word) for _, word in words}) == 1 and 1 < len(words) < len(single)
    if boxes and len(single) in DIGIT_SIZES and len(words) not in DIGIT_SIZES[1:]:
        for column, word in words:
            yield from ((column + k, mark) for k, mark in enumerate(word))
    elif len(words) == 1 and len(single) in DIGIT_SIZES:
        yield from ((words[0][0] + k, mark) for k, mark in enumerate(single))
    else:
        yield from words


def is_framed(source: Source) -> bool:
    """Whether this is a text in a frame, in which no blank space stands for blanks."""
    return bool(_first_row(source))


def _first_row(source: Source) -> Sequence[str]:
    """Return the first row of a text in a frame; nothing if it is none."""
    head = [line for line in _head(source) if not line.lstrip().startswith("#")]
    if len(head) < 4 or not _FRAME.fullmatch(head[0]) or len(head[0].strip()) < 5:
        return ()
    row = next((line for line in head if not _FRAME.fullmatch(line)), "").strip()
    if _ROW.fullmatch(row) is None or not set(row) & set("0123456789."):
        return ()
    return () if draws_blank_space(source) else [cell for _, cell in _cells(row)]


def _sniff_simple(source: Source) -> Confidence:
    told = is_framed(source) and not _has_several(source)
    return Confidence.STRONG if told else Confidence.NO


def _sniff_marks(source: Source) -> Confidence:
    told = is_framed(source) and _has_several(source)
    return Confidence.STRONG if told else Confidence.NO


def _has_several(source: Source) -> bool:
    rows = (line for line in _head(source) if not _FRAME.fullmatch(line) and _ROW.fullmatch(line))
    cells = chain.from_iterable(_cells(row) for row in rows)
    return any(len(cell) > 1 for _, cell in cells)


def write_pencil_marks(problem: Problem) -> str:
    """Return a frame with a word of digits a cell."""
    size, cells = left_to_cells(problem, "pencil-marks")
    wide = max(map(len, cells))
    return _framed(size, [cell.ljust(wide) for cell in cells], "+", " ", "-")


def write_simple_sudoku(problem: Problem) -> str:
    """Return a frame with a digit or a dot a cell."""
    size, cells = left_to_cells(problem, "simple-sudoku", several=False)
    return _framed(size, [cell if len(cell) == 1 else "." for cell in cells], "*", "", "-")


def _framed(size: int, cells: Sequence[str], corner: str, gap: str, dash: str) -> str:
    high, wide = _BOXES[size]
    across = size // wide
    long = wide * len(cells[0]) + (wide + 1) * len(gap)
    joint = dash if corner == "*" else "+"
    rim = f"{corner}{joint.join([dash * long] * across)}{corner}\n"
    side = "|" if corner == "*" else "+"
    inner = f"{side}{'+'.join([dash * long] * across)}{side}\n"
    text = rim
    for row in range(size):
        line = cells[row * size : row * size + size]
        boxes = [gap + gap.join(line[k : k + wide]) + gap for k in range(0, size, wide)]
        text += f"|{'|'.join(boxes)}|\n"
        if (row + 1) % high == 0:
            text += rim if row + 1 == size else inner
    return text


PENCIL_MARKS = Format(
    "pencil-marks",
    "a sudoku in a frame, the candidates of each cell in it",
    sniff=_sniff_marks,
    read=read_framed,
    write=write_pencil_marks,
    join=join_grids,
    example="""\
+----------+----------+
| 1    234 | 23   24  |
| 234  24  | 1    3   |
+----------+----------+
| 24   1   | 34   234 |
| 34   23  | 24   1   |
+----------+----------+
""",
    comments=True,
)
SIMPLE_SUDOKU = Format(
    "simple-sudoku",
    "a sudoku in a frame, digits and dots in it (Simple Sudoku)",
    extensions=(".ss",),
    sniff=_sniff_simple,
    read=read_framed,
    write=write_simple_sudoku,
    join=join_grids,
    example="""\
*-----*
|1.|..|
|..|1.|
|--+--|
|..|..|
|.3|..|
*-----*
""",
    comments=True,
)
