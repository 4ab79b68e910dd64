"""Finds where the marks of a known grid stand in a text, so that one of them can be changed there.

The reader knows what the grid holds; so the marks are looked for as a sequence: each filled cell's
own mark, a blank's for every other, and between them at most what formats put there. Everything
else in the text stays as it is: comments, layout, constraints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from string import ascii_uppercase

__all__ = ["Values", "changed_marks"]

Values = Sequence[Sequence[str | None]]

_BETWEEN = r'[\s",\[\]|]*'
_MATCHES = 5  # places that are tried


def changed_marks(text: str, values: Values, row: int, col: int, value: str) -> Iterator[str]:
    """Yield texts in which a cell's mark is another one: one for each place where the grid may be.

    values  what the cells hold: "" a blank, None no cell
    value   what the cell is to hold, "" for a blank
    """
    cells = [
        (place, one)
        for place, one in enumerate(one for line in values for one in line)
        if one is not None
    ]
    number = [place for place, _ in cells].index(row * len(values[0]) + col) + 1
    # How values are spelled as they are, and the marks of a blank.
    for spelled, blanks in ((str, ".0-_"), _as_letters(values)):
        if spelled is None:
            continue
        pattern = re.compile(_BETWEEN.join(_mark(one, spelled, blanks) for _, one in cells))
        for matches, found in enumerate(pattern.finditer(text)):
            if matches == _MATCHES:
                break
            yield _replaced(text, found, number, spelled(value) if value else "", blanks)


Spelled = Callable[[str], str]


def _as_letters(values: Values) -> tuple[Spelled | None, str]:
    """Return how numbers are spelled as letters, A for 1; None if they are none."""
    filled = {one for line in values for one in line if one}
    if not all(one.isdecimal() and int(one) <= len(ascii_uppercase) for one in filled):
        return None, ""
    return lambda value: ascii_uppercase[int(value) - 1], "-"


def _mark(value: str, spelled: Spelled, blanks: str) -> str:
    if not value:
        return f"([{re.escape(blanks)}])"
    mark = re.escape(spelled(value))
    # A number of several digits stands alone.
    return f"({mark})" if len(spelled(value)) == 1 else rf"((?<!\d){mark}(?!\d))"


def _replaced(text: str, found: re.Match[str], number: int, mark: str, blanks: str) -> str:
    """Return the text with another mark in that cell, as wide as before where there is room."""
    begin, end = found.span(number)
    if not mark:
        others = (one for one in found.groups() if one in blanks)
        mark = next(others, blanks[0])
    spare = (end - begin) - len(mark)
    before = text[:begin]
    while spare < 0 and before.endswith("  "):
        before, spare = before[:-1], spare + 1
    return before + " " * max(spare, 0) + mark + text[end:]
