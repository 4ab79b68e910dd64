"""Bounds past 32 bits: more than all options is as good as all of them, or never met."""

from __future__ import annotations

import pytest

from minuet.models import ExactCover
from minuet.solvers import count, solve

SOLVERS = [
    "auto",
    "dlx",
    "dlx:links",
    "dlx:cells",
    "propagate:tree",
    "propagate:learning",
    "bitmask",
    "sat",
]
SOLVERS += ["cpsat", "mip", "dlx:taxes"]


@pytest.mark.parametrize("named", SOLVERS)
@pytest.mark.parametrize(
    ("low", "high", "found", "least"),
    [
        (0, 1 << 40, 8, -4),
        (2, 1 << 62, 4, -4),
        (1, (1 << 33) + 1, 7, -4),
        (1 << 40, 1 << 41, 0, None),
        ((1 << 32) + 1, (1 << 32) + 1, 0, None),
    ],
)
def test_a_bound_past_32_bits_is_taken_for_what_it_is(
    named: str, low: int, high: int, found: int, least: int | None
) -> None:
    matrix = ExactCover(
        primary=1, items=["a"], starts=[0, 1, 2, 3], members=[0, 0, 0], low=[low], high=[high]
    )
    if named != "dlx:taxes":
        assert count(matrix, solver=named).count == found
    assert solve(matrix.replaced(costs=[-3, -1, 2]), solver=named).objective == least
