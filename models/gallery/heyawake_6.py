"""Heyawake: black cells apart from each other, white ones in one piece, and no line too long."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

from ..puzzle import Puzzle
from ..tables.rows import Rows

ABOUT = (
    "Blacken cells, no two side by side, so that the white ones hang together; a number says how "
    "many black cells its room has, and no straight line of white cells reaches into three rooms."
)
SOLUTIONS = 1
SOURCE = (
    "a sample of the puzzle editor pzprjs (MIT license, test/script/heyawake.js), which has the "
    "same answer; one solution, as SAT and CP-SAT agree"
)
DRAWN = """
ABBCCD
ABBCCD
ABBCCD
EEEEED
FFFGGD
FFFGGH
"""
ROOMS = DRAWN.split()
NUMBERS: dict[Any, int] = {"A": 2, "B": 2, "C": 2, "D": 2}


def puzzle() -> Puzzle:
    """Return the puzzle: a cell is seen as its room, or black."""
    puzzle = Puzzle("heyawake")
    places = [(row, col, ROOMS[row][col]) for row, col in product(range(6), range(6))]
    rows = [(*place, seen) for place in places for seen in (place[2], "#")]
    cell = puzzle.choices("cell", Rows(("row", "col", "room", "seen"), rows))

    def number(room: str, seen: str) -> str | None:
        return room if seen == "#" and room in NUMBERS else None

    def pairs(row: int, col: int, seen: str) -> list[Any]:
        return [(row, col, 0), (row, col - 1, 0), (row, col, 1), (row - 1, col, 1)] * (seen == "#")

    puzzle.exactly_one(cell, by=("row", "col"))
    puzzle.exactly(NUMBERS, cell, by=number, name="number")
    puzzle.at_most_one(cell, covering=pairs, name="side by side")
    puzzle.connected(cell, by=lambda row, col, seen: None if seen == "#" else (row, col))
    two_rooms = "|".join(f"{room}*{other}*" for room, other in permutations("ABCDEFGH", 2))
    line = f"(({two_rooms}) #+)* ({two_rooms})"
    puzzle.regular(line, cell, by="row", along="col", value="seen", name="across")
    puzzle.regular(line, cell, by="col", along="row", value="seen", name="down")

    clue = puzzle.choices("clue", Rows(("room", "number"), list(NUMBERS.items())))
    puzzle.exactly_one(clue, by="room")

    def first(room: str) -> tuple[int, int]:
        return next((row, line.index(room)) for row, line in enumerate(ROOMS) if room in line)

    black: dict[str, Any] = {"ground": "shaded", "color": False, "where": lambda seen: seen == "#"}
    puzzle.drawn(cell, show="seen", regions="room", **black)
    puzzle.drawn(clue, by=first, show="number", corner="upper left", printed=True)
    return puzzle
