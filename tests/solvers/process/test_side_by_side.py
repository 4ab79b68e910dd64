"""Searches side by side: what one finds the other learns, and whatever happens both are stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event

import pytest
from own_solvers import Options

from minuet.models import SolverError, Unsupported, WrongAnswer
from minuet.solvers.contract import Deadline, Progress, Query
from minuet.solvers.process.side_by_side import Lane, side_by_side

from oracle.costed import one_of

PATIENCE = 120.0  # seconds for a thread to be heard of
Search = Callable[[Query, Progress], Iterator[Options]]


MATRIX = one_of([100, 60, 55, 50])


def lane(*searches: Search, wait: float = 0.0) -> Lane:
    """Return a lane of searches one after the other, each from the best solution of all on."""

    def search(query: Query, progress: Progress) -> Iterator[object]:
        known = query.incumbent
        assert known is not None
        for turn in searches:
            progress.at_work = part = Progress()
            begin = replace(query, hint=known.best.options if known.best else ())
            yield from known.offered(turn.__name__, turn(begin, part), part)
            progress.at_work = None
            progress.add_effort(part)

    return Lane(search, wait)


def idle(query: Query, progress: Progress) -> Iterator[Options]:
    """Search until it is to stop."""
    while not query.deadline.passed():
        Event().wait(0.001)
    yield from ()


def learns(query: Query, progress: Progress) -> Iterator[Options]:
    """Prove whatever another one finds."""
    known: int | None = None
    while not query.deadline.passed():
        if (news := query.news(known)) is not None:
            known = news.cost
            yield news.options
            if known == 50:
                progress.complete = True
                return
        Event().wait(0.001)


def tells(*options: int, bound: int | None = None, complete: bool = False) -> Search:
    def teller(query: Query, progress: Progress) -> Iterator[Options]:
        for option in options:
            yield (option,)
        progress.bound, progress.complete = bound, complete
        if not complete:
            yield from idle(query, progress)

    return teller


def asked(
    *lanes: Lane, query: Query | None = None, progress: Progress | None = None
) -> list[tuple[str, int]]:
    stream = side_by_side(query or Query(MATRIX), progress or Progress(), lanes)
    return [(one.solver, one.cost) for one in stream]


@pytest.fixture(autouse=True)
def no_thread_is_left(searching: Callable[[], list[threading.Thread]]) -> Iterator[None]:
    yield
    assert not searching()


def test_what_one_finds_the_other_proves_at_once() -> None:
    progress = Progress()
    told = asked(lane(learns), lane(tells(0, 2, 3)), progress=progress)
    assert told[-1] == ("teller", 50)
    assert (progress.complete, progress.bound) == (True, 50)
    assert sorted({cost for _, cost in told}, reverse=True) == [cost for _, cost in told]


def test_a_bound_of_one_that_meets_the_solution_of_another_ends_both() -> None:
    progress = Progress()

    def proves(query: Query, progress: Progress) -> Iterator[Options]:
        progress.bound = 50
        yield from idle(query, progress)

    assert asked(lane(proves), lane(tells(3)), progress=progress)[-1] == ("teller", 50)
    assert (progress.complete, progress.bound) == (True, 50)


def test_each_turn_begins_at_the_best_of_all() -> None:
    begun = Event()
    hints: list[Options] = []

    def first(query: Query, progress: Progress) -> Iterator[Options]:
        yield (2,)
        begun.set()
        yield from idle(query, progress)

    def waits(query: Query, progress: Progress) -> Iterator[Options]:
        assert begun.wait(PATIENCE)
        yield from ()

    def second(query: Query, progress: Progress) -> Iterator[Options]:
        hints.append(query.hint)
        yield query.hint
        progress.complete = True

    asked(lane(first), lane(waits, second))
    assert hints == [(2,)]


def test_the_hint_is_the_first_and_nothing_dearer_is_told() -> None:
    query = Query(MATRIX, hint=(2,))
    assert asked(lane(tells(0, 1, 3, complete=True)), query=query) == [("", 55), ("teller", 50)]


def test_without_a_solution_who_searched_everything_says_so() -> None:
    progress = Progress()
    assert asked(lane(tells(complete=True)), lane(idle), progress=progress) == []
    assert (progress.complete, progress.bound) == (True, None)


def test_lanes_that_end_without_a_proof_leave_it_open() -> None:
    def ends(query: Query, progress: Progress) -> Iterator[Options]:
        yield (1,)
        progress.bound, progress.nodes = 40, 7

    progress = Progress(nodes=1)
    assert asked(lane(ends), lane(ends), progress=progress) == [("ends", 60)]
    assert (progress.complete, progress.bound, progress.nodes) == (False, 40, 15)


@pytest.mark.parametrize(
    "wrong",
    [
        tells(0, complete=True),  # a worse optimum
        tells(complete=True),  # no solution
        tells(bound=51),  # a bound above what is in hand
    ],
    ids=["optimum", "infeasible", "bound"],
)
def test_lanes_that_contradict_each_other_are_a_wrong_answer(wrong: Search) -> None:
    found = Event()

    def honest(query: Query, progress: Progress) -> Iterator[Options]:
        yield (3,)
        found.set()
        yield from idle(query, progress)

    def liar(query: Query, progress: Progress) -> Iterator[Options]:
        assert found.wait(PATIENCE)
        return wrong(query, progress)

    def waits(query: Query, progress: Progress) -> Iterator[Options]:
        yield from liar(query, progress)

    with pytest.raises(WrongAnswer, match=r"solvers waits and honest contradict each other"):
        asked(lane(honest), lane(waits))


def test_what_is_no_solution_no_other_sees() -> None:
    seen: list[object] = []

    def looks(query: Query, progress: Progress) -> Iterator[Options]:
        while not query.deadline.passed():
            seen.extend([query.news(None)] if query.news(None) else [])
            Event().wait(0.001)
        yield from ()

    def wrong(query: Query, progress: Progress) -> Iterator[Options]:
        yield (0, 3)

    with pytest.raises(WrongAnswer, match=r"^solver wrong: "):
        asked(lane(looks), lane(wrong))
    assert seen == []


@pytest.mark.parametrize("error", [ZeroDivisionError("deep down"), SolverError("it says no")])
def test_an_error_in_a_lane_ends_both_and_is_raised(error: Exception) -> None:
    def raises(query: Query, progress: Progress) -> Iterator[Options]:
        yield (1,)
        raise error

    with pytest.raises(type(error), match=str(error)):
        asked(lane(idle), lane(raises))


def test_a_lane_may_go_on_where_a_solver_cannot_and_keeps_its_bound() -> None:
    failed: list[str] = []

    def refuses(query: Query, progress: Progress) -> Iterator[Options]:
        progress.bound, progress.complete = 45, True
        raise Unsupported("solver refuses does not support this")
        yield

    def search(query: Query, progress: Progress) -> Iterator[object]:
        try:
            yield from lane(refuses).search(query, progress)
        except SolverError as error:
            failed.append(str(error))
        yield from lane(tells(3)).search(query, progress)

    progress = Progress()
    stream = side_by_side(Query(MATRIX), progress, [Lane(search), lane(idle)])
    assert next(stream).cost == 50
    assert failed == ["solver refuses does not support this"]
    assert (progress.bound, progress.complete) == (45, False)
    stream.close()


def test_closing_stops_both(searching: Callable[[], list[threading.Thread]]) -> None:
    stream = side_by_side(Query(MATRIX), Progress(), [lane(idle), lane(tells(1))])
    assert next(stream).cost == 60
    assert len(searching()) == 2
    stream.close()


def test_an_interrupt_stops_both_and_keeps_what_is_known() -> None:
    class Interrupts(Deadline):
        """Where Ctrl-C is heard, once there is something to be kept."""

        def left(self) -> float:
            if progress.bound == 45 and threading.current_thread() is threading.main_thread():
                raise KeyboardInterrupt
            return super().left()

    progress = Progress()
    query = Query(MATRIX, deadline=Interrupts(PATIENCE))
    stream = side_by_side(query, progress, [lane(tells(1, bound=45)), lane(idle)])
    assert next(stream).cost == 60
    with pytest.raises(KeyboardInterrupt):
        next(stream)
    assert (progress.bound, progress.complete) == (45, False)


@pytest.mark.parametrize("milliseconds", [0, 1, 2, 5, 10])
def test_a_limit_keeps_the_best(milliseconds: int) -> None:
    progress = Progress()
    query = Query(MATRIX, deadline=Deadline(milliseconds / 1000))
    told = asked(lane(tells(0, 1)), lane(tells(2, bound=45)), query=query, progress=progress)
    costs = [cost for _, cost in told]
    assert costs == sorted(set(costs), reverse=True)
    assert progress.bound in (None, 45)
    assert not progress.complete


def test_a_deadline_that_passes_at_any_moment_ends_both() -> None:
    class Until(Deadline):
        over = False

        def left(self) -> float:
            return 0.0 if self.over else super().left()

        def passed(self) -> bool:
            return self.over or super().passed()

    until = Until(PATIENCE)
    stream = side_by_side(Query(MATRIX, deadline=until), Progress(), [lane(idle), lane(tells(1))])
    assert next(stream).cost == 60
    until.over = True
    assert list(stream) == []


def test_a_lane_that_waits_does_not_begin_where_all_is_proved() -> None:
    def never(query: Query, progress: Progress) -> Iterator[Options]:
        raise AssertionError("it began")
        yield

    assert asked(lane(tells(3, complete=True)), lane(never, wait=PATIENCE)) == [("teller", 50)]


def test_each_lane_has_a_seed_and_threads_of_its_own() -> None:
    seen: dict[int, int | None] = {}

    def notes(query: Query, progress: Progress) -> Iterator[Options]:
        seen[query.threads] = query.seed
        yield from ()

    search = lane(notes).search
    asked(Lane(search, threads=3), Lane(search, seed=1), query=Query(MATRIX, threads=9, seed=4))
    assert seen == {3: 4, 1: 5}


def test_the_news_is_what_is_cheaper_than_what_is_known() -> None:
    seen: list[object] = []

    def asks(query: Query, progress: Progress) -> Iterator[Options]:
        part = query.with_given([2])  # of the whole there is no news in a part
        for known in (None, 61, 60, 59):
            news = query.news(known)
            seen.append(news and (news.cost, news.options))
            assert part.news(known) is None
        progress.complete = True
        yield (1,)

    assert asked(lane(asks), query=Query(MATRIX, hint=(1,))) == [("", 60)]
    assert seen == [(60, (1,)), (60, (1,)), None, None]


@pytest.mark.parametrize(("bounds", "best"), [((40, 30), 40), ((30, 40), 40)])
def test_the_highest_bound_holds(bounds: tuple[int, int], best: int) -> None:
    def says(bound: int) -> Search:
        def says(query: Query, progress: Progress) -> Iterator[Options]:
            progress.bound = bound
            yield from ()

        return says

    progress = Progress()
    asked(lane(says(bounds[0]), says(bounds[1])), progress=progress)
    assert (progress.bound, progress.complete) == (best, False)
