"""Every set of options of a small matrix is looked at: weights, colors, bounds."""

from __future__ import annotations

import numpy as np

from minuet.models import ExactCover

__all__ = ["solutions_of"]


def solutions_of(matrix: ExactCover) -> set[tuple[int, ...]]:
    """Return all solutions, as their definition says; for some 20 options at most."""
    size = matrix.options
    chosen = (np.arange(1 << size)[:, None] >> np.arange(size)) & 1
    good = np.ones(len(chosen), bool)
    owners = np.repeat(np.arange(size), np.diff(matrix.starts))
    for item in range(len(matrix.items)):
        of_item = np.flatnonzero(matrix.members == item)
        if item < matrix.primary:
            total = chosen[:, owners[of_item]] @ matrix.weights[of_item].astype(np.int64)
            good &= (matrix.low[item] <= total) & (total <= matrix.high[item])
            continue
        for one in of_item:
            for other in of_item[of_item > one]:
                alike = matrix.colors[one] == matrix.colors[other] != 0
                if not alike:
                    good &= ~(chosen[:, owners[one]] & chosen[:, owners[other]]).astype(bool)
    return {tuple(np.flatnonzero(row).tolist()) for row in chosen[good]}
