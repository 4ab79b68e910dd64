"""How much of a time is luck: the spread over repetitions, and over shuffles of one instance.

Repetitions of one task differ by the machine's noise, and by a solver's own chances where it has
its seeds from them; shuffles differ by the order of items and options too, which says how much of a
difference between solvers may be an accident of how the instance was written down. A spread is a
geometric standard deviation: 1.1 means that two runs of three lie within 10% of the middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Luck", "luck", "noise"]

ONE = ["instance", "digest", "question", "solver"]


@dataclass(frozen=True)
class Luck:
    """The spread of one solver's runs; NaN where nothing was run twice.

    repetitions, shuffles   geometric standard deviations of seconds
    nodes                   of nodes over shuffles
    worst, instance         the largest ratio of two runs of one instance, and which
    sometimes               instances that some runs solved, and some not
    """

    solver: str
    repetitions: float
    shuffles: float
    nodes: float
    worst: float
    instance: str
    sometimes: int


def luck(runs: DataFrame) -> list[Luck]:
    """Return the luck of each solver that ran something more than once."""
    found = []
    for solver, mine in runs.groupby("solver"):
        by_instance = mine.groupby(ONE)
        if by_instance.size().max() < 2:
            continue
        told = mine[mine["solved"]]
        worst, where = _worst(told)
        solved = by_instance["solved"].agg(["any", "all"])
        found.append(
            Luck(
                solver=str(solver),
                repetitions=noise(mine),
                shuffles=_over_shuffles(told, "time"),
                nodes=_over_shuffles(told[told["nodes"] > 0], "nodes"),
                worst=worst,
                instance=where,
                sometimes=int((solved["any"] & ~solved["all"]).sum()),
            )
        )
    return found


def noise(runs: DataFrame) -> float:
    """Return the spread of the seconds of repetitions of one task; NaN without repetitions."""
    return _spread(runs[runs["solved"]], [*ONE, "shuffle"], "time")


def _over_shuffles(told: DataFrame, what: str) -> float:
    typical = told.groupby([*ONE, "shuffle"])[what].median().reset_index()
    return _spread(typical, ONE, what)


def _spread(told: DataFrame, by: list[str], what: str) -> float:
    """Return the geometric standard deviation within groups, pooled over them."""
    if told.empty:
        return np.nan
    groups = np.log(told[what]).groupby([told[name] for name in by]).agg(["var", "count"])
    free = groups["count"] - 1
    if not free.sum():
        return np.nan
    pooled = (groups["var"].fillna(0) * free).sum() / free.sum()
    return float(np.exp(np.sqrt(pooled)))


def _worst(told: DataFrame) -> tuple[float, str]:
    if told.empty:
        return np.nan, ""
    ends = told.groupby(ONE)["time"].agg(["min", "max", "count"])
    ratios = (ends["max"] / ends["min"])[ends["count"] > 1]
    return (float(ratios.max()), str(ratios.idxmax()[0])) if len(ratios) else (np.nan, "")
