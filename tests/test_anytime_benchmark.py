"""What the benchmark of answers as time goes by says of a run."""

from __future__ import annotations

from benchmarks.anytime import Moment, at, followed, partition, primal_integral
from benchmarks.best import weighted_grid

MOMENTS = [Moment(1.0, None, 5), Moment(2.0, 20, 5), Moment(4.0, 10, 5)]


def test_what_was_known_at_a_moment_is_the_last_before_it() -> None:
    assert at(MOMENTS, 0.5) == Moment(0.5, None, None)
    assert at(MOMENTS, 3.0).objective == 20
    assert at(MOMENTS, 9.0).objective == 10


def test_the_primal_integral_is_the_area_of_the_gap() -> None:
    assert primal_integral(MOMENTS, 10, 10.0) == 2 * 1.0 + 2 * 0.5
    assert primal_integral([], 10, 3.0) == 3.0


def test_instances_have_solutions() -> None:
    for problem in (weighted_grid(4, 2, 2, 1), partition(15, 40, 1)):
        assert followed(problem, "dlx", 20.0)[-1].objective is not None
