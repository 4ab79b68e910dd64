"""Pipelink: one loop passes through every cell, and may cross itself, straight on both times.

Some passages are printed.
"""

from __future__ import annotations

from minuet.models import Puzzle

from ...errors import ModelError, excerpt
from ..answers import loop_lines
from ..clues import Passages
from ..grid import BLANKS, Cell, Draft, Grid
from ..kind import Kind
from ..link_characters import Body, Spelling, blanks_from
from ..link_codes import Code, Link, put_words, size_of, words_of
from ..passages import PASSAGES, border, passages, sides_of
from ..signs import PASSAGE_MARKS, UNKNOWN, signs

CROSSING = "nsew"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: how the loop passes through each cell; a crossing is two edges."""
    made = Puzzle("pipelink")
    way = passages(made, grid, (*PASSAGES, CROSSING))
    for cell, clue in [(cell, clue) for cell, clue in grid.clues.items() if clue != "?"]:
        made.given(
            way, cell=cell, sides=next(s for s in (*PASSAGES, CROSSING) if set(s) == set(clue))
        )

    def pipes(cell: Cell, sides: str) -> list[tuple[Cell, Cell]]:
        ends = [border(cell, side) for side in sides]
        return list(zip(ends[::2], ends[1::2], strict=True))

    made.one_loop(way, covering=pipes)
    return made


ANY_PASSAGE_MARKS = PASSAGE_MARKS | signs(**{"?": UNKNOWN})


class PipeMarks(Code):
    """Printed parts of a way, by the sides to which they lead; `?` is one that is not told."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        words = body.runs(size_of(draft, "marks"), lambda: _pipe(body), blanks_from("h"))
        put_words(draft, (word or "-" for word in words), "marks")

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part."""
        texts = {frozenset(pipe): "abcdefg"[k] for k, pipe in enumerate(_PIPES)}
        texts[frozenset("?")] = "."
        words = words_of(grid, "marks")
        for word in words:
            if word not in BLANKS and frozenset(word) not in texts:
                raise ModelError(f"a way {excerpt(word)}, expected one to two sides or to all four")
        spelling.runs((texts.get(frozenset(word)) for word in words), blanks_from("h"))


def _pipe(body: Body) -> str:
    if body.skip("."):
        return "?"
    value = body.digit(17)
    if value < 10:
        raise body.error(f"'{value}', expected a part of a way or blanks")
    return _PIPES[value - 10]


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
