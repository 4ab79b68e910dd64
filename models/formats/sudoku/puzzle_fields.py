"""Sudokus a line each with other fields behind them, and tables of them with a heading.

puzzle                         perhaps in quotes; blanks are dots or any mark of symbols.py
53..7.... 6..195... ...        in groups of one length
puzzle solution                a solution is no clue; it is compared with the givens
puzzle # comment               not read
puzzle;11.9;name;...           other fields, behind `;` `,` or a tab, are not read
puzzle 11.9                    behind a blank they are numbers
puzzle,solution                a heading: its columns are puzzle (quiz, sudoku), solution, others
0..41..9,..                    (the quizzes of Kaggle)

A field that is no solution and that is not read is in a warning, the first of a text; a text with
fields that are constraints is refused.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

from ...errors import excerpt
from ...sudokus.grid_shape import spell_cell
from ..matrix.dlx_text import fits_dlx
from ..source import Source, plural
from .grids import Grids, GridTable, are_long_rows, has_boxes, is_letter_line
from .symbols import LARGEST, Symbols, symbols_of

__all__ = ["has_heading", "is_fielded", "read_fielded", "read_rest"]

_SIZES = [size for size in range(4, LARGEST + 1) if has_boxes(size)]
_AREAS = {size * size: size for size in _SIZES}
_SLACK = 2  # characters by which a line that is nearly a puzzle is too long or too short
_LEAST_SLACK = 36  # a shorter line is no sudoku unless it has the length of one
_SAMPLE = 100  # lines from which the format is detected
_LONGEST = 5000  # characters of a line
_MANY = 20_000  # lines that are looked at together
_PUZZLE = ("puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "problem")
_SOLUTION = ("solution", "solutions", "solved", "answer", "answers")
_FIELD = re.compile(r"""\s*(["']?)([^\s,;"']*)\1""")
_ENDS = ("", " ", "\t", ",", ";")  # of a puzzle
_ENDS_IN = re.compile(r"""[\s,;"']""")
_NEXT = re.compile(r"""(\s*[,;]\s*|\s*\t\s*|\s+)(["']?)([^\s,;"']*)\2""")
_RATING = re.compile(r"[-+]?[0-9]+([.,/][0-9]+)*|[A-Za-z]{1,3}=[0-9./]+")
_CONSTRAINT = re.compile(r"\.?[A-Za-z]+(~.*)?|\.?~.*")
_PLAIN = frozenset(".0123456789")
_LETTERS = frozenset(ascii_uppercase[:LARGEST] + "-.")
_NO_MARK = 255

Cells = npt.NDArray[np.uint8]


def is_fielded(source: Source) -> bool:
    """Whether most of the first lines begin with a sudoku, and some are not plain lines of one."""
    head = source.head(_SAMPLE)
    if _heading(head) is not None:
        return True
    if all(map(_is_plain, head)) or max(map(len, head)) > _LONGEST or are_long_rows(head):
        return False
    size = _size(head)
    if size == _SIZES[0] and len(head[0].split()) > 1:
        return not fits_dlx([line.split() for line in head])
    return size is not None


def has_heading(source: Source) -> bool:
    """Whether the first line names the columns of a table of puzzles."""
    return _heading(source.without_comments().head(_SAMPLE)) is not None


def _is_plain(line: str) -> bool:
    """Whether character_grids.py reads a line, be it a row or a whole sudoku."""
    if len(line) <= 81 and _PLAIN.issuperset(line):
        return True
    has_x = "X" in line and len(line) <= ascii_uppercase.index("X") ** 2
    return is_letter_line(line) and not has_x and _LETTERS.issuperset(line)


@dataclass(frozen=True)
class _Heading:
    """The columns of a table: where the puzzle is, and its solution."""

    separator: str
    names: Sequence[str]
    puzzle: int
    solution: int | None

    @property
    def others(self) -> str:
        """The columns that are not read, as a warning names them; empty if there are none."""
        used = (self.puzzle, self.solution)
        names = [name or "''" for k, name in enumerate(self.names) if k not in used]
        return f"the columns {', '.join(names)}" if names else ""


def _heading(head: Sequence[str]) -> _Heading | None:
    first = head[0].strip()
    if len(head) < 2 or len(first) > 1000 or not any(map(str.isalpha, first)):
        return None
    separator = max(",;\t", key=first.count)
    names = [name.strip().strip("\"'").lower() for name in first.split(separator)]
    puzzle = next((place for place, name in enumerate(names) if name in _PUZZLE), None)
    if puzzle is None:
        return None
    solution = next((place for place, name in enumerate(names) if name in _SOLUTION), None)
    heading = _Heading(separator, names, puzzle, solution)
    cells = _columns(head[1], separator) if len(head[1]) <= _LONGEST else []
    return heading if len(cells) > puzzle and _is_like(cells[puzzle].strip()) else None


def _columns(line: str, separator: str) -> list[str]:
    if '"' in line:
        return next(csv.reader([line], delimiter=separator))
    return line.split(separator)


def _is_like(word: str) -> bool:
    """Whether a word is a sudoku, or nearly one: marks of one, and about as many as needed."""
    size = _nearest(len(word))
    if size is None:
        return False
    symbols = symbols_of(Counter(word), size)
    count = sum(word.count(mark) for mark in symbols.marks)
    values = count - word.count(symbols.blank)
    return count >= 0.9 * len(word) and (values > 0 or set(word) <= _PLAIN)


def _nearest(length: int) -> int | None:
    if length in _AREAS:
        return _AREAS[length]
    for slack in range(1, _SLACK + 1):
        for area in (length - slack, length + slack):
            if area in _AREAS and area >= _LEAST_SLACK:
                return _AREAS[area]
    return None


def _size(head: Sequence[str]) -> int | None:
    """Return the size of the sudokus with which most of the lines begin."""
    nearest: Counter[int] = Counter()
    exact: Counter[int] = Counter()
    for line in head:
        word = _puzzle_of(line)[1]
        if _is_like(word):
            nearest[_nearest(len(word)) or 0] += 1
            exact[_AREAS.get(len(word), 0)] += 1
    if not nearest or sum(nearest.values()) < 0.6 * len(head):
        return None
    exact.pop(0, None)
    return max(exact or nearest, key=lambda size: (exact[size], nearest[size]))


def _puzzle_of(line: str, area: int = 0) -> tuple[int, str, int, str]:
    """Return the puzzle with which a line begins and what stands behind it, with their columns.

    area  how long it should be, where that is known
    """
    word = line[:area]
    if area and line[area : area + 1] in _ENDS and _ENDS_IN.search(word) is None:
        return 1, word, area + 1, line[area:]
    groups = line.split()
    if len(groups) > 2 and len(set(map(len, groups))) == 1 and 1 < len(groups[0]) <= LARGEST:
        word = "".join(groups)
        if len(word) in _AREAS:
            return len(line) - len(line.lstrip()) + 1, word, len(line) + 1, ""
    match = _FIELD.match(line)
    assert match is not None  # it matches an empty word
    return match.start(2) + 1, match[2], match.end() + 1, line[match.end() :]


@dataclass
class _Beside:
    """What stands beside the puzzles of a text: solutions, and fields that are not read."""

    source: Source
    solutions: int = 0
    other: str = ""
    clashes: list[str] = field(default_factory=list)

    def warn(self) -> None:
        """Say what is not read, and which solutions contradict the givens."""
        if self.solutions:
            count = plural(self.solutions, "solution")
            self.source.warn(f"{count} beside puzzles, compared with the givens and not read")
        if self.other:
            self.source.warn(f"fields that are not read, first {self.other}")
        for clash in self.clashes[:1]:
            more = len(self.clashes) - 1
            others = f" (and {plural(more, 'other')})" if more else ""
            self.source.warn(f"{clash}{others}")


def read_fielded(source: Source) -> Grids:
    """Read the text. Raises InputError for what is neither puzzle, solution nor such a field."""
    head = source.head(_SAMPLE)
    heading = _heading(head)
    if heading is None:
        words = [_puzzle_of(line)[1] for line in head]
    else:
        columns = (_columns(line, heading.separator) for line in head[1:])
        words = [cells[heading.puzzle].strip() for cells in columns if len(cells) > heading.puzzle]
    size = _size(words) or 9
    if size > 9:
        words = [word for _, _, word, *_ in _rows(source, heading, size * size, 0, 0)]
    counts: Counter[str] = Counter()
    for word in words:
        if len(word) == size * size:
            counts.update(word)
    symbols = symbols_of(counts, size)
    cells, lines = _read(source, heading, symbols, 0, 0)
    return Grids(size, symbols.layout(line=True), GridTable(cells, size), lines)


def read_rest(
    source: Source, size: int, marks: Mapping[str, int], start: int, before: int
) -> tuple[Cells, list[int]]:
    """Read plain lines, perhaps with fields behind them, from a place of the text on.

    Returns the cells, uint8[grids, size * size], and the line of each.
    """
    expected = Symbols(marks, "digits", ".", size)
    return _read(source, None, expected, start, before)


Row = tuple[int, int, str, int, str]  # line; puzzle and what stands behind it, with their columns


def _rows(
    source: Source, heading: _Heading | None, area: int, start: int, before: int
) -> Iterator[Row]:
    lines = source.numbered(start, before)
    if heading is None:
        for number, line in lines:
            if line == "end":
                return
            yield (number, *_puzzle_of(line, area))
        return
    next(lines)
    separator, place, solved = heading.separator, heading.puzzle, heading.solution
    for number, line in lines:
        cells = _columns(line, separator)
        if len(cells) != len(heading.names):
            count = plural(len(cells), "field")
            raise source.error(f"{count}, expected {len(heading.names)} as in the heading", number)
        starts = [1, *(k + 1 for k in accumulate(len(cell) + 1 for cell in cells))]
        solution = "" if solved is None else cells[solved].strip()
        behind = f",{solution}" if solution else ""
        yield number, starts[place], cells[place].strip(), starts[solved or 0] - 1, behind


def _read(
    source: Source, heading: _Heading | None, symbols: Symbols, start: int, before: int
) -> tuple[Cells, list[int]]:
    area = symbols.size**2
    rows = _rows(source, heading, area, start, before)
    beside = _Beside(source, other="" if heading is None else heading.others)
    table, lines = [np.zeros((0, area), np.uint8)], []
    while chunk := list(islice(rows, _MANY)):
        cells = _cells(source, chunk, symbols)
        solved: list[tuple[int, int, str]] = []
        for place, (number, _, _, begin, rest) in enumerate(chunk):
            if rest:
                solution = _solution(source, rest, symbols, (number, begin), beside)
                if solution is None and heading is not None:
                    message = (
                        f"{excerpt(rest[1:])} as a solution, expected {area} values or nothing"
                    )
                    raise source.error(message, number, begin + 1)
                if solution is not None:
                    solved.append((place, solution[0], solution[1]))
        if solved:
            _compare(cells, chunk, solved, symbols, beside)
        table.append(cells)
        lines += [number for number, *_ in chunk]
    beside.warn()
    return np.concatenate(table), lines


def _cells(source: Source, chunk: Sequence[Row], symbols: Symbols) -> Cells:
    """Return the cells of the puzzles. Raises InputError for a length or a mark that is wrong."""
    area = symbols.size**2
    words = [word for _, _, word, *_ in chunk]
    sound = next((place for place, word in enumerate(words) if len(word) != area), len(words))
    cells = _values(words[:sound], symbols.marks).reshape(-1, area)
    wrong = cells == _NO_MARK
    if wrong.any():
        row = int(wrong.any(axis=1).argmax())
        number, column, word, *_ = chunk[row]
        place = int(wrong[row].argmax())
        message = f"{excerpt(word[place])}, expected {symbols.expected}"
        raise source.error(message, number, column + place)
    if sound < len(words):
        number, column, word, *_ = chunk[sound]
        message = f"{plural(len(word), 'character')}, expected {area}"
        raise source.error(message, number, column + min(len(word), area))
    return cells


def _values(words: Sequence[str], marks: Mapping[str, int]) -> Cells:
    text = "".join(words)
    if text.isascii() and all(map(str.isascii, marks)):
        meaning = bytearray([_NO_MARK]) * 256
        for mark, value in marks.items():
            meaning[ord(mark)] = value
        return np.frombuffer(text.encode().translate(meaning), np.uint8)
    return np.array([marks.get(mark, _NO_MARK) for mark in text], np.uint8)


def _solution(
    source: Source, rest: str, symbols: Symbols, place: tuple[int, int], beside: _Beside
) -> tuple[int, str] | None:
    """Return the column of a solution behind a puzzle, and the solution; None if there is none.

    Raises InputError for anything but solutions, ratings, comments, and fields behind separators.
    """
    number, begin = place
    area = symbols.size**2
    if len(rest) == area + 1 and rest[0] in ", ;\t" and rest[1:].isalnum():
        return begin + 1, rest[1:]  # as in nearly all lines
    solution: tuple[int, str] | None = None
    for at, separator, text, whole in _behind(rest):
        column = begin + at
        grid = len(text) > area // 2 and sum(map(text.count, symbols.marks)) > 0.9 * len(text)
        if not separator:
            message = f"{excerpt(whole)} behind the puzzle, expected a separator"
        elif grid and solution is None:
            if len(text) != area:
                message = f"a solution of {plural(len(text), 'character')}, expected {area}"
                raise source.error(message, number, column + min(len(text), area))
            solution = column, text
            continue
        elif separator == " " and not _RATING.fullmatch(text):
            message = f"{excerpt(text)} behind the puzzle, expected a solution of {area} values, a "
            message += "number, or # and a comment"
        elif separator == ";" and _CONSTRAINT.fullmatch(text) and _is_constraint(text):
            message = f"the constraint {excerpt(text)} behind the puzzle, expected a name"
            message += " (--from constraints reads it)"
        else:
            beside.other = beside.other or f"{excerpt(whole)} in line {number}"
            continue
        raise source.error(message, number, column)
    return solution


def _behind(rest: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield the fields behind a puzzle, up to a comment.

    Of each its place, what separates it from what is before it (nothing: a mistake), its first
    word, and all from there on. One behind a tab, a comma or a semicolon may be of several words.
    """
    at = 0
    while at < len(rest):
        match = _NEXT.match(rest, at)
        if match is None:
            yield at, "", "", rest[at:]
            return
        separator, text = match[1].strip(" ") or " ", match[3]
        at = match.end()
        if text.startswith("#"):
            return
        if text:
            yield match.start(3), separator, text, rest[match.start(3) :]
        if separator != " " and len(text) < _SIZES[0] ** 2:
            end = rest.find(separator[0], at)
            at = len(rest) if end < 0 else end


def _is_constraint(text: str) -> bool:
    from .constraint_reading import is_known

    return "~" in text or is_known(text.lstrip("."))


def _compare(
    cells: Cells,
    chunk: Sequence[Row],
    solved: Sequence[tuple[int, int, str]],
    symbols: Symbols,
    beside: _Beside,
) -> None:
    """Compare solutions with the givens of their puzzles."""
    area = symbols.size**2
    numbers = {mark: value for mark, value in symbols.marks.items() if value}
    if symbols.size > 9:  # where the puzzles of a text may leave out the mark that decides
        style = symbols_of(Counter(solved[0][2]), symbols.size)
        numbers = dict(style.marks) if style.style != symbols.style else numbers
    values = _values([text for _, _, text in solved], numbers).reshape(-1, area)
    bad = values == _NO_MARK
    if bad.any():
        row = int(bad.any(axis=1).argmax())
        place, column, text = solved[row]
        mark = int(bad[row].argmax())
        message = f"{excerpt(text[mark])} in a solution, expected a value in each cell"
        raise beside.source.error(message, chunk[place][0], column + mark)
    givens = cells[[place for place, _, _ in solved]]
    wrong = (givens != 0) & (givens != values)
    beside.solutions += len(solved)
    for place in np.flatnonzero(wrong.any(axis=1)).tolist():
        cell = divmod(int(wrong[place].argmax()), symbols.size)
        number = chunk[solved[place][0]][0]
        message = f"line {number}: the solution contradicts the given in {spell_cell(cell)}"
        beside.clashes.append(message)
