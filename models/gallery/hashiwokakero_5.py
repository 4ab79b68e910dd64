"""Hashiwokakero: islands and bridges, one or two between two islands, all in one piece."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

from ..puzzle import Puzzle

ABOUT = (
    "Join the islands by bridges, straight from one to the next, one or two between two of them "
    "and none across another, so that one can go from everywhere to everywhere; a number says how "
    "many bridges its island has."
)
SOLUTIONS = 1
SOURCE = (
    "a sample of the puzzle editor pzprjs (MIT license, test/script/hashikake.js), which has the "
    "same answer; one solution, as SAT and CP-SAT agree"
)
DRAWN = """
4.2..
.3..2
3....
.3.1.
3.4.3
"""
GRID = DRAWN.split()
ISLANDS: dict[Any, int] = {
    (row, col): int(mark)
    for row, line in enumerate(GRID)
    for col, mark in enumerate(line)
    if mark != "."
}


def bridges() -> list[dict[str, Any]]:
    """Return where bridges may be: cell by cell from an island to the next, single and double."""
    rows = []
    for (row, col), (down, right) in product(ISLANDS, ((0, 1), (1, 0))):
        way = [(row + down * k, col + right * k) for k in range(5)]
        far = next((k for k, cell in enumerate(way) if k and cell in ISLANDS), 0)
        rows += [{"cells": tuple(way[: far + 1]), "wide": wide} for wide in (1, 2) if far]
    return rows


def puzzle() -> Puzzle:
    """Return the puzzle: where there are bridges, and how many beside each other."""
    puzzle, rows = Puzzle("hashiwokakero"), bridges()
    bridge = puzzle.choices("bridge", rows)
    puzzle.at_most_one(bridge, by=lambda cells: (cells[0], cells[-1]), name="side by side")
    puzzle.at_most_one(bridge, covering=lambda cells: cells[1:-1], name="crossing")

    def ends(cells: Any, wide: int) -> dict[Any, int]:
        return {cells[0]: wide, cells[-1]: wide}

    puzzle.exactly(ISLANDS, bridge, covering=ends, name="number")
    # A bridge is a vertex, too, beside the islands at its ends.
    joints = [(row["cells"], row["cells"][end]) for row in rows for end in (0, -1)]
    puzzle.connected(bridge, covering=lambda cells: (cells[0], cells, cells[-1]), along=joints)

    def steps(cells: Any) -> list[Any]:
        return list(pairwise(cells))

    puzzle.drawn(bridge, "edges", by=steps, double=lambda wide: wide == 2)
    island = puzzle.choices(
        "island", [{"row": r, "col": c, "n": n} for (r, c), n in ISLANDS.items()]
    )
    puzzle.exactly_one(island, by=("row", "col"))
    board = list(product(range(5), range(5)))
    puzzle.drawn(island, show="n", ground="ring", printed=True, color=False, cells=board)
    return puzzle
