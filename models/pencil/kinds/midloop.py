"""Mid-loop: draw one loop from cell to cell; each dot is the middle of a straight stretch of it.

A dot is in the middle of a cell (1), of its lower (2) or its right side (3); a 5 is one on each of
these two sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from minuet.models import Puzzle

from ...errors import ModelError, excerpt
from ...picture.picture import Circle, Place, Shape
from ..answers import loop_lines
from ..clues import Part
from ..grid import Cell, Draft, Grid
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Code, Link
from ..passages import loop, over_border, sides_of
from ..penpa import Board
from ..signs import BLACK_CIRCLE, Look

DOTS = {"1": ((0, 0),), "2": ((1, 0),), "3": ((0, 1),), "5": ((0, 1), (1, 0))}


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell, and how far on from each dot."""
    made, rows = Puzzle("midloop"), []
    clues = grid.clues.items()
    dots = [(2 * row + down, 2 * col + right) for (row, col), m in clues for down, right in DOTS[m]]
    rims = range(2 * grid.rows - 1), range(2 * grid.cols - 1)
    for (row, col), down in product(dots, (0, 1)):
        start = 1 - (row + col) % 2  # borders are at odd distances from the middle of a cell
        along = start or row % 2 == down  # a dot on a side is on a line across that side
        for far in range(start, max(grid.rows, grid.cols), 2) if along else ():
            steps = {k * sign for k in range(start, far + 3, 2) for sign in (-1, 1)}
            crossed = {(row + k * down, col + k * (1 - down)): abs(k) <= far for k in steps}
            if all(r in rims[0] and c in rims[1] for (r, c), on in crossed.items() if on):
                rows.append({"dot": (row, col), "crossed": tuple(crossed.items())})
    way = loop(made, grid)
    stretch = made.choices("stretch", rows)
    made.exactly_one(stretch, by="dot", over=dots)
    made.agree({way: over_border, stretch: "crossed"}, name="stretch")
    return made


@dataclass(frozen=True)
class Dots(Part):
    """Dots in cells and at their sides: for each mark, where its dots are, in halves of a cell."""

    name: str = "marks"
    dots: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    look: Look = BLACK_CIRCLE

    def check(self, grid: Grid, first: int = 1) -> None:
        """Raise InputError, which says where, for a mark that the kind does not know."""
        for (row, col), mark in grid.clues.items():
            if mark not in self.dots:
                message = f"{mark!r}, expected {' or '.join(map(repr, self.dots))}"
                raise grid.error(message, self.name, row, col, first)

    def _places(self, row: int, col: int, mark: str) -> list[Place]:
        return [(row + down / 2, col + right / 2) for down, right in self.dots[mark]]

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the dots."""
        for (row, col), mark in grid.clues.items():
            for place in self._places(row, col, mark):
                yield Circle(place, "point")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        for row, col in draft.cells():
            for mark in self.dots:  # of more dots later
                places = self._places(row, col, mark)
                if all(self.look.fits(board.layers(place)) for place in places):
                    draft.parts[self.name][row][col] = mark
                    for place in places:
                        board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the part into a board of Penpa+."""
        for (row, col), mark in grid.clues.items():
            for place in self._places(row, col, mark):
                board.put(place, self.look.layers)


@dataclass(frozen=True)
class Dotted(Code):
    """Dots at the middles of cells, of their right and lower sides and at their corners.

    dots  for each mark of a cell, where its dots are, in halves of a cell: down and right
    """

    dots: Mapping[str, tuple[tuple[int, int], ...]]
    part: str = "marks"

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        wide = 2 * draft.cols - 1
        values = body.dots(wide * (2 * draft.rows - 1))
        found = {divmod(k, wide) for k, value in enumerate(values) if value == 2}
        for row, col in draft.cells():
            near = {(d, r) for d in (0, 1) for r in (0, 1) if (2 * row + d, 2 * col + r) in found}
            named = [mark for mark, places in self.dots.items() if set(places) == near]
            if near and not named:
                raise body.error("dots at places that this kind does not know")
            draft.parts[self.part][row][col] = named[0] if near else "-"

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError for what a link cannot say."""
        wide, high = 2 * grid.cols - 1, 2 * grid.rows - 1
        values = [0] * (wide * high)
        for (row, col), mark in grid.clues.items():
            if mark not in self.dots:
                raise ModelError(f"a clue {excerpt(mark)}, which a link does not say")
            for down, right in self.dots[mark]:
                place = 2 * row + down, 2 * col + right
                if place[0] >= high or place[1] >= wide:
                    raise ModelError("a dot at the edge of the board, which a link does not say")
                values[place[0] * wide + place[1]] = 2
        spelling.dots(values)


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Dots(dots=DOTS)],
    answer=[loop_lines],
    example="""
4 4
- - - 2
- - - -
- - 2 -
- - - -

4 4
se ew ew sw
ns se ew nw
ns ne sw -
ne ew nw -
""",
    source="a variant of masyu; rules as in pzprjs",
    link=Link("midloop", Dotted(DOTS)),
)
