"""What a library finds in its thread: nothing that it found is dropped and yet called complete."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Full, Queue

import pytest

from minuet.models import ExactCover, ExactCoverBuilder
from minuet.solvers import get_solver
from minuet.solvers.contract import Deadline, Progress, Query

from oracle.costed import one_of

LIBRARIES = ["cpsat", "mip", "sat", "sat:cadical195"]
GUARD = 120.0  # seconds


class Until(Deadline):
    """A deadline that passes when a test says so."""

    over = False

    def left(self) -> float:
        return 0.0 if self.over else super().left()

    def passed(self) -> bool:
        return self.over or super().passed()


def end(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(GUARD)
        assert not thread.is_alive()


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize(("options", "complete"), [(10, True), (40, False)])
def test_what_was_found_in_time_comes_however_slowly_it_is_taken(
    name: str, options: int, complete: bool, searching: Callable[[], list[threading.Thread]]
) -> None:
    """A library finds ten solutions before anyone takes the second, and of forty not all."""
    query = Query(one_of([0] * options), deadline=Until())
    progress = Progress()
    stream = get_solver(name).solutions(query, progress)
    found = [*next(stream)]
    if complete:
        end(searching())
    query.deadline.over = True  # type: ignore[attr-defined]
    for batch in stream:
        found += batch
        end(searching())
    assert len(set(found)) == len(found)
    assert progress.complete is complete
    assert (len(found) == options) is complete


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("costs", [False, True])
@pytest.mark.parametrize("several", [False, True])
def test_a_solution_that_nobody_took_is_not_taken_for_none(
    name: str, costs: bool, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    query, progress = Query(pair(several), deadline=Until()), Progress()
    told: list[object] = []

    def full(queue: Queue[object], found: object, block: bool = True, timeout: float = 0) -> None:
        """Take nothing, until the time is over."""
        told.extend([found] if block else [])
        query.deadline.over |= bool(told)  # type: ignore[attr-defined]
        raise Full

    solver = get_solver(name)
    monkeypatch.setattr(Queue, "put", full)
    assert not list((solver.improving if costs else solver.solutions)(query, progress))
    assert told
    assert not progress.complete
    monkeypatch.undo()
    query = Query(pair(several))
    list((solver.improving if costs else solver.solutions)(query, progress))
    assert progress.complete


def pair(several: bool) -> ExactCover:
    """Two items, each with an option; several: and an option on both."""
    builder = ExactCoverBuilder()
    builder.item("a")
    builder.item("b")
    builder.option(["a"], cost=3)
    builder.option(["b"], cost=4)
    if several:
        builder.option(["a", "b"], cost=9)
    return builder.build()


def test_a_search_that_waits_for_a_free_place_ends_with_its_stream(
    monkeypatch: pytest.MonkeyPatch, searching: Callable[[], list[threading.Thread]]
) -> None:
    waits, put = threading.Event(), Queue.put

    def patient(
        queue: Queue[object], found: object, block: bool = True, timeout: float = 0
    ) -> None:
        """Wait until a place is free, however long that takes."""
        if queue.full():
            waits.set()
        put(queue, found, block, GUARD if block else None)

    monkeypatch.setattr(Queue, "put", patient)
    stream = get_solver("sat").solutions(Query(one_of([0] * 40)), progress := Progress())
    next(stream)
    assert waits.wait(GUARD)
    stream.close()
    assert not searching()
    assert not progress.complete
