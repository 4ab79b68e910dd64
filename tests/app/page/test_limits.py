"""Each piece of work ends at its limits of time, memory and size, while others are served."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from minuet.models.gallery import entry

from page_server import Served, children_of, gone, served

FOUR = "1...\n..3.\n.4..\n...2\n"
EMPTY = "." * 81
LARGE = "." * 256
QUEENS = entry("queens-8").text


@pytest.fixture(scope="module")
def small() -> Iterator[Served]:
    with served(
        memory=64 << 20,
        output=400_000,
        read_seconds=0.7,
        questions=2,
        readings=2,
        unheard=0.5,
        waiting_of_one=3,
        streams_of_one=4,
        grace=0.5,
    ) as begun:
        yield begun


def test_a_slow_puzzle_ends_at_its_limit_and_others_are_served_meanwhile(small: Served) -> None:
    with ThreadPoolExecutor() as pool:
        bomb = {"solver": "dlx:links", "seconds": 1.2, "client": "bomb"}
        slow = [pool.submit(small.answer, EMPTY, "count", **bomb) for _ in range(2)]
        small.read(FOUR)
        assert small.answer(FOUR, client="me")["done"][0]["status"] == "OPTIMAL"
        assert small.read(QUEENS)["ok"]
        assert not any(one.done() for one in slow)  # all that was served while they were at work
        ends = [one.result()["done"][0] for one in slow]
    assert {end["status"] for end in ends} == {"FEASIBLE"}
    assert all(end["headline"].startswith("at least ") for end in ends)


def test_what_takes_too_much_memory_is_ended(small: Served) -> None:
    rules = "\n".join(
        f'r{k} = {{ at_most_one = "a", by = "row + {k} * col, row * {k} - col" }}'
        for k in range(15)
    )
    text = f'[choices.a]\nrow = "1..310"\ncol = "1..310"\n[rules]\n{rules}\n'
    (told,) = small.answer(text, "count", seconds=60)["done"]
    assert (told["status"], told["document"]) == ("UNKNOWN", None)
    assert told["headline"] == "stopped at its limit of 64 MB of memory"
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_counting_keeps_its_states_within_the_limit(small: Served) -> None:
    (told,) = small.answer(EMPTY, "count", solver="dlx:memo", seconds=0.7)["done"]
    assert "at least" in told["headline"] and told["document"]["kind"] == "count"


def test_an_answer_that_is_too_large_stops_there(small: Served) -> None:
    found = small.answer(EMPTY, "all", limit=1000)
    (done,) = found["done"]
    number = len(found["solution"])
    assert 1 < number < 1000
    assert done["headline"].startswith(f"the first {number} solutions: the answer has more than")
    assert (done["document"]["count"], done["document"]["complete"]) == (number, False)


def working(server: Served) -> list[int]:
    """The processes that are at work."""
    return children_of(children_of(server.process.pid)[0])


def test_work_that_hears_nothing_is_killed(small: Served) -> None:
    name = small.ask(EMPTY, "count", solver="dlx:links")
    events = small.events(name)
    assert next(events)[0] == "progress"
    workers = working(small)
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    small.post(f"/api/ask/{name}/cancel")
    *_, (kind, told) = events
    assert (kind, told["status"], told["document"]) == ("done", "INTERRUPTED", None)
    assert gone(workers)
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_a_worker_that_crashes_is_a_failure_and_the_next_one_works(small: Served) -> None:
    name = small.ask(EMPTY, "count", solver="dlx:links")
    events = small.events(name)
    assert next(events)[0] == "progress"
    for worker in working(small):
        os.kill(worker, signal.SIGSEGV)
    *_, (kind, told) = events
    assert (kind, told["message"]) == ("failed", "the process that worked on it ended by signal 11")
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_should_the_nursery_die_another_one_takes_its_place(small: Served) -> None:
    name = small.ask(EMPTY, "count", solver="dlx:links")
    events = small.events(name)
    assert next(events)[0] == "progress"
    workers = working(small)
    os.kill(children_of(small.process.pid)[0], signal.SIGKILL)
    *_, (kind, told) = events
    assert (kind, told["headline"].partition(";")[0]) == ("done", "stopped")
    assert gone(workers)
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_what_nobody_listens_to_is_stopped_and_forgotten(small: Served) -> None:
    name = small.ask(EMPTY, "count", solver="dlx:links", seconds=60)
    small.read(FOUR)
    assert gone(working(small))
    assert small.http.get(f"/api/ask/{name}/events").status_code == 404


def test_too_many_questions_are_told_to_come_later(small: Served) -> None:
    asked = {"text": EMPTY, "question": "count", "solver": "dlx:links", "seconds": 20}
    answers = [small.post("/api/ask", **asked, client="me") for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 4 + [429] * 2
    assert list(answers[-1].json()) == ["error"]
    assert small.answer(FOUR, client="you")["done"][0]["status"] == "OPTIMAL"
    assert gone(working(small))  # nobody listens to those that were taken
    assert small.answer(FOUR, client="me")["done"][0]["status"] == "OPTIMAL"


def test_who_holds_too_many_streams_is_told_so_alone(small: Served) -> None:
    with ExitStack() as held, httpx.Client(base_url=small.url, timeout=20) as http:
        slow = small.ask(EMPTY, "count", solver="dlx:links", seconds=20, client="greedy")
        heard: list[Iterator[bytes]] = []

        def status(ask: str) -> int:
            stream = http.stream("GET", f"/api/ask/{ask}/events")
            opened = held.enter_context(stream)
            if opened.status_code == 200:
                heard.append(opened.iter_bytes())  # which is closed if nobody keeps it
                next(heard[-1])
            return opened.status_code

        assert [status(slow) for _ in range(5)] == [200] * 4 + [429]
        assert small.answer(FOUR, client="me")["done"][0]["status"] == "OPTIMAL"
        assert status(small.ask(FOUR, client="me")) == 200
        assert http.post(f"/api/ask/{slow}/cancel", json={}).status_code == 200


def test_streams_that_ended_make_room_for_others(small: Served) -> None:
    for _ in range(6):
        assert small.answer(FOUR, client="patient")["done"][0]["status"] == "OPTIMAL"


def test_who_waits_is_told_so(small: Served) -> None:
    slow = [small.ask(EMPTY, "count", solver="dlx:links", client=one) for one in ("a", "b")]
    waiting = [small.ask(FOUR, client="me") for _ in range(2)]
    first, second = map(small.events, waiting)
    assert next(first) == ("queued", {"ahead": 0})
    assert next(second) == ("queued", {"ahead": 1})
    for name in (waiting[0], waiting[0], *slow, slow[0]):
        assert small.post(f"/api/ask/{name}/cancel").json() == {"cancelled": True}
    ((kind, told),) = first
    assert (kind, told["headline"]) == ("done", "before its turn came")
    assert [kind for kind, _ in second] == ["solution", "done"]
    assert "queued" not in small.answer(FOUR, client="me")


SLOW = '[choices.a]\nrow = "1..310"\ncol = "1..310"\n[rules]\n' + "".join(
    f'r{k} = {{ at_most_one = "a", by = "row * {k} - col" }}\n' for k in range(30)
)


def test_a_text_that_takes_long_to_read_is_told_so(small: Served) -> None:
    found = small.read(SLOW)
    assert found["ok"] is False
    assert found["message"] == "time limit: the puzzle is not built within 0.7 s"


def test_reading_that_nobody_waits_for_ends(server: Served) -> None:
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.url}api/read", json={"text": SLOW}, timeout=0.5)
    assert gone(working(server), within=3.0)
    assert server.read(FOUR)["ok"]
