"""Geometric means of ratios, with what chance would make of them.

Times of searches range over powers of ten, and twice as fast here is worth twice as slow there: so
ratios are averaged by their logarithms (Fleming and Wallace 1986). Runs of one instance, with other
seeds or shuffles, are alike; so they are averaged first, and the bootstrap (Efron 1979) draws
instances, with replacement, not runs. The interval is that of percentiles, 2.5 to 97.5, of 2000
draws, from a seed: the same records give the same digits. Below five instances it says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..runs import TASK
from .scores import VBS

if TYPE_CHECKING:
    from pandas import DataFrame, Series

__all__ = ["FEWEST", "Ratio", "mean_ratio", "ratio_of", "ratios_between"]

DRAWS, FEWEST, CONFIDENCE = 2000, 5, 95.0


@dataclass(frozen=True)
class Ratio:
    """A geometric mean of ratios over instances; low and high are NaN where there are too few."""

    mean: float
    low: float
    high: float
    instances: int

    @property
    def is_clear(self) -> bool:
        """Whether 1 lies outside of the interval."""
        return bool(self.low > 1 or self.high < 1)


def ratios_between(runs: DataFrame, solver: str, base: str) -> Series:
    """Return the logarithm of solver's seconds by base's, an instance a row.

    Of the tasks that both solved; of those of one instance the mean. A solver may be `VBS`.
    """
    times = runs[runs["solved"]].pivot(index=TASK, columns="solver", values="time")
    times[VBS] = times.min(axis=1)
    times = times.reindex(columns=sorted({solver, base}))
    logs = np.log(times[solver] / times[base]).dropna()
    return logs.groupby(["instance", "digest"]).mean()


def ratio_of(runs: DataFrame, solver: str, base: str, seed: int = 0) -> Ratio:
    """Return the geometric mean of solver's seconds by base's."""
    return mean_ratio(ratios_between(runs, solver, base).to_numpy(), seed)


def mean_ratio(logs: npt.NDArray[np.float64], seed: int = 0) -> Ratio:
    """Return the geometric mean of ratios, given their logarithms, with its interval."""
    count = len(logs)
    if count == 0:
        return Ratio(np.nan, np.nan, np.nan, 0)
    mean = float(np.exp(logs.mean()))
    if count < FEWEST:
        return Ratio(mean, np.nan, np.nan, count)
    # RandomState, whose draws numpy has promised never to change
    drawn = np.random.RandomState(seed).randint(0, count, size=(DRAWS, count))
    tail = (100 - CONFIDENCE) / 2
    low, high = np.percentile(np.sort(logs)[drawn].mean(axis=1), [tail, 100 - tail])
    return Ratio(mean, float(np.exp(low)), float(np.exp(high)), count)
