"""The fuzzer on minuet itself: fixed seeds, on every kind of vector instructions that there is."""

from __future__ import annotations

import pytest

from minuet.solvers.fuzz import Draws, fuzz


@pytest.mark.parametrize(
    ("seed", "cases"),
    [
        (0, 100),
        *(pytest.param(seed, 1000, marks=pytest.mark.slow) for seed in range(6)),
    ],
)
def test_nothing_is_found(seed: int, cases: int) -> None:
    report = fuzz(draws=Draws(cases=cases), seed=seed)
    assert report, f"\n{report}"
    assert report.used >= 0.8 * report.cases == 0.8 * cases
    paths = {solver for solver in report.solvers if solver.startswith("bitmask:")}
    assert paths <= {solver for _, solver, _ in report.tally.asked}
