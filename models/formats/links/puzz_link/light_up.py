"""Light up (akari): lamps light their rows and columns up to the walls; none lights another."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....picture.painters.painter import Layers
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import UNKNOWN, Body, Cell, Kind, Number, Spelling, neighbours_of

__all__ = ["LightUp"]


@dataclass(frozen=True)
class LightUp(Kind):
    """The walls, and the given numbers of lamps beside them."""

    names = ("lightup", "akari")
    title = "light up"
    walls: tuple[Number, ...]

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        return cls(body.rows, body.columns, tuple(body.small_numbers(body.cells)))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.small_numbers(self.walls)

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle = self.begun()
        walls = {
            cell: count
            for cell, count in zip(self.cells, self.walls, strict=True)
            if count is not None
        }
        stretches = list(_stretches(self.rows, self.columns, set(walls)))
        of_cell: dict[Cell, list[int]] = {}
        for number, stretch in enumerate(stretches):
            for cell in stretch:
                of_cell.setdefault(cell, []).append(number)
        lit = {
            cell: tuple(
                dict.fromkeys(other for number in of_cell[cell] for other in stretches[number])
            )
            for cell in of_cell
        }
        self.require_few(sum(map(len, lit.values())))
        lamp = puzzle.choices("lamp", Rows(("row", "col"), list(lit)))
        puzzle.at_most_one(lamp, covering=lambda row, col: of_cell[row, col], name="stretch")
        puzzle.between(1, None, lamp, covering=lambda row, col: lit[row, col], over=lit, name="lit")
        counts: dict[Hashable, int] = {
            cell: count for cell, count in walls.items() if count != UNKNOWN
        }
        if counts:
            puzzle.exactly(
                counts,
                lamp,
                covering=lambda row, col: [
                    cell for cell in neighbours_of((row, col)) if cell in counts
                ],
                name="wall",
            )
        wall = puzzle.choices(
            "wall",
            Rows(
                ("row", "col", "lamps"),
                [(*cell, "#" if count == UNKNOWN else count) for cell, count in walls.items()],
            ),
        )
        puzzle.exactly_one(wall, by=("row", "col"), name="built")
        puzzle.picture = Layers(
            [
                GridPicture(lamp, mark="*", cells=self.cells, look=Look(symbol="dot")),
                GridPicture(
                    wall, mark="lamps", look=Look(printed=True, ground="shaded", color=False)
                ),
            ]
        )
        return puzzle


def _stretches(rows: int, columns: int, walls: set[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells of each row and column between walls."""
    lines = [[(row, col) for col in range(columns)] for row in range(rows)]
    lines += [[(row, col) for row in range(rows)] for col in range(columns)]
    for line in lines:
        stretch: list[Cell] = []
        for cell in line:
            if cell not in walls:
                stretch.append(cell)
            elif stretch:
                yield stretch
                stretch = []
        if stretch:
            yield stretch
