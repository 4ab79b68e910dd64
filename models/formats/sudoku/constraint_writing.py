"""Writes sudoku variants as constraint strings: a grid, then a word for all else that holds.

What is written is read again and compared, so that what the words cannot say is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import ModelError
from ...sudokus.cells import Cell
from ...sudokus.grid_shape import diagonals_of
from ...sudokus.grid_values import box_shape, has_boxes
from ...sudokus.sudoku import Sudoku
from ..format import Problem, held
from ..likeness import same_cover
from ..source import Source, plural
from .constraint_puzzles import LARGEST, read_constraints
from .given_rows import given_rows, line_of, size_of
from .grids import Grid
from .variant_lines import layout_of

__all__ = ["write_constraints"]

_DIAGONALS = "Diagonal~-1", "Diagonal~1"  # falling and rising


def write_constraints(problem: Problem) -> str:
    """Return the puzzle as one line.

    Raises ModelError for forbidden choices, for costs, and for houses and constraints that no word
    says.
    """
    puzzle = problem
    if not isinstance(puzzle, Sudoku):
        size = size_of(problem)
        puzzle = held(problem, Sudoku(size=size if has_boxes(size) else 9), "constraints")
    if puzzle.size > LARGEST:
        raise ModelError(f"constraints: a sudoku of size {puzzle.size}, expected up to {LARGEST}")
    if puzzle.forbidden_options:
        raise ModelError(f"constraints: {puzzle!r} has forbidden choices, expected givens alone")
    try:
        grid, *words = _grid(given_rows(puzzle)), *_regions(puzzle), *_constraints(puzzle)
    except ModelError as error:
        raise ModelError(f"constraints: {error}") from None
    text = ".".join([grid, *words]) + "\n"
    (again,) = read_constraints(Source(text))
    if not same_cover(again.matrix, puzzle.matrix):
        what = f"{puzzle!r} has rules or costs of its own"
        raise ModelError(f"constraints: {what}, which no constraint string says")
    return text


def _grid(rows: Grid) -> str:
    """Return the grid; where a number has no room there, the shape and a word for each given."""
    size = len(rows)
    if 4 <= size <= 9:
        return line_of(rows)
    cells = [(r, c, value) for r, row in enumerate(rows) for c, value in enumerate(row) if value]
    return ".".join(
        [f".Shape~{size}x{size}", *(f"~R{r + 1}C{c + 1}_{value}" for r, c, value in cells)]
    )


def _regions(puzzle: Sudoku) -> Iterator[str]:
    """Yield the words of all houses beside rows and columns."""
    size, further = puzzle.size, puzzle.further_houses
    usual = box_shape(size) if has_boxes(size) else None
    if puzzle.box is None or puzzle.box != usual:
        if has_boxes(size):
            yield "NoBoxes"
        yield f"Jigsaw~{layout_of(puzzle)}"
    if "diagonal" in further:
        yield from _DIAGONALS
    if "window" in further:
        yield "Windoku"
    if "extra region" in further:
        yield from _extra(further["extra region"], size)


def _extra(regions: Sequence[Sequence[Cell]], size: int) -> Iterator[str]:
    """Yield the words of further regions: diagonals, or a jigsaw on top of the boxes."""
    words = dict(zip(diagonals_of(size), _DIAGONALS, strict=True))
    rest = [region for region in regions if tuple(region) not in words]
    yield from (words[tuple(region)] for region in regions if tuple(region) in words)
    if rest:
        marks = {cell: chr(ord("A") + k) for k, region in enumerate(rest) for cell in region}
        if len(rest) != size or len(marks) != size * size:
            what = f"{plural(len(rest), 'extra region')}, which no constraint string says"
            raise ModelError(f"{what} unless they are diagonals or cover the grid")
        yield f"Jigsaw~{''.join(marks[cell] for cell in sorted(marks))}"


def _constraints(puzzle: Sudoku) -> Iterator[str]:
    return (constraint.to_text(puzzle.size) for constraint in puzzle.constraints)
