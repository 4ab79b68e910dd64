"""The kind and the grid of a puzzle that is to be written as a text or a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import ModelError
from ...matrix.exact_cover import ExactCover
from ...puzzle import Puzzle
from ..format import Problem

if TYPE_CHECKING:
    from ...pencil.grid import Grid
    from ...pencil.kind import Kind

__all__ = ["pencil_of"]


def pencil_of(problem: Problem, form: str) -> tuple[Kind, Grid]:
    """Return the kind and the grid of a puzzle. Raises ModelError for one that has none.

    form  the name of the format that asks
    """
    from ...pencil import find_kind
    from ...pencil.answers import PencilPicture

    picture = None if isinstance(problem, ExactCover) else problem.picture
    if not isinstance(picture, PencilPicture):
        raise ModelError(f"{form}: {problem!r}, expected a pencil puzzle of a kind that minuet has")
    assert isinstance(problem, Puzzle)
    from ..likeness import same_cover

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
