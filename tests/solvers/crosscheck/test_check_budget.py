"""A cross-check keeps within its time, whatever its solvers do, and uses what others left."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from own_solvers import DancingLinks, Options

from minuet.models import ExactCover, Puzzle
from minuet.solvers import (
    CheckVerdict,
    Progress,
    Query,
    Solver,
    crosscheck,
    get_solver,
)

from oracle.long_building import crowded, grid
from oracle.odd import FAST, SOON, Odd, holds_the_lock, is_deaf, odd, works_on
from oracle.problems import queens


def hanging() -> list[Solver]:
    """Solvers that hang, each in its way, under names of their own."""
    solvers = []
    for number, does in enumerate([works_on, holds_the_lock, is_deaf]):
        solver = odd(does)
        solver.name = f"odd{number}"  # type: ignore[misc]
        solvers.append(solver)
    return solvers


@pytest.mark.parametrize("query", ["all", "best"])
def test_nobody_outlives_the_budget(query: str, langford: ExactCover) -> None:
    began = time.monotonic()
    report = crosscheck(langford, [*hanging(), "sat", *FAST], query=query, budget=3.0)
    assert time.monotonic() - began < SOON
    assert len(report.outcomes) == 6
    assert not report.disagreements
    assert {outcome.ended for outcome in report.outcomes[:3]} == {"hung"}
    assert all(outcome.ended for outcome in report.outcomes)  # each had its fair part of the time


@pytest.mark.parametrize("make", [lambda: grid(60), crowded, lambda: crowded(costs=True)])
@pytest.mark.parametrize("budget", [0.0, 0.3])
def test_building_obeys_the_budget(
    make: Callable[[], Puzzle | ExactCover], budget: float, tmp_path: Path
) -> None:
    puzzle = make()
    began = time.monotonic()
    report = crosscheck(puzzle, budget=budget, replay=tmp_path / "replay.dlx")
    assert time.monotonic() - began < SOON
    assert not report
    assert not report.disagreements
    assert len(report.outcomes) >= 5


def test_who_was_cut_short_is_asked_again_in_the_time_that_others_left() -> None:
    class NeedsASecond(Odd):
        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            if query.deadline.left() < 1.2:
                while not query.deadline.passed():
                    time.sleep(0.01)
                return
            yield from DancingLinks.solutions(self, query, progress)

    report = crosscheck(queens(6), [NeedsASecond(), *FAST], budget=4.0)
    assert report.verdict is CheckVerdict.AGREED
    assert [outcome.count for outcome in report.outcomes] == [4, 4, 4]
    assert report.by_two_kinds


def test_a_library_is_loaded_before_the_first_child() -> None:
    """A thread that still imports it would leave a lock held in every child."""
    solver, asked = get_solver("sat"), []

    def version() -> str:
        asked.append(os.getpid())
        return type(solver).version(solver)

    solver.version = version  # type: ignore[method-assign]
    assert crosscheck(queens(6), [solver, "dlx"])
    assert asked == [os.getpid()]
