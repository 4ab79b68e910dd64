"""Pieces on a grid: polyominoes in all places, and cells that they leave free."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import combinations
from typing import Any

from ..packings import Board, Piece, placements
from .cells import Edge
from .grid import Cell

__all__ = ["pieces"]


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
