"""Shugaku: lay out mattresses of two cells, one with a pillow; the other white cells are an aisle.

No pillow is at the upper end. Each mattress lies at the aisle, whose cells hang together and fill
no block of 2x2 cells. A number, 0 to 4, says how many pillows lie beside it; a 5 says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ..answers import marked, shaded_as
from ..cells import squares
from ..clues import Cells
from ..grid import Cell, Grid, Marks
from ..kind import Kind
from ..link_characters import NO_NUMBER, Body, Number, Spelling, blanks_from
from ..link_codes import Link, Numbers
from ..passages import beyond
from ..signs import CROSS, UNKNOWN, WHITE_CIRCLE, Look, Pattern, Signs, signs, sizes


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: where each pillow lies, and to which side its mattress; and the aisle."""
    made = Puzzle("shugaku")
    free = [cell for cell in grid.cells if cell not in grid.clues]
    pairs = [(cell, beyond(cell, side)) for cell in free for side in "new"]
    lying = {*free}
    rows = [{"pillow": cell, "rest": rest} for cell, rest in pairs if rest in lying]
    bed = made.choices("bed", rows)
    aisle = made.choices("aisle", cell=free)
    made.exactly_one(
        [bed, aisle], covering={bed: ("pillow", "rest"), aisle: lambda cell: [cell]}, over=free
    )
    made.connected(aisle, by="cell")
    made.at_most(3, aisle, covering=lambda cell: squares(grid.rows, grid.cols, cell), name="block")
    numbers = {cell: n for cell, n in grid.counts.items() if n < 5}
    made.exactly(numbers, bed, covering=lambda pillow: numbers.keys() & grid.beside(pillow))
    near: dict[Cell, list[tuple[Cell, Cell]]] = {cell: [] for cell in grid.cells}
    for pair in pairs:
        for cell in {item for end in pair if grid.has(end) for item in grid.beside(end)}:
            near[cell].append(pair)
    at = lambda cell: near[cell]
    made.implies(bed.where(), aisle.where().covering(at), by=("pillow", "rest"))
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the pillows, the other ends and the aisle."""
    marks = {cell: "#" for (cell,) in answer["aisle"]}
    return marks | {cell: "ox"[k] for cells in answer["bed"] for k, cell in enumerate(cells)}


CROSS_OR_STAR = Look(CROSS.draw, sizes("star", 0, ("ox_E", 4)))
DIGITS_TO_4 = Signs(patterns={"[0-4]": Pattern("a number from 0 to 4")})


class PillowNumbers(Numbers):
    """Numbers to 4, `5` for one that is not known, and letters from `6` on for blanks."""

    def numbers(self, body: Body, count: int) -> list[Number]:
        """Return so many numbers."""
        return body.runs(
            count, lambda: NO_NUMBER if body.skip("5") else body.digit(5), blanks_from("6")
        )

    def spell(self, spelling: Spelling, numbers: Sequence[Number]) -> None:
        """Spell numbers. Raises ModelError for one above 4."""
        if any(number is not None and number > 4 for number in numbers):
            raise ModelError("a clue above 4, expected 0 to 4")
        texts = {None: None, NO_NUMBER: "5"}
        spelling.runs((texts.get(n, str(n)) for n in numbers), blanks_from("6"))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Cells(signs=DIGITS_TO_4 | signs(**{"5": UNKNOWN}))],
    answer=[shaded_as("#"), marked(o=WHITE_CIRCLE, x=CROSS_OR_STAR)],
    example="""
4 4
- - - -
- - - -
- - - 5
- 3 - -

4 4
# # # x
# x # o
x o # -
o - o x
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("shugaku", PillowNumbers(names={NO_NUMBER: "5"})),
)
