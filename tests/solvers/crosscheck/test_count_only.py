"""Solvers that only count: the cross-check compares numbers, the contract suite takes them."""

from __future__ import annotations

import pytest

from minuet.models.gallery import entry
from minuet.solvers import Goal, crosscheck, get_solver
from minuet.solvers.conformance import check
from minuet.solvers.contract import Progress, Query, Solver

pytestmark = pytest.mark.usefixtures("in_this_process")


class Counter(Solver):
    """Counts alone."""

    goals = frozenset({Goal.COUNT})

    def version(self) -> str:
        return "1"

    def count(self, query: Query, progress: Progress) -> int:
        return get_solver("memo").count(query, progress)


class Miscounter(Counter):
    """Says one too few."""

    name = "miscounter"

    def count(self, query: Query, progress: Progress) -> int:
        progress.found = super().count(query, progress) - 1
        return progress.found


@pytest.mark.parametrize("limit", [1000, 5])
def test_numbers_are_compared_of_who_only_counts(limit: int) -> None:
    report = crosscheck(entry("langford-7").load(), ["bitmask", Counter()], limit=limit)
    assert report.verdict == "agreed", report
    own = report.outcomes[1]
    assert (own.asked, own.count, own.ended) == ("the count", 52, "finished")
    assert all(part.counted_all for part in own.parts)


def test_a_wrong_number_of_who_only_counts_is_found_out() -> None:
    report = crosscheck(entry("langford-7").load(), ["bitmask", Miscounter()])
    assert report.verdict == "disagreed"
    assert "51 solutions against 52" in str(report)


@pytest.mark.slow
def test_who_only_counts_can_meet_the_contract() -> None:
    verdicts = {one.requirement.name: one for one in check(Counter(), cases=5)}
    assert [one for one in verdicts.values() if not one] == []
    for name in ("counts_all_solutions", "is_told_from_a_broken_twin", "passes_the_fuzzer"):
        assert verdicts[name].cases, name
    assert not verdicts["finds_all_solutions"].cases
    missed = {one.requirement.name for one in check(Miscounter(), cases=5) if not one}
    assert "counts_all_solutions" in missed
