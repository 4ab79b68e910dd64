"""Whether paired differences lean to one side: Wilcoxon's signed-rank test (1945), and Holm's.

If old and new do not differ, swapping them changes nothing, so the logarithms of their ratios lie
symmetrically about 0. That is all that the test asks for; it makes use of how large differences
are, which the sign test would not, and no single outlier decides it, as in a t-test. Up to 200
differences the distribution is worked out exactly, ties and all; beyond it is normal. Where several
tests are made at once, Holm (1979) keeps the chance that any of them errs.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

import numpy as np
import numpy.typing as npt

__all__ = ["holm", "signed_rank"]

MOST = 200  # differences whose distribution is worked out


def signed_rank(differences: npt.NDArray[np.float64]) -> float:
    """Return the chance of differences that lean as much, to either side; 1.0 where all are 0."""
    told = differences[differences != 0]
    if not len(told):
        return 1.0
    _, place, tied = np.unique(np.abs(told), return_inverse=True, return_counts=True)
    last = np.cumsum(tied)
    doubled = (2 * last - tied + 1)[place]  # twice the mean rank, a whole number
    above = int(doubled[told > 0].sum())
    total = int(doubled.sum())
    least = min(above, total - above)
    if len(told) > MOST:
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
