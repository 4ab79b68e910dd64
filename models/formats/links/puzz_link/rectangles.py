"""Boards cut into rectangles: shikaku and tatamibari, each rectangle with one clue in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from ....picture.painters.grid_picture import GridPicture, Look
from ....picture.painters.painter import Layers
from ....puzzle import Puzzle
from ....tables.rows import Rows
from .kind import MOST_CHOICES, UNKNOWN, Body, Cell, Kind, Number, Spelling

__all__ = ["Shikaku", "Tatamibari"]


@dataclass(frozen=True)
class _Rectangles(Kind):
    """The clue of each cell, row by row."""

    clues: tuple[Number, ...]

    def fits(self, clue: int, high: int, wide: int) -> bool:
        """Whether a rectangle of that shape may have the clue."""
        raise NotImplementedError

    def cut(self) -> Puzzle:
        """Return the puzzle of rectangles that cover each cell and each clue once."""
        puzzle = self.begun()
        clues = {
            cell: clue
            for cell, clue in zip(self.cells, self.clues, strict=True)
            if clue is not None
        }
        rows = []
        for row in self._rectangles(clues):
            rows.append(row)
            self.require_few(min(len(rows), MOST_CHOICES + 1))
        piece = puzzle.choices(
            "rectangle", Rows(("row", "col", "top", "left", "high", "wide", "clue"), rows)
        )
        puzzle.exactly_one(piece, by=("row", "col"), over=clues, name="clue")
        puzzle.exactly_one(
            piece,
            covering=lambda top, left, high, wide: _cells(top, left, high, wide),
            over=self.cells,
            name="cell",
        )
        clue = puzzle.choices(
            "clue", Rows(("row", "col", "clue"), [(*c, self.shown(n)) for c, n in clues.items()])
        )
        puzzle.exactly_one(clue, by=("row", "col"), name="printed")
        puzzle.picture = Layers(
            [
                GridPicture(
                    piece,
                    covering=lambda top, left, high, wide: _cells(top, left, high, wide),
                    mark="clue",
                    cells=self.cells,
                    look=Look(label=False),
                ),
                GridPicture(clue, mark="clue", look=Look(printed=True, color=False)),
            ]
        )
        return puzzle

    def _rectangles(self, clues: Mapping[Cell, int]) -> Iterator[tuple[object, ...]]:
        """Yield the rectangles of each clue: those without another one in them."""
        for (row, col), clue in clues.items():
            for top in range(row, -1, -1):
                for left in range(col, -1, -1):
                    widest = self.columns - left
                    for high in range(1, self.rows - top + 1):
                        line = top + high - 1
                        taken = (
                            c
                            for c in range(left, left + widest)
                            if (line, c) in clues and (line, c) != (row, col)
                        )
                        widest = next(taken, left + widest) - left
                        if left + widest <= col:
                            break
                        if line < row:
                            continue
                        for wide in range(col - left + 1, widest + 1):
                            if clue == UNKNOWN or self.fits(clue, high, wide):
                                yield row, col, top, left, high, wide, self.shown(clue)

    def shown(self, clue: int) -> object:
        """Return what a picture shows of a clue."""
        return "?" if clue == UNKNOWN else clue


def _cells(top: int, left: int, high: int, wide: int) -> list[Cell]:
    return [(row, col) for row in range(top, top + high) for col in range(left, left + wide)]


@dataclass(frozen=True)
class Shikaku(_Rectangles):
    """A number is how many cells its rectangle has."""

    names = ("shikaku",)
    title = "shikaku"

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        return cls(body.rows, body.columns, tuple(body.numbers(body.cells)))

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.clues)

    def fits(self, clue: int, high: int, wide: int) -> bool:  # noqa: D102
        return high * wide == clue

    def puzzle(self) -> Puzzle:  # noqa: D102
        return self.cut()


@dataclass(frozen=True)
class Tatamibari(_Rectangles):
    """Upright (1), lying (2) and square (3) rectangles, of which no four meet at a corner."""

    names = ("tatamibari",)
    title = "tatamibari"

    @classmethod
    def read(cls, body: Body) -> Self:  # noqa: D102
        clues = tuple(body.numbers(body.cells))
        if any(clue is not None and clue not in _SIGNS for clue in clues):
            raise body.error("another clue than 1, 2, 3 or a dot")
        return cls(body.rows, body.columns, clues)

    def spell(self, spelling: Spelling) -> None:  # noqa: D102
        spelling.numbers(self.clues)

    def fits(self, clue: int, high: int, wide: int) -> bool:  # noqa: D102
        return {1: high > wide, 2: high < wide, 3: high == wide}[clue]

    def shown(self, clue: int) -> object:  # noqa: D102
        return _SIGNS[clue]

    def puzzle(self) -> Puzzle:  # noqa: D102
        puzzle = self.cut()
        inside = {(r, c) for r in range(1, self.rows) for c in range(1, self.columns)}
        puzzle.between(
            0,
            3,
            puzzle.table("rectangle"),
            covering=lambda top, left, high, wide: [
                corner
                for corner in (
                    (top, left),
                    (top, left + wide),
                    (top + high, left),
                    (top + high, left + wide),
                )
                if corner in inside
            ],
            name="corner",
        )
        return puzzle


_SIGNS = {UNKNOWN: "?", 1: "|", 2: "-", 3: "+"}
