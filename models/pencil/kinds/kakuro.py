"""Kakuro: digits 1 to 9 in the white cells; a clue is the sum of those that follow it.

A clue `9,16` has the sum of the cells below it, then the sum of those to its right. No digit stands
twice in such a run. A 0 is a white cell, another number a digit that is given there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from minuet.models import Choices, Puzzle

from ...errors import ModelError
from ...picture.picture import Cell as Ground
from ...picture.picture import Shape, Text
from ..answers import written
from ..clues import Cells
from ..grid import BLANKS, Draft, Grid
from ..kind import Kind
from ..link_characters import Body, Number, Spelling, blanks_from, spell_to_45
from ..link_codes import Code, Link
from ..passages import beyond
from ..penpa import Board
from ..signs import Layers, Pattern, Signs
from ..squares import digits


def puzzle(grid: Grid) -> Puzzle:
    """Return the puzzle: a digit for each white cell, and which digits each run goes without."""
    made, span, white = Puzzle("kakuro"), range(1, 10), grid.counts
    black = set(grid.cells) - set(white)
    digit = made.choices("digit", cell=white, value=span)
    made.exactly_one(digit, by="cell")
    made.forbid(digit, where=lambda cell, value: white[cell] not in (0, value))
    for part, (side, back) in enumerate((("s", "n"), ("e", "w"))):
        run = {cell: [cell, *grid.ray(cell, back, black)][-1] for cell in white}
        clues = {beyond(cell, side): f"{m},".split(",")[part] for cell, m in grid.clues.items()}
        sums = {cell: int(clues[cell]) for cell in run if run[cell] == cell and clues.get(cell)}
        rows = [
            {"run": cell, "others": tuple(set(span).difference(chosen))}
            for cell, total in sums.items()
            for chosen in combinations(span, len([cell, *grid.ray(cell, side, black)]))
            if sum(chosen) == total
        ]
        rest = made.choices(f"rest_{side}", rows)
        made.exactly_one(rest, by="run", over=sums)
        made.at_most_one(digit, by=lambda cell, value, run=run: (run[cell], value))
        summed = {cell: [run[cell]] if run[cell] in sums else [] for cell in white}
        by: dict[Choices, Any] = {rest: lambda run, others: [(run, value) for value in others]}
        by[digit] = lambda cell, value, summed=summed: [(first, value) for first in summed[cell]]
        made.exactly_one([digit, rest], covering=by, over=product(sums, span))
    return made


_SUMS = Signs(
    patterns={"[0-9]|[0-9]*,[0-9]*": Pattern("0, or sums such as `9,16`, `9,` and `,16`")}
)


@dataclass(frozen=True)
class SplitCells(Cells):
    """White cells, 0 or a given digit, and black ones with sums below and to the right: `9,16`."""

    signs: Signs = _SUMS

    def shapes(self, grid: Grid) -> Iterator[Shape]:
        """Yield the black cells and their sums."""
        for (row, col), mark in grid.block(self.name).items():
            below, _, right = mark.partition(",")
            if mark.isdecimal():
                yield from [Text((row, col), mark, "given")] if mark != "0" else []
                continue
            yield Ground((row, col), "shaded" if mark in BLANKS else "split")
            if below.strip("-.0"):
                yield Text((row + 0.22, col - 0.22), below, "label")
            if right.strip("0"):
                yield Text((row - 0.22, col + 0.22), right, "label")

    def read(self, board: Board, draft: Draft) -> None:
        """Read the sums in the corners of black cells of a board of Penpa+."""
        words = draft.parts[self.name]
        for row, col in draft.cells():
            places = (row, col), (row + 0.25, col - 0.25), (row - 0.25, col + 0.25)
            layers, *sums = map(board.layers, places)
            texts = [item.text for item in sums]
            is_black = any(texts) or layers.symbols or layers.surface
            white = layers.text if layers.text.isdecimal() else "0"
            words[row][col] = (",".join(texts) if any(texts) else "-") if is_black else white
            for place in places:
                board.note(place)

    def write(self, grid: Grid, board: Board) -> None:
        """Write the black cells and their sums into a board of Penpa+."""
        for (row, col), mark in grid.block(self.name).items():
            below, _, right = mark.strip("-").partition(",")
            if mark.isdecimal():
                board.put((row, col), Layers(mark.strip("0")))
                continue
            board.put((row, col), Layers("", (("kakuro", 1),)))
            if below:
                board.put((row + 0.25, col - 0.25), Layers(below))
            if right:
                board.put((row - 0.25, col + 0.25), Layers(right))


class KakuroClues(Code):
    """Black cells with the sums below and to the right; the first row and column stand last."""

    def read(self, body: Body, draft: Draft) -> None:
        """Read the part. Raises ModelError for what does not fit."""
        rows, cols = body.rows, body.cols
        runs = body.runs(rows * cols, lambda: _two_sums(body), blanks_from("k"))
        words = [word or "0" for word in runs]
        top = [_sum_or_none(body) if word == "0" else None for word in words[:cols]]
        left = [_sum_or_none(body) if word == "0" else None for word in words[::cols]]
        lines = draft.parts["marks"]
        lines[0] = ["-", *("-" if total is None else f"{total}," for total in top)]
        for row, total in enumerate(left):
            first = "-" if total is None else f",{total}"
            lines[row + 1] = [first, *words[row * cols : row * cols + cols]]
        lines[:] = [["-" if word == "," else word for word in line] for line in lines]

    def write(self, spelling: Spelling, grid: Grid) -> None:
        """Spell the part. Raises ModelError where the first row or column has white cells."""
        top, *rest = grid.parts["marks"]
        if "0" in top or any(line[0] == "0" for line in rest):
            raise ModelError("white cells at the upper or left edge, expected black ones")
        inner = (word for line in rest for word in line[1:])
        items = (None if word == "0" else "".join(map(_spelled_sum, _sums(word))) for word in inner)
        spelling.runs((item and item.replace("--", ".") for item in items), blanks_from("k"))
        tops = (_sums(word)[0] for word, below in zip(top, rest[0], strict=True) if below == "0")
        sides = (_sums(line[0])[1] for line in rest if line[1] == "0")
        spelling.text += "".join(map(_spelled_sum, (*tops, *sides)))


def _two_sums(body: Body) -> str:
    """Return a black cell of the board: `-` without sums."""
    if body.skip("."):
        return "-"
    return f"{_sum_or_none(body)},{_sum_or_none(body)}".replace("None", "")


def _sum_or_none(body: Body) -> Number:
    return None if body.skip("-") else body.to_45()


def _sums(word: str) -> tuple[Number, Number]:
    """Return the sums of a black cell of a kakuro: below and to the right."""
    below, _, right = word.strip("-").partition(",")
    return (int(below) if below else None), (int(right) if right else None)


def _spelled_sum(number: Number) -> str:
    return "-" if number is None else spell_to_45(number)


KIND = Kind(
    __name__,
    puzzle,
    digits,
    clues=[SplitCells()],
    answer=[written],
    example="""
4 4
- 3, 11, -
,6 0 0 4,
,7 0 0 0
- ,5 0 0

4 4
- - - -
- 1 5 -
- 2 4 1
- - 2 3
""",
    source="Jacob E. Funk 1966 (Dell: Cross Sums); rules as in pzprjs",
    link=Link("kakuro", KakuroClues(), more=1),
)
