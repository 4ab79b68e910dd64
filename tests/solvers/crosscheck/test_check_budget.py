"""A cross-check keeps within its time, and uses what others left."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hurried import clock
from own_solvers import DancingLinks, Options

from minuet.models import ExactCover, Puzzle
from minuet.solvers import crosscheck, get_solver
from minuet.solvers.contract import Progress, Query

from oracle.long_building import crowded, grid
from oracle.odd import FAST, Odd
from oracle.problems import queens


@pytest.mark.parametrize(
    ("make", "budget"),
    [(grid, 0.0), (grid, 0.001), (crowded, 0.0), (lambda: crowded(costs=True), 0.0)],
)
def test_building_obeys_the_budget(
    make: Callable[[], Puzzle | ExactCover], budget: float, tmp_path: Path
) -> None:
    report = crosscheck(make(), budget=budget, replay=tmp_path / "replay.dlx")
    assert not report
    assert not report.disagreements
    assert len(report.outcomes) >= 5


def test_who_was_cut_short_is_asked_again_in_the_time_that_others_left(tmp_path: Path) -> None:
    spent, real = tmp_path / "spent", time.monotonic

    class NeedsTwo(Odd):
        """Spends all its time the first time, as the clock is put forward; then it answers."""

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            if not spent.exists():
                (tmp_path / "new").write_text(f"{query.deadline.left()}")
                (tmp_path / "new").rename(spent)
                return
            yield from DancingLinks.solutions(self, query, progress)

    with clock(lambda: real() + (float(spent.read_text()) if spent.exists() else 0.0)):
        report = crosscheck(queens(6), [NeedsTwo(), *FAST], budget=1000.0)
    assert report.verdict == "agreed"
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
