"""ABC end view: each letter stands once in each row and column; other cells stay empty.

A letter beside the grid is the first letter that one sees from there.
"""

from __future__ import annotations

from string import ascii_lowercase

from minuet.models import Answer, Puzzle

from ..answers import written
from ..clues import Cells, Outside
from ..grid import BLANKS, LOOKING, Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Spelling
from ..link_codes import Code, IfAny, Link, Numbers
from ..signs import LETTERS

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell and letter, and a pattern for each line seen."""
    made = Puzzle("abc end view")
    word = grid.head[0].lower()
    letters = list(word) if len(word) > 1 else list(_ALPHABET[: _ALPHABET.index(word) + 1])
    spans = range(grid.rows), range(grid.cols)
    mark = made.choices("mark", row=spans[0], col=spans[1], letter=letters)
    made.at_most_one(mark, by=("row", "col"))
    made.exactly_one(mark, by=("row", "letter"))
    made.exactly_one(mark, by=("col", "letter"))
    for (row, col), letter in grid.clues.items():
        made.given(mark, row=row, col=col, letter=letter.lower())
    patterns = {
        (side, k): f"0*{letter.lower()}.*"
        for side, part in LOOKING.items()
        for k, letter in enumerate(grid.words(part))
        if letter not in BLANKS
    }
    lines = {seen: grid.look(*seen) for seen in patterns}
    at = ("row", "col")
    made.regular(patterns, mark, lines=lines, along=at, value="letter", empty="0")
    return made


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the letters."""
    return {(row, col): letter for row, col, letter in answer["mark"]}


_LETTERS = dict(enumerate(_ALPHABET, 1))


class HeadLetter(Code):
    """How many letters there are, and a slash; in a text the last letter stands behind the size."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the number. Raises ModelError for what is none."""
        number = body.decimal()
        if not 1 <= number <= len(ascii_lowercase):
            raise body.error(f"{number} letters, expected 1 to {len(ascii_lowercase)},")
        draft.head.append(ascii_lowercase[number - 1])

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the number."""
        spelling.decimal(1 + ascii_lowercase.index(grid.head[0].lower()))


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[
        Outside("top", LETTERS),
        Outside("bottom", LETTERS),
        Outside("left", LETTERS),
        Outside("right", LETTERS),
        Cells(signs=LETTERS),
    ],
    head=["the last letter, or all of them"],
    answer=[written],
    example="""
4 4 c
b - b -
a - - -
- - a -
c a - -
- - - -
- - - -
- - - -
- - - -

4 4
b a - c
c - b a
a b c -
- c a b
""",
    source="magazines of logic puzzles; rules as in pzprjs (Easy as ABC)",
    link=Link(
        "easyasabc",
        HeadLetter(),
        Numbers(("top", "bottom", "left", "right"), _LETTERS),
        IfAny([Numbers(names=_LETTERS)]),
    ),
)
