"""Pieces on a grid: polyominoes in all places, and cells that they leave free."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import combinations
from typing import Any

from ..packings import Board, Piece, placements, polyominoes
from ..puzzle import Puzzle
from .cells import Edge, edges
from .grid import Cell, Grid

__all__ = ["cut_into_pieces", "pieces"]


def pieces(
    board: Iterable[Cell], shapes: Sequence[Piece], walls: Container[Edge] = ()
) -> list[dict[str, Any]]:
    """Return the places of pieces, turned and mirrored, as rows of a table: shape and cells.

    walls  sides, as pairs of cells in order, that no piece may lie on both sides of
    """
    return [
        {"shape": shape, "cells": cells}
        for shape, cells in placements(Board.of(board), shapes)
        if not any(pair in walls for pair in combinations(sorted(cells), 2))
    ]


def cut_into_pieces(made: Puzzle, grid: Grid, size: int) -> None:
    """Add the table `piece`, shape and cells: pieces of so many cells that cover the grid.

    No two of one shape share a side. A letter names the shape of its piece, a cell marked `x` is
    no part of the grid, and no piece lies on both sides of a wall.
    """
    board = [cell for cell in grid.cells if grid.marks[cell] != "x"]
    rows = [
        row
        for row in pieces(board, polyominoes(size), grid.between)
        if all(grid.clues.get(cell, row["shape"]) == row["shape"] for cell in row["cells"])
    ]
    piece = made.choices("piece", rows)
    made.exactly_one(piece, covering="cells", over=board)
    sides = lambda shape, cells: {(shape, edge) for edge in edges(*cells)}  # noqa: E731
    made.at_most_one(piece, covering=sides, name="alike")
