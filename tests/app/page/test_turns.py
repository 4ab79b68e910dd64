"""Turns: a few at once, each client in turn, and never all places for one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from minuet.app.page.workers import Busy, Turns


class Worked:
    """Pieces of work that wait until they are let go; `begun` lists them as they get a place."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.begun = turns, list[str]()
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, *names: str) -> None:
        """Begin work, each named after its client by its first letter."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self.work(name))
            await asyncio.sleep(0)
        await settled()

    async def work(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await settled()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_clients_are_served_in_turn_however_much_one_asks() -> None:
    async def work() -> None:
        worked = Worked(Turns(2, 100, 100))
        await worked.begin("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        assert worked.begun == ["a1", "b1"]  # one place is kept from a
        await worked.end("a1")
        assert worked.begun[2:] == ["a2"] or worked.begun[2:] == ["c1"]
        await worked.end("b1", "a2", "c1", "b2", "a3", "a4")
        assert sorted(worked.begun) == ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]
        assert worked.begun.index("c1") < worked.begun.index("a4")
        assert worked.begun.index("b2") < worked.begun.index("a4")
        assert worked.turns.waiting == 0

    run(work())


def test_a_place_alone_serves_everyone() -> None:
    async def work() -> None:
        worked = Worked(Turns(1, 100, 100))
        await worked.begin("a1", "a2", "b1")
        assert worked.begun == ["a1"]
        await worked.end("a1", "a2", "b1")
        assert sorted(worked.begun) == ["a1", "a2", "b1"]

    run(work())


def test_who_waits_no_more_leaves_its_place_to_others() -> None:
    async def work() -> None:
        worked = Worked(Turns(2, 100, 100))
        await worked.begin("a1", "b1", "c1", "d1")
        worked.tasks["c1"].cancel()  # it waits
        worked.tasks["b1"].cancel()  # it is at work
        await settled()
        assert worked.begun == ["a1", "b1", "d1"]
        await worked.end("a1", "d1")
        await worked.begin("e1", "f1")
        assert worked.begun[3:] == ["e1", "f1"]
        await worked.end("e1", "f1")

    run(work())


@pytest.mark.parametrize(("most", "of_one"), [(2, 100), (100, 2)])
def test_there_is_an_end_to_waiting(most: int, of_one: int) -> None:
    async def work() -> None:
        worked = Worked(Turns(1, most, of_one))
        await worked.begin("a1", "a2", "a3")
        with pytest.raises(Busy):
            await worked.work("a4")
        assert worked.turns.waiting == 2
        await worked.end("a1")
        await worked.begin("a5")
        await worked.end("a2", "a3", "a5")
        assert worked.begun == ["a1", "a2", "a3", "a5"]

    run(work())
