"""Read grids of candidates, and make puzzles of them.

Parts: the grids, candidates of a puzzle (for writing), and three layouts: on one line, in a frame,
and SudoCue's files.

A cell with one digit left is given; the others hold one of theirs. A file is read to short drafts,
and each puzzle is made when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ...errors import ModelError, excerpt
from ...sudokus.grid_shape import spell_cell
from ..format import Confidence, Format, Problem
from ..instances import LazyPuzzles
from ..likeness import same_cover
from ..source import Source, plural, tokens
from .drawn_grids import BOX_DRAWING, draws_blank_space
from .grids import DIGIT_SIZES, given_rows, size_of

if TYPE_CHECKING:
    from ...sudokus.grid_shape import Cell
    from ...sudokus.sudoku import Sudoku

__all__ = ["Digits", "content", "is_framed"]

Digits = tuple[int, ...]
Row = tuple[int, Sequence[tuple[int, str]]]  # the line, and (column, word) for each cell

BLANKS = (".", "0", "*", "x", "X", "_", "-")


class Draft(NamedTuple):
    """A puzzle as it was read: the digits left to each cell, row by row; () for all."""

    cells: Sequence[Digits]
    origin: str


class CandidateGrids(LazyPuzzles["Sudoku", Draft]):
    """The puzzles of a text, each made when it is asked for."""

    def _made(self, draft: Draft) -> Sudoku:
        from ...sudokus.constraints import Candidates
        from ...sudokus.sudoku import Sudoku

        size = round(len(draft.cells) ** 0.5)
        grid = [[0] * size for _ in range(size)]
        by_digits: dict[Digits, list[Cell]] = {}
        for k, left in enumerate(draft.cells):
            row, col = divmod(k, size)
            if len(left) == 1:
                grid[row][col] = left[0]
            elif left and len(left) < size:
                by_digits.setdefault(left, []).append((row, col))
        constraints = [Candidates(tuple(cells), left) for left, cells in by_digits.items()]
        puzzle = Sudoku(grid, constraints=constraints)
        puzzle.layout = "line"
        return puzzle

    def _origin(self, place: int) -> str | None:
        return self._drafts[place].origin


def digits_of(source: Source, word: str, size: int, place: tuple[int, int]) -> Digits:
    """Return the digits of a word. Raises InputError for none, and for what is no digit."""
    digits = {str(value) for value in range(1, size + 1)}
    for k, mark in enumerate(word):
        if mark not in digits or mark in word[:k]:
            again = " again" if mark in word[:k] else ""
            message = f"{excerpt(mark)}{again}, expected each of 1 to {size} once, or none of it"
            raise source.error(message, place[0], place[1] + k)
    if not word:
        raise source.error("no digit left to a cell, expected some", *place)
    return tuple(sorted(map(int, word)))


def content(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines that are no comments. Raises InputError if there are none."""
    read = False
    for number, line in source.numbered():
        if not line.lstrip().startswith("#"):
            read = True
            yield number, line
    if not read:
        raise source.error("nothing but comments, expected puzzles", 1)


def draft_of(source: Source, rows: Sequence[Row], size: int) -> Draft:
    """Return the draft of rows of words, of which some are blanks."""
    cells = [
        () if word in BLANKS else digits_of(source, word, size, (number, column))
        for number, row in rows
        for column, word in row
    ]
    return Draft(cells, f"{source.file}:{rows[0][0]}")


def join_grids(texts: Sequence[str]) -> str:
    """Return grids with an empty line between."""
    return "\n".join(texts)


# ---- What is left to each cell -------------------------------------------------------------------


def left_to_cells(problem: Problem, form: str, *, several: bool = True) -> tuple[int, list[str]]:
    """Return the size, and the digits of each cell, which are all where nothing is said.

    Raises ModelError for a puzzle that holds anything but givens and candidates.
    """
    from ...sudokus.constraints import Candidates
    from ...sudokus.sudoku import Sudoku

    size = size_of(problem)
    if not isinstance(problem, Sudoku) or size not in DIGIT_SIZES:
        raise ModelError(f"{form}: {problem!r}, expected a Sudoku of size 4, 6, 8 or 9")
    every = set(range(1, size + 1))
    left = {(r, c): every for r in range(size) for c in range(size)}
    for constraint in problem.constraints:
        if not isinstance(constraint, Candidates) or not several:
            wanted = "givens and candidates" if several else "givens"
            raise ModelError(f"{form}: {constraint.title}, expected {wanted} alone")
        for cell in constraint.path(constraint.cells):
            left[cell] = left[cell] & set(constraint.values)
    for cell, some in left.items():
        if not some:
            raise ModelError(f"{form}: nothing left to {spell_cell(cell)}, expected some")
    plain = Sudoku(size=size, constraints=problem.constraints)
    if problem.forbidden_options or not same_cover(plain.matrix, problem.matrix):
        wanted = "givens and candidates alone"
        raise ModelError(f"{form}: {problem!r} has rules or costs of its own, expected {wanted}")
    shown = given_rows(problem)
    for row, col in (cell for cell in left if shown[cell[0]][cell[1]]):
        value = shown[row][col]
        if value not in left[row, col]:
            reason = f"{spell_cell((row, col))} is given what is not left to it"
            raise ModelError(f"{form}: {reason}, expected one of its candidates")
        left[row, col] = {value}
    return size, ["".join(map(str, sorted(left[cell]))) for cell in sorted(left)]


# ---- Candidates on one line ----------------------------------------------------------------------
# 12.......123456789 ...   729 for 9x9: the digits that are left, and dots for the others


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
            message = f"{plural(len(text), 'character')}, expected 729 (or 64, 216, 512)"
            raise source.error(message, number, start + 1)
        cells = []
        for k in range(0, len(text), size):
            marks = text[k : k + size]
            digits = {mark for mark in marks if mark != "."}
            place = number, start + k + 1
            cells.append(digits_of(source, "".join(sorted(digits)), size, place))
        drafts.append(Draft(cells, f"{source.file}:{number}"))
    return CandidateGrids(drafts)


def _sniff_lines(source: Source) -> Confidence:
    line = source.first_line.strip()
    fits = _SMALL.fullmatch(line) or (len(line) in (216, 512, 729) and _LINE.fullmatch(line))
    return Confidence.STRONG if fits else Confidence.NO


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

# ---- Candidates in a frame -----------------------------------------------------------------------
# *-----------*            digits and dots: Simple Sudoku's files (.ss)
# |.3.|4..|...|
# +---------+ ...          a word of digits a cell: pencil marks
# | 4 23 159 | 6 ...
#
# What a program writes below a grid is not read; a warning says so.


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
            rest = re.sub(r"[\s|:!0-9.*xX_-]", "", line)
            message = f"{excerpt(rest[:20])}, expected digits, and | between boxes"
            raise source.error(message, number, line.find(rest[0]) + 1)
        cells = list(_cells(line))
        size = size or len(cells)
        if len(cells) != size or size not in DIGIT_SIZES:
            wanted = size if size in DIGIT_SIZES else 9
            message = f"{plural(len(cells), 'cell')} in the row, expected {wanted}"
            raise source.error(message, number, cells[-1][0] if cells else 1)
        rows.append((number, cells))
        if len(rows) == size:
            drafts.append(draft_of(source, rows, size))
            rows, size = [], 0
    if rows or not drafts:
        last = rows[-1][0] if rows else 1
        message = f"{plural(len(rows), 'row')} in the grid, expected {size or 9}"
        raise source.error(message, last + bool(rows))
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
    head = [line for line in _head(source) if not line.lstrip().startswith("#")]
    if len(head) < 4 or not _FRAME.fullmatch(head[0]) or len(head[0].strip()) < 5:
        return False
    row = next((line for line in head if not _FRAME.fullmatch(line)), "").strip()
    if _ROW.fullmatch(row) is None or not set(row) & set("0123456789."):
        return False
    return not draws_blank_space(source) and bool(list(_cells(row)))


def _sniff_simple(source: Source) -> Confidence:
    fits = is_framed(source) and not _has_several(source)
    return Confidence.STRONG if fits else Confidence.NO


def _sniff_marks(source: Source) -> Confidence:
    fits = is_framed(source) and _has_several(source)
    return Confidence.STRONG if fits else Confidence.NO


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

# ---- SudoCue's files (.sdx) ----------------------------------------------------------------------
# 4 23 u1 159 ...          `u` is before a digit that the user has placed; it is read as a given


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
            message = f"{plural(len(words), 'cell')} in the row, expected {size}"
            raise source.error(message, number, column)
        for column, word in words:
            if word[0] in "uU" and len(word) != 2:
                raise source.error(f"{excerpt(word)}, expected a digit behind u", number, column)
        rows.append((number, [(c + (w[0] in "uU"), w.lstrip("uU")) for c, w in words]))
        if len(rows) == size:
            drafts.append(draft_of(source, rows, size))
            rows = []
    if rows:
        message = f"{plural(len(rows), 'row')} in the grid, expected {size}"
        raise source.error(message, rows[-1][0] + 1)
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
