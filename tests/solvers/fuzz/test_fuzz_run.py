"""The fuzzer on minuet itself: fixed seeds, on every kind of vector instructions that there is."""

from __future__ import annotations

import pytest

from minuet.solvers.fuzz import fuzz

SECONDS = 10.0


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_found(seed: int) -> None:
    report = fuzz(seconds=SECONDS, seed=seed)
    assert report, f"\n{report}"
    assert report.used >= 0.9 * report.cases > 100
    paths = {solver for solver in report.solvers if solver.startswith("bitmask:")}
    assert paths <= {solver for _, solver, _ in report.tally.asked}
