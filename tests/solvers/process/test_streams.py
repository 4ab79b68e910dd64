"""What a library finds in its thread: nothing that it found is dropped and yet called complete."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

import pytest

from minuet.models import ExactCoverBuilder
from minuet.solvers import Deadline, Progress, Query, get_solver
from minuet.solvers.process.interrupt import GRACE, Run, streamed

FOUND = 10


def listening(stream: Generator[int, None, object], ended: list[object]) -> Iterator[int]:
    """Yield what comes, and note what the stream returns at its end."""
    ended.append((yield from stream))


@pytest.mark.parametrize("seconds", [0.05, 0.2, 30])
def test_what_was_found_in_time_comes_however_slowly_it_is_taken(seconds: float) -> None:
    def work(run: Run[int]) -> bool:
        taken = [run.emit(number) for number in range(FOUND)]
        return all(taken)

    deadline = Deadline(seconds)
    taken: list[int] = []
    ended: list[object] = []
    for number in listening(streamed(work, deadline), ended):
        taken.append(number)
        if seconds < 1:
            time.sleep(deadline.left() + GRACE / FOUND + 0.05)
    assert taken == list(range(FOUND))
    assert ended == [True]


@pytest.mark.parametrize("name", ["cpsat", "mip", "sat", "sat:cadical195"])
@pytest.mark.parametrize("costs", [False, True])
@pytest.mark.parametrize("several", [False, True])
def test_a_solution_that_nobody_took_is_not_taken_for_none(
    name: str, costs: bool, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.item("b")
    builder.option(["a"], cost=3)
    builder.option(["b"], cost=4)
    if several:
        builder.option(["a", "b"], cost=9)
    emit = Run.emit
    told: list[object] = []

    def drop(run: Run[object], found: object) -> bool:
        told.append(found)
        return False

    query, progress = Query(builder.build()), Progress()
    solver = get_solver(name)
    monkeypatch.setattr(Run, "emit", drop)
    assert not list((solver.improving if costs else solver.solutions)(query, progress))
    assert told
    assert not progress.complete
    monkeypatch.setattr(Run, "emit", emit)
    list((solver.improving if costs else solver.solutions)(query, progress))
    assert progress.complete
