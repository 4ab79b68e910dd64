"""The problems of benchmarks/industrial: minuet's model and the one by hand find the same."""

from __future__ import annotations

import pytest

pytest.importorskip("ortools.sat.python.cp_model")

from benchmarks.industrial import Instance, instances

QUICK = {  # each in some hundredths of a second
    "binpack",
    "bibd 7 7",
    "cyclic",
    "kakuro",
    "killer",
    "knapsack",
    "nurikabe",
    "pmedian",
    "quasigroup",
    "roster",
    "tsp 12",
    "warehouse",
}
ALL = [
    pytest.param(each, id=str(each), marks=[] if str(each) in QUICK else [pytest.mark.slow])
    for each in instances()
]


@pytest.mark.parametrize("instance", ALL)
def test_both_models_find_what_is_stated(instance: Instance) -> None:
    assert instance.by_minuet("cpsat") == instance.expected
    assert instance.by_hand() == instance.expected
