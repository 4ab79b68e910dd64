"""Each piece of work ends at its limits of time, memory and size, while others are served."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from typing import Any

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
        read_seconds=120.0,
        questions=2,
        readings=2,
        waiting_of_one=3,
        streams_of_one=4,
        grace=0.1,
    ) as begun:
        yield begun


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    """A server of which only what ends at its limits is asked."""
    with served(read_seconds=0.2, unheard=0.3) as begun:
        yield begun


def at_work(server: Served, **more: Any) -> tuple[str, Iterator[tuple[str, dict[str, Any]]]]:
    """Ask for a count that has no end; return its name and its events once it is under way."""
    name = server.ask(EMPTY, "count", solver="dlx:links", seconds=600, **more)
    events = server.events(name)
    assert next(event for event in events if event[0] != "queued")[0] == "progress"
    return name, events


def test_others_are_served_while_one_has_all_the_places_that_it_can_have(small: Served) -> None:
    first, events = at_work(small, client="bomb")
    second = small.ask(EMPTY, "count", solver="dlx:links", seconds=600, client="bomb")
    small.read(FOUR)
    assert small.answer(FOUR, client="me")["done"][0]["status"] == "OPTIMAL"
    assert small.read(QUEENS)["ok"]
    small.post(f"/api/ask/{second}/cancel")
    assert [kind for kind, _ in small.events(second)][-1] == "done"
    small.post(f"/api/ask/{first}/cancel")
    *_, (kind, told) = events
    assert (kind, told["status"]) == ("done", "INTERRUPTED")


def test_a_slow_puzzle_ends_at_its_limit(small: Served) -> None:
    found = small.answer(EMPTY, "count", solver="dlx:links", seconds=0.2)
    (done,) = found["done"]
    assert done["status"] in ("FEASIBLE", "UNKNOWN")  # as far as it came
    assert done["document"]["complete"] is False


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
    (told,) = small.answer(EMPTY, "count", solver="memo", seconds=0.7)["done"]
    assert told["status"] in ("FEASIBLE", "UNKNOWN") and told["document"]["kind"] == "count"


def test_an_answer_that_is_too_large_stops_there(small: Served) -> None:
    found = small.answer(EMPTY, "all", limit=1000)
    (done,) = found["done"]
    number = len(found["solution"])
    assert 1 < number < 1000
    assert done["headline"].startswith(f"the first {number} solutions: the answer has more than")
    assert (done["document"]["count"], done["document"]["complete"]) == (number, False)


def until(holds: Callable[[], bool]) -> None:
    """Wait until that holds; a minute or two are a hang."""
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def working(server: Served) -> list[int]:
    """The processes that are at work."""
    return children_of(children_of(server.process.pid)[0])


def test_work_that_hears_nothing_is_killed(small: Served) -> None:
    name, events = at_work(small)
    workers = working(small)
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    small.post(f"/api/ask/{name}/cancel")
    *_, (kind, told) = events
    assert (kind, told["status"], told["document"]) == ("done", "INTERRUPTED", None)
    assert gone(workers, within=120.0)
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_a_worker_that_crashes_is_a_failure_and_the_next_one_works(small: Served) -> None:
    _, events = at_work(small)
    for worker in working(small):
        os.kill(worker, signal.SIGSEGV)
    *_, (kind, told) = events
    assert (kind, told["message"]) == ("failed", "the process that worked on it ended by signal 11")
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_should_the_nursery_die_another_one_takes_its_place(small: Served) -> None:
    _, events = at_work(small)
    workers = working(small)
    os.kill(children_of(small.process.pid)[0], signal.SIGKILL)
    *_, (kind, told) = events
    assert (kind, told["headline"].partition(";")[0]) == ("done", "stopped")
    assert gone(workers, within=120.0)
    assert small.answer(FOUR)["done"][0]["status"] == "OPTIMAL"


def test_what_nobody_listens_to_is_stopped_and_forgotten(hasty: Served) -> None:
    name = hasty.ask(EMPTY, "count", solver="dlx:links", seconds=600)
    hasty.read(FOUR)
    until(lambda: not working(hasty))
    assert hasty.http.get(f"/api/ask/{name}/events").status_code == 404


def test_too_many_runs_are_told_to_come_later(small: Served) -> None:
    asked = {"text": EMPTY, "question": "count", "solver": "dlx:links", "seconds": 600}
    answers = [small.post("/api/ask", **asked, client="me") for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 4 + [429] * 2
    assert list(answers[-1].json()) == ["error"]
    assert small.answer(FOUR, client="you")["done"][0]["status"] == "OPTIMAL"
    for one in answers[:4]:
        small.post(f"/api/ask/{one.json()['id']}/cancel")
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


def test_a_text_that_takes_long_to_read_is_told_so(hasty: Served) -> None:
    found = hasty.read(SLOW)
    assert found["ok"] is False
    assert found["message"] == "time limit: the puzzle is not built within 0.2 s"


def test_reading_that_nobody_waits_for_ends(server: Served) -> None:
    body = json.dumps({"text": SLOW}).encode()
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=120)) as connection:
        connection.request("POST", "/api/read", body, {"content-type": "application/json"})
        until(lambda: bool(working(server)))
    until(lambda: not working(server))
    assert server.read(FOUR)["ok"]
