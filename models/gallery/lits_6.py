"""LITS: a tetromino in each region, all in one piece, and none beside its like."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..packings.board import Board
from ..packings.piece import Piece
from ..packings.placements import placements
from ..puzzle import Puzzle
from ..tables.rows import Rows

ABOUT = (
    "Blacken four cells of each region, in the shape of an L, I, T or S. All black cells hang "
    "together and fill no block of 2 x 2, and no two of a shape lie side by side."
)
SOLUTIONS = 1
SOURCE = "made for this gallery; brute force in the tests"
DRAWN = """
AAAABB
AACAAB
CCCAAB
CDDDDB
EDDEDB
EEEEDB
"""
REGIONS = DRAWN.split()
SHAPES = {"L": "###/#", "I": "####", "T": "###/.#", "S": "##/.##"}
CELLS = list(product(range(6), range(6)))


def regions(cells: Any) -> set[str]:
    """Return the names of the regions in which some cells lie."""
    return {REGIONS[row][col] for row, col in cells}


def borders(piece: str, cells: Any) -> list[Any]:
    """Return each pair of neighbours of which a shape covers one, with the shape's name."""
    pairs = [((r, c), other) for r, c in CELLS for other in ((r + 1, c), (r, c + 1))]
    return [(piece, pair) for pair in pairs if (pair[0] in cells) != (pair[1] in cells)]


def puzzle() -> Puzzle:
    """Return the puzzle: where the shapes lie."""
    puzzle = Puzzle("LITS")
    pieces = [Piece.from_text(name, drawing) for name, drawing in SHAPES.items()]
    laid = placements(Board.rectangle(6, 6), pieces)
    place = puzzle.choices("place", laid, where=lambda cells: len(regions(cells)) == 1)

    def blocks(cells: Any) -> list[Any]:
        return [(row - i, col - j) for row, col in cells for i in (0, 1) for j in (0, 1)]

    puzzle.exactly_one(place, by=lambda cells: min(regions(cells)), name="region")
    puzzle.at_most_one(place, covering=borders, name="alike")
    puzzle.at_most(3, place, covering=blocks, name="block")
    puzzle.connected(place, covering="cells", name="black")

    cells = [(row, col, REGIONS[row][col]) for row, col in CELLS]
    cell = puzzle.choices("cell", Rows(("row", "col", "region"), cells))
    puzzle.exactly_one(cell, by=("row", "col"))
    puzzle.drawn(cell, show="", regions="region", printed=True)
    puzzle.drawn(place, covering="cells", show="piece", color="piece")
    return puzzle
