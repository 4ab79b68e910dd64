"""Star battle: so many stars in each row, column and region, of which no two touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....puzzle import Puzzle
from .kind import Board, Body, Kind, Spelling

__all__ = ["StarBattle"]


@dataclass(frozen=True)
class StarBattle(Kind):
    """The number of stars, and the region of each cell."""

    names = ("starbattle",)
    title = "star battle"
    stars: int
    regions: Board

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        stars = body.decimal()
        return cls(body.rows, body.columns, stars, tuple(map(tuple, body.regions())))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.decimal(self.stars)
        spelling.regions(self.regions)  # type: ignore[arg-type]

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle, regions, stars = self.begun(), self.regions, self.stars
        star = puzzle.choices("star", row=range(self.rows), col=range(self.columns))
        puzzle.exactly(stars, star, by="row")
        puzzle.exactly(stars, star, by="col")
        puzzle.exactly(stars, star, by=lambda row, col: regions[row][col], name="region")
        puzzle.at_most_one(
            star,
            covering=lambda row, col: [(row - i, col - j) for i in (0, 1) for j in (0, 1)],
            name="apart",
        )
        look = Look(symbol="star", regions=lambda row, col: regions[row][col])
        puzzle.picture = GridPicture(star, mark="*", look=look)
        return puzzle
