"""All solutions by `auto`: whoever finds some goes on, even if its turn ended meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import pytest
from own_plans import auto_of
from own_solvers import DancingLinks, Options

from minuet.solvers import solutions
from minuet.solvers.contract import Progress, Query, Solver

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


def late(turn: float) -> tuple[Late, Solver]:
    solver = Late(turn)
    return solver, auto_of((solver, turn), growth=2, questions=("all",))


@pytest.mark.parametrize("seconds", [None, 600.0])
def test_who_found_something_as_its_turn_ended_is_asked_for_the_rest(seconds: float | None) -> None:
    solver, auto = late(turn=0.01)
    found = solutions(queens(6).matrix, auto, time_limit=seconds)
    assert len(set(found)) == 4
    assert found.complete
    assert solver.asked == 2


def test_what_was_found_is_kept_where_no_time_is_left_for_the_rest() -> None:
    _, auto = late(turn=0.1)
    found = solutions(queens(6).matrix, auto, time_limit=0.1)
    assert len(set(found)) == 2
    assert not found.complete


def test_a_stream_that_is_left_amid_a_turn_has_the_effort_of_that_turn() -> None:
    class Counts(DancingLinks):
        """Has seen seven nodes before its first solution."""

        name = "counts"

        def solutions(self, query: Query, progress: Progress) -> Iterator[Sequence[Options]]:
            progress.nodes += 7
            for batch in super().solutions(query, Progress()):
                yield from ([options] for options in batch)

    stream = solutions(queens(6).matrix, auto_of(Counts(), questions=("all",)))
    for _ in range(3):
        next(stream)
    resting = stream.result().statistics.nodes
    stream.close()
    assert resting == stream.result().statistics.nodes >= 7
