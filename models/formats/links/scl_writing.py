"""Writes a sudoku in SudokuPad's own format: what its page checks by itself.

What is written is read again and compared, so that what the format cannot say is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ...errors import ModelError
from ...sudokus.cells import Cell, cells_of
from ...sudokus.constraints import Cage
from ...sudokus.sudoku import Sudoku
from ..format import Problem
from ..likeness import same_cover
from ..sudoku.given_rows import given_rows
from .f_puzzles_reading import LARGEST
from .json_values import Value
from .scl_reading import GLOBALS, sudoku_of_scl
from .sudokus import rebuilt, sudoku_for

__all__ = ["write_scl"]

FORM = "scl"
_CELL = 50  # pixels, as all puzzles of the page have it


def write_scl(problem: Problem) -> str:
    """Return the puzzle as JSON.

    Raises ModelError for another puzzle than a sudoku, and for what the format cannot say.
    """
    puzzle = sudoku_for(problem, FORM, LARGEST)
    try:
        found = _written(puzzle)
    except ModelError as error:
        raise ModelError(f"{FORM}: {error}") from None
    once = rebuilt(puzzle, lambda constraint: 0)  # what is about the whole grid is said once
    if once is None or not same_cover(sudoku_of_scl(Value(found, "")).matrix, once.matrix):
        what = f"{puzzle!r} has rules or costs of its own"
        raise ModelError(f"{FORM}: {what}, which the format says in words only")
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _written(puzzle: Sudoku) -> dict[str, Any]:
    name = {} if puzzle.name == "sudoku" else {"metadata": {"title": puzzle.name}}
    named, cages = [], [*_extra_regions(puzzle)]
    for constraint in puzzle.constraints:
        key = next((key for key, one in GLOBALS.items() if one == constraint), None)
        if key is not None:
            named += [] if key in named else [key]
        else:
            if not isinstance(constraint, Cage):
                raise ModelError(f"{constraint.title}, which the format says in words only")
            total = (
                {}
                if constraint.sum is None
                else {"value": str(constraint.sum), "sum": constraint.sum}
            )
            cages.append(
                {
                    "cells": _pairs(cells_of(constraint.cells)),
                    "unique": not constraint.repeats,
                    **total,
                }
            )
    found: dict[str, Any] = {
        "cellSize": _CELL,
        **name,
        "cells": [
            [{"value": str(value)} if value else {} for value in row] for row in given_rows(puzzle)
        ],
        "regions": [_pairs(cells) for cells in puzzle.grid_shape.boxes],
    }
    return found | ({"cages": cages} if cages else {}) | ({"global": named} if named else {})


def _pairs(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _extra_regions(puzzle: Sudoku) -> Iterator[dict[str, Any]]:
    total = puzzle.size * (puzzle.size + 1) // 2
    for houses in puzzle.further_houses.values():
        for house in houses:
            cells = _pairs(house)
            yield {"cells": cells, "unique": True, "sum": total, "style": "extraregion"}
