"""Notes beside a matrix: what its items mean together, for solvers that have a constraint for it.

A note changes no solution: the items say all of it. It has no part in the digest or in whether two
matrices are equal, texts do not hold it, and a solver may ignore it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Greatest", "Intervals", "Note"]


@dataclass(frozen=True, eq=False)
class Intervals:
    """Options that are intervals on resources, of which two that overlap are not both chosen.

    items      int64[]: the items that say so, and nothing else
    options    int64[n]: the options
    resources  int64[n]: the resource of each, numbered from 0
    starts     int64[n]: where each begins
    lengths    int64[n]: how long each is, 1 or more; it ends before start + length
    """

    items: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    resources: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Greatest:
    """Options of which the chosen one names the greatest of some sums of options' weights.

    items    int64[]: the items that say so, and nothing else
    options, sums, weights  int64[n]: an option, the sum that it counts in, numbered from 0, and
             how much it counts
    values, amounts  int64[m]: the options that name the greatest sum, and what each says it is
    reached  int64[sums]: an option for each sum, which is chosen exactly if that sum is the
             greatest, and which no other items know
    """

    items: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]
    amounts: npt.NDArray[np.int64]
    reached: npt.NDArray[np.int64]


Note = Intervals | Greatest
