"""The kind and the grid of a puzzle that is to be written as a text or a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import InputError, ModelError
from ...matrix.exact_cover import ExactCover
from ...puzzle import Puzzle
from ..format import Problem
from ..likeness import same_cover

if TYPE_CHECKING:
    from ...pencil.grid import Grid
    from ...pencil.kind import Kind
    from ...sudokus.sudoku import Sudoku

__all__ = ["pencil_of"]


def pencil_of(problem: Problem, form: str) -> tuple[Kind, Grid]:
    """Return the kind and the grid of a puzzle. Raises ModelError for one that has none.

    form  the name of the format that asks
    """
    from ...pencil import find_kind
    from ...pencil.answers import PencilPicture
    from ...sudokus.sudoku import Sudoku

    if isinstance(problem, Sudoku):
        problem = _plain(problem)
    picture = None if isinstance(problem, ExactCover) else problem.picture
    if not isinstance(picture, PencilPicture):
        raise ModelError(f"{form}: {problem!r}, expected a pencil puzzle of a kind that minuet has")
    assert isinstance(problem, Puzzle)
    it = find_kind(picture.kind.name)
    again = it.puzzle(picture.grid)
    if (
        not same_cover(again.matrix, problem.matrix)
        or set(again.given_options) != set(problem.given_options)
        or again.forbidden_options != problem.forbidden_options
    ):
        raise ModelError(
            f"{form}: {problem!r} has givens, rules or costs that its clues do not say"
        )
    return it, picture.grid


def _plain(sudoku: Sudoku) -> Puzzle:
    """Return a sudoku without constraints as a pencil puzzle; any other one as it is."""
    from ...pencil import find_kind
    from ...pencil.grid import Grid
    from ..sudoku.grids import given_rows

    marks = tuple(tuple(str(value or "-") for value in row) for row in given_rows(sudoku))
    try:
        plain = find_kind("sudoku").puzzle(Grid(sudoku.size, sudoku.size, (), {"marks": marks}))
    except InputError:
        return sudoku
    is_plain = same_cover(plain.matrix, sudoku.matrix) and not sudoku.forbidden_options
    return plain if is_plain else sudoku
