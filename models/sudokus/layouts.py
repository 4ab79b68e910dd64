"""The layouts of a sudoku's numbers as text; models/formats/sudoku reads them all.

grid     a row a line, blanks between the numbers
rows     a row a line without blanks; from 10 on values are letters, A for 10
line     all cells on one line without blanks, as in rows
zero-rows, zero-line  the same of more than 9 values, with 0 for the greatest
numbers  all cells on one line, blanks between
letters  a row a line, A for 1
letter-line  all cells on one line, A for 1
json     an array of rows of strings
json-numbers  an array of rows of numbers
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

import numpy as np
import numpy.typing as npt

__all__ = ["CHARACTERS", "LAYOUTS", "LETTERS", "grid_text", "grid_texts", "option_marks"]

Marks = npt.NDArray[np.uint8]
LINE_END = ord("\n")
LAYOUTS = (
    "grid",
    "rows",
    "line",
    "zero-rows",
    "zero-line",
    "numbers",
    "letters",
    "letter-line",
    "json",
    "json-numbers",
)
LETTERS = ("letters", "letter-line")
CHARACTERS = ("line", "rows", "zero-line", "zero-rows")


def grid_text(rows: Sequence[Sequence[int]], layout: str) -> str:
    """Return rows of numbers in a layout. An empty cell, 0, is `-` in letters and `.` in JSON."""
    if layout in CHARACTERS:
        # The character of each value, the blank first.
        size = len(rows)
        if size <= 9:
            marks = "0123456789"
        else:
            symbols = "." + "123456789" + ascii_uppercase[: size - 9]
            marks = symbols[:-1] + "0" if layout.startswith("zero") else symbols
        lines = ["".join(marks[value] for value in row) for row in rows]
        return ("\n" if layout.endswith("rows") else "").join(lines)
    if layout == "numbers":
        return " ".join(str(value) for row in rows for value in row)
    if layout in LETTERS:
        return ("\n" if layout == "letters" else "").join(
            "".join(map(_letter, row)) for row in rows
        )
    if layout in ("json", "json-numbers"):
        import json

        if layout == "json-numbers":
            return json.dumps([list(row) for row in rows], separators=(",", ":"))
        cells = [[str(value) if value else "." for value in row] for row in rows]
        return json.dumps(cells, separators=(",", ":"))
    width = len(str(len(rows)))
    return "\n".join(" ".join(f"{value:{width}}" for value in row) for row in rows)


def _letter(value: int) -> str:
    return chr(ord("A") + value - 1) if value else "-"


def option_marks(values: Sequence[int], layout: str) -> Marks:
    """Return the character that stands for each value; `layout` is line, rows or one of letters."""
    marks = map(_letter, values) if layout in LETTERS else map(str, values)
    return np.frombuffer("".join(marks).encode(), np.uint8)


def grid_texts(marks: Marks, layout: str) -> Marks:
    """Return the texts of many grids in a layout of one character a cell, each ending its line.

    marks  uint8[grids, size * size], the character in each cell

    Returns uint8[grids, characters].
    """
    grids, area = marks.shape
    lines = 1 if layout in ("line", "letter-line") else round(area**0.5)
    width = area // lines
    texts = np.full((grids, lines, width + 1), LINE_END, np.uint8)
    texts[:, :, :-1] = marks.reshape(grids, lines, width)
    return texts.reshape(grids, lines * (width + 1))
