"""Slitherlink: a loop along the lines of a grid, so many of them beside each number."""

from __future__ import annotations

from typing import Any

from ..puzzle import Puzzle

ABOUT = (
    "Draw one loop along the lines of the grid; a number says how many sides of its cell it has."
)
SOLUTIONS = 1
SOURCE = "the puzzle of the article Slitherlink in the English Wikipedia; SAT and CP-SAT agree"
GRID = """
....0.
33..1.
..12..
..20..
.1..11
.2....
"""
CLUES: dict[Any, int] = {
    (row, col): int(mark)
    for row, line in enumerate(GRID.split())
    for col, mark in enumerate(line)
    if mark != "."
}


def puzzle() -> Puzzle:
    """Return the puzzle: a choice for each line between two points of the grid."""
    puzzle = Puzzle("slitherlink")
    line = puzzle.choices(
        "line",
        row=range(7),
        col=range(7),
        down=range(2),
        where=lambda row, col, down: row + down < 7 and col + 1 - down < 7,
    )
    puzzle.one_loop(line, by=lambda row, col, down: (row, col, row + down, col + 1 - down))

    def beside(row: int, col: int, down: int) -> list[tuple[int, int]]:
        cells = [(row, col), (row - 1 + down, col - down)]
        return [cell for cell in cells if cell in CLUES]

    puzzle.exactly(CLUES, line, covering=beside, name="number")
    ends = ("row", "col", lambda row, down: row + down, lambda col, down: col + 1 - down)
    puzzle.drawn(line, "edges", by=ends, corners=True)
    clue = puzzle.choices("clue", [{"row": r, "col": c, "n": n} for (r, c), n in CLUES.items()])
    puzzle.exactly_one(clue, by=("row", "col"))
    puzzle.drawn(clue, "grid", show="n", printed=True, blank="", color=False)
    return puzzle
