"""Pieces on a grid: polyominoes in all places, and cells that they leave free."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import combinations
from typing import Any

from ..answer import Answer
from ..errors import ModelError, excerpt
from ..packings import Board, Piece, placements, polyominoes
from ..packings.lattices import Cells
from ..puzzle import Puzzle
from ..tables.table import Choices
from .cells import Edge, edges
from .grid import Cell, Grid, Marks

__all__ = ["cells_of_pieces", "cut_into_pieces", "lay_pieces", "pieces"]


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


def _bank(words: Iterable[str]) -> dict[Piece, int]:
    """Return how often each piece is drawn by words as `xx/x.`, turned or mirrored.

    Raises ModelError for a word that draws none.
    """
    alike: dict[Cells, list[str]] = {}
    for word in words:
        if not re.fullmatch("[x./]*x[x./]*", word) or len({*map(len, word.split("/"))}) > 1:
            raise ModelError(f"{excerpt(word)}, expected a piece such as xx/x.")
        piece = Piece.from_text(word, word.replace("x", "#"))
        alike.setdefault(min(piece.orientations()), []).append(word)
    return {Piece(names[0], frozenset(cells)): len(names) for cells, names in alike.items()}


def lay_pieces(
    made: Puzzle, grid: Grid, board: Iterable[Cell], bare: Iterable[Cell]
) -> tuple[Choices, Choices, dict[str, int]]:
    """Add the tables `piece`, shape and cells, and `bare`, the cells without a piece.

    board  the cells that pieces may lie on
    bare   those that may have none

    Return the tables, and how often each shape is in the bank that the words of the grid draw.
    """
    shapes = _bank(grid.head)
    piece = made.choices("piece", pieces(board, list(shapes)))
    without = made.choices("bare", cell=list(bare))
    cells: dict[Choices, Any] = {piece: "cells", without: lambda cell: [cell]}
    made.exactly_one([piece, without], covering=cells, over=grid.cells)
    return piece, without, {shape.name: count for shape, count in shapes.items()}


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


def cells_of_pieces(grid: Grid, answer: Answer) -> Marks:
    """Return the cells of the pieces of an answer with a table `piece`, shape and cells."""
    return {cell: "x" for _, cells in answer["piece"] for cell in cells}
