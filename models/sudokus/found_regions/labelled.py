"""The regions of a chaos construction: tables and rules that every such puzzle has.

Each cell is of one region, each region holds every digit once and is connected. The tables are
`region` (row, col, region) and `place`, where each digit of each region stands: an exact cover of
cells and of pairs (digit, region), which agrees with the digits and with the regions.

Regions have no names, so that each grid would come once for every order of them. Here a region is
called by the line in which its least digit stands: a row (where the grid has as many columns as
digits; else a column) holds each digit once, as a region does. That costs no rule: a place that
would break it is no row of the table. Numbers in the order of the first cells, which a solver finds
hard to see, are given to what is shown (`GridPuzzle.regions`).

That a region is connected is a rule along the grid's graph, which solvers keep by cuts; most of
what these would cut is said beforehand (implied.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...errors import ModelError
from ...rules.agreement import KeptPairs
from ...rules.keys import Coded, KeptKeys
from ...tables.rows import Rows
from ...tables.table import Choices
from ..cells import Cell, spell_cell
from ..grid_shape import GridShape

if TYPE_CHECKING:
    from ...puzzle import Puzzle

__all__ = ["Labelled", "add_regions"]

Numbers = npt.NDArray[np.int64]


class Labelled:
    """The table of regions of a puzzle, and where its rows are.

    digit  the table of digits
    cells  all cells, in the order of the rows
    count  how many regions there are, numbered from 1
    by_row  whether they are numbered by the row of their least digit, else by its column
    places, anchors  the table of places; for each region its rows there that are of the least
                     digit, by column, or row
    """

    places: Choices
    anchors: dict[int, dict[int, int]]

    def __init__(self, table: Choices, digit: Choices, grid: GridShape, count: int) -> None:
        self.table, self.digit, self.grid, self.count = table, digit, grid, count
        self.cells = sorted(grid.cells)
        self.place = {cell: place for place, cell in enumerate(self.cells)}
        self.numbers = range(1, count + 1)
        self.by_row = grid.sides[1] == grid.size

    def rows_of(self, cells: Sequence[Cell]) -> Numbers:
        """Return int64[cells, regions]: the table's rows of each cell, region after region."""
        first = np.array([self.place[cell] for cell in cells], np.int64) * self.count
        return first[:, None] + np.arange(self.count)

    @property
    def pairs(self) -> KeptPairs:
        """Which region each row gives to its cell."""
        places, codes = np.divmod(np.arange(len(self.table)), self.count)
        return _said(self.cells, places, Coded(self.numbers, codes), len(self.table))


def add_regions(puzzle: Puzzle, digit: Choices, grid: GridShape) -> Labelled:
    """Add the tables and rules. Raises ModelError for a grid that has no such regions."""
    rows, cols = grid.sides
    if len(grid.cells) != rows * cols:
        raise ModelError("regions to be found on overlapping grids, expected one rectangle")
    if grid.size != max(rows, cols):
        what = f"regions to be found for {grid.size} values on a grid of {grid.spelled}"
        raise ModelError(f"{what}, expected as many values as the longer side has cells")
    count = rows * cols // grid.size
    region = puzzle.choices("region", row=range(rows), col=range(cols), region=range(1, count + 1))
    puzzle.say(region, lambda row, col, region: f"{spell_cell((row, col))} in region {region}")
    labelled = Labelled(region, digit, grid, count)
    cell = puzzle.exactly_one(region, by=("row", "col"), name="region of cell")
    puzzle.say(cell, lambda key: f"{spell_cell(key)} needs exactly one region")
    labelled.places, labelled.anchors = _add_places(puzzle, labelled)
    puzzle.connected(region, by=("row", "col"), regions="region", name="connected region")
    return labelled


def _add_places(puzzle: Puzzle, labelled: Labelled) -> tuple[Choices, dict[int, dict[int, int]]]:
    """Add the table `place`: each region holds each digit in one cell.

    Return it, and of each region its rows of the least digit, by their column (or row).
    """
    grid, numbers, by_row = labelled.grid, labelled.numbers, labelled.by_row
    least = grid.first
    rows = [
        (*cell, value, number)
        for cell in labelled.cells
        for value in grid.values
        for number in numbers
        if value != least or number == cell[0 if by_row else 1] + 1
    ]
    place = puzzle.choices("place", Rows(("row", "col", "value", "region"), rows))
    columns = np.array(rows, np.int64)
    of_cell = np.array([labelled.place[row[:2]] for row in rows], np.int64)
    puzzle.exactly_one(place, by=("row", "col"), name="place of cell")
    held = puzzle.exactly_one(place, by=("region", "value"), name="digit of region")
    puzzle.say(held, lambda key: f"region {key[0]} needs exactly one {key[1]}")
    values = Coded(grid.values, columns[:, 2] - least)
    every = np.arange(len(labelled.digit))
    digits = _said(
        labelled.cells, every // grid.size, Coded(grid.values, every % grid.size), len(every)
    )
    puzzle.agree(
        {labelled.digit: digits, place: _said(labelled.cells, of_cell, values, len(rows))},
        name="digit of place",
    )
    of_region = Coded(numbers, columns[:, 3] - 1)
    puzzle.agree(
        {
            labelled.table: labelled.pairs,
            place: _said(labelled.cells, of_cell, of_region, len(rows)),
        },
        name="region of place",
    )
    anchors: dict[int, dict[int, int]] = {number: {} for number in numbers}
    for k, (row, col, value, number) in enumerate(rows):
        if value == least:
            anchors[number][col if by_row else row] = k
    return place, anchors


def _said(cells: Sequence[Cell], places: Numbers, values: Coded, rows: int) -> KeptPairs:
    """Return that each row gives its value to the cell at its place."""
    return KeptPairs(KeptKeys(cells, None, places, rows), values)
