"""How the contests' sudokus are read, answered and printed.

Many sudokus go through as arrays, from the text of the input to that of the output: of fifty
thousand, no one is ever a puzzle, an answer or a string of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...models.errors import Unreached
from ...models.formats.source import Source
from ...models.formats.sudoku.character_grids import (
    read_letter_rows,
    read_number_rows,
    read_puzzle_lines,
)
from ...models.formats.sudoku.grids import Grids
from ...models.formats.sudoku.sudoku_text import Sudokus
from ...models.sudokus.grid_shape import grid_texts, option_marks
from ...solvers.contract.batch import Batch
from ...solvers.contract.result import Status
from ...solvers.search.verbs import solve_many
from .task import NO_SOLUTION, Write, answer_text, answered

if TYPE_CHECKING:
    from ...solvers.contract.watching import Listener

__all__ = ["answer_letters", "answer_lines", "answer_numbers", "answer_target"]


def _solved(
    grids: Grids, solver: str, threads: int, progress: Listener, between: str = ""
) -> Iterator[tuple[str, int]]:
    """Solve the grids on one matrix; yield the texts of some at a time, and of how many.

    between  what stands before each but the first
    """
    puzzles = Sudokus(grids)
    givens = Batch(*puzzles.givens)
    results = solve_many(
        puzzles.blank, givens, solver, threads=threads, arrays=True, progress=progress
    )
    values = [value for _, _, value in puzzles.blank.digit]
    marks = option_marks(values, grids.layout)
    skipped = len(between)  # of the first
    for block in results:
        # A solution has one option of each cell, and the options are in the order of the cells.
        cells = marks[block.solutions.options].reshape(-1, grids.size**2)
        texts = grid_texts(cells, grids.layout)
        if between:
            texts = np.insert(texts, 0, list(between.encode()), axis=1)
        text = texts.tobytes().decode()
        if not block.counts.all():
            text = _with_unsolved(text, texts.shape[1], block.counts.tolist(), between)
        yield text[skipped:], len(block)
        skipped = 0
    if not results.complete:
        raise Unreached(f"solver {solver} left a sudoku open")


def _with_unsolved(text: str, length: int, counts: Sequence[int], between: str) -> str:
    """Return texts of that length with the ones of the puzzles without a solution among them."""
    solved = (text[start : start + length] for start in range(0, len(text), length))
    return "".join(next(solved) if count else f"{between}{NO_SOLUTION}\n" for count in counts)


def _one_grid(source: Source) -> Grids:
    """Read the one 9x9 grid of numbers, and nothing behind it."""
    if len(source.lines) > 9:
        number = source.lines[9][0]
        raise source.error("a line behind the grid, expected 9 lines", number)
    return read_number_rows(source, 9, dot=False)


def answer_numbers(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    """Answer one grid of numbers: the solved grid."""
    (puzzle,) = Sudokus(_one_grid(source))
    write(answer_text(puzzle, solver, threads, progress))
    return 1


def answer_lines(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    """Answer grids of a line each: the solved ones, a line each."""
    return _written(
        _solved(read_puzzle_lines(source, 9, zero=False), solver, threads, progress), write
    )


def answer_letters(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    """Answer grids of letters, with an empty line between the solved ones."""
    return _written(
        _solved(read_letter_rows(source, 16), solver, threads, progress, between="\n"), write
    )


def _written(texts: Iterable[tuple[str, int]], write: Write) -> int:
    """Write the texts; return of how many puzzles they are."""
    puzzles = 0
    for text, number in texts:
        write(text)
        puzzles += number
    return puzzles


def answer_target(
    source: Source, write: Write, solver: str, threads: int, progress: Listener
) -> int:
    """Answer a target sudoku: its highest total, or -1."""
    (puzzle,) = Sudokus(_one_grid(source), target=True)
    result = answered(puzzle, solver, threads, progress)
    write(f"{-1 if result.status is Status.INFEASIBLE else result.objective}\n")
    return 1
