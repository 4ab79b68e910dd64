"""The sudokus of Luogu P1784, AcWing 166, POJ 3076, and the target sudoku of Luogu P1074."""

from __future__ import annotations

from collections.abc import Iterator

from ...models.formats.source import Source
from ...models.formats.sudoku.character_grids import read_letter_rows, read_puzzle_lines
from ...models.formats.sudoku.grids import Grids
from ...models.formats.sudoku.number_grids import read_number_rows
from ...models.formats.sudoku.sudoku_text import Sudokus
from ...solvers.contract.result import Status
from ...solvers.questions.many import solve_many
from ...solvers.setting.givens import Unreached
from .task import NO_SOLUTION, Contest, Write, answered, final

__all__ = ["SUDOKUS"]


def _solved(grids: Grids, solver: str) -> Iterator[str]:
    """Solve grid by grid, on one matrix."""
    puzzles = Sudokus(grids)
    givens = (puzzle.given_options for puzzle in puzzles)
    results = solve_many(puzzles.blank, givens, solver)
    for result in results:
        if result.status is Status.INFEASIBLE:
            yield NO_SOLUTION
        else:
            yield str(final(result, solver).answer)
    if not results.complete:
        raise Unreached(f"solver {solver} left a sudoku open")


def _one_grid(source: Source) -> Grids:
    """Read the one 9x9 grid of numbers, and nothing behind it."""
    if len(source.lines) > 9:
        number = source.lines[9][0]
        raise source.error("a line behind the grid, expected 9 lines", number)
    return read_number_rows(source, 9, dot=False)


def _numbers(source: Source, write: Write, solver: str) -> None:
    for text in _solved(_one_grid(source), solver):
        write(text + "\n")


def _lines(source: Source, write: Write, solver: str) -> None:
    for text in _solved(read_puzzle_lines(source, 9, zero=False), solver):
        write(text + "\n")


def _letters(source: Source, write: Write, solver: str) -> None:
    for place, text in enumerate(_solved(read_letter_rows(source, 16), solver)):
        write(("\n" if place else "") + text + "\n")


def _target(source: Source, write: Write, solver: str) -> None:
    for puzzle in Sudokus(_one_grid(source), target=True):
        result = answered(puzzle, solver)
        write(f"{-1 if result.status is Status.INFEASIBLE else result.objective}\n")


SUDOKUS = (
    Contest("luogu-p1784", (), "a sudoku of numbers: the solved grid", _numbers),
    Contest(
        "acwing-166",
        ("poj-3074", "luogu-p10482"),
        "sudokus, one a line: solved, one a line",
        _lines,
    ),
    Contest("poj-3076", ("zoj-3122",), "16x16 sudokus of letters: the solved grids", _letters),
    Contest("luogu-p1074", (), "target sudoku (NOIP 2009): the highest total, or -1", _target),
)
