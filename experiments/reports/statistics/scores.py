"""How solvers score on the tasks that all of them ran, and what each adds to the others.

PAR-2, the score of the SAT competitions: the mean over all tasks of the seconds, where a task that
is not solved counts twice its limit. The virtual best solver (VBS) takes the fastest solver on each
task, as an oracle would choose. A solver's marginal contribution is what the VBS would lose without
it: tasks that it alone solved, and seconds of PAR-2 (Xu, Hutter, Hoos and Leyton-Brown 2012,
"Evaluating component solver contributions to portfolio-based algorithm selectors").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..runs import TASK

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["VBS", "Score", "scores"]

VBS = "virtual best"


@dataclass(frozen=True)
class Score:
    """What one solver, or the virtual best one, comes to.

    tasks, solved    how many were run, and answered
    par2             mean seconds, unsolved ones at twice their limit; NaN where one has no limit
    fastest          tasks on which no other was faster; alone: that no other solved
    marginal         seconds that the PAR-2 of the virtual best solver would rise by without it
    """

    solver: str
    tasks: int
    solved: int
    par2: float
    fastest: int = 0
    alone: int = 0
    marginal: float = np.nan


def scores(runs: DataFrame) -> Sequence[Score]:
    """Return the scores of the solvers, the best first, and at the end the virtual best one's.

    runs  of one question, as `comparable` returns them. Most solved is best, then the least PAR-2.
    """
    cost = runs.pivot(index=TASK, columns="solver", values="penalized")
    solved = runs.pivot(index=TASK, columns="solver", values="solved")
    run = solved.notna()
    solved = solved.eq(True)
    times = cost.where(solved, np.inf)
    least = times.min(axis=1)
    penalty = 2 * runs.groupby(TASK)["limit"].max()
    found = []
    for solver in cost.columns:
        mine, ran = solved[solver], run[solver]
        others = cost.drop(columns=solver)
        without = others.min(axis=1, skipna=True).fillna(penalty)
        found.append(
            Score(
                solver=str(solver),
                tasks=int(ran.sum()),
                solved=int(mine.sum()),
                par2=_mean(cost[solver][ran]),
                fastest=int((mine & (times[solver] == least)).sum()),
                alone=int((mine & ~solved.drop(columns=solver).any(axis=1)).sum()),
                marginal=_mean(without - cost.min(axis=1)),
            )
        )
    found.sort(key=lambda one: (-one.solved, np.nan_to_num(one.par2, nan=np.inf), one.solver))
    best = Score(VBS, len(cost), int(solved.any(axis=1).sum()), _mean(cost.min(axis=1)))
    return [*found, best]


def _mean(values: DataFrame) -> float:
    """Return the mean; NaN if any is."""
    return float(values.mean(skipna=False)) if len(values) else np.nan
