"""Runs that cannot all be right are found, and no others."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minuet.experiments import Outcome, Record, contradictions

KEYS = count()


def run(solver: str, question: str = "count", **told: Any) -> Record:
    asked: dict[str, Any] = {"instance": "queens", "family": "queens", "digest": "d"}
    asked |= {"outcome": Outcome.ANSWERED, "complete": True, "status": "OPTIMAL"}
    return Record(key=str(next(KEYS)), solver=solver, question=question, **{**asked, **told})


CUT: dict[str, Any] = {"outcome": Outcome.TIMEOUT, "complete": False, "status": "FEASIBLE"}
NONE: dict[str, Any] = {"status": "INFEASIBLE"}
AGREEING = [
    [run("dlx", count=92), run("sat", count=92), run("cpsat", count=17, **CUT)],
    [run("dlx", count=92), run("sat", "first"), run("mip", "unique", count=2)],
    [run("dlx", count=0, **NONE), run("sat", "first", **NONE)],
    [run("dlx", count=1), run("sat", "unique", count=1)],
    [run("dlx", count=92), run("sat", count=91, digest="another")],
    [run("dlx", "best", objective=5, bound=5), run("sat", "best", objective=7, bound=2, **CUT)],
    [run("dlx", "best", objective=5, bound=5), run("sat", "best", objective=3, bound=9, **CUT)],
    [run("dlx", "all", count=2, solutions="a"), run("sat", "all", count=2, solutions="a")],
    [run("dlx", "all", count=2, solutions="a"), run("sat", "all", count=1, solutions="b", **CUT)],
    [run("dlx", count=92), run("sat", outcome=Outcome.CRASHED, status="", complete=False)],
    [run("dlx", count=10**30), run("sat", count=10**30)],
]
DISAGREEING = [
    ([run("dlx", count=92), run("sat", count=91)], "number of solutions"),
    ([run("dlx", count=10**30), run("sat", count=10**30 + 1)], "number of solutions"),
    ([run("dlx", count=92), run("sat", count=93, **CUT)], "number of solutions"),
    ([run("dlx", "first"), run("sat", "first", **NONE)], "number of solutions"),
    ([run("dlx", count=2), run("sat", "unique", count=1)], "number of solutions"),
    ([run("dlx", count=1), run("sat", "unique", count=2)], "number of solutions"),
    ([run("dlx", "best", objective=5), run("sat", "best", objective=6)], "optimum"),
    (
        [
            run("dlx", "best", objective=5, bound=5),
            run("sat", "best", objective=4, bound=1, **CUT),
        ],
        "optimum",
    ),
    (
        [
            run("dlx", "best", objective=9, bound=7, **CUT),
            run("sat", "best", objective=6, bound=5, **CUT),
        ],
        "optimum",
    ),
    (
        [
            run("dlx", "best", objective=9, bound=7, **CUT),
            run("sat", "best", objective=7, bound=9, **CUT),
        ],
        "optimum",
    ),
    (
        [run("dlx", "all", count=2, solutions="a"), run("sat", "all", count=2, solutions="b")],
        "set of solutions",
    ),
    ([run("dlx", outcome=Outcome.WRONG, message="queen 3 twice")], "solution"),
]


@pytest.mark.parametrize("records", AGREEING)
def test_runs_that_may_all_be_right_do_not_contradict_each_other(records: list[Record]) -> None:
    assert contradictions(records) == []


@pytest.mark.parametrize(("records", "what"), DISAGREEING)
def test_runs_that_cannot_all_be_right_are_named(records: list[Record], what: str) -> None:
    (found,) = contradictions(records)
    assert found.subject == what and set(map(id, found.records)) == set(map(id, records))
    assert str(found).startswith(f"queens: {what}: ") and all(
        one.solver in str(found) for one in records
    )


def test_each_side_is_told_with_who_is_on_it() -> None:
    records = [
        run("sat", count=91),
        run("dlx", count=92),
        run("cpsat", count=92),
        run("mip", **CUT),
    ]
    (found,) = contradictions(records)
    assert (
        str(found)
        == "queens: number of solutions: 92 solutions (cpsat, dlx), but 91 solutions (sat)"
    )


@given(st.randoms(use_true_random=False))
def test_the_order_of_records_changes_nothing(random: Random) -> None:
    records = [one for runs, _ in DISAGREEING for one in runs]
    shuffled = random.sample(records, len(records))
    assert contradictions(shuffled) == contradictions(records)
