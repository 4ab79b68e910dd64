"""How cost grows with the size n: exponentially, or as a power of n.

On a logarithmic scale both are straight lines: ln t = a + b n (each step of n costs e^b times as
much) and ln t = a + k ln n (n^k). Both are fitted by least squares, and the one with the smaller
residuals is told, with the standard error of its slope. Both have two parameters, so Akaike's
criterion differs by N ln(RSS/RSS'); below 2 the data do not decide, and that is said.

A point is the median of all instances of a size. A run that was not solved counts as infinitely
long there, so that limits do not bend the line as long as half of the runs of a size are solved;
other sizes are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np
import numpy.typing as npt

__all__ = ["FEWEST", "Fit", "fit", "medians"]

FEWEST = 4  # sizes: two make a line, and an error wants more
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
    found = [(size, float(np.median(cost[n == size]))) for size in np.unique(n)]
    kept = [(size, median) for size, median in found if 0 < median < inf]
    return np.array([one for one, _ in kept]), np.array([one for _, one in kept])


def fit(n: Numbers, cost: Numbers) -> Fit | None:
    """Return the better fit of the median costs; None with fewer than four sizes."""
    sizes, typical = medians(n, cost)
    if len(sizes) < FEWEST:
        return None
    logs = np.log(typical)
    lines = {"exponential": _line(sizes, logs)}
    if sizes[0] > 0:
        lines["polynomial"] = _line(np.log(sizes), logs)
    kind, (slope, error, intercept, left) = min(lines.items(), key=lambda one: one[1][3])
    other = max(line[3] for line in lines.values())
    decided = len(lines) > 1 and (left == 0 < other or _apart(len(sizes), left, other))
    ends = float(sizes[0]), float(sizes[-1])
    return Fit(kind, slope, error, intercept, len(sizes), *ends, decided)


def _apart(count: int, left: float, other: float) -> bool:
    return left > 0 and count * log(other / left) > DECIDES


def _line(x: Numbers, y: Numbers) -> tuple[float, float, float, float]:
    """Return slope, its standard error, intercept, and the residual sum of squares."""
    centred = x - x.mean()
    width = float(centred @ centred)
    slope = float(centred @ y) / width
    intercept = float(y.mean() - slope * x.mean())
    rest = y - intercept - slope * x
    left = float(rest @ rest)
    return slope, sqrt(left / (len(x) - 2) / width), intercept, left
