"""Packings: every piece is laid once, every cell of the board is covered once.

`BeadPuzzle` is the packing of NOI 2005 ("智慧珠游戏"): twelve pieces on a triangle of 55 cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from .answer import Answer
from .board import Board, Cell, Piece, placements
from .errors import ModelError
from .puzzle import Puzzle

__all__ = ["BEAD_PIECES", "BeadPuzzle", "Packing"]

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


class Packing(Puzzle):
    """Lay every piece once so that every cell of the board is covered exactly once.

    board   a networkx graph of cells (row, col), such as a `Board`
    pieces  their names must differ
    """

    def __init__(self, board: nx.Graph, pieces: Sequence[Piece], name: str = "packing") -> None:
        super().__init__(name)
        self.board, self.pieces = board, tuple(pieces)
        names = [piece.name for piece in pieces]
        if len(set(names)) < len(names):
            raise ModelError("two pieces of one name, expected each name once")
        self.place = self.choices("place", rows=placements(board, pieces))
        self.exactly_one(self.place, by="piece", over=names, name="piece")
        self.exactly_one(self.place, covering="cells", over=board, name="cell")

    def lay(self, laid: str, cells: Sequence[Cell]) -> None:
        """Lay a piece beforehand. If it does not fit there, the puzzle is infeasible."""
        wanted = tuple(sorted(cells))
        if self.place.find("lay", {"piece": laid, "cells": wanted}):
            self.given(self.place, piece=laid, cells=wanted)
        else:
            self.forbid(self.place, where=lambda piece: piece == laid)

    def show(self, answer: Answer) -> str:
        """Return the board as text: each cell holds the first letter of its piece's name."""
        mark = {cell: piece[0] for piece, cells in answer[self.place] for cell in cells}
        rows = range(min(r for r, _ in self.board), max(r for r, _ in self.board) + 1)
        cols = range(min(c for _, c in self.board), max(c for _, c in self.board) + 1)
        lines = ("".join(mark.get((row, col), " ") for col in cols) for row in rows)
        return "\n".join(line.rstrip() for line in lines)


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
