"""The 0/1 matrix of the judges' dancing-links template (Luogu P4929).

`N M`, then N lines of M numbers 0 or 1: row k of the text is option k, column j is item j, and
every item is to be covered exactly once.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

import numpy as np

from ...errors import InputError, ModelError, excerpt
from ...matrix.exact_cover import ExactCover
from ..format import Confidence, Format, Problem
from ..source import HEAD, Source, column_of, plural
from .dlx_text import fits_dlx
from .refusals import beyond_items

__all__ = ["MATRIX", "read_binary_matrix", "write_binary_matrix"]

LARGEST_SIDE = 1_000_000
LARGEST_AREA = 50_000_000
_NUMBER = re.compile(r"[0-9]{1,18}")
_LONGEST_SIDE = 15  # digits; a longer number is no side of a matrix, not even by mistake
_BITS = frozenset("01")
HOLDS = "(dlx and json-cover hold them)"


def _sniff(source: Source) -> Confidence:
    lines = [line.split() for line in source.head()]
    return Confidence.LIKELY if _is_matrix(lines) else Confidence.NO


def _is_matrix(lines: Sequence[Sequence[str]]) -> bool:
    """Whether two numbers come first, then lines mostly of 0 and 1; one of the two may be wrong."""
    header, rows = lines[0], lines[1:]
    below = [word for row in rows for word in row]
    bits = sum(word in ("0", "1") for word in below)
    widths = {len(row) for row in rows}
    if any(len(word) > _LONGEST_SIDE for word in header):
        return False  # a sudoku and its solution, as it seems
    if len(header) != 2 or not all(word.isdecimal() and word.isascii() for word in header):
        broken = len(header) <= 3 and len(rows) > 1 and len(widths) == 1
        return broken and bits == len(below) and not widths <= {1, len(header)}
    height, width = (int(word[:9]) for word in header)
    if bits == len(below) and widths <= {width} and len(rows) == min(height, HEAD - 1):
        return True
    return bits * 2 >= len(below) and not (rows and fits_dlx(lines))


def read_binary_matrix(source: Source) -> ExactCover:
    """Return the matrix; its items are named 1 to M."""
    rows, columns = _header(source)
    members, starts = array("q"), array("q", [0])
    last = number = source.lines[0][0]
    for place, (number, line) in enumerate(source.lines[1:]):
        if place == rows or columns == 0:
            message = f"{excerpt(line)} behind the matrix, expected {plural(rows, 'row')}"
            raise source.error(message, number)
        bits = line.split()
        if len(bits) != columns or not _BITS.issuperset(bits):
            raise _bad_row(source, number, line, bits, columns)
        if number != last + 1:
            raise source.error(f"an empty line, expected row {place + 1} of {rows}", last + 1)
        members.extend([item for item, bit in enumerate(bits) if bit == "1"])
        starts.append(len(members))
        last = number
    count = len(starts) - 1
    if count < rows and columns:
        raise source.error(f"{plural(count, 'row')} of numbers, expected {rows}", number + 1)
    return ExactCover(
        primary=columns,
        items=range(1, columns + 1),
        starts=np.frombuffer(starts, np.int64) if columns else np.zeros(rows + 1, np.int64),
        members=np.frombuffer(members, np.int64) if members else np.zeros(0, np.int64),
    )


def _header(source: Source) -> tuple[int, int]:
    number, line = source.lines[0]
    words = line.split()
    for place, word in enumerate(words[:2]):
        if not _NUMBER.fullmatch(word):
            message = f"{excerpt(word)}, expected a number of {'columns' if place else 'rows'}"
            raise source.error(message, number, column_of(line, place))
    if len(words) != 2:
        count = plural(len(words), "number")
        message = f"{count} in the first line, expected 2: rows and columns"
        raise source.error(message, number, column_of(line, min(len(words), 2)))
    rows, columns = map(int, words)
    if max(rows, columns) > LARGEST_SIDE or rows * columns > LARGEST_AREA:
        message = f"a matrix of {rows} x {columns}, expected {LARGEST_AREA} numbers at most"
        raise source.error(message, number, column_of(line, 0))
    return rows, columns


def _bad_row(source: Source, number: int, line: str, bits: list[str], columns: int) -> InputError:
    for place, bit in enumerate(bits[:columns]):
        if bit not in _BITS:
            message = f"{excerpt(bit)}, expected 0 or 1"
            return source.error(message, number, column_of(line, place))
    message = f"{plural(len(bits), 'number')} in the row, expected {columns}"
    return source.error(message, number, column_of(line, min(len(bits), columns)))


def write_binary_matrix(problem: Problem) -> str:
    """Return a matrix as 0 and 1; a given is a column of its own, as `write_dlx` has it.

    Names have no place in the text. Raises ModelError for costs, for items that need not be covered
    or may be covered twice, and for more numbers than are read.
    """
    matrix = problem if isinstance(problem, ExactCover) else problem.selected_matrix
    columns = len(matrix.items)
    wrong = ""
    if matrix.conditions:
        wrong = beyond_items(matrix)
    elif matrix.has_weights:
        wrong = f"weights, expected that each option counts once in its items {HOLDS}"
    elif columns > matrix.primary:
        others = plural(columns - matrix.primary, "secondary item")
        wrong = f"{others}, expected primary ones alone {HOLDS}"
    elif (matrix.low != 1).any() or (matrix.high != 1).any():
        wrong = f"multiplicities, expected that each item is covered once {HOLDS}"
    elif matrix.has_costs:
        wrong = f"costs, expected none {HOLDS}"
    elif max(matrix.options, columns) > LARGEST_SIDE or matrix.options * columns > LARGEST_AREA:
        wrong = f"{matrix.options} x {columns} numbers, expected {LARGEST_AREA} at most"
    if wrong:
        raise ModelError(f"matrix: {problem!r} has {wrong}")
    lines = [f"{matrix.options} {columns}"]
    starts = matrix.starts.tolist()
    for start, end in zip(starts[:-1] if columns else (), starts[1:], strict=False):
        bits = np.full(columns, ord("0"), np.uint8)
        bits[matrix.members[start:end]] = ord("1")
        lines.append(" ".join(bits.tobytes().decode()))
    return "\n".join(lines) + "\n"


MATRIX = Format(
    "matrix",
    "rows and columns, then a 0/1 matrix",
    sniff=_sniff,
    read=lambda source: (read_binary_matrix(source),),
    write=write_binary_matrix,
    example="3 3\n0 0 1\n1 0 0\n0 1 0\n",
)
