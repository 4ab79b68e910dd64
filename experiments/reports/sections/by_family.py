"""Each family by itself: a solver that is best on the whole may be hopeless on one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..contents import Section, Table
from ..digits import NOTHING, rounded
from ..runs import TASK
from ..statistics.scores import scores
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["by_family"]

NOTE = (
    "PAR-2 in seconds, on the tasks that every solver ran; how many were solved, where not all "
    "were. The virtual best solver takes the fastest on each task."
)


def by_family(study: Study) -> Iterator[Section]:
    """Tell PAR-2 and what is solved, a row a family, a section a question."""
    for question in study:
        runs = study.compared(question)[0]
        if runs["family"].nunique() > 1:
            title = study.titled("Families", question)
            yield Section(title, (), [_table(runs, study.digits)])


def _table(runs: DataFrame, digits: int) -> Table:
    solvers = sorted(set(runs["solver"]))
    rows, strong = [], set()
    for place, (family, group) in enumerate(runs.groupby("family")):
        told = {one.solver: one for one in scores(group)}
        best = min((told[one].par2 for one in solvers if one in told), default=np.nan)
        row: list[str] = [str(family), str(group.groupby(TASK).ngroups)]
        for column, solver in enumerate([*solvers, "virtual best"], 2):
            one = told.get(solver)
            if one is None:
                row.append(NOTHING)
                continue
            row.append(_cell(one.par2, one.solved, one.tasks, digits))
            if one.par2 == best and one.solved and solver in solvers:
                strong.add((place, column))
        rows.append(row)
    columns: Sequence[str] = ["family", "tasks", *solvers, "virtual best"]
    return Table(columns, rows, note=NOTE, strong=frozenset(strong))


def _cell(par2: float, solved: int, tasks: int, digits: int) -> str:
    told = rounded(par2, digits)
    return told if solved == tasks else f"{told} ({solved} of {tasks})"
