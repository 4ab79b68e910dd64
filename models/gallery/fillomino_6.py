"""Fillomino: regions that are as large as their numbers say, and none beside its like."""

from __future__ import annotations

from typing import Any

from ..packings.board import Board
from ..packings.piece import polyforms
from ..packings.placements import placements
from ..puzzle import Puzzle
from ..tables.rows import Rows

ABOUT = (
    "Cut the grid into regions and write into each cell how many cells its region has, so that "
    "regions of one size touch at corners alone."
)
SOLUTIONS = 1
SOURCE = (
    "a sample of the puzzle editor pzprjs (MIT license, test/script/fillomino.js), which has the "
    "same answer; one solution, as SAT and CP-SAT agree"
)
DRAWN = """
..4...
.53.2.
....52
33....
.2.14.
...3..
"""
GRID = DRAWN.split()
MOST = 7  # the regions of the given numbers leave no more than 7 of the 36 cells


def givens_in(cells: Any) -> set[str]:
    """Return the numbers that are given in some cells."""
    return {GRID[row][col] for row, col in cells} - {"."}


def borders(cells: Any) -> list[Any]:
    """Return each side of a region, between a cell of it and another, with the region's size."""
    beside = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    beside += [((r, c), other) for r, c in cells for other in ((r, c - 1), (r - 1, c))]
    return [(len(cells), *sorted(pair)) for pair in beside if pair[1] not in cells]


def puzzle() -> Puzzle:
    """Return the puzzle: where the regions lie."""
    puzzle, board = Puzzle("fillomino"), Board.rectangle(6, 6)
    pieces = [piece for size in range(1, MOST + 1) for piece in polyforms("squares", size)]
    rows = Rows(("cells",), [(laid.cells,) for laid in placements(board, pieces)])
    region = puzzle.choices(
        "region", rows, where=lambda cells: givens_in(cells) <= {str(len(cells))}
    )
    puzzle.exactly_one(region, covering="cells", over=list(board), name="cell")
    puzzle.at_most_one(region, covering=borders, name="side")

    clues = [(r, c, n) for r, row in enumerate(GRID) for c, n in enumerate(row) if n != "."]
    clue = puzzle.choices("clue", Rows(("row", "col", "number"), clues))
    puzzle.exactly_one(clue, by=("row", "col"))
    numbers: dict[str, Any] = {
        "covering": "cells",
        "show": lambda cells: str(len(cells)) * len(cells),
    }
    puzzle.drawn(region, **numbers, label=False)
    puzzle.drawn(region, **numbers, letters=True)
    puzzle.drawn(clue, show="number", printed=True, color=False, blank="")
    return puzzle
