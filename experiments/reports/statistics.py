"""Statistics of numbers: means of ratios, paired tests, and fits of growth.

**Ratios.** Times of searches range over powers of ten, and twice as fast here is worth twice as
slow there: so ratios are averaged by their logarithms (Fleming and Wallace 1986). The bootstrap
(Efron 1979) draws instances, with replacement. The interval is that of percentiles, 2.5 to 97.5, of
2000 draws, from a seed: the same records give the same digits. Below five instances there is none.

**Paired tests.** If two solvers do not differ, exchanging them changes nothing, so the logarithms
of their ratios lie symmetrically about 0. Wilcoxon's signed-rank test (1945) assumes nothing else.
It uses the size of differences, which the sign test does not, and no single outlier decides it, as
in a t-test. Up to 200 differences the distribution is exact, ties included; beyond it is normal.
Where several tests are made at once, Holm's correction (1979) bounds the chance that any errs.

**Growth** with the size n is exponential, or a power of n. On a logarithmic scale both are straight
lines: ln t = a + b n (each step of n costs e^b times as much) and ln t = a + k ln n (n^k). Both are
fitted by least squares, and the one with the smaller residuals is reported, with the standard error
of its slope. Both have two parameters, so Akaike's criterion differs by N ln(RSS/RSS'); below 2 the
data do not decide, and the report says so. A point is the median of all instances of a size. A run
that was not solved counts as infinitely long there, so that limits do not bend the line as long as
half of the runs of a size are solved; other sizes are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, inf, log, sqrt

import numpy as np
import numpy.typing as npt

__all__ = [
    "FEWEST_RATIOS",
    "FEWEST_SIZES",
    "Fit",
    "Ratio",
    "fit",
    "holm",
    "mean_ratio",
    "medians",
    "signed_rank",
]

DRAWS, FEWEST_RATIOS, CONFIDENCE = 2000, 5, 95.0


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


def mean_ratio(logs: npt.NDArray[np.float64], seed: int = 0) -> Ratio:
    """Return the geometric mean of ratios, given their logarithms, with its interval."""
    count = len(logs)
    if count == 0:
        return Ratio(np.nan, np.nan, np.nan, 0)
    mean = float(np.exp(logs.mean()))
    if count < FEWEST_RATIOS:
        return Ratio(mean, np.nan, np.nan, count)
    # RandomState, whose draws numpy has promised never to change
    drawn = np.random.RandomState(seed).randint(0, count, size=(DRAWS, count))
    tail = (100 - CONFIDENCE) / 2
    low, high = np.percentile(np.sort(logs)[drawn].mean(axis=1), [tail, 100 - tail])
    return Ratio(mean, float(np.exp(low)), float(np.exp(high)), count)


MOST = 200  # differences whose distribution is worked out


def signed_rank(differences: npt.NDArray[np.float64]) -> float:
    """Return the chance of differences that lean as much, to either side; 1.0 where all are 0."""
    nonzero = differences[differences != 0]
    if not len(nonzero):
        return 1.0
    _, place, tied = np.unique(np.abs(nonzero), return_inverse=True, return_counts=True)
    last = np.cumsum(tied)
    doubled = (2 * last - tied + 1)[place]  # twice the mean rank, a whole number
    above = int(doubled[nonzero > 0].sum())
    total = int(doubled.sum())
    least = min(above, total - above)
    if len(nonzero) > MOST:
        # One half of a rank, for sums are whole; the variance of a sum of signs is that of ranks.
        spread = sqrt(float((doubled.astype(float) ** 2).sum()) / 4)
        return min(1.0, erfc(max(0.0, total / 2 - least - 1) / spread / sqrt(2)))
    return min(1.0, 2 * float(_chances(doubled, total)[: least + 1].sum()))


def _chances(ranks: npt.NDArray[np.int64], total: int) -> npt.NDArray[np.float64]:
    """Return the chance of each sum of ranks, where a coin decides for each if it is added."""
    chance = np.zeros(total + 1)
    chance[0] = 1.0
    for rank in ranks:
        added = chance / 2
        added[rank:] += chance[: total + 1 - rank] / 2
        chance = added
    return chance


def holm(chances: Sequence[float]) -> list[float]:
    """Return the chances of several tests, each raised for there being the others."""
    order = np.argsort(chances, kind="stable")
    raised, largest = [0.0] * len(chances), 0.0
    for step, place in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - step) * chances[place]))
        raised[place] = largest
    return raised


FEWEST_SIZES = 4  # sizes: two make a line, and an error wants more
DECIDES = 2.0  # of Akaike's criterion: Burnham and Anderson's rule of thumb

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """A line through logarithms.

    kind         "exponential" or "polynomial"; slope: b or k; error: its standard error
    intercept    of the line
    sizes        how many points; low, high: the sizes that it was fitted to
    is_decided   whether the other kind fits clearly worse
    """

    kind: str
    slope: float
    error: float
    intercept: float
    sizes: int
    low: float
    high: float
    is_decided: bool

    @property
    def factor(self) -> float:
        """What a step of n multiplies the cost by (exponential)."""
        return exp(self.slope)

    @property
    def factor_error(self) -> float:
        """The standard error of `factor`, to first order."""
        return self.factor * self.error

    def at(self, n: Numbers) -> Numbers:
        """Return what the line says at sizes n."""
        x = n if self.kind == "exponential" else np.log(n)
        return np.asarray(np.exp(self.intercept + self.slope * x), dtype=float)


def medians(n: Numbers, cost: Numbers) -> tuple[Numbers, Numbers]:
    """Return the sizes at which at least half of the costs are finite, and the median of each.

    cost  inf where a run was not solved
    """
    points = [(size, float(np.median(cost[n == size]))) for size in np.unique(n)]
    kept = [(size, median) for size, median in points if 0 < median < inf]
    return np.array([size for size, _ in kept]), np.array([median for _, median in kept])


def fit(n: Numbers, cost: Numbers) -> Fit | None:
    """Return the better fit of the median costs; None with fewer than four sizes."""
    sizes, typical = medians(n, cost)
    if len(sizes) < FEWEST_SIZES:
        return None
    logs = np.log(typical)
    lines = {"exponential": _line(sizes, logs)}
    if sizes[0] > 0:
        lines["polynomial"] = _line(np.log(sizes), logs)
    kind, (slope, error, intercept, left) = min(lines.items(), key=lambda entry: entry[1][3])
    other = max(line[3] for line in lines.values())
    decided = len(lines) > 1 and (
        left == 0 < other or (left > 0 and len(sizes) * log(other / left) > DECIDES)
    )
    ends = float(sizes[0]), float(sizes[-1])
    return Fit(kind, slope, error, intercept, len(sizes), *ends, decided)


def _line(x: Numbers, y: Numbers) -> tuple[float, float, float, float]:
    """Return slope, its standard error, intercept, and the residual sum of squares."""
    centred = x - x.mean()
    width = float(centred @ centred)
    slope = float(centred @ y) / width
    intercept = float(y.mean() - slope * x.mean())
    rest = y - intercept - slope * x
    left = float(rest @ rest)
    return slope, sqrt(left / (len(x) - 2) / width), intercept, left
