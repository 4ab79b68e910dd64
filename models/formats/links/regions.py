"""The regions of a grid as labels of its cells, made a sudoku's boxes, jigsaw or extra regions.

Pages say of each cell in which region it is, or in none. A sudoku has boxes, or a layout in which
every region has as many cells as there are digits. Any other regions are said on top of a grid of
rows and columns alone: whole ones hold every digit, smaller ones no digit twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import ModelError
from ...sudokus.cells import Cell
from ...sudokus.constraints import Cage, Constraint
from ...sudokus.grid_values import box_shape, has_boxes
from ...sudokus.sudoku import Sudoku
from ..source import plural

__all__ = ["Regions", "regions_in", "usual_label"]

Label = int | None


class Regions:
    """What regions come to: arguments of `Sudoku`, and constraints beside them."""

    def __init__(self, size: int, labels: Mapping[Cell, Label]) -> None:
        self.arguments: dict[str, Any] = {}
        self.extra: list[tuple[Cell, ...]] = []
        self.constraints: list[Constraint] = []
        self.cells: dict[Label, list[Cell]] = {}
        for cell in sorted(labels):
            if labels[cell] is not None:
                self.cells.setdefault(labels[cell], []).append(cell)
        self._settle(size, labels)

    @property
    def is_whole(self) -> bool:
        """Whether every cell is in a region, and each has as many cells as there are digits."""
        return not self.extra and not self.constraints and bool(self.cells)

    def _settle(self, size: int, labels: Mapping[Cell, Label]) -> None:
        for label, cells in self.cells.items():
            if len(cells) > size:
                what = f"region {label} has {plural(len(cells), 'cell')}, expected up to {size}"
                raise ModelError(what)
        whole = [cells for cells in self.cells.values() if len(cells) == size]
        if len(whole) == size:
            if has_boxes(size) and _are_boxes(size, labels):
                self.arguments["box"] = box_shape(size)
            elif all(len({row for row, _ in cells}) == 1 for cells in whole):
                self.arguments["box"] = (1, size)
            else:
                order = {label: number for number, label in enumerate(self.cells)}
                self.arguments["regions"] = [
                    [str(order[labels[row, col]]) for col in range(size)] for row in range(size)
                ]
            return
        self.arguments["box"] = (1, size)
        self.extra = [tuple(cells) for cells in whole]
        smaller = [cells for cells in self.cells.values() if 1 < len(cells) < size]
        self.constraints = [Cage(None, tuple(cells)) for cells in smaller]


def usual_label(size: int, cell: Cell) -> int:
    """Return the region in which a cell is unless its page says another: its box, or else its row.

    A size that is prime has no boxes.
    """
    if not has_boxes(size):
        return cell[0]
    high, wide = box_shape(size)
    return cell[0] // high * (size // wide) + cell[1] // wide


def regions_in(puzzle: Sudoku) -> Sequence[Sequence[Cell]] | None:
    """Return the boxes or regions of a sudoku; None if they are the usual ones of its size."""
    usual = box_shape(puzzle.size) if has_boxes(puzzle.size) else (1, puzzle.size)
    return None if puzzle.box == usual else puzzle.grid_shape.boxes


def _are_boxes(size: int, labels: Mapping[Cell, Label]) -> bool:
    pairs = {(labels[cell], usual_label(size, cell)) for cell in labels}
    return len(pairs) == size
