"""Random small matrices with everything that a matrix can have, for hypothesis."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from minuet.models import ExactCover


@st.composite
def matrices(draw: st.DrawFn, max_options: int = 9, weights: bool = False) -> ExactCover:
    """Draw a matrix: colors, multiplicities, costs, empty options, repeats, the empty matrix.

    weights  whether some primary items have weights, negative ones too
    """
    primary = draw(st.integers(0, 5))
    secondary = draw(st.integers(0, 3))
    items = primary + secondary
    rich = draw(st.booleans())
    ranges = [draw(_multiplicity(rich)) for _ in range(primary)] + [(0, 1)] * secondary
    rows = draw(st.lists(_option(items, primary), max_size=max_options))
    costs = draw(
        st.one_of(
            st.just([0] * len(rows)),
            st.lists(st.integers(-6, 9), min_size=len(rows), max_size=len(rows)),
        )
    )
    weighing = {k for k in range(primary) if weights and draw(st.booleans())}
    members = [item for row in rows for item, _ in row]
    weighed = [draw(WEIGHT) if item in weighing else 1 for item in members]
    for item in {i for i, weight in zip(members, weighed, strict=True) if weight != 1}:
        low = draw(st.integers(-7, 9))
        ranges[item] = low, low + draw(st.integers(0, 4))
    return ExactCover(
        weights=weighed,
        primary=primary,
        items=[f"i{k}" for k in range(items)],
        starts=np.cumsum([0, *map(len, rows)]),
        members=members,
        colors=[color for row in rows for _, color in row],
        costs=costs,
        low=[low for low, _ in ranges],
        high=[high for _, high in ranges],
        color_names=["a", "b", "c"],
    )


def covers(max_options: int = 9) -> st.SearchStrategy[ExactCover]:
    """Draw a matrix likewise whose items are covered once at most."""
    return matrices(max_options).map(_at_most_once)


def _at_most_once(matrix: ExactCover) -> ExactCover:
    return matrix.replaced(low=np.minimum(matrix.low, 1), high=np.minimum(matrix.high, 1))


WEIGHT = st.integers(-5, 6).map(lambda weight: weight or 7)


@st.composite
def _multiplicity(draw: st.DrawFn, rich: bool) -> tuple[int, int]:
    if not rich or draw(st.booleans()):
        return 1, 1
    low = draw(st.integers(0, 3))
    return low, low + draw(st.integers(0, 2))


@st.composite
def _option(draw: st.DrawFn, items: int, primary: int) -> list[tuple[int, int]]:
    if not items:
        return []
    members = draw(st.lists(st.integers(0, items - 1), unique=True, max_size=4))
    return [
        (item, 0 if item < primary else draw(st.sampled_from([0, 1, 1, 2, 3]))) for item in members
    ]
