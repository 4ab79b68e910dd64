"""The fuzzer on minuet itself: fixed seeds, on every kind of vector instructions that there is."""

from __future__ import annotations

import pytest

from minuet.solvers.fuzz import fuzz

SHORT, LONG = 3.0, 10.0  # seconds


@pytest.mark.parametrize(
    ("seed", "seconds"),
    [
        *((seed, SHORT) for seed in range(3)),
        *(pytest.param(seed, LONG, marks=pytest.mark.slow) for seed in range(6)),
    ],
)
def test_nothing_is_found(seed: int, seconds: float) -> None:
    report = fuzz(seconds=seconds, seed=seed)
    assert report, f"\n{report}"
    # A slow one of the first cases may take most of so short a run.
    assert report.cases > 10
    assert report.used >= 0.8 * report.cases
    paths = {solver for solver in report.solvers if solver.startswith("bitmask:")}
    assert paths <= {solver for _, solver, _ in report.tally.asked}
