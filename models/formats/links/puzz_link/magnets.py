"""Magnets: each domino is a magnet or blank; equal poles never touch along an edge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from ....errors import ModelError
from ....picture.painters.grid_picture import GridPicture, Look
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import UNKNOWN, Body, Cell, Kind, Number, Spelling, cells_of_board, regions_within

__all__ = ["Magnets"]

_POLES = ("+", "-")
_COUNTED = _POLES[::-1]  # the number that is nearest to the board counts -


@dataclass(frozen=True)
class Magnets(Kind):
    """How many poles are in columns and rows, the borders, the poles that are given, the holes.

    For each column and then each row stand the number of - and that of +.
    """

    names = ("magnets",)
    title = "magnets"
    counts: tuple[Number, ...]
    across: tuple[bool, ...]
    down: tuple[bool, ...]
    poles: tuple[int, ...]
    holes: tuple[bool, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        counts = tuple(body.numbers(2 * (body.columns + body.rows)))
        across = tuple(body.bits(body.rows * (body.columns - 1)))
        down = tuple(body.bits((body.rows - 1) * body.columns))
        poles = body.thirds(body.cells) if body.goes_on else [0] * body.cells
        holes = body.bits(body.cells) if body.goes_on else [False] * body.cells
        return cls(body.rows, body.columns, counts, across, down, tuple(poles), tuple(holes))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.counts)
        spelling.bits(self.across)
        spelling.bits(self.down)
        if any(self.poles) or any(self.holes):
            spelling.thirds(self.poles)
        if any(self.holes):
            spelling.bits(self.holes)

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle = self.begun()
        # The piece of each cell; a hole is one by itself, whatever borders are there.
        columns, holes = self.columns, self.holes
        across = [
            border or holes[row * columns + col] or holes[row * columns + col + 1]
            for (row, col), border in zip(
                cells_of_board(self.rows, columns - 1), self.across, strict=True
            )
        ]
        down = [
            border or holes[place] or holes[place + columns]
            for place, border in enumerate(self.down)
        ]
        regions = regions_within(self.rows, columns, across, down)
        parts: dict[int, list[Cell]] = {}
        for cell, hole in zip(self.cells, self.holes, strict=True):
            if not hole:
                parts.setdefault(regions[cell[0]][cell[1]], []).append(cell)
        if any(len(part) > 2 for part in parts.values()):
            raise ModelError("a piece of more than two cells, expected dominoes for magnets")
        dominoes = [part for part in parts.values() if len(part) == 2]
        rows = [(first, second, pole) for first, second in dominoes for pole in ("+-", "-+", "  ")]
        magnet = puzzle.choices("magnet", Rows(("one", "other", "poles"), rows))
        puzzle.exactly_one(magnet, by=("one", "other"), name="domino")
        puzzle.at_most_one(
            puzzle.table("magnet"),
            covering=lambda one, other, poles: sorted(
                {
                    (row, col, way, pole)
                    for (row, col), pole in zip((one, other), poles, strict=True)
                    if pole in _POLES
                    for row, col, way in (
                        (row, col, 0),
                        (row, col - 1, 0),
                        (row, col, 1),
                        (row - 1, col, 1),
                    )
                }
            ),
            name="apart",
        )
        self._count(puzzle)
        self._give(puzzle)
        puzzle.picture = GridPicture(
            magnet,
            covering=lambda one, other: (one, other),
            mark=lambda poles: poles.replace(" ", "."),
            cells=self.cells,
            look=Look(
                letters=True,
                regions=lambda one: regions[one[0]][one[1]],
                around="shaded",
                top=self._headings(0, self.columns),
                left=self._headings(2 * self.columns, self.rows),
            ),
        )
        return puzzle

    def _headings(self, start: int, lines: int) -> list[str]:
        """Return the given counts of poles of each line, as in `+2 -1`."""
        texts = []
        for line in range(start, start + 2 * lines, 2):
            counts = zip(_COUNTED, self.counts[line : line + 2], strict=True)
            texts.append(" ".join(f"{p}{n}" for p, n in counts if n not in (None, UNKNOWN)))
        return texts

    def _count(self, puzzle: Puzzle) -> None:
        """Add the counts; a domino that lies in a line has but one pole of each kind."""
        for sign, pole in enumerate(_COUNTED):
            for axis, name in ((1, "column"), (0, "row")):
                start = 0 if axis else 2 * self.columns
                lines = self.columns if axis else self.rows
                counts = {
                    line: count
                    for line in range(lines)
                    if (count := self.counts[start + 2 * line + sign]) not in (None, UNKNOWN)
                }
                if counts:
                    puzzle.exactly(
                        counts,
                        puzzle.table("magnet"),
                        covering=_poles_on(pole, axis, counts),  # type: ignore[arg-type]
                        name=f"{pole} in the {name}",
                    )

    def _give(self, puzzle: Puzzle) -> None:
        for cell, pole in zip(self.cells, self.poles, strict=True):
            if pole:
                wanted = _POLES[pole - 1]
                puzzle.forbid(
                    "magnet",
                    where=lambda one, other, poles, cell=cell, wanted=wanted: (
                        cell in (one, other) and poles[cell != one] != wanted
                    ),
                )


def _poles_on(pole: str, axis: int, counted: dict[int, Number]) -> Callable[..., list[int]]:
    def lines(one: Cell, other: Cell, poles: str) -> list[int]:
        places = [
            cell[axis] for cell, mine in zip((one, other), poles, strict=True) if mine == pole
        ]
        return [line for line in places if line in counted]

    return lines
