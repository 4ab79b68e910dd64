"""The bead triangle of NOI 2005: ten lines, line i of i characters, `A` to `L` or `.`.

A letter is a bead of a piece that is laid already, a dot an empty cell. Letters that do not make
up their piece are no error of the text: the puzzle then has no solution.
"""

from __future__ import annotations

from ...errors import excerpt
from ...packings.named_packings import BeadPuzzle
from ..source import Source, plural

__all__ = ["read_beads", "read_triangle"]

_MARKS = frozenset("ABCDEFGHIJKL.")


def read_triangle(source: Source) -> list[str]:
    """Return the ten lines."""
    side = BeadPuzzle.SIDE
    first = source.lines[0][0]
    for place, (number, line) in enumerate(source.lines):
        if place == side:
            raise source.error(f"{excerpt(line)} behind the triangle, expected no more", number)
        if number != first + place:
            raise source.error(f"an empty line, expected line {place + 1} of {side}", number - 1)
        for column, mark in enumerate(line[: place + 1], 1):
            if mark not in _MARKS:
                raise source.error(f"{excerpt(mark)}, expected A to L or .", number, column)
        if len(line) != place + 1:
            found = plural(len(line), "character")
            what = f"{found} in line {place + 1} of the triangle, expected {place + 1}"
            raise source.error(what, number, min(len(line), place + 1) + 1)
    if len(source.lines) < side:
        found = plural(len(source.lines), "line")
        raise source.error(f"{found}, expected {side}", source.lines[-1][0] + 1)
    return [line for _, line in source.lines]


def read_beads(source: Source) -> BeadPuzzle:
    """Return the puzzle."""
    return BeadPuzzle(read_triangle(source))
