"""How much of a time is luck: the spread over repetitions, seeds and shuffles of one instance.

Repetitions of one task differ by the machine's noise, and by the chances of a solver that has no
seed; seeds differ by a solver's own chances; shuffles differ by the order of items and options too,
which says how much of a difference between solvers may be an accident of how the instance was
written down. A spread is a geometric standard deviation: 1.1 means that two runs of three lie
within 10% of the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Luck", "luck", "noise", "noises"]

ONE = ["instance", "digest", "question", "solver"]
SEEDED = [*ONE, "shuffle", "seed"]


@dataclass(frozen=True)
class Luck:
    """The spread of one solver's runs; NaN where nothing was run twice.

    repetitions, seeds, shuffles   geometric standard deviations of seconds
    nodes                   of nodes over shuffles
    worst, instance         the largest ratio of two runs of one instance, and which
    sometimes               instances that some runs solved, and some not
    """

    solver: str
    repetitions: float
    seeds: float
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
                seeds=_over(told, SEEDED, "time"),
                shuffles=_over(told, SEEDED[:-1], "time"),
                nodes=_over(told[told["nodes"] > 0], SEEDED[:-1], "nodes"),
                worst=worst,
                instance=where,
                sometimes=int((solved["any"] & ~solved["all"]).sum()),
            )
        )
    return found


def noise(runs: DataFrame) -> float:
    """Return the spread of the seconds of repetitions of one task; NaN without repetitions."""
    return _spread(runs[runs["solved"]], SEEDED, "time")


def noises(folders: Sequence[DataFrame], by: list[str]) -> dict[Any, float]:
    """Return the noise of each group of runs, from the repetitions in all folders together.

    Standard deviations of the logarithms of seconds; a group without repetitions has none.
    """
    import pandas

    told = [_squares(runs[runs["solved"]], SEEDED, "time") for runs in folders]
    sums = pandas.concat(told).groupby(level=by).sum()
    sums = sums[sums["free"] > 0]
    return dict(zip(sums.index, np.sqrt(sums["squares"] / sums["free"]), strict=True))


def _over(told: DataFrame, by: list[str], what: str) -> float:
    """Return the spread over the last of `by`, of the medians of what is equal in all of them."""
    typical = told.groupby(by)[what].median().reset_index()
    return _spread(typical, by[:-1], what)


def _spread(told: DataFrame, by: list[str], what: str) -> float:
    """Return the geometric standard deviation within groups, pooled over them."""
    if told.empty:
        return np.nan
    squares, free = _squares(told, by, what).sum()
    return float(np.exp(np.sqrt(squares / free))) if free else np.nan


def _squares(told: DataFrame, by: list[str], what: str) -> DataFrame:
    """Return, for each group, the sum of squares about its mean, and its degrees of freedom."""
    groups = np.log(told[what]).groupby([told[name] for name in by]).agg(["var", "count"])
    free = groups["count"] - 1
    return groups.assign(squares=groups["var"].fillna(0) * free, free=free)[["squares", "free"]]


def _worst(told: DataFrame) -> tuple[float, str]:
    if told.empty:
        return np.nan, ""
    ends = told.groupby(ONE)["time"].agg(["min", "max", "count"])
    ratios = (ends["max"] / ends["min"])[ends["count"] > 1]
    return (float(ratios.max()), str(ratios.idxmax()[0])) if len(ratios) else (np.nan, "")
