"""Masyu: a loop through all pearls, straight through white ones and with a turn at black ones."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..puzzle import Puzzle

ABOUT = (
    "Draw one loop from cell to neighbouring cell through all pearls. It turns at a black one and "
    "goes straight on before and behind; through a white one it goes straight, and it turns before "
    "or behind."
)
SOLUTIONS = 1
SOURCE = "the puzzle of the article Masyu in the English Wikipedia; SAT and CP-SAT agree"
GRID = """
--.-.-----
----.---o-
--o-o-.---
---.--.---
o----.---.
--.----.--
--o---.---
.---o----.
------..--
--o------o
"""
LINES = GRID.split()
SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}
WAYS = ("", "ns", "ew", "ne", "es", "sw", "nw")  # the sides to which the loop leaves a cell


def straight(way: str) -> bool:
    """Whether the loop goes straight through a cell."""
    return way in ("ns", "ew")


def is_inside(row: int, col: int, way: str) -> bool:
    """Whether the loop stays on the board."""
    cells = ((row + SIDES[side][0], col + SIDES[side][1]) for side in way)
    return all(0 <= down < 10 and 0 <= right < 10 for down, right in cells)


def pearls() -> list[dict[str, Any]]:
    """Return for each pearl how the loop may run through it and the two cells beside it."""
    rows: list[dict[str, Any]] = []
    for row, col in product(range(10), range(10)):
        mark = LINES[row][col]
        for own, first, second in product(WAYS[1:] if mark != "-" else (), WAYS, WAYS):
            fits = straight(own) != (mark == "o")
            fits &= BACK[own[0]] in first and BACK[own[1]] in second
            if fits and (straight(first) and straight(second)) == (mark == "o"):
                cells = {(row, col): own}
                for side, way in zip(own, (first, second), strict=True):
                    cells[row + SIDES[side][0], col + SIDES[side][1]] = way
                color = "black" if mark == "o" else "white"
                cell_items = tuple(cells.items())
                rows.append(
                    {
                        "row": row,
                        "col": col,
                        "pearl": "●" if mark == "o" else "○",
                        "color": color,
                        "cells": cell_items,
                    }
                )
    return rows


def puzzle() -> Puzzle:
    """Return the puzzle: how the loop runs through each cell and, in whole, by each pearl."""
    puzzle = Puzzle("masyu")
    cell = puzzle.choices("cell", row=range(10), col=range(10), way=WAYS, where=is_inside)
    pearl = puzzle.choices("pearl", pearls())
    puzzle.exactly_one(cell, by=("row", "col"))
    puzzle.exactly_one(pearl, by=("row", "col"))
    puzzle.agree({cell: lambda row, col, way: {(row, col): way}, pearl: lambda cells: cells})

    def open_sides(row: int, col: int, way: str) -> dict[Any, bool]:
        sides = {side: ((row, col), (row + r, col + c)) for side, (r, c) in SIDES.items()}
        return {tuple(sorted(edge)): side in way for side, edge in sides.items()}

    def steps(row: int, col: int, way: str) -> list[Any]:
        return [((row, col), (row + SIDES[s][0], col + SIDES[s][1])) for s in way if s in "es"]

    puzzle.agree({cell: open_sides}, name="side")
    puzzle.one_loop(cell, covering=steps)
    puzzle.drawn(cell, "edges", by=steps)
    puzzle.drawn(pearl, "grid", show="pearl", symbol="dot", color="color", printed=True, blank="")
    return puzzle
