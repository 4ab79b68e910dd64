"""What an experiment would run, as `--dry-run` tells it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...terminal.streams import cell, show, show_table
from .wanted import Wanted

if TYPE_CHECKING:
    from ....experiments import Experiment

__all__ = ["LEFT", "tell_plan", "writing"]

LEFT = ("solver", "question")  # columns of words


def tell_plan(found: Experiment, wanted: Wanted) -> None:
    """Print what would be run: a row for each solver and question, with numbers."""
    from ....experiments import Records

    done: set[str] = set()
    if (found.folder / "records.sqlite").exists() and not wanted.again:
        with writing(found.folder), Records(found.folder) as records:
            done = records.keys()
    rows = [_planned(found, solver, question, done) for solver, question in _pairs(found)]
    left = [run for run in found.chosen if run.key not in done]
    seconds = found.suite.limits.seconds
    if wanted.as_json:
        from ...documents.document import emit

        told = {
            "suite": found.suite.name,
            "folder": str(found.folder),
            "instances": len({run.instance.name for run in found.chosen}),
            "runs": len(found.chosen),
            "recorded": len(found.chosen) - len(left),
            "left": len(left),
            "most_seconds": None if seconds is None else len(left) * seconds,
            "parts": rows,
        }
        emit("experiment_plan", **told)
        return
    from rich.table import Table

    table = Table(title=found.suite.name, title_justify="left")
    for heading in ("solver", "question", "instances", "runs", "recorded", "left"):
        table.add_column(heading, justify="left" if heading in LEFT else "right")
    for row in rows:
        table.add_row(*(cell(str(value)) for value in row.values()))
    show_table(table)
    show(_in_all(len(left), seconds, wanted.at_once))


def _pairs(found: Experiment) -> list[tuple[str, str]]:
    return list(dict.fromkeys((run.solver.label, run.question) for run in found.chosen))


def _planned(found: Experiment, solver: str, question: str, done: set[str]) -> dict[str, Any]:
    runs = [run for run in found.chosen if (run.solver.label, run.question) == (solver, question)]
    recorded = sum(run.key in done for run in runs)
    return {
        "solver": solver,
        "question": question,
        "instances": len({run.instance.name for run in runs}),
        "runs": len(runs),
        "recorded": recorded,
        "left": len(runs) - recorded,
    }


def _in_all(left: int, seconds: float | None, at_once: int | None) -> str:
    from ....models.telling.spelling import counted

    runs = counted(left, "run")
    if seconds is None or not left:
        return f"{runs} left" if left else "nothing is left to be run"
    from ....solvers.search.estimate.told import spell_seconds

    most = spell_seconds(math.log(left * seconds / (at_once or 1)))
    shared = ", which the workers share" if at_once is None else ""
    each = f"{runs} left, of {seconds:g} s at most each"
    return f"{each}: up to {most}{shared}, and the time to start them"


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn what sqlite says of a disk, or of a file that is none of its own, into our errors."""
    import sqlite3

    from ....models.errors import InputError

    try:
        yield
    except sqlite3.OperationalError as error:
        raise OSError(0, f"{error}; the records so far are kept", str(folder)) from error
    except sqlite3.DatabaseError as error:
        file = str(folder / "records.sqlite")
        raise InputError(f"{error}, expected the records of an experiment", file=file) from error
