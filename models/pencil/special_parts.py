"""Parts of clues that only some kinds have: lines at sides, middles of galaxies, sums, cages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..picture.picture import Cage, Outline, Shape, Text
from ..picture.picture import Cell as Ground
from .clues import Cells, Regions, SudokuCells, regions_of
from .grid import BLANKS, Draft, Grid
from .penpa import Board
from .signs import Layers, Pattern, Signs
from .special_signs import GALAXY_MARKS

__all__ = ["Cages", "GalaxyCells", "SplitCells"]


_SUMS = Signs(
    patterns={"[0-9]|[0-9]*,[0-9]*": Pattern("0, or sums such as `9,16`, `9,` and `,16`")}
)


@dataclass(frozen=True)
class GalaxyCells(Cells):
    """Marks in the middle of a cell (0), of its right (1) or lower side (2), or at its corner (3).

    A mark with a `b` is black; `x` is a hole.
    """

    signs: Signs = GALAXY_MARKS

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark outside of the grid too."""
        super().check(grid, first)
        for (row, col), mark in grid.clues.items():
            number = int(mark[0]) if mark[0].isdecimal() else 0
            if not grid.has((row + number // 2, col + number % 2)):
                message = f"{mark!r} at the edge, expected a mark within the grid"
                raise grid.error(message, self.name, row, col, first)

    def read(self, board: Board, draft: Draft) -> None:
        """Read the marks from a board of Penpa+."""
        for row, col in draft.cells():
            for number in range(4):
                place = row + number // 2 / 2, col + number % 2 / 2
                mark = self.signs.mark_of(board.layers(place))
                if mark is not None:
                    draft.parts[self.name][row][col] = mark.replace("0", str(number))
                    board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the marks into a board of Penpa+."""
        for (row, col), mark in grid.clues.items():
            number = int(mark[0]) if mark[0].isdecimal() else 0
            place = row + number // 2 / 2, col + number % 2 / 2
            board.put(place, self.signs.layers_of(mark))


@dataclass(frozen=True)
class SplitCells(Cells):
    """White cells, 0 or a given digit, and black ones with sums below and to the right: `9,16`."""

    signs: Signs = _SUMS

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the black cells and their sums."""
        for (row, col), mark in grid.block(self.name).items():
            below, _, right = mark.partition(",")
            if mark.isdecimal():
                yield from [Text((row, col), mark, "given")] if mark != "0" else []
                continue
            yield Ground((row, col), "shaded" if mark in BLANKS else "split")
            if below.strip("-.0"):
                yield Text((row + 0.22, col - 0.22), below, "label")
            if right.strip("0"):
                yield Text((row - 0.22, col + 0.22), right, "label")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the sums in the corners of black cells of a board of Penpa+."""
        words = draft.parts[self.name]
        for row, col in draft.cells():
            places = (row, col), (row + 0.25, col - 0.25), (row - 0.25, col + 0.25)
            layers, *sums = map(board.layers, places)
            texts = [item.text for item in sums]
            is_black = any(texts) or layers.symbols or layers.surface
            white = layers.text if layers.text.isdecimal() else "0"
            words[row][col] = (",".join(texts) if any(texts) else "-") if is_black else white
            for place in places:
                board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the black cells and their sums into a board of Penpa+."""
        for (row, col), mark in grid.block(self.name).items():
            below, _, right = mark.strip("-").partition(",")
            if mark.isdecimal():
                board.put((row, col), Layers(mark.strip("0")))
                continue
            board.put((row, col), Layers("", (("kakuro", 1),)))
            if below:
                board.put((row + 0.25, col - 0.25), Layers(below))
            if right:
                board.put((row - 0.25, col + 0.25), Layers(right))


@dataclass(frozen=True)
class Cages(Regions):
    """Regions that are drawn as cages, in a sudoku with its boxes."""

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the outlines of the boxes, and the cages."""
        for box in SudokuCells().boxes(grid):
            yield Outline(tuple(box), "box")
        for cells in regions_of(grid.block(self.name)).values():
            yield Cage(tuple(cells), "", "sum")
