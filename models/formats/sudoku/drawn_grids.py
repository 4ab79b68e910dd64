"""Sudokus as they are drawn: a row a line, with blanks, bars and rulers between boxes.

53. .7. ...       5 3 . | . 7 . | . . .      ║ 5 │ 3 │   ║      53  7
6.. 195 ...       6 . . | 1 9 5 | . . .      ╟───┼───┼───╢      6  195
.98 ... .6.       ------+-------+------      ║ 6 │   │   ║       98    6

A ruler is a line of `- = + | * : . '` or of box-drawing characters. Between bars an empty cell is a
blank; elsewhere blank space is one where every row is written in full width. An empty line may
stand behind each band of boxes. What is a cell is decided by most rows, so that one short row is
the error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ...errors import excerpt
from ..matrix.dlx_text import fits_dlx
from ..source import Source, plural, tokens
from .grids import DIGIT_SIZES, Grid, Grids, cut_rows, has_boxes
from .symbols import BLANKS, LARGEST, symbols_of

__all__ = ["BOX_DRAWING", "Likeness", "draws_blank_space", "likeness", "read_drawn"]

_BARS = "|!¦│┃║╎╏┆┇┊┋"
_LEVEL = "─━═┄┅┈┉╌╍╴╶╸╺╼╾"
# As the ASCII characters that stand for them; any other box-drawing character is a crossing.
BOX_DRAWING = (
    dict.fromkeys(range(0x2500, 0x2580), "+")
    | dict.fromkeys(map(ord, _LEVEL), "=")
    | dict.fromkeys(map(ord, _BARS), "|")
)
_RULER = re.compile(r"[-=+|*:.'` \t]*(--|==)[-=+|*:.'` \t]*")
_NUMBER = re.compile(r"[1-9][0-9]?|100")
_SAMPLE = 200  # lines from which the format is detected
_LONGEST = 2000  # characters of a row; 100 numbers between bars are fewer
_CHARACTER_SIZES = [size for size in range(1, LARGEST + 1) if has_boxes(size)]
_WORD_SIZES = [size for size in range(1, 101) if has_boxes(size)]

_SIGNS = "<>^v"  # of greater-than sudokus
_PLAIN = ("rows", "letters")

Cells = list[tuple[int, str]]  # (column, mark) of each cell of a row
Split = Callable[["_Line"], "Cells | None"]


@dataclass(frozen=True)
class _Line:
    """A row: its number, the column and the text of what stands between bars, and whether bars
    stand at its ends."""

    number: int
    parts: Sequence[tuple[int, str]]
    closed: tuple[bool, bool]
    gap: bool  # whether an empty line stands before it

    @property
    def text(self) -> str:
        return "".join(part for _, part in self.parts)


@dataclass(frozen=True)
class Likeness:
    """How much a text is like a drawn grid.

    framed  whether bars stand between its boxes, in the same places in nearly all rows, or rulers
    plain   whether it is of the digits, dots and zeros that character_grids.py and
            character_grids.py read
    """

    framed: bool
    plain: bool


@dataclass(frozen=True)
class _Reading:
    """The way in which most rows fall into cells: how, how many, in how many rows."""

    split: Split
    size: int
    rows: int
    words: bool = False
    spaced: bool = False


def likeness(source: Source) -> Likeness | None:
    """Return how much the text is like a drawn grid, mistakes included; None if it is none."""
    raw = _raw(source, _SAMPLE)
    if max(map(len, raw)) > _LONGEST:
        return None
    lines, ruled = _lines(raw)
    if any(mark in text for mark in _SIGNS for text in raw):
        return None
    if len(lines) < 2 or not any(mark.isalnum() for line in lines for mark in line.text):
        return None
    reading = _reading(lines, raw)
    if reading is None:
        return None
    fits = [_fits(reading.split(line), reading) for line in lines]
    if len(lines) * 3 < reading.size or sum(fits) < 0.6 * len(lines):
        return None
    if not all(_is_of_cells(line) for line, fit in zip(lines, fits, strict=True) if not fit):
        return None
    wide = [_widths(line, reading) for line in lines]
    usual = max(wide, key=wide.count)
    barred = len(usual) > 1 and len(set(usual)) == 1 and wide.count(usual) >= 0.6 * len(wide)
    if any(len(line.parts) > 1 for line in lines) and not (barred and len(wide[0]) == len(usual)):
        return None
    if not barred and not ruled and fits_dlx([text.split() for text in raw if text.split()]):
        return None
    counts = Counter(mark for line in lines for _, mark in reading.split(line) or ())
    symbols = symbols_of(counts, reading.size)
    single = all(len(line.text.split()) == 1 for line in lines)
    if reading.words:
        letters = any(mark.isalpha() and mark in symbols.marks for mark in counts)
        plain = symbols.blank in ".0" and not letters
    else:
        blank = "-" if symbols.style == "letters" else ".0"
        plain = single and symbols.blank in blank and symbols.layout(line=False) in _PLAIN
        plain = plain and (reading.size <= 9 or symbols.style == "letters")
    return Likeness(framed=barred or ruled, plain=plain and not barred and not ruled)


def draws_blank_space(source: Source) -> bool:
    """Whether blank space stands for blanks in a text of drawn grids, and all can be read so."""
    raw = _raw(source)
    lines, _ = _lines(raw)
    reading = _reading(lines, raw) if lines else None
    if reading is None or reading.rows < len(lines):
        return False
    return any(mark == " " for line in lines for _, mark in reading.split(line) or ())


def read_drawn(source: Source) -> Grids:
    """Read the grids. Raises InputError for a row, a mark or an empty line that does not fit."""
    raw = _raw(source)
    lines, _ = _lines(raw)
    reading = _reading(lines, raw) if lines else None
    if reading is None:
        message = "rows of different numbers of cells, expected as many as the grid has rows"
        raise source.error(message, lines[0].number if lines else 1)
    if reading.spaced:
        lines = _full_lines(raw, reading.size) or lines
    size = reading.size
    rows: list[tuple[_Line, Cells]] = []
    for line in lines:
        cells = reading.split(line)
        if cells is None or len(cells) != size:
            result = [column for column, _ in cells or ()]
            start = result[min(len(result), size) - 1] if result else line.parts[0][0]
            fault = f"{plural(len(result), 'cell')} in the row, expected {size}"
            raise source.error(fault, line.number, start)
        rows.append((line, cells))
    cut = cut_rows(source, ((line.number, line.gap, row) for row in rows for line in row[:1]), size)
    grids = [[row for _, row in grid] for grid in cut]
    if reading.split is _parts:
        _require_widths(source, lines)
    counts = Counter(mark for _, cells in rows for _, mark in cells)
    symbols = symbols_of(counts, size)
    if reading.words and size > 9 and not any(len(mark) == 1 and mark.isalpha() for mark in counts):
        numbers = {str(value): value for value in range(1, size + 1)}
        symbols = symbols_of({mark: counts[mark] for mark in counts if mark in BLANKS}, 9)
        marks = {mark: 0 for mark, value in symbols.marks.items() if value == 0} | numbers
        expected = f"a number from 1 to {size} or {symbols.blank}"
    else:
        marks, expected = dict(symbols.marks), symbols.expected
    number_grids: list[Grid] = [
        [_values(source, line, cells, marks, expected) for line, cells in grid] for grid in grids
    ]
    begins = [grid[0][0].number for grid in grids]
    is_plain = symbols.style == "digits" and (size <= 9 or symbols.size != size)
    layout = "grid" if reading.words and is_plain else symbols.layout(line=False)
    return Grids(size, layout, number_grids, begins)


def _raw(source: Source, most: int = -1) -> list[str]:
    """Return the lines, at most so many, with ASCII characters for those that draw boxes."""
    lines = source.text.split("\n", most)[: most if most > 0 else None]
    return [line.translate(BOX_DRAWING).replace("\t", " ") for line in lines]


def _lines(raw: Sequence[str]) -> tuple[list[_Line], bool]:
    """Return the rows, and whether there are rulers."""
    dashes = any("-" in text and any(map(str.isalnum, text)) for text in raw)
    rows: list[tuple[int, str, bool]] = []
    ruled = gap = False
    for number, text in enumerate(raw, 1):
        if not text.strip():
            gap = True
        elif _RULER.fullmatch(text) and ("+" in text or "=" in text or not dashes):
            ruled = True
        else:
            rows.append((number, text, gap))
            gap = False
    # A bar at one end of all rows is that of a frame; elsewhere an empty box is at the end.
    left = all(_is_edge(text) for _, text, _ in rows)
    right = all(text.rstrip().endswith("|") for _, text, _ in rows)
    return [_line(*row, (left, right)) for row in rows], ruled


def _is_edge(text: str) -> bool:
    """Whether a row begins with a bar, behind less blank space than a box has."""
    edge, _, behind = text.partition("|")
    return not edge.strip() and len(edge) < len(behind.partition("|")[0])


def _line(number: int, text: str, gap: bool, closed: tuple[bool, bool]) -> _Line:
    text = text.rstrip() if closed[1] else text
    parts: list[tuple[int, str]] = []
    column = 1
    for part in text.split("|"):
        parts.append((column, part))
        column += len(part) + 1
    inner = parts[closed[0] : len(parts) - closed[1]]
    return _Line(number, inner or parts, closed, gap)


def _widths(line: _Line, reading: _Reading) -> tuple[int, ...]:
    """Return how many cells stand between the bars of a row."""
    columns = [column for column, _ in reading.split(line) or ()]
    return tuple(
        sum(start <= column < start + max(len(part), 1) for column in columns)
        for start, part in line.parts
    )


# ---- What the cells of a row are ----------------------------------------------------------------


def _reading(lines: Sequence[_Line], raw: Sequence[str]) -> _Reading | None:
    """Return the way in which most rows have as many cells as a grid has rows."""
    ways: tuple[tuple[Split, Sequence[int], bool], ...] = (
        (_parts, _WORD_SIZES, True),
        (_words, _WORD_SIZES, True),
        (_characters, _CHARACTER_SIZES, False),
    )
    best: _Reading | None = None
    for split, sizes, words in ways:
        rows = [cells for cells in map(split, lines) if cells is not None]
        lengths = Counter(len(cells) for cells in rows if len(cells) in sizes)
        for size in lengths:
            reading = _Reading(split, size, 0, words)
            fitting = sum(_fits(cells, reading) for cells in rows)
            if best is None or fitting > best.rows:
                best = _Reading(split, size, fitting, words)
    if best is not None and best.rows == len(lines):
        return best
    return _by_place(lines, raw) or best


def _fits(cells: Cells | None, reading: _Reading) -> bool:
    if cells is None or len(cells) != reading.size:
        return False
    return all(_is_cell(mark, reading.size) for _, mark in cells)


def _is_cell(mark: str, size: int) -> bool:
    if len(mark) > 1:
        return bool(_NUMBER.fullmatch(mark)) and int(mark) <= size
    if mark.isdecimal():
        return mark.isascii() and int(mark) <= size
    if mark in BLANKS:
        return True
    return mark.isascii() and mark.isalpha() and ord(mark.upper()) - ord("A") < size


def _is_of_cells(line: _Line) -> bool:
    """Whether a row that does not fit is rather one with a mistake than another kind of line."""
    marks = [mark for mark in line.text if mark != " "]
    good = sum(mark in BLANKS or (mark.isdecimal() and mark.isascii()) for mark in marks)
    return good >= 0.7 * len(marks)


def _parts(line: _Line) -> Cells | None:
    """Take what stands between two bars for a cell."""
    if len(line.parts) < 4:
        return None
    words = [(column, list(tokens(part))) for column, part in line.parts]
    if any(len(marks) > 1 for _, marks in words):
        return None
    return [
        (column + marks[0][0] - 1, marks[0][1]) if marks else (column, " ")
        for column, marks in words
    ]


def _words(line: _Line) -> Cells | None:
    return [
        (start + column - 1, word) for start, part in line.parts for column, word in tokens(part)
    ]


def _characters(line: _Line) -> Cells | None:
    return [
        (start + place, mark)
        for start, part in line.parts
        for place, mark in enumerate(part)
        if mark != " "
    ]


def _by_place(lines: Sequence[_Line], raw: Sequence[str]) -> _Reading | None:
    """Return the way in which cells stand in the same columns of all rows, blank space for some."""
    barred = len(lines[0].parts) > 1
    readings = []
    for size in DIGIT_SIZES:
        if barred and len(lines) % size and len(raw) < _SAMPLE:
            continue
        rows = lines if barred else _full_lines(raw, size)
        for stride in (1, 2):
            offsets = _offsets(rows, size, stride) if rows else None
            if offsets is not None:
                split = partial(_at, offsets=offsets, stride=stride, wide=size // len(offsets))
                readings.append(_Reading(split, size, len(lines), spaced=not barred))
    return readings[0] if len(readings) == 1 else None


def _full_lines(raw: Sequence[str], size: int) -> list[_Line]:
    """Return the rows without bars, if all lines but empty ones have the full width.

    Where one line has, and there are as many as a grid has rows, blanks at the ends may lack: many
    an editor takes them away.
    """
    texts = [(number, text) for number, text in enumerate(raw, 1) if text]
    widths = {len(text) for _, text in texts}
    widest = max(widths, default=0)
    if len(texts) == size and any(" " in text.strip() for _, text in texts):
        texts = [(number, text.ljust(widest)) for number, text in texts]
        widths = {widest}
    if widths not in ({size}, {2 * size - 1}):
        return []
    if not all(mark == " " or "1" <= mark <= str(size) for _, text in texts for mark in text):
        return []
    return [
        _Line(number, [(1, text)], (False, False), number > 1 and not raw[number - 2])
        for number, text in texts
    ]


def _offsets(lines: Sequence[_Line], size: int, stride: int) -> list[int] | None:
    """Return where the first cell stands behind each bar, if that is the same in all rows."""
    count = len(lines[0].parts)
    closed = lines[0].closed
    if size % count or any(len(line.parts) != count or line.closed != closed for line in lines):
        return None
    wide = size // count
    offsets = []
    for place in range(count):
        texts = [line.parts[place][1] for line in lines]
        first, last = place == 0 and not closed[0], place == count - 1 and not closed[1]
        widths = {len(text) for text in texts}
        used = {k for text in texts for k, mark in enumerate(text) if mark != " "}
        fitting = [
            offset
            for offset in (0, 1)
            if all((k - offset) % stride == 0 and 0 <= k - offset < stride * wide for k in used)
            and _has_room(widths, wide, stride, offset, first=first, last=last and count > 1)
        ]
        if not fitting or (len(fitting) > 1 and used):
            return None
        offsets.append(fitting[0])
    return offsets


def _has_room(
    widths: set[int], wide: int, stride: int, offset: int, *, first: bool, last: bool
) -> bool:
    """Whether so many cells stand in a width, that is the same in all rows; an open end may be
    left out where all its cells are blanks."""
    if stride == 1:
        room = {wide + 2 * offset} | ({wide + 1} if (last if offset else first) else set())
    else:
        room = {2 * wide - 1 + offset, 2 * wide + offset}
    widths = widths - {0} if last else widths
    return len(widths) == 1 and widths <= room


def _at(line: _Line, offsets: Sequence[int], stride: int, wide: int) -> Cells | None:
    if len(line.parts) != len(offsets):
        return None
    cells: Cells = []
    for (start, part), offset in zip(line.parts, offsets, strict=True):
        for k in range(offset, offset + stride * wide, stride):
            cells.append((start + k, part[k] if k < len(part) else " "))
    return cells


# ---- Rows into grids ----------------------------------------------------------------------------


def _require_widths(source: Source, lines: Sequence[_Line]) -> None:
    """Raise InputError for an empty cell that is narrower or wider than most of its column."""
    for column in zip(*(line.parts for line in lines), strict=True):
        usual = Counter(len(part) for _, part in column).most_common(1)[0][0]
        for line, (start, part) in zip(lines, column, strict=True):
            if not part.strip() and len(part) != usual:
                length = plural(len(part), "character")
                message = f"an empty cell of {length}, expected {usual} as in other rows"
                raise source.error(message, line.number, start)


def _values(
    source: Source, line: _Line, cells: Cells, marks: dict[str, int], expected: str
) -> list[int]:
    for column, mark in cells:
        if mark not in marks:
            shown = "an empty cell" if mark == " " else excerpt(mark)
            raise source.error(f"{shown}, expected {expected}", line.number, column)
    return [marks[mark] for _, mark in cells]
