"""Writes a sudoku as the table `[sudoku]` of a TOML description."""

from __future__ import annotations

from collections.abc import Iterator

from ....errors import ModelError
from ....sudokus.cells import spell_cells
from ....sudokus.grid_values import box_shape, has_boxes
from ....sudokus.layouts import grid_text
from ....sudokus.sudoku import Sudoku
from ...sudoku.given_rows import given_rows
from ...sudoku.variant_lines import layout_of
from ..values import array, text

__all__ = ["sudoku_lines"]

LARGEST = 25  # of which a layout has a letter for each region


def sudoku_lines(puzzle: Sudoku) -> Iterator[str]:
    """Yield the lines that say its grid, its regions and its constraints.

    Raises ModelError for what they cannot say.
    """
    yield ""
    yield "[sudoku]"
    yield from _grid(puzzle)
    if puzzle.layout != "grid":
        yield f"layout = {text(puzzle.layout)}"
    yield from _regions(puzzle)
    constraints = [constraint.to_toml() for constraint in puzzle.constraints]
    switches = [one for one in constraints if not one.startswith("[")]
    yield from (one.rstrip("\n") for one in dict.fromkeys(switches))
    for one in constraints:
        if one.startswith("["):
            yield ""
            yield one.rstrip("\n")


def _grid(puzzle: Sudoku) -> Iterator[str]:
    rows = given_rows(puzzle)
    if not puzzle.given_options:
        yield f"size = {puzzle.size}"
        return
    marks = grid_text(rows, "rows" if puzzle.size < 10 else "grid")
    blanks = marks.replace("0", ".") if puzzle.size < 10 else marks
    yield 'grid = """'
    yield f'{blanks}"""'


def _regions(puzzle: Sudoku) -> Iterator[str]:
    usual = box_shape(puzzle.size) if has_boxes(puzzle.size) else None
    if puzzle.box is None:
        if puzzle.size > LARGEST:
            raise ModelError(f"toml: regions of size {puzzle.size}, expected up to {LARGEST}")
        yield f"regions = {text(layout_of(puzzle))}"
    elif puzzle.box != usual:
        yield f"box = [{puzzle.box[0]}, {puzzle.box[1]}]"
    for kind, houses in puzzle.further_houses.items():
        if kind == "extra region":
            yield f"extra = {array(text(spell_cells(house)) for house in houses)}"
        else:
            yield {"diagonal": "diagonals", "window": "windoku"}[kind] + " = true"
