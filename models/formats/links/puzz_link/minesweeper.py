"""Minesweeper: a number says how many mines touch its cell, which holds none."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....picture.painters.painter import Layers
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import UNKNOWN, Body, Kind, Number, Spelling, neighbours_of

__all__ = ["Minesweeper"]


@dataclass(frozen=True)
class Minesweeper(Kind):
    """The clue of each cell, row by row."""

    names = ("mines",)
    title = "minesweeper"
    clues: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        return cls(body.rows, body.columns, tuple(body.numbers(body.cells)))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.clues)

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle = self.begun()
        clues = {
            cell: clue
            for cell, clue in zip(self.cells, self.clues, strict=True)
            if clue is not None
        }
        counts: dict[Hashable, int] = {
            cell: clue for cell, clue in clues.items() if clue != UNKNOWN
        }
        hidden = [cell for cell in self.cells if cell not in clues]
        mine = puzzle.choices("mine", Rows(("row", "col"), hidden))
        if counts:
            puzzle.exactly(
                counts,
                mine,
                covering=lambda row, col: [
                    cell for cell in neighbours_of((row, col), corners=True) if cell in counts
                ],
                name="clue",
            )
        clue = puzzle.choices(
            "clue",
            Rows(
                ("row", "col", "mines"),
                [(*cell, "?" if count == UNKNOWN else count) for cell, count in clues.items()],
            ),
        )
        puzzle.exactly_one(clue, by=("row", "col"), name="printed")
        puzzle.picture = Layers(
            [
                GridPicture(mine, mark="*", cells=self.cells, look=Look(symbol="dot")),
                GridPicture(clue, mark="mines", look=Look(printed=True, color=False)),
            ]
        )
        return puzzle
