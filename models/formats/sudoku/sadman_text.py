"""SadMan Sudoku's files (.sdk): a row a line, digits and dots, below a heading or none.

#ARuud             what is known of the puzzle: author, description, comment, date, source, level,
#DA random puzzle  address (A, D, C, B, S, L, U); not read
[Puzzle]           the puzzle; without headings there is nothing else
2..1.5..3
... 9 lines
[State]            what its user has placed so far; looked at, not read
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import ModelError, excerpt
from ...sudokus.sudoku import Sudoku
from ..format import Confidence, Format, Problem, held
from ..source import Source, plural
from .grids import DIGIT_SIZES, Grid, Grids, given_rows, size_of
from .sudoku_text import Sudokus

__all__ = ["SADMAN", "read_sadman"]

_HEADING = re.compile(r"\[(\w+)\]")
_PUZZLE = "Puzzle"


def _sniff(source: Source) -> Confidence:
    line = source.first_line.strip()
    return Confidence.CERTAIN if line in ("[Puzzle]", "[State]") else Confidence.NO


def read_sadman(source: Source) -> Sudokus:
    """Return the puzzles. Raises InputError for what is no row of digits and dots."""
    parts: list[tuple[str, int, list[tuple[int, str]]]] = []
    for number, line in source.numbered():
        text = line.strip()
        if text.startswith("#"):
            continue
        heading = _HEADING.fullmatch(text)
        if heading is not None:
            if heading[1] not in (_PUZZLE, "State"):
                message = f"{excerpt(text)}, expected [Puzzle] or [State]"
                raise source.error(message, number)
            parts.append((heading[1], number, []))
            continue
        if not parts:
            parts.append((_PUZZLE, number, []))
        parts[-1][2].append((number, line))
    all_grids = [_grid(source, number, rows, name) for name, number, rows in parts]
    grids = [grid for grid, (name, _, _) in zip(all_grids, parts, strict=True) if name == _PUZZLE]
    if not grids:
        raise source.error("no [Puzzle], expected one", parts[0][1] if parts else 1)
    size = len(grids[0])
    if any(len(grid) != size for grid in grids):
        raise source.error("puzzles of several sizes, expected one size", parts[-1][1])
    return Sudokus(Grids(size, "rows", grids), source=None)


def _grid(source: Source, heading: int, rows: Sequence[tuple[int, str]], name: str) -> Grid:
    size = len(rows[0][1].strip()) if rows else 9
    size = size if size in DIGIT_SIZES else 9
    grid: Grid = []
    for number, line in rows:
        start = len(line) - len(line.lstrip())
        text = line[start:]
        if len(text) != size:
            message = f"{plural(len(text), 'character')} in the row, expected {size}"
            raise source.error(message, number, start + min(len(text), size) + 1)
        for k, mark in enumerate(text):
            if mark not in ".0" and not "1" <= mark <= str(size):
                message = f"{excerpt(mark)}, expected 1 to {size} or ."
                raise source.error(message, number, start + k + 1)
        grid.append([0 if mark == "." else int(mark) for mark in text])
    if len(grid) != size:
        last = rows[-1][0] if rows else heading
        message = f"{plural(len(grid), 'row')} in the {name.lower()}, expected {size}"
        raise source.error(message, last + 1)
    return grid


def write_sadman(problem: Problem) -> str:
    """Return the heading and the rows. Raises ModelError for what is no plain sudoku of digits."""
    size = size_of(problem)
    if size not in DIGIT_SIZES:
        raise ModelError(f"sadman: a puzzle of size {size}, expected a sudoku of size 4, 6, 8 or 9")
    puzzle = held(problem, Sudoku(size=size), "sadman")
    rows = ("".join(str(value or ".") for value in row) for row in given_rows(puzzle))
    return "".join(f"{line}\n" for line in ("[Puzzle]", *rows))


SADMAN = Format(
    "sadman",
    "sudokus as rows of digits and dots below [Puzzle] (SadMan Sudoku)",
    extensions=(".sdk",),
    sniff=_sniff,
    read=read_sadman,
    write=write_sadman,
    join="".join,
    example="#AA. Setter\n[Puzzle]\n1...\n..3.\n.4..\n...2\n",
    comments=True,
)
