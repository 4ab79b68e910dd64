"""What became faster or slower between two runs of one suite, beyond noise.

Runs are paired that asked the same: instance, matrix, question, solver, shuffle and repetition. Of
each instance the mean of the logarithms of new by old is one paired difference. A solver has
changed on a question if the bootstrap's interval of the geometric mean leaves 1 out and the
signed-rank test, with Holm's correction for all solvers and questions, gives less than 5%.

A single instance has changed if its ratio is beyond three standard deviations of noise, as the
repetitions in both folders show it: its own, or that of all of the solver's if this is more.
Without repetitions nobody knows the noise, and none is called changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isfinite, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ..runs import TASK
from .luck import noises
from .ratios import Ratio, mean_ratio
from .signed_rank import holm, signed_rank

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["CHANCE", "Change", "Moved", "changes", "moved", "paired"]

CHANCE, DEVIATIONS = 0.05, 3.0
PAIR = [*TASK, "solver"]
INSTANCE = ["question", "solver", "instance", "digest"]


@dataclass(frozen=True)
class Change:
    """How one solver's seconds on one question changed: new by old.

    ratio          below 1: faster; over instances that were solved before and after
    chance         of such a lean if nothing had changed, corrected for the number of tests
    pairs          of runs; lost, won: runs that were solved only before, only after
    """

    question: str
    solver: str
    ratio: Ratio
    chance: float
    pairs: int
    lost: int
    won: int

    @property
    def verdict(self) -> str:
        """Say `faster`, `slower`, or `no change beyond noise`; `too few to tell`."""
        if not isfinite(self.ratio.low):
            return "too few to tell"
        if self.ratio.is_clear and self.chance < CHANCE:
            return "faster" if self.ratio.mean < 1 else "slower"
        return "no change beyond noise"


@dataclass(frozen=True)
class Moved:
    """How much one instance changed for one solver: new by old, and times its noise.

    deviations  of noise; NaN where there were no repetitions
    """

    question: str
    solver: str
    instance: str
    before: float
    after: float
    deviations: float

    @property
    def is_beyond_noise(self) -> bool:
        """Whether the noise of repetitions does not account for it."""
        return bool(abs(self.deviations) > DEVIATIONS)


def paired(new: DataFrame, old: DataFrame) -> DataFrame:
    """Return a row a pair of runs that asked the same; what is of the old one ends in `_before`."""
    told = ["solved", "time", "contradicted", "outcome", "answer"]
    both = new[[*PAIR, *told]].merge(old[[*PAIR, *told]], on=PAIR, suffixes=("", "_before"))
    both = both[~both["contradicted"] & ~both["contradicted_before"]]
    return both.drop_duplicates(PAIR).sort_values(PAIR, ignore_index=True)


def changes(pairs: DataFrame, seed: int = 0) -> Sequence[Change]:
    """Return the change of each solver on each question."""
    told = []
    for (question, solver), mine in pairs.groupby(["question", "solver"]):
        logs = _logs(mine).groupby([mine["instance"], mine["digest"]]).mean().dropna().to_numpy()
        lost = int((mine["solved_before"] & ~mine["solved"]).sum())
        won = int((~mine["solved_before"] & mine["solved"]).sum())
        ratio = mean_ratio(logs, seed)
        told.append((question, solver, ratio, signed_rank(logs), len(mine), lost, won))
    chances = holm([one[3] for one in told])
    return [
        Change(str(question), str(solver), ratio, chance, pairs, lost, won)
        for (question, solver, ratio, _, pairs, lost, won), chance in zip(
            told, chances, strict=True
        )
    ]


def _logs(pairs: DataFrame) -> DataFrame:
    return np.log(pairs["time"] / pairs["time_before"])


def moved(pairs: DataFrame, new: DataFrame, old: DataFrame) -> Sequence[Moved]:
    """Return how each instance that was solved before and after changed, the most changed first."""
    both = pairs[pairs["solved"] & pairs["solved_before"]]
    of_solver = noises([new, old], INSTANCE[:2])
    of_instance = noises([new, old], INSTANCE)
    logs = _logs(both).groupby([both[name] for name in INSTANCE]).agg(["mean", "count"])
    before = np.log(both["time_before"]).groupby([both[name] for name in INSTANCE]).mean()
    found = []
    for name, mean, count, earlier in zip(
        logs.index, logs["mean"], logs["count"], before, strict=True
    ):
        question, solver, instance, _ = map(str, name)
        spread = max(of_solver.get(name[:2], np.nan), of_instance.get(name, 0.0))
        deviations = mean / (spread * sqrt(2 / count)) if spread > 0 else np.nan
        times = exp(earlier), exp(earlier + mean)
        found.append(Moved(question, solver, instance, *times, deviations))
    found.sort(key=lambda one: (-abs(log(one.after / one.before)), one.solver, one.instance))
    return found
