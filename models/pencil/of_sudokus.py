"""Sudokus as pencil puzzles: which constraints a kind says, and the grid that says them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..errors import ModelError
from ..spelling import counted
from ..sudokus.constraints import Constraint, Skyscraper
from ..sudokus.grid_shape import Cell, spell_cell
from ..sudokus.grid_values import box_shape, has_boxes
from ..sudokus.sudoku import Sudoku
from .grid import LOOKING, Draft, Grid

__all__ = ["OfSudoku", "put_between", "put_views"]


@dataclass(frozen=True)
class OfSudoku:
    """How a kind says sudokus.

    fill         puts the constraints into a grid. Raises ModelError for one that it cannot say
    constraints  the classes of constraints that the kind says; only a sudoku with one of them is
                 of the kind, if there are some
    further      classes that it says, too
    boxes        whether the kind has the usual boxes; otherwise it has none
    diagonals    whether it says that both diagonals have each digit
    """

    fill: Callable[[Sudoku, Draft], None]
    constraints: tuple[type[Constraint], ...] = ()
    further: tuple[type[Constraint], ...] = ()
    boxes: bool = False
    diagonals: bool = False

    def takes(self, sudoku: Sudoku) -> bool:
        """Whether a sudoku may be of the kind."""
        found = any(isinstance(item, self.constraints) for item in sudoku.constraints)
        return found or not self.constraints

    def refused(self, sudoku: Sudoku) -> list[str]:
        """Return in words what of a sudoku the kind cannot say."""
        return list(dict.fromkeys(self._refused(sudoku)))

    def _refused(self, sudoku: Sudoku) -> Iterator[str]:
        known = (*self.constraints, *self.further)
        yield from (item.title for item in sudoku.constraints if not isinstance(item, known))
        if not (_has_usual_boxes(sudoku) if self.boxes else _has_no_boxes(sudoku)):
            box = sudoku.box
            yield "regions" if box is None else f"boxes of {box[0]}x{box[1]} cells"
        for kind, houses in sudoku.further_houses.items():
            if kind != "diagonal" or not self.diagonals:
                yield counted(len(houses), kind)

    def grid(self, sudoku: Sudoku, parts: Sequence[str], rows: Sequence[Sequence[int]]) -> Grid:
        """Return the grid of a sudoku. Raises ModelError for a constraint it cannot say.

        rows  the givens; 0 for a blank
        """
        draft = Draft(sudoku.size, sudoku.size, parts)
        draft.put("marks", (str(value or "-") for row in rows for value in row))
        self.fill(sudoku, draft)
        return draft.grid()


def _has_usual_boxes(sudoku: Sudoku) -> bool:
    size = sudoku.size
    if not has_boxes(size):
        return False
    high, wide = box_shape(size)
    return all(
        len({(row // high, col // wide) for row, col in box}) == 1
        for box in sudoku.grid_shape.boxes
    )


def _has_no_boxes(sudoku: Sudoku) -> bool:
    """Whether the boxes are rows or columns."""
    lines = (zip(*box, strict=True) for box in sudoku.grid_shape.boxes)
    return all(1 in (len(set(rows)), len(set(cols))) for rows, cols in lines)


def put_views(sudoku: Sudoku, draft: Draft) -> None:
    """Put the numbers of skyscrapers beside a grid.

    Raises ModelError for a view along a part of a line, and for two at one place.
    """
    grid = draft.grid()
    for view in sudoku.constraints:
        if isinstance(view, Skyscraper):
            line = list(view.path(view.line))
            places = [
                (part, k)
                for side, part in LOOKING.items()
                for k in range(sudoku.size)
                if grid.look(side, k) == line
            ]
            if not places:
                ends = f"{spell_cell(line[0])} to {spell_cell(line[-1])}"
                raise ModelError(f"a view along {ends}, expected a whole line")
            part, k = places[0]
            if draft.parts[part][0][k] not in ("-", str(view.seen)):
                raise ModelError(f"two views from {spell_cell(line[0])}, expected one")
            draft.parts[part][0][k] = str(view.seen)


def put_between(draft: Draft, cells: Sequence[Cell], word: str) -> None:
    """Put a sign between two cells.

    Raises ModelError for cells that are no neighbours, and for a second sign.
    """
    (row, col), other = sorted(cells)
    steps = {(row, col + 1): "right sides", (row + 1, col): "lower sides"}
    names = " and ".join(map(spell_cell, sorted(cells)))
    if other not in steps:
        raise ModelError(f"a sign between {names}, expected neighbours")
    line = draft.parts[steps[other]][row]
    if line[col] not in ("-", word):
        raise ModelError(f"two signs between {names}, expected one")
    line[col] = word
