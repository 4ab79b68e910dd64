"""Battleship: place a fleet of straight ships that do not touch, not even at a corner.

A number beside a row or column says how many cells of it hold a ship. Some parts are given: `o` is
a ship of one cell, `n`, `s`, `w` and `e` are ends, `m` is a part between, `x` is water.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from minuet.models import Answer, Puzzle

from ...errors import excerpt
from ..answers import marked
from ..clues import Cells, Outside
from ..grid import BLANKS, SIDES, Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, Spelling
from ..link_codes import Code, Link, Numbers
from ..signs import ANY_NUMBERS, UNKNOWN, Signs, looks_like


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: each place of a ship; `head` says how many have 1, 2 ... cells."""
    made, given, rows = Puzzle("battleship"), grid.marks, []
    for cell, side, size in product(grid.cells, "es", range(1, len(grid.head) + 1)):
        down, right = SIDES[side]
        cells = [(cell[0] + k * down, cell[1] + k * right) for k in range(size)]
        if not (grid.has(cells[-1]) and (size > 1 or side == "e") and int(grid.head[size - 1])):
            continue
        marks = {"e": "w" + "m" * (size - 2) + "e", "s": "n" + "m" * (size - 2) + "s"}[side]
        parts = tuple(zip(cells, marks if size > 1 else "o", strict=False))
        if all(given[cell] in (*BLANKS, "?", part) for cell, part in parts):
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


_PARTS = dict(enumerate("xnswemo")) | {NO_NUMBER: "?"}
_SHIPS = {"o": ("●", 1), "m": ("■", 2), "w": ("◖", 3), "n": ("◓", 4), "e": ("◗", 5), "s": ("◒", 6)}
_FLEETS = ("battleship_B", "battleship_A", "battleship_C", "battleship_B+", "battleship_A+")


def _of_ships(*styles: int) -> tuple[tuple[str, int], ...]:
    return tuple((shape, style) for style in styles for shape in _FLEETS)


PARTS_OF_SHIPS = Signs(
    {name: looks_like(sign, *_of_ships(style)) for name, (sign, style) in _SHIPS.items()}
    | {"x": looks_like("~", *_of_ships(7, 8)), "?": UNKNOWN}
)


class ShipNumbers(Numbers):
    """Numbers for parts of ships, which are left out with all others if there are no numbers."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        if body.mark() != "/":
            super().read(body, draft)


class Fleet(Code):
    """The ships of a fleet: a letter for a usual one, or each ship as a bit for each cell."""

    _USUAL: Mapping[str, str] = {"c": "3 2 1", "d": "4 3 2 1", "e": "5 4 3 2 1", "z": ""}

    def read(self, body: Body, draft: Draft) -> None:
        """Read the fleet. Raises ModelError for ships that are no straight lines."""
        text = body.text[body.place :]
        number, *ships = text.strip("/").split("/")
        if text.startswith("//") and number in self._USUAL and not ships:
            head = self._USUAL[number].split()
        else:
            shapes = {_ship(size): size for size in range(1, 16)}
            if number != str(len(ships)) or any(ship not in shapes for ship in ships):
                raise body.error(f"{excerpt(text)}, expected a fleet of straight ships")
            sizes = [shapes[ship] for ship in ships]
            head = [str(sizes.count(size)) for size in range(1, max(sizes, default=0) + 1)]
        draft.head += head
        body.place = len(body.text)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the fleet."""
        counts = " ".join(grid.head).rstrip("0 ")
        for letter, usual in self._USUAL.items():
            if counts == usual:
                spelling.text += f"//{letter}"
                return
        ships = [_ship(size) for size, n in enumerate(grid.head, 1) for _ in range(int(n))]
        spelling.text += "/" + "/".join([str(len(ships)), *ships])


def _ship(size: int) -> str:
    """Return how a ship of so many cells is spelled: wide, high, and a bit for each cell."""
    bits = Spelling()
    bits.bits([True] * size)
    return f"{'0123456789abcdef'[size]}1{bits.text}"


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
