"""Packings that have a name of their own.

`BeadPuzzle` is the packing of NOI 2005 ("智慧珠游戏"): twelve pieces on a triangle of 55 cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ModelError
from .board import Board
from .lattices import CUBES, Cell
from .packing import Packing
from .piece import Piece

__all__ = ["BEAD_PIECES", "BeadPuzzle", "conway_box", "slothouber_graatsma"]

_BEADS = {
    "A": "##/#.",
    "B": "####",
    "C": "###/#..",
    "D": "##/##",
    "E": "#../#../###",
    "F": "####/.#..",
    "G": "###/#.#",
    "H": "###/##.",
    "I": "###./..##",
    "J": ".#./###/.#.",
    "K": "#../##./.##",
    "L": "####/#...",
}
BEAD_PIECES = tuple(Piece.from_text(name, drawing) for name, drawing in _BEADS.items())


class BeadPuzzle(Packing):
    """The twelve pieces A to L on the triangle of 55 cells.

    layout  ten lines, line i of i characters: the letter of a piece that is laid already, `.` for
            an empty cell; None: nothing is laid
    """

    SIDE = 10

    def __init__(self, layout: Sequence[str] | None = None) -> None:
        super().__init__(Board.triangle(self.SIDE), BEAD_PIECES, "bead puzzle")
        laid: dict[str, list[Cell]] = {}
        lines = ["." * (i + 1) for i in range(self.SIDE)] if layout is None else list(layout)
        if [len(line) for line in lines] != list(range(1, self.SIDE + 1)):
            raise ModelError(f"expected {self.SIDE} lines, line i of i characters")
        for row, line in enumerate(lines):
            for col, mark in enumerate(line):
                if mark not in _BEADS and mark != ".":
                    raise ModelError(
                        f"row {row + 1}, column {col + 1}: {mark!r}, expected A to L or ."
                    )
                if mark != ".":
                    laid.setdefault(mark, []).append((row, col))
        for piece, cells in laid.items():
            self.lay(piece, cells)


def slothouber_graatsma() -> Packing:
    """Return the puzzle of Slothouber and Graatsma: six 1x2x2 and three single cubes, a cube of 3.

    There is one solution but for turning and mirroring.
    """
    pieces = [_box("block", 1, 2, 2, 6), _box("cube", 1, 1, 1, 3)]
    return Packing(Board.box(3, 3, 3), pieces, "Slothouber-Graatsma")


def conway_box() -> Packing:
    """Return J. H. Conway's puzzle: thirteen 1x2x4, a 2x2x2, a 1x2x2, three 1x1x3, a cube of 5."""
    pieces = [
        _box("block", 1, 2, 4, 13),
        _box("cube", 2, 2, 2, 1),
        _box("square", 1, 2, 2, 1),
        _box("rod", 1, 1, 3, 3),
    ]
    return Packing(Board.box(5, 5, 5), pieces, "Conway's box")


def _box(name: str, layers: int, rows: int, cols: int, copies: int) -> Piece:
    cells = frozenset(Board.box(layers, rows, cols))
    return Piece(name, cells, lattice=CUBES, copies=copies)
