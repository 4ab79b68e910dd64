"""The turns and mirrors of a grid that are symmetries of a puzzle on it.

A puzzle of one's own says nothing about symmetries. But where its choices have a row and a column,
the seven ways to turn and mirror the grid can be tried: each is a symmetry or it is not, and that
is checked on the matrix (symmetries.py). What else may be exchanged, as colors or digits, is not
looked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..errors import ModelError
from ..puzzle import Puzzle
from .symmetries import Symmetries

__all__ = ["grid_symmetries"]

log = logging.getLogger("minuet")

AXES = (("row", "col"), ("y", "x"))
Place = tuple[Any, Any]
Move = Callable[[Place], Place]


def grid_symmetries(puzzle: Puzzle) -> Symmetries | None:
    """Return the turns and mirrors that map the puzzle to itself; None if none does.

    Lines that have no order, such as 1 and "a", are no grid.

    The tables with columns `row` and `col`, or `y` and `x`, are moved together; others stay.
    """
    for axes in AXES:
        tables = [table for table in puzzle.tables if set(axes) <= set(table.columns)]
        if not tables:
            continue
        try:
            rows, cols = (
                sorted({row[table.columns.index(axis)] for table in tables for row in table.rows})
                for axis in axes
            )
        except TypeError:
            return None
        found, names = [], []
        for name, move in _moves(rows, cols):
            moved = _on_columns(axes, move)
            try:
                Symmetries.of(puzzle, dict.fromkeys(tables, moved))
            except ModelError:
                continue
            found.append(dict.fromkeys(tables, moved))
            names.append(name)
        if not found:
            return None
        log.info("symmetries of the grid: %s", ", ".join(names))
        return Symmetries.of(puzzle, *found)
    return None


def _moves(rows: Sequence[Any], cols: Sequence[Any]) -> Iterator[tuple[str, Move]]:
    """Yield the ways to turn and mirror a grid with these rows and columns, with their names."""
    up = dict(zip(rows, reversed(rows), strict=True))
    left = dict(zip(cols, reversed(cols), strict=True))
    yield "upside down", lambda at: (up[at[0]], at[1])
    yield "left and right exchanged", lambda at: (at[0], left[at[1]])
    yield "half a turn", lambda at: (up[at[0]], left[at[1]])
    if rows == cols:
        yield "rows and columns exchanged", lambda at: (at[1], at[0])
        yield "a quarter turn", lambda at: (at[1], up[at[0]])
        yield "three quarters of a turn", lambda at: (up[at[1]], at[0])
        yield "mirrored along the rising diagonal", lambda at: (up[at[1]], up[at[0]])


def _on_columns(axes: tuple[str, str], move: Move) -> Callable[..., dict[str, Any]]:
    """Return the move as a map of rows: a function of the two columns."""
    if axes == ("row", "col"):
        return lambda row, col: dict(zip(axes, move((row, col)), strict=True))
    return lambda y, x: dict(zip(axes, move((y, x)), strict=True))
