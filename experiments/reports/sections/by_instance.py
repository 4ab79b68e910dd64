"""Each instance: its answer, and for each solver its seconds and, beside them, its nodes.

Instances that other solvers were asked about stand in a table of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from ..contents import Section, Table
from ..digits import NOTHING, exact, integer, rounded
from ..study import Study

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["by_instance"]

LONGEST = 24  # of an answer: a count of sixty digits is told by its ends
NOTE = (
    "Seconds (median of the runs that answered), or why there are none; nodes where the solver "
    "counts them. A ? stands behind an optimum that is not proved."
)


def by_instance(study: Study) -> Iterator[Section]:
    """Tell what came of each instance, a section a question."""
    for question in study.questions:
        runs = study.runs[study.runs["question"] == question]
        asked = runs.groupby("family")["solver"].agg(lambda one: tuple(sorted(set(one))))
        tables = []
        for solvers in dict.fromkeys(asked):
            families = [name for name, those in asked.items() if those == solvers]
            caption = ", ".join(families) if asked.nunique() > 1 else ""
            mine = runs[runs["family"].isin(families)]
            tables.append(_table(mine, solvers, study.digits, study.shortest, caption))
        tables[-1] = replace(tables[-1], note=NOTE)
        yield Section(study.titled("Instances", question), (), tables)


def _table(
    runs: DataFrame, solvers: Sequence[str], digits: int, shortest: float, caption: str
) -> Table:
    counting = {str(one) for one in runs[runs["nodes"] > 0]["solver"]}
    columns = ["instance", "n", "answer"]
    for solver in solvers:
        columns += [solver, f"{solver} nodes"] if solver in counting else [solver]
    rows, strong = [], set()
    groups = runs.sort_values(["family", "n", "instance"]).groupby(
        ["family", "instance", "digest"], sort=False
    )
    for place, ((_, instance, _), group) in enumerate(groups):
        row = [str(instance), exact(group["n"].iloc[0], 6), _answer(group)]
        times = group[group["solved"]].groupby("solver")["time"].median()
        for solver in solvers:
            mine = group[group["solver"] == solver]
            row.append(_cell(mine, digits, shortest))
            if len(times) > 1 and times.get(solver) == times.min():
                strong.add((place, len(row) - 1))
            if solver in counting:
                row.append(integer(mine[mine["solved"]]["nodes"].median()))
        rows.append(row)
    return Table(columns, rows, caption=caption, strong=frozenset(strong), folded=len(rows) > 24)


def _answer(group: DataFrame) -> str:
    if group["contradicted"].any():
        return "disputed"
    told = group[group["answer"] != ""].sort_values(["solved", "solver"], ascending=[False, True])
    if told.empty:
        return NOTHING
    answer = str(told["answer"].iloc[0])
    half = LONGEST // 2 - 1
    return answer if len(answer) <= LONGEST else f"{answer[:half]}…{answer[-half:]}"


def _cell(mine: DataFrame, digits: int, shortest: float) -> str:
    if mine.empty:
        return NOTHING
    solved = int(mine["solved"].sum())
    time = mine["time"].median()
    if time <= shortest:
        told = f"< {shortest:g}"
    else:
        told = rounded(time, digits) if isfinite(time) else _failure(list(mine["outcome"]))
    return told if solved in (0, len(mine)) else f"{told} ({solved} of {len(mine)})"


def _failure(outcomes: Sequence[str]) -> str:
    return max(sorted(set(outcomes)), key=outcomes.count)
