"""All solutions by `auto`: whoever finds some goes on, even if its turn ended meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from own_solvers import DancingLinks, Options

from minuet.solvers import Progress, Query, solutions
from minuet.solvers.auto.auto import Auto
from minuet.solvers.auto.plans import PLANS
from minuet.solvers.auto.stages import Plan, Stage

from oracle.problems import queens


class Late(DancingLinks):
    """Has found something when its turn is over, and looks at the clock before it hands it over."""

    name = "late"

    def __init__(self, turn: float) -> None:
        super().__init__()
        self.turn, self.asked = turn, 0

    def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
        self.asked += 1
        every = [one for batch in super().solutions(query, progress) for one in batch]
        progress.complete = False
        while 0 < query.deadline.left() <= self.turn:
            time.sleep(self.turn / 10)
        late = query.deadline.passed()
        yield every[:2]
        if late:
            return
        yield every[2:]
        progress.complete = True


def late(turn: float) -> tuple[Late, Auto]:
    solver = Late(turn)
    plan = Plan((Stage(solver, turn, "it is late"),), growth=2)
    return solver, Auto("", replace(PLANS, all=plan))


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_who_found_something_as_its_turn_ended_is_asked_for_the_rest(seconds: float | None) -> None:
    solver, auto = late(turn=0.01)
    found = solutions(queens(6).matrix, auto, time_limit=seconds)
    assert len(set(found)) == 4
    assert found.complete
    assert solver.asked == 2


def test_what_was_found_is_kept_where_no_time_is_left_for_the_rest() -> None:
    _, auto = late(turn=0.3)
    found = solutions(queens(6).matrix, auto, time_limit=0.3)
    assert len(set(found)) == 2
    assert not found.complete
