"""Pipelink: one loop passes through every cell, and may cross itself, straight on both times.

Some passages are printed.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ...errors import ModelError, excerpt
from ..answers import loop_lines
from ..clues import Passages
from ..grid import Cell, Grid
from ..kind import Kind
from ..link_characters import Body, blanks_from
from ..link_codes import Link, Words
from ..passages import PASSAGES, border, passages, sides_of
from ..signs import PASSAGE_MARKS, UNKNOWN, signs

CROSSING = "nsew"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; a crossing is two edges."""
    made = Puzzle("pipelink")
    way = passages(made, grid, (*PASSAGES, CROSSING))
    spelled = {frozenset(sides): sides for sides in (*PASSAGES, CROSSING)}
    for cell, clue in [(cell, clue) for cell, clue in grid.clues.items() if clue != "?"]:
        made.given(way, cell=cell, sides=spelled[frozenset(clue)])

    def pipes(cell: Cell, sides: str) -> list[tuple[Cell, Cell]]:
        ends = [border(cell, side) for side in sides]
        return [(ends[k], ends[k + 1]) for k in range(0, len(ends), 2)]

    made.one_loop(way, covering=pipes)
    return made


ANY_PASSAGE_MARKS = PASSAGE_MARKS | signs(**{"?": UNKNOWN})


class PipeMarks(Words):
    """Printed parts of a way, by the sides to which they lead; `?` is one that is not told."""

    blanks = blanks_from("h")

    def word(self, body: Body) -> str:
        """Return the next part of a way. Raises ModelError for what is none."""
        if body.skip("."):
            return "?"
        value = body.digit(17)
        if value < 10:
            raise body.error(f"'{value}', expected a part of a way or blanks")
        return _PIPES[value - 10]

    def spelled(self, word: str) -> str:
        """Return the characters of a part. Raises ModelError for one that they cannot say."""
        texts = {frozenset(pipe): "abcdefg"[k] for k, pipe in enumerate(_PIPES)}
        texts[frozenset("?")] = "."
        if frozenset(word) not in texts:
            raise ModelError(f"a way {excerpt(word)}, expected one to two sides or to all four")
        return texts[frozenset(word)]


_PIPES = ("nsew", "ns", "ew", "ne", "nw", "sw", "se")


KIND = Kind(
    __name__,
    puzzle,
    sides_of,
    clues=[Passages(signs=ANY_PASSAGE_MARKS)],
    answer=[loop_lines],
    example="""
4 4
se - - -
- se - nw
- - - -
- - - nw

4 4
se ew ew sw
ns se ew nw
ns ne ew sw
ne ew ew nw
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("pipelink", PipeMarks()),
)
