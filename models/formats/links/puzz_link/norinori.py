"""Norinori: dominoes that do not touch along an edge, two shaded cells in each region."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import Board, Body, Kind, Spelling, neighbours_of

__all__ = ["Norinori"]


@dataclass(frozen=True)
class Norinori(Kind):
    """The region of each cell."""

    names = ("norinori",)
    title = "norinori"
    regions: Board

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        return cls(body.rows, body.columns, tuple(map(tuple, body.regions())))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.regions(self.regions)  # type: ignore[arg-type]

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle, regions, board = self.begun(), self.regions, set(self.cells)
        pairs = [
            (cell, other)
            for cell in self.cells
            for other in neighbours_of(cell)
            if other in board and cell < other
        ]
        cell = puzzle.choices("cell", row=range(self.rows), col=range(self.columns), shaded=(0, 1))
        domino = puzzle.choices("domino", Rows(("one", "other"), pairs))
        puzzle.exactly_one(cell, by=("row", "col"), name="cell")
        puzzle.exactly_one(
            [cell, domino],
            covering={
                cell: lambda row, col, shaded: [] if shaded else [(row, col)],
                domino: lambda one, other: [one, other],
            },
            over=self.cells,
            name="shaded by a domino",
        )
        puzzle.exactly(
            2,
            cell,
            by=lambda row, col, shaded: regions[row][col] if shaded else None,
            over=sorted({label or 0 for row in regions for label in row}),
            name="region",
        )
        puzzle.at_most_one(
            domino,
            covering=lambda one, other: sorted(
                {
                    (min(end, near), max(end, near))
                    for end in (one, other)
                    for near in neighbours_of(end)
                    if near in board
                }
            ),
            name="apart",
        )
        puzzle.picture = GridPicture(
            cell,
            mark="#",
            look=Look(
                where=lambda shaded: shaded,
                regions=lambda row, col: regions[row][col],
                ground="shaded",
                color=False,
            ),
        )
        return puzzle
