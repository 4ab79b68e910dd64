"""The kind and the grid of a puzzle that is to be written as a text or a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ...puzzle import Puzzle
from ..format import Problem
from ..likeness import same_cover
from ..source import listing
from ..sudoku.grids import given_rows

if TYPE_CHECKING:
    from ...pencil.answers import PencilPicture
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

    picture = None if isinstance(problem, ExactCover) else problem.picture
    if isinstance(picture, PencilPicture):
        assert isinstance(problem, Puzzle)
        if _says(picture, problem):
            return find_kind(picture.kind.name), picture.grid
    if isinstance(problem, Sudoku):
        return _of_sudoku(problem, form)
    if isinstance(picture, PencilPicture):
        raise ModelError(
            f"{form}: {problem!r} has givens, rules or costs that its clues do not say"
        )
    raise ModelError(f"{form}: {problem!r}, expected a pencil puzzle of a kind that minuet has")


def _says(picture: PencilPicture, puzzle: Puzzle) -> bool:
    """Whether a grid says all of a puzzle."""
    from ...pencil import find_kind

    again = find_kind(picture.kind.name).puzzle(picture.grid)
    return (
        same_cover(again.matrix, puzzle.matrix)
        and set(again.given_options) == set(puzzle.given_options)
        and again.forbidden_options == puzzle.forbidden_options
    )


def _of_sudoku(sudoku: Sudoku, form: str) -> tuple[Kind, Grid]:
    """Return the kind that says a sudoku, and the grid. Raises ModelError if there is none."""
    from ...pencil.kind import kinds_of_sudokus
    from ..links.grids import rebuilt, sudoku_for

    sudoku_for(sudoku, form, sudoku.size)
    if rebuilt(sudoku, lambda constraint: 0) is None:
        raise ModelError(f"{form}: {sudoku!r} has rules or costs of its own")
    refusals: list[tuple[int, str]] = []
    for it in kinds_of_sudokus():
        if form == "puzz-link" and it.link is None:
            continue
        if it.of_sudoku is not None and it.of_sudoku.takes(sudoku):
            refused = it.of_sudoku.refused(sudoku)
            try:
                if not refused:
                    return it, it.of_sudoku.grid(sudoku, it.parts, given_rows(sudoku))
            except ModelError as error:
                refused = [str(error)]
            refusals.append((len(refused), f"{form}: {it.title} cannot say {listing(refused)}"))
    raise ModelError(min(refusals)[1])
