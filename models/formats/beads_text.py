"""The bead triangle of NOI 2005: ten lines, line i of i characters, `A` to `L` or `.`.

A letter is a bead of a piece that is laid already, a dot an empty cell. Letters that do not make
up their piece are no error of the text: the puzzle then has no solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import ModelError, excerpt
from .format import Confidence, Format, Problem, held
from .source import Source, plural

if TYPE_CHECKING:
    from ..packings.lattices import Cell
    from ..packings.named_packings import BeadPuzzle

__all__ = ["read_beads"]

_SIDE = 10  # lines
_MARKS = frozenset("ABCDEFGHIJKL.")


def _sniff(source: Source) -> Confidence:
    """Look for lines of about 1, 2, 3 ... characters, mostly A to L and dots."""
    head = source.head()
    a_comment_of_dlx = head[0].lstrip().startswith("|")
    is_triangle = not a_comment_of_dlx and _is_triangle(head)
    return Confidence.STRONG if is_triangle else Confidence.NO


def _is_triangle(head: Sequence[str]) -> bool:
    if len(head) == 1:
        return head[0] == "."
    if sum(sum(map(line.count, _MARKS)) for line in head) < 0.8 * sum(map(len, head)):
        return False
    lengths = [len(line) for line in head[:10]]
    grown = sum(abs(length - place) <= 1 for place, length in enumerate(lengths, 1))
    return lengths[0] < lengths[-1] and lengths[0] <= 2 and grown >= 0.8 * len(lengths)


def read_triangle(source: Source) -> list[str]:
    """Return the ten lines."""
    first = source.lines[0][0]
    for place, (number, line) in enumerate(source.lines):
        if place == _SIDE:
            raise source.error(f"{excerpt(line)} behind the triangle, expected no more", number)
        if number != first + place:
            raise source.error(f"an empty line, expected line {place + 1} of {_SIDE}", number - 1)
        for column, mark in enumerate(line[: place + 1], 1):
            if mark not in _MARKS:
                raise source.error(f"{excerpt(mark)}, expected A to L or .", number, column)
        if len(line) != place + 1:
            length = plural(len(line), "character")
            message = f"{length} in line {place + 1} of the triangle, expected {place + 1}"
            raise source.error(message, number, min(len(line), place + 1) + 1)
    if len(source.lines) < _SIDE:
        length = plural(len(source.lines), "line")
        raise source.error(f"{length}, expected {_SIDE}", source.lines[-1][0] + 1)
    return [line for _, line in source.lines]


def read_beads(source: Source) -> BeadPuzzle:
    """Return the puzzle."""
    from ..packings.named_packings import BeadPuzzle

    return BeadPuzzle(read_triangle(source))


def write_beads(problem: Problem) -> str:
    """Return the triangle with the pieces that are laid."""
    from ..packings.named_packings import BeadPuzzle

    puzzle = held(problem, BeadPuzzle(), "beads")
    marks: dict[Cell, str] = {}
    for piece, cells in puzzle.read(puzzle.given_options)[puzzle.place]:
        for cell in cells:
            if marks.setdefault(cell, piece) != piece:
                raise ModelError(f"pieces {marks[cell]} and {piece} overlap, expected neither to")
    lines = ("".join(marks.get((row, col), ".") for col in range(row + 1)) for row in range(_SIDE))
    return "\n".join(lines) + "\n"


BEADS = Format(
    "beads",
    "the bead triangle of NOI 2005",
    sniff=_sniff,
    read=lambda source: (read_beads(source),),
    write=write_beads,
    example="".join("." * k + "\n" for k in range(1, _SIDE + 1)),
)
