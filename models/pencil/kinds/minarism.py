"""Minarism: a Latin square with signs between numbers side by side.

A sign `<`, `>`, `^` or `v` points to the smaller number, and a number is the difference of the two.
A `?` says nothing, nor does a 0.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from minuet.models import Puzzle, Sudoku
from minuet.models.sudokus.constraints import Difference, Kropki, Less

from ...errors import ModelError
from ...picture.picture import Text
from ..answers import written
from ..clues import Cells, Sides
from ..grid import BETWEEN, BLANKS, Cell, Draft, Grid
from ..kind import Kind
from ..latin import latin, numbers
from ..link_characters import NO_NUMBER, Body, Spelling, blanks_from, spell_number
from ..link_codes import Code, Link, NoNumbers, put_words, size_of, words_of
from ..of_sudokus import OfSudoku, put_between
from ..passages import beyond
from ..signs import POSITIVE, Look, Pattern, Signs


def fits(sign: str, first: int, other: int) -> bool:
    """Whether a sign may stand between two numbers."""
    if sign.isdecimal():
        return int(sign) in (0, abs(first - other))
    return sign == "?" or (first < other) == (sign in "<^")


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a number for each cell."""
    made, digit = latin("minarism", grid)
    at, value = ("row", "col"), "value"
    pairs: dict[str, list[list[Cell]]] = defaultdict(list)
    for part, side in ("right sides", "e"), ("lower sides", "s"):
        for cell, sign in grid.block(part).items():
            pairs[sign].append([cell, beyond(cell, side)])
    for sign in [sign for sign in pairs if sign not in BLANKS]:
        tuples = [pair for pair in product(range(1, grid.rows + 1), repeat=2) if fits(sign, *pair)]
        made.table_rule(tuples, digit, lines=pairs[sign], along=at, value=value)
    return made


def _sign(text: str, style: int) -> Look:
    shown = {"^": "∧", "v": "∨"}.get(text, text)
    symbols = (("inequality", style),) if style else ()
    return Look(lambda place: [Text(place, shown, "sign")], symbols, text=(text,))


INEQUALITIES = Signs(
    {
        "<": _sign("<", 1),
        "^": _sign("^", 2),
        ">": _sign(">", 3),
        "v": _sign("v", 4),
        "?": _sign("?", 0),
    },
    {"[0-9]+": Pattern("a number", lambda place, mark: [Text(place, mark, "sign")])},
)


class Minarism(Code):
    """Signs and differences between cells: `<`, `>`, `^`, `v`, or a number."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        runs = body.runs(size_of(draft, *BETWEEN), lambda: _sign_or_number(body), blanks_from("i"))
        words, wide = [word or "-" for word in runs], size_of(draft, BETWEEN[0])
        upright = {"<": "^", ">": "v"}
        words[wide:] = (upright.get(word, word) for word in words[wide:])
        put_words(draft, words, *BETWEEN)

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts. Raises ModelError for what the code cannot say."""
        texts = {"-": None, ".": None, "<": "g", "^": "g", ">": "h", "v": "h", "?": "."}
        words = words_of(grid, *BETWEEN)
        items = (texts[word] if word in texts else spell_number(int(word)) for word in words)
        spelling.runs(items, blanks_from("i"))


def _sign_or_number(body: Body) -> str:
    for letter, sign in (("g", "<"), ("h", ">")):
        if body.skip(letter):
            return sign
    return str(body.number()).replace(str(NO_NUMBER), "?")


def fill(sudoku: Sudoku, draft: Draft) -> None:
    """Put the signs between cells; a white dot is a difference of 1.

    Raises ModelError for black dots, and where no white ones are missing.
    """
    for item in sudoku.constraints:
        if isinstance(item, Less):
            low, high = item.path(item.cells)
            signs = "<>" if low[0] == high[0] else "^v"
            put_between(draft, (low, high), signs[low > high])
        elif isinstance(item, Difference):
            put_between(draft, item.path(item.cells), str(item.value))
        elif isinstance(item, Kropki):
            if item.black or item.all_shown:
                raise ModelError("black dots, or that no dot is missing")
            for pair in item.white:
                put_between(draft, item.path(pair), "1")


KIND = Kind(
    __name__,
    puzzle,
    numbers,
    clues=[
        Sides("right sides", INEQUALITIES),
        Sides("lower sides", INEQUALITIES),
        Cells(signs=POSITIVE, optional=True),
    ],
    answer=[written],
    example="""
4 4
2 - -
- - >
> < -
2 > -
1 v 3 v
1 ^ v 1
v - v ^

4 4
2 4 1 3
3 1 4 2
4 2 3 1
1 3 2 4
""",
    source="Nikoli; rules as in pzprjs",
    link=Link("minarism", Minarism(), NoNumbers()),
    of_sudoku=OfSudoku(fill, (Difference, Kropki, Less)),
)
