"""A few small pieces of work, done in the nursery itself, so that all they import is there.

Only what leaves no thread behind is done here, for a fork would not have it. Solvers whose
libraries are heavy are imported by who asks them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ....models.gallery import entry
from ....solvers.registry import get_solver, solver_names
from .answering import answer
from .editing import edit
from .output import Output
from .reading import read

__all__ = ["rehearse"]

PUZZLES = ("sudoku-4", "queens-8")
MOST = 16 << 20  # bytes


def rehearse() -> None:
    """Do a bit of everything."""
    texts = [entry(name).text for name in PUZZLES]
    texts += ["1.....3..4.....2", "11.............."]
    output = Output(lambda data: None, MOST)
    for text in texts:
        task: dict[str, Any] = {"text": text, "format": None, "seconds": 5.0}
        read(task, output)
        for question in ("solve", "all", "count"):
            told = {"question": question, "solver": "auto", "limit": 2, "memory": MOST}
            answer({**task, **told}, output)
    edit({**task, "row": 0, "col": 0, "value": ""}, output)
    for name in solver_names():
        with suppress(Exception):  # it is told to whoever asks that solver
            get_solver(name)
