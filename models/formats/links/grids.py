"""Parts that the readers and writers of f-puzzles and SudokuPad share.

The sudoku to write (a `Sudoku`, or a puzzle that is equivalent to one), regions as labels of cells,
and the metadata of SudokuPad.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...errors import ModelError
from ...sudokus.constraints import Cage, Constraint
from ...sudokus.grid_shape import Cell
from ...sudokus.grid_values import box_shape, has_boxes
from ...sudokus.sudoku import Sudoku
from ..format import Problem, held
from ..likeness import same_cover
from ..source import plural
from ..sudoku.grids import size_of
from .json_values import Value

__all__ = [
    "WITHOUT_EFFECT",
    "Regions",
    "is_metadata",
    "read_metadata",
    "read_metadata_cage",
    "read_rules",
    "rebuilt",
    "regions_in",
    "sudoku_for",
    "usual_label",
]


def sudoku_for(problem: Problem, form: str, largest: int) -> Sudoku:
    """Return the sudoku. Raises ModelError for what is none, and for forbidden choices."""
    puzzle = problem
    if not isinstance(puzzle, Sudoku):
        size = size_of(problem)
        puzzle = held(problem, Sudoku(size=size if has_boxes(size) else 9), form)
    if puzzle.size > largest:
        raise ModelError(f"{form}: a sudoku of size {puzzle.size}, expected up to {largest}")
    if puzzle.forbidden_options:
        raise ModelError(f"{form}: {puzzle!r} has forbidden choices, expected givens alone")
    return puzzle


def rebuilt(puzzle: Sudoku, order: Callable[[Constraint], int]) -> Sudoku | None:
    """Return a blank sudoku of the same regions and constraints, these in that order.

    Lines and cages make choices of their own, whose order in the matrix is theirs. None where the
    puzzle has rules or costs beside them.
    """
    shape: dict[str, Any] = {"box": puzzle.box}
    if puzzle.box is None:
        labels = {cell: str(k) for k, box in enumerate(puzzle.grid_shape.boxes) for cell in box}
        lines = range(puzzle.size)
        shape = {"regions": [[labels[row, col] for col in lines] for row in lines]}
    shape["extra"] = [house for houses in puzzle.further_houses.values() for house in houses]
    same = Sudoku(size=puzzle.size, constraints=puzzle.constraints, **shape)
    if not same_cover(same.matrix, puzzle.matrix):
        return None
    # One about the whole grid says no more when it is said again.
    once = [
        constraint for k, constraint in enumerate(puzzle.constraints)
        if not constraint.whole or constraint not in puzzle.constraints[:k]
    ]  # fmt: skip
    ordered = sorted(once, key=order)
    return Sudoku(size=puzzle.size, constraints=ordered, **shape)


# ---- Regions -------------------------------------------------------------------------------------
# Pages say of each cell in which region it is, or in none. A sudoku has boxes, or a layout in
# which every region has as many cells as there are digits. Any other regions are said on top of a
# grid of rows and columns alone: whole ones hold every digit, smaller ones no digit twice.


Label = int | None


class Regions:
    """What regions come to: arguments of `Sudoku`, and constraints beside them."""

    def __init__(self, size: int, labels: Mapping[Cell, Label]) -> None:
        self.arguments: dict[str, Any] = {}
        self.extra: list[tuple[Cell, ...]] = []
        self.constraints: list[Constraint] = []
        self.cells: dict[Label, list[Cell]] = {}
        for cell in sorted(labels):
            if labels[cell] is not None:
                self.cells.setdefault(labels[cell], []).append(cell)
        self._settle(size, labels)

    @property
    def is_whole(self) -> bool:
        """Whether every cell is in a region, and each has as many cells as there are digits."""
        return not self.extra and not self.constraints and bool(self.cells)

    def _settle(self, size: int, labels: Mapping[Cell, Label]) -> None:
        for label, cells in self.cells.items():
            if len(cells) > size:
                message = f"region {label} has {plural(len(cells), 'cell')}, expected up to {size}"
                raise ModelError(message)
        whole = [cells for cells in self.cells.values() if len(cells) == size]
        if len(whole) == size:
            boxes = {(label, usual_label(size, cell)) for cell, label in labels.items()}
            if has_boxes(size) and len(boxes) == size:
                self.arguments["box"] = box_shape(size)
            elif all(len({row for row, _ in cells}) == 1 for cells in whole):
                self.arguments["box"] = (1, size)
            else:
                order = {label: number for number, label in enumerate(self.cells)}
                self.arguments["regions"] = [
                    [str(order[labels[row, col]]) for col in range(size)] for row in range(size)
                ]
            return
        self.arguments["box"] = (1, size)
        self.extra = [tuple(cells) for cells in whole]
        smaller = [cells for cells in self.cells.values() if 1 < len(cells) < size]
        self.constraints = [Cage(None, tuple(cells)) for cells in smaller]


def usual_label(size: int, cell: Cell) -> int:
    """Return the region in which a cell is unless its page says another: its box, or else its row.

    A size that is prime has no boxes.
    """
    if not has_boxes(size):
        return cell[0]
    high, wide = box_shape(size)
    return cell[0] // high * (size // wide) + cell[1] // wide


def regions_in(puzzle: Sudoku) -> Sequence[Sequence[Cell]] | None:
    """Return the boxes or regions of a sudoku; None if they are the usual ones of its size."""
    usual = box_shape(puzzle.size) if has_boxes(puzzle.size) else (1, puzzle.size)
    return None if puzzle.box == usual else puzzle.grid_shape.boxes


# ---- Metadata of SudokuPad -----------------------------------------------------------------------
# They are keys of `metadata`, or stand in a cage of their own, as in `title: Fish`.


WORDS = "rules in words are not read"
SWITCHES = ("antiknight", "antiking", "norowcol")
_NAMES = ("id", "title", "author", "source", "date", "difficulty", "tags")
_MESSAGES = ("msg", "msgcorrect", "msgincorrect", "msgvalid", "msginvalid", "msgunknown")
_LOOKS = ("bgimage", "bgimageopacity", "bgimagecolor", "customstyle", "nogrid")
_MEDIA = ("image", "thumbnail", "video", "videos", "duration")
# The solution is the setter's: it follows from the clues, and is none of them.
WITHOUT_EFFECT = frozenset((*_NAMES, *_MESSAGES, *_LOOKS, *_MEDIA, "solution"))
_ENTRY = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,40}):\s*(\S.*)", re.DOTALL)


def is_metadata(cage: Value) -> bool:
    """Whether the text in a cage is a key and its value, as in `title: Fish`."""
    return _entry_of(cage) is not None


def read_metadata(metadata: Value) -> set[str]:
    """Read an object of metadata and return the switches that are on."""
    if not metadata.is_said:
        return set()
    metadata.ignore(*WITHOUT_EFFECT)
    read_rules(metadata.field("rules"))
    return {key for key in SWITCHES if metadata.field(key).flag()}


def read_metadata_cage(cage: Value) -> set[str]:
    """Read a cage for which `is_metadata` holds and return the switches that it turns on."""
    entry = _entry_of(cage)
    key, text = entry.groups() if entry else ("", "")
    if key == "rules":
        cage.warn(WORDS)
    cage.ignore(*cage.fields().keys() - {"value"})
    if key == "rules" or key in WITHOUT_EFFECT:
        cage.ignore_all()
    elif key in SWITCHES:
        cage.ignore_all()
        return {key} if Value(text, f"{cage.path}: {key}").flag() else set()
    return set()


def read_rules(rules: Value) -> None:
    """Say that rules in words are not read, if there are some."""
    if rules.is_said:
        rules.warn(WORDS)
    rules.ignore_all()


def _entry_of(cage: Value) -> re.Match[str] | None:
    value = cage.plain.get("value") if isinstance(cage.plain, dict) else None
    return _ENTRY.fullmatch(value) if isinstance(value, str) else None
