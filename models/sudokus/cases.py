"""Lines said case by case: just one of some cases holds, each of which gives every cell a set.

A sandwich has a case for each place of its crusts and each set of digits between them: these cells
hold digits of the set, the others do not. The cases are fewer than the steps of an automaton that
adds up (a row of nine cells has up to 100 for 760), and a case knows that no digit comes again, of
which a step between two cells knows nothing.

A digit of a cell excludes the cases that lack it there. Where each case either wants a digit in a
cell or lacks it, one of the two is chosen: the digit, or a case without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import perm, prod
from operator import or_
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..budget import spend
from ..rules.keys import KeptKeys
from ..tables.rows import LateRows
from .demands import OneOf, Walk
from .digit_rules import DigitKeys
from .grid_shape import spell_cell

if TYPE_CHECKING:
    from ..puzzle import Puzzle
    from ..tables.table import Choices

__all__ = ["LineOfCases", "add_cases", "has_words_over"]

COLUMNS = ("rule", "case")


@dataclass(frozen=True, eq=False)
class LineOfCases:
    """A walk under the name of its rule, said by its cases.

    held  bool[cases, cells, values]: which values a case allows in a cell
    """

    rule: str
    walk: Walk
    held: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, rule: str, walk: Walk, size: int) -> LineOfCases:
        """Return the line of a walk that has cases, over values from 1 to `size`."""
        spend(looks=len(walk.cases) * len(walk.cells))
        masks = np.array(walk.cases, np.int64).reshape(len(walk.cases), len(walk.cells))
        return cls(rule, walk, masks[:, :, None] >> np.arange(size) & 1 == 1)

    @property
    def implied(self) -> Iterator[OneOf]:
        """What the cases leave to each cell."""
        for place, cell in enumerate(self.walk.cells):
            yield OneOf(cell, (np.flatnonzero(self.held[:, place].any(axis=0)) + 1).tolist())

    def add(
        self, puzzle: Puzzle, digit: Choices, table: Choices, keys: DigitKeys, first: int
    ) -> None:
        """Add the rules of its rows in the table of cases, which begin at `first`."""
        held, cells = self.held, self.walk.cells
        wanted = held & (held.sum(axis=2, keepdims=True) == 1)
        lacking = (~held).sum(axis=0)
        some = (lacking > 0) & (lacking < len(held))  # a value that all cases lack is implied
        either = some & (lacking + wanted.sum(axis=0) == len(held))
        rows = np.arange(first, first + len(held))
        own = KeptKeys([self.walk.label], rows, np.zeros(len(held), np.intp), len(table))
        puzzle.exactly_one(table, covering=own, name=self.rule)
        for add, there in ((puzzle.exactly_one, either), (puzzle.at_most_one, some & ~either)):
            places, values = np.nonzero(there)
            if not len(places):
                continue
            groups = [
                f"{spell_cell(cells[place])}={value + keys.grid.first}"
                for place, value in zip(places.tolist(), values.tolist(), strict=True)
            ]
            cases, of_case = np.nonzero(~held[:, places, values])
            add(
                [digit, table],
                covering={
                    digit: keys.of_values([cells[k] for k in places], values, groups),
                    table: KeptKeys(groups, cases + first, of_case, len(table)),
                },
                name=self.rule,
            )


def has_words_over(cases: Sequence[Sequence[int]], most: int) -> bool:
    """Whether cases allow more than so many words of distinct values; False if that is not shown.

    It is counted in the cases of which any two cells have the same set, or sets without a value
    in common.
    """
    words = 0
    for case in cases:
        cells = Counter(case)
        if reduce(or_, cells) == sum(cells):
            words += prod(perm(values.bit_count(), count) for values, count in cells.items())
        if words > most:
            return True
    return False


def add_cases(
    puzzle: Puzzle, digit: Choices, keys: DigitKeys, lines: Sequence[LineOfCases]
) -> None:
    """Add the table of the cases of all lines, and their rules."""
    if not lines:
        return
    rows = LateRows(COLUMNS, sum(len(line.held) for line in lines), lambda: _listed(lines))
    table = puzzle.choices("case", rows)
    first = 0
    for line in lines:
        line.add(puzzle, digit, table, keys, first)
        first += len(line.held)


def _listed(lines: Sequence[LineOfCases]) -> Iterator[tuple[str, int]]:
    for line in lines:
        for number in range(1, len(line.held) + 1):
            yield line.rule, number
