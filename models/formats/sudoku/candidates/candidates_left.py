"""What is left to each cell of a puzzle that holds givens and candidates alone."""

from __future__ import annotations

from ....errors import ModelError
from ....sudokus.cells import spell_cell
from ...format import Problem
from ...likeness import same_cover
from ..given_rows import given_rows, size_of
from ..grids import DIGIT_SIZES

__all__ = ["left_to_cells"]


def left_to_cells(problem: Problem, form: str, *, several: bool = True) -> tuple[int, list[str]]:
    """Return the size, and the digits of each cell, which are all where nothing is said.

    Raises ModelError for a puzzle that holds anything but givens and candidates.
    """
    from ....sudokus.constraints import Candidates
    from ....sudokus.sudoku import Sudoku

    size = size_of(problem)
    if not isinstance(problem, Sudoku) or size not in DIGIT_SIZES:
        raise ModelError(f"{form}: {problem!r}, expected a Sudoku of size 4, 6, 8 or 9")
    every = set(range(1, size + 1))
    left = {(r, c): every for r in range(size) for c in range(size)}
    for constraint in problem.constraints:
        if not isinstance(constraint, Candidates) or not several:
            wanted = "givens and candidates" if several else "givens"
            raise ModelError(f"{form}: {constraint.title}, expected {wanted} alone")
        for cell in constraint.path(constraint.cells):
            left[cell] = left[cell] & set(constraint.values)
    for cell, some in left.items():
        if not some:
            raise ModelError(f"{form}: nothing left to {spell_cell(cell)}, expected some")
    plain = Sudoku(size=size, constraints=problem.constraints)
    if problem.forbidden_options or not same_cover(plain.matrix, problem.matrix):
        wanted = "givens and candidates alone"
        raise ModelError(f"{form}: {problem!r} has rules or costs of its own, expected {wanted}")
    shown = given_rows(problem)
    for row, col in (cell for cell in left if shown[cell[0]][cell[1]]):
        value = shown[row][col]
        if value not in left[row, col]:
            what = f"{spell_cell((row, col))} is given what is not left to it"
            raise ModelError(f"{form}: {what}, expected one of its candidates")
        left[row, col] = {value}
    return size, ["".join(map(str, sorted(left[cell]))) for cell in sorted(left)]
