"""Nonogram: the numbers of a row or column are the lengths of its runs of black cells.

They stand in the order of the runs, between which at least one cell stays white.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from minuet.models import Answer, Puzzle

from ...errors import ModelError
from ...picture.picture import Place, Shape, Text
from ..answers import shaded
from ..clues import Part
from ..grid import BLANKS, Draft, Grid, Marks
from ..kind import Kind
from ..link_characters import Body, Number, Spelling
from ..link_codes import Link, Numbers
from ..penpa import Board
from ..signs import ANY_NUMBERS


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a choice for each cell that may be black."""
    made = Puzzle("nonogram")
    black = made.choices("black", row=range(grid.rows), col=range(grid.cols))
    cols = {col: pattern(grid.parts["top lists"][col]) for col in range(grid.cols)}
    rows = {row: pattern(grid.parts["left lists"][row]) for row in range(grid.rows)}
    made.regular(cols, black, by="col", along="row")
    made.regular(rows, black, by="row", along="col")
    return made


def pattern(runs: tuple[str, ...]) -> str:
    """Return the regular expression of a line."""
    return (
        "0*"
        + "0+".join("1+" if run == "?" else f"1{{{run}}}" for run in runs if run not in ("-", "0"))
        + "0*"
    )


def solution(grid: Grid, answer: Answer) -> Marks:
    """Return the black cells."""
    return dict.fromkeys(answer["black"], "x")


@dataclass(frozen=True)
class Lists(Part):
    """Several marks beside each row, `left lists`, or column, `top lists`, the last one nearest."""

    name: str = "top lists"

    def place(self, grid: Grid, line: int, word: int) -> Place:
        """Return where a word is drawn."""
        far = len(grid.parts[self.name][line]) - word
        return (-far, line) if self.name.startswith("top") else (line, -far)

    def margins(self, grid: Grid) -> dict[str, int]:
        """Return how many rows or columns it needs beside the grid."""
        return {self.name.partition(" ")[0]: max(map(len, grid.parts[self.name]), default=0)}

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield what is drawn of the part."""
        for shape in super().shapes(grid):
            yield Text(shape.place, shape.text, "outside") if isinstance(shape, Text) else shape

    def read(self, board: Board, draft: Draft) -> None:
        """Read the part from a board of Penpa+, which notes what is read."""
        for line, words in enumerate(draft.parts[self.name]):
            for far in range(board.margin("top" if self.name.startswith("top") else "left"), 0, -1):
                place = (-far, line) if self.name.startswith("top") else (line, -far)
                mark = self.signs.mark_of(board.layers(place))
                if mark is not None:
                    words.append(mark)
                    board.note(place)


@dataclass(frozen=True)
class ListNumbers(Numbers):
    """The lists of numbers beside the columns and rows, the nearest first, filled with blanks."""

    parts: Sequence[str] = ("top lists", "left lists")

    def read(self, body: Body, draft: Draft) -> None:
        """Read the parts. Raises ModelError for what does not fit."""
        most = (draft.rows + 1) // 2, (draft.cols + 1) // 2
        numbers = iter(self.numbers(body, draft.cols * most[0] + draft.rows * most[1]))
        for part, length in zip(self.parts, most, strict=True):
            for line in draft.parts[part]:
                found = [n for n in islice(numbers, length) if n is not None]
                line[:] = [self.word(number, body) for number in reversed(found)]

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the parts. Raises ModelError for a list that is too long for its line."""
        most = (grid.rows + 1) // 2, (grid.cols + 1) // 2
        numbers: list[Number] = []
        for part, length in zip(self.parts, most, strict=True):
            for words in grid.parts[part]:
                runs = [word for word in reversed(words) if word not in ("0", *BLANKS)]
                found = [self.number(word) for word in runs]
                if len(found) > length:
                    raise ModelError(f"{len(found)} numbers beside a line, expected {length}")
                numbers += [*found, *[None] * (length - len(found))]
        self.spell(spelling, numbers)


KIND = Kind(
    __name__,
    puzzle,
    solution,
    clues=[Lists("top lists", ANY_NUMBERS), Lists("left lists", ANY_NUMBERS)],
    answer=[shaded],
    example="""
5 5
4
1 2
5
3
1 3
3 1
1 2
1 3
5
2 1

5 5
x x x - x
x - x x -
x - x x x
x x x x x
- x x - x
""",
    source="Non Ishida and Tetsuya Nishio, 1987; rules as in pzprjs",
    link=Link("nonogram", ListNumbers()),
)
