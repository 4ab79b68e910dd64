"""The problems of benchmarks/industrial: minuet's model and the one by hand find the same."""

from __future__ import annotations

import pytest

from benchmarks import industrial

from late import needs

pytestmark = needs("ortools")

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


def assert_both_models_find_what_is_stated(instance: industrial.Instance) -> None:
    assert instance.by_minuet("cpsat") == instance.expected, instance
    assert instance.by_hand() == instance.expected, instance


def test_both_models_find_what_is_stated() -> None:
    quick = [each for each in industrial.instances() if str(each) in QUICK]
    assert len(quick) == len(QUICK)
    for instance in quick:
        assert_both_models_find_what_is_stated(instance)


@pytest.mark.slow
def test_both_models_find_what_is_stated_of_the_others() -> None:
    for instance in industrial.instances():
        if str(instance) not in QUICK:
            assert_both_models_find_what_is_stated(instance)
