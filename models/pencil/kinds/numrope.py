"""Number rope: put the numbers 1 to 9 into white cells, no two equal ones side by side.

Along a line the numbers go up, or down, by one from cell to cell; where lines meet, they do not all
go up and not all go down. A number in a gray cell is the sum of the numbers beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from minuet.models import Puzzle

from ...errors import ModelError
from ...picture.picture import Line, Shape
from .. import link_codes
from ..answers import written
from ..cells import edges
from ..clues import Cells, Sides
from ..grid import BETWEEN, BLANKS, Draft, Grid
from ..kind import Kind
from ..link_codes import KakuruNumbers, Link
from ..passages import BACK, beyond
from ..penpa import Board
from ..signs import SUMS_ON_BLACK, Look, Signs, signs
from ..squares import digits


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each white cell."""
    made, roped = Puzzle("number rope"), grid.between
    white = [cell for cell in grid.cells if cell not in grid.clues]
    digit = made.choices("digit", cell=white, value=range(1, 10))
    made.exactly_one(digit, by="cell")
    around = lambda cell, value: [(value, edge) for edge in edges(cell)]
    made.at_most_one(digit, covering=around, name="beside")
    sums = lambda cell: grid.counts.keys() & grid.beside(cell)
    made.sum_equals(grid.counts, digit, covering=sums, weight="value", name="sum")
    if not all(grid.clues.keys().isdisjoint(pair) for pair in roped):
        raise ModelError("a line into a gray cell, expected white ones along it")
    for cell in white:
        near = [c for pair in grid.pairs(cell) if pair in roped for c in pair if c != cell]
        steps = product((-1, 1), repeat=len(near))
        runs = [step for step in steps if len(step) == 1 or len(set(step)) == 2]
        tuples = [(v, *(v + k for k in step)) for v in range(1, 10) for step in runs]
        fitting = [values for values in tuples if min(values) > 0 and max(values) < 10]
        if near:
            made.table_rule(fitting, digit, along="cell", lines=[[cell, *near]], value="value")
    return made


@dataclass(frozen=True)
class Ropes(Sides):
    """Lines from cell to cell: 1 at each side that one crosses."""

    signs: Signs = field(default_factory=lambda: signs(**{"1": Look(lambda place: [])}))

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the lines."""
        for cell, word in grid.block(self.name).items():
            if word not in BLANKS:
                yield Line((cell, beyond(cell, self._side)), "path")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from the lines of a board of Penpa+."""
        for row, words in enumerate(draft.parts[self.name]):
            for col in range(len(words)):
                words[col] = "1" if self._side in board.sides((row, col)) else "-"

    def write(self, grid: Grid, board: Board) -> None:
        """Write the lines into a board of Penpa+."""
        for cell, word in grid.block(self.name).items():
            if word not in BLANKS:
                board.put_line(cell, self._side)
                board.put_line(beyond(cell, self._side), BACK[self._side])

    @property
    def _side(self) -> str:
        return "e" if self.name == "right sides" else "s"


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[Cells(signs=SUMS_ON_BLACK), *map(Ropes, BETWEEN)],
    answer=[written],
    example="""
5 5
15 - - - -
- ? - 17 11
- 16 - - -
- - 14 - -
- 13 - - -
- 1 1 1
- - - -
- - 1 -
- - - -
- - 1 1
- - - - -
1 - - - -
1 - - 1 1
1 - - - 1

5 5
- 7 6 5 4
8 - 9 - -
7 - 4 3 7
6 5 - 2 6
5 - 3 4 5
""",
    source="contests; rules as in pzprjs",
    link=Link("numrope", link_codes.Walls(), KakuruNumbers()),
)
