"""Writes sudoku variants as constraint strings: a grid, then a word for all else that holds.

What is written is read again and compared, so that what the words cannot say is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TypeVar

from ...errors import ModelError
from ...sudokus.grid_shape import boxes_of, diagonals_of, spell_cell
from ...sudokus.grid_values import box_shape, has_boxes
from ...sudokus.shaped_sudoku import ShapedSudoku
from ...sudokus.sudoku import Sudoku
from ..format import Problem, held
from ..likeness import same_cover
from ..source import Source, plural
from .constraint_reading import LARGEST, read_constraints
from .grids import given_rows, line_of, size_of
from .variant_lines import layout_of

__all__ = ["write_constraints"]

P = TypeVar("P", Sudoku, ShapedSudoku)
_MARKS = digits + ascii_uppercase + ascii_lowercase
_DIAGONALS = "Diagonal~-1", "Diagonal~1"  # falling and rising


def write_constraints(problem: Problem) -> str:
    """Return the puzzle as one line.

    Raises ModelError for forbidden choices, for costs, and for houses and constraints that no word
    says.
    """
    puzzle = problem
    if isinstance(puzzle, ShapedSudoku):
        return _read_again(puzzle, _shaped)
    if not isinstance(puzzle, Sudoku):
        size = size_of(problem)
        puzzle = held(problem, Sudoku(size=size if has_boxes(size) else 9), "constraints")
    if puzzle.size > LARGEST:
        raise ModelError(f"constraints: a sudoku of size {puzzle.size}, expected up to {LARGEST}")
    return _read_again(puzzle, _plain)


def _read_again(puzzle: P, words_of: Callable[[P], Iterator[str]]) -> str:
    """Return the words as a line. Raises ModelError for what they do not say."""
    if puzzle.forbidden_options:
        raise ModelError(f"constraints: {puzzle!r} has forbidden choices, expected givens alone")
    try:
        text = ".".join(words_of(puzzle)) + "\n"
    except ModelError as error:
        raise ModelError(f"constraints: {error}") from None
    (again,) = read_constraints(Source(text))
    if not same_cover(again.matrix, puzzle.matrix):
        reason = f"{puzzle!r} has rules or costs of its own"
        raise ModelError(f"constraints: {reason}, which no constraint string says")
    return text


def _plain(puzzle: Sudoku) -> Iterator[str]:
    rows = given_rows(puzzle)
    size = len(rows)
    if 4 <= size <= 9:
        yield line_of(rows)
    else:  # a number has no room in a line: the shape, and a word for each given
        givens = [
            f"~R{r + 1}C{c + 1}_{value}"
            for r, row in enumerate(rows)
            for c, value in enumerate(row)
            if value
        ]
        yield ".".join([f".Shape~{size}x{size}", *givens])
    yield from _regions(puzzle)
    for constraint in puzzle.constraints:
        yield constraint.to_text(puzzle.size)


def _shaped(puzzle: ShapedSudoku) -> Iterator[str]:
    rows, cols, values = puzzle.rows, puzzle.cols, puzzle.values
    side = max(rows, cols)
    if max(side, puzzle.size) > LARGEST or values.start not in (0, 1):
        raise ModelError(f"values {values!r}, expected some from 0 or 1 on up to {LARGEST}")
    span = f"~{values.start}-{values[-1]}" if values != range(1, side + 1) else ""
    raw = "" if puzzle.lines else "~Raw" if span else "~~Raw"
    yield f".Shape~{rows}x{cols}{span}{raw}"
    yield from _outside(puzzle)
    if puzzle.region_size != side:
        yield f"RegionSize~{puzzle.region_size}"
    further = puzzle.further_houses
    regions = further.get("extra region", ()) if puzzle.boxed else puzzle.grid_shape.boxes
    if puzzle.lines and not puzzle.boxed and boxes_of(rows, cols, puzzle.region_size)[1]:
        yield "NoBoxes"
    if regions:
        marks = {cell: _MARKS[k] for k, region in enumerate(regions) for cell in region}
        cells = ((r, c) for r in range(rows) for c in range(cols))
        labels = "".join(marks.get(cell, _MARKS[-1]) for cell in cells)
        yield f"Jigsaw~{labels}"
    if "diagonal" in further:
        words = dict(zip(diagonals_of(rows), _DIAGONALS, strict=True))
        yield from (words[tuple(house)] for house in further["diagonal"])
    if "window" in further:
        yield "Windoku"
    for row, col, value in puzzle.read(puzzle.given_options)[puzzle.digit]:
        yield f"~{spell_cell((row, col))}_{value}"
    for constraint in puzzle.constraints:
        yield constraint.to_text(puzzle.grid_shape)


def _outside(puzzle: ShapedSudoku) -> Iterator[str]:
    """Yield a word for all cells outside the grid with the same letters, which are called V..."""
    groups: dict[str, list[str]] = {}
    for name in map(spell_cell, puzzle.extra_cells):
        if name.startswith("V"):
            groups.setdefault(name.rstrip(digits), []).append(name)
    for letters, names in groups.items():
        yield f"Var~{letters[1:]}" + (f"~~{len(names)}" if len(names) > 1 else "")


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
        regions = further["extra region"]
        words = dict(zip(diagonals_of(size), _DIAGONALS, strict=True))
        rest = [region for region in regions if tuple(region) not in words]
        yield from (words[tuple(region)] for region in regions if tuple(region) in words)
        if rest:
            marks = {cell: chr(ord("A") + k) for k, region in enumerate(rest) for cell in region}
            if len(rest) != size or len(marks) != size * size:
                reason = f"{plural(len(rest), 'extra region')}, which no constraint string says"
                raise ModelError(f"{reason} unless they are diagonals or cover the grid")
            yield f"Jigsaw~{''.join(marks[cell] for cell in sorted(marks))}"
