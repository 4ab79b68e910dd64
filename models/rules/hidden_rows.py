"""Whether the hidden rows of an answer go with its choices.

Rules look at the rows of tables alone. What a solver said of hidden rows (words of a line, steps of
an automaton, what is broken) is looked at here, item by item of those that hold hidden rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..matrix.exact_cover import ExactCover
from .rule import Group

__all__ = ["disagreeing"]


def disagreeing(matrix: ExactCover, options: Sequence[int], visible: int) -> Iterator[Group]:
    """Yield the items of hidden rows that these options do not cover as they must be.

    options  the chosen ones, each once; from number `visible` on they are hidden
    """
    hidden = np.unique(matrix.members[matrix.starts[visible] :])
    owners = np.repeat(np.arange(matrix.options), np.diff(matrix.starts))
    there = np.isin(owners, list(options))
    members, colors = matrix.members[there], matrix.colors[there]
    weights = matrix.weights[there].astype(np.int64)
    for item in hidden.tolist():
        of_item = members == item
        tints = colors[of_item].tolist()
        if len(tints) > 1 and tints[0] and len(set(tints)) == 1:
            continue  # any number may have one color
        total = int(weights[of_item].sum())
        if not matrix.low[item] <= total <= matrix.high[item]:
            yield matrix.items[item]
