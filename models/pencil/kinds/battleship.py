"""Battleship: place a fleet of straight ships that do not touch, not even at a corner.

A number beside a row or column says how many cells of it hold a ship. Some parts are given: `o` is
a ship of one cell, `n`, `s`, `w` and `e` are ends, `m` is a part between, `x` is water.
"""

from __future__ import annotations

from itertools import product

from minuet.models import Answer, Puzzle

from ..answers import marked
from ..clues import Cells, Outside
from ..grid import BLANKS, Grid, Marks
from ..kind import Kind
from ..link_characters import UNKNOWN
from ..link_codes import Link
from ..signs import ANY_NUMBERS
from ..special_codes import Fleet, ShipNumbers
from ..special_signs import PARTS_OF_SHIPS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each place of a ship; `head` says how many have 1, 2 ... cells."""
    made, given, rows = Puzzle("battleship"), grid.marks, []
    for cell, side, size in product(grid.cells, "es", range(1, len(grid.head) + 1)):
        cells = [cell, *grid.ray(cell, side)][:size]
        marks = {"e": "w" + "m" * (size - 2) + "e", "s": "n" + "m" * (size - 2) + "s"}[side]
        parts = tuple(zip(cells, marks if size > 1 else "o", strict=False))
        fits = len(cells) == size and (size > 1 or side == "e") and int(grid.head[size - 1])
        if fits and all(given[cell] in (*BLANKS, "?", part) for cell, part in parts):
            rows.append({"size": size, "parts": parts})
    ship = made.choices("ship", rows)
    made.exactly({k: int(n) for k, n in enumerate(grid.head, 1) if int(n)}, ship, by="size")
    made.at_most_one(ship, covering=lambda parts: {c for p, _ in parts for c in grid.corners(p)})
    counts = grid.outside
    beside = lambda parts: [(k, p[k]) for p, _ in parts for k in (0, 1) if (k, p[k]) in counts]
    made.exactly(counts, ship, covering=beside)
    seen = {cell for cell, part in given.items() if part in "onswem?"}
    made.exactly_one(ship, covering=lambda parts: seen.intersection(dict(parts)), over=seen)
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the parts of the ships."""
    return {cell: part for _, parts in answer["ship"] for cell, part in parts}


_PARTS = dict(enumerate("xnswemo")) | {UNKNOWN: "?"}

KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Outside("top", ANY_NUMBERS), Outside("left", ANY_NUMBERS), Cells(signs=PARTS_OF_SHIPS)],
    head=["how many ships have one cell", "..."],
    answer=[marked(**PARTS_OF_SHIPS.looks)],
    example="""
5 5 2 1 0 0 0
0 0 1 1 2
1 0 0 1 2
- - - - -
- - - - -
- - - - -
- - - - -
- - - - -

5 5
- - - o -
- - - - -
- - - - -
- - - - n
- - o - s
""",
    source="Jaime Poniachik 1982; rules as in pzprjs",
    link=Link("battleship", ShipNumbers(("top", "left")), ShipNumbers(names=_PARTS), Fleet()),
)
