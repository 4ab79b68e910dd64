"""Castle wall: draw a loop that visits no clue; white clues are inside of it, black ones outside.

A number with a direction says how many steps the loop takes along that line, seen from the clue.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from minuet.models import Answer, Puzzle

from ...picture.picture import Cell as Ground
from ...picture.picture import Outline, Place, Shape, Text
from ..answers import loop_lines
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, blanks_from, spell_arrow_number
from ..link_codes import DIRECTIONS, Link, Words
from ..loops import ends, loop_marks, way_to, ways
from ..signs import ARROW_ORDER, ARROW_TEXTS, BLACK_CELL, GRAY_CELL, Layers, Pattern, Signs


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each way between two cells without clue."""
    made = Puzzle("castle wall")
    way = made.choices("way", ways(grid, without=grid.clues))
    made.one_loop(way, by=ends)
    every, seen, counts = set(way.rows), defaultdict[object, list[Cell]](list), dict[Cell, int]()
    crossed, patterns = dict[Cell, list[Any]](), dict[Cell, str]()
    for cell, mark in grid.clues.items():
        if mark[:-2]:
            counts[cell] = int(mark[:-2])
            for item in grid.ray(cell, mark[-2]):
                seen[way_to(item, mark[-2])].append(cell)
        places = [(cell[0], col, 1) for col in range(cell[1])]
        line = [place for place in places if place in every]
        if mark[-1] == "o" and not line:
            made.at_least(1, way, covering=lambda row, col, down: (), over=[cell], name="inside")
        elif mark[-1] in "ox" and line:
            crossed[cell] = line
            patterns[cell] = "0*(10*10*)*" if mark[-1] == "x" else "0*10*(10*10*)*"
    made.regular(patterns, way, lines=crossed, along=("row", "col", "down"))
    made.exactly(counts, way, covering=lambda row, col, down: seen.get((row, col, down), ()))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the loop."""
    return loop_marks(answer["way"])


_GROUNDS = {"g": GRAY_CELL, "x": BLACK_CELL}


def _draw_wall(place: Place, mark: str) -> Iterable[Shape]:
    if mark[-1] == "o":
        yield Outline((place,), "rim")
    else:
        yield Ground(place, "blocked" if mark[-1] == "x" else "shaded")
    if mark[:-1]:
        yield Text(place, mark[:-2] + ARROW_TEXTS[mark[-2]], "given")


def _read_wall(layers: Layers) -> str | None:
    colors = [color for color, look in _GROUNDS.items() if layers.surface in look.surface]
    match = re.fullmatch("([0-9]+)_([0-3])", layers.text)
    number = "" if match is None else match[1] + ARROW_ORDER[int(match[2])]
    return number + (colors or ["o"])[0] if layers.text or colors else None


def _write_wall(mark: str) -> Layers:
    text = f"{mark[:-2]}_{ARROW_ORDER.index(mark[-2])}" if mark[:-1] else "?" * (mark == "o")
    surface = _GROUNDS[mark[-1]].surface[0] if mark[-1] in _GROUNDS else 0
    return Layers(text, (), surface)


CASTLE_WALLS = Signs(
    patterns={
        "([0-9]+[nesw])?[oxg]": Pattern(
            "o, x or g, perhaps behind a number and a side as in 3no",
            _draw_wall,
            _read_wall,
            _write_wall,
        )
    }
)


class CastleClues(Words):
    """A color, a direction and a number, as in `3no`; blanks are letters."""

    blanks = blanks_from("a")

    def word(self, body: Body) -> str:
        """Return the next clue. Raises ModelError for what is none."""
        color = _COLORS[body.digit(3)]
        way, number = body.arrow_number()
        side = DIRECTIONS[way - 1] if way else ""
        return color if number == NO_NUMBER else f"{number}{side}{color}"

    def spelled(self, word: str) -> str:
        """Return the characters of a clue."""
        way = DIRECTIONS.find(word[-2:-1]) + 1 if word[:-1] else 0
        number = word.rstrip("neswgox")
        clue = spell_arrow_number(way, int(number) if number else NO_NUMBER)
        return f"{_COLORS.index(word[-1])}{clue}"


_COLORS = "gox"  # neither, inside, outside


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=CASTLE_WALLS)],
    answer=[loop_lines],
    example="""
5 5
- 0sx - - -
- - - - -
- - - 1sx 1sx
- - - - -
- - - - -

5 5
- - - - -
- - - - -
- - - - -
- - - se sw
- - - ne nw
""",
    source="Palmer Mebane; rules as in pzprjs",
    link=Link("castle", CastleClues()),
)
