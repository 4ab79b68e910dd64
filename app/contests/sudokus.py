"""The sudokus of Luogu P1784, AcWing 166, POJ 3076, and the target sudoku of Luogu P1074."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...models.formats.source import Source
from .task import Answerer, Contest, Write

if TYPE_CHECKING:
    from ...solvers.contract.watching.receiver import Listener

__all__ = ["SUDOKUS"]


def _later(name: str) -> Answerer:
    """Return a function of sudoku_answers.py, which is imported when it is called."""

    def answer(source: Source, write: Write, solver: str, threads: int, progress: Listener) -> int:
        from . import sudoku_answers

        answerer: Answerer = getattr(sudoku_answers, name)
        return answerer(source, write, solver, threads, progress)

    return answer


SUDOKUS = (
    Contest("luogu-p1784", (), "a sudoku of numbers: the solved grid", _later("answer_numbers")),
    Contest(
        "acwing-166",
        ("poj-3074", "luogu-p10482"),
        "sudokus, one a line: solved, one a line",
        _later("answer_lines"),
        lines=1,
    ),
    Contest(
        "poj-3076",
        ("zoj-3122",),
        "16x16 sudokus of letters: the solved grids",
        _later("answer_letters"),
        lines=16,
    ),
    Contest(
        "luogu-p1074",
        (),
        "target sudoku (NOIP 2009): the highest total, or -1",
        _later("answer_target"),
    ),
)
