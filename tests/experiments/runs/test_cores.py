"""Which cores runs get, and when one is told that they disturb each other."""

from __future__ import annotations

from minuet.experiments.runs.loop import Cores, disturbances, usable

TWO_OF_TWO = [[0, 4], [1, 5]]  # two cores with two hyper-threads each


def test_a_run_gets_a_core_of_its_own_as_long_as_there_are() -> None:
    cores = Cores(TWO_OF_TWO)
    first, second = cores.take(1), cores.take(1)
    assert (first, second) == ((0,), (1,))
    assert cores.take(2) == (4, 5)
    cores.give_back(second)
    assert cores.take(1) == (1,)
    assert len(cores.take(9)) == 4


def test_runs_that_share_cores_are_told() -> None:
    assert list(disturbances(1, 1, TWO_OF_TWO)) == []
    assert list(disturbances(2, 1, TWO_OF_TWO)) == []
    assert "hyper-threads" in next(disturbances(3, 1, TWO_OF_TWO))
    assert "hyper-threads" in next(disturbances(2, 2, TWO_OF_TWO))
    assert "5 runs at once on 4 cores" in next(disturbances(5, 1, TWO_OF_TWO))
    assert "runs of 8 threads on 4 cores" in next(disturbances(1, 8, TWO_OF_TWO))


def test_there_are_cores() -> None:
    assert sum(map(len, usable())) > 0
