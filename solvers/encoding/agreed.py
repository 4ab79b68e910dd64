"""What a color says of the items that must be covered: clauses that follow from a matrix.

Where every option of a primary item gives some color to a secondary one, the option that covers the
first says the color of the second: so a color is there only if an option of the first gives it. The
rows alone leave that to be found out: an option that is lost tells nothing to options of other
tables that give the same color, until another color is certain. With these clauses it tells at
once, as the tables of allowed pairs do in constraint programming.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from .selection import SelectedMatrix
from .sums import Either

__all__ = ["clauses_of_colors"]

MOST = 3_000_000  # pairs of an option's colors and primary items that are looked at


def clauses_of_colors(
    rest: SelectedMatrix, variables: Mapping[tuple[int, int], int]
) -> Iterator[Either]:
    """Yield clauses that follow from the rows: a color is given by an option of each such item.

    variables  the variable of each color of each secondary item
    """
    exact = (rest.low == 1) & (rest.high == 1) & ~rest.weighted
    colored = np.flatnonzero(rest.colors)
    primary = np.flatnonzero(exact[rest.members])
    each = np.bincount(rest.owner[primary], minlength=len(rest.options))
    if not len(colored) or not len(primary) or each[rest.owner[colored]].sum() > MOST:
        return
    # Join each colored entry with the primary entries of its option; these stand option by option.
    primary = primary[np.argsort(rest.owner[primary], kind="stable")]
    starts = np.cumsum(each) - each
    times = each[rest.owner[colored]]
    left = np.repeat(colored, times)
    within = np.arange(len(left)) - np.repeat(np.cumsum(times) - times, times)
    right = primary[starts[rest.owner[left]] + within]
    items = len(rest.low)
    pairs = rest.members[left].astype(np.int64) * items + rest.members[right]
    known, place, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    whole = counts == np.bincount(rest.members, minlength=items)[known % items]
    kept = whole[place]
    if not kept.any():
        return  # no item has a color from each of its options
    left, place = left[kept], place[kept]
    order = np.lexsort((rest.colors[left], place))
    left, place = left[order], place[order]
    colors, owners = rest.colors[left], rest.owner[left].tolist()
    firsts = np.flatnonzero(
        (np.diff(place, prepend=-1) != 0) | (np.diff(colors, prepend=0) != 0)
    ).tolist()
    for first, end in pairwise([*firsts, len(left)]):
        secondary, item = divmod(int(known[place[first]]), items)
        variable = variables.get((secondary, int(colors[first])))
        giving = owners[first:end]
        if variable is not None and giving != [variable]:
            yield Either(giving, [variable], item)
