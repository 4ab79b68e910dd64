"""Questions that were asked, and the events of each until now.

Messages are kept as events, so that every listener receives all from the start, be it late, twice
or after a connection broke. A question without listeners is forgotten after a while, and
stopped if it is still at work.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from bisect import bisect_right
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Any, NamedTuple

from .limits import Limits
from .work.output import DONE, FAILED, NAMES, PROGRESS, SOLUTION, UNTOLD
from .workers import Busy, Turns, Work, Workers

__all__ = ["Ask", "Asks", "Event"]

QUEUED = "queued"
LAST = (NAMES[DONE], NAMES[FAILED])
ROOM = 8  # so many full outputs are kept at once


class Event(NamedTuple):
    """One message: its number, from 1, its kind, and JSON."""

    number: int
    kind: str
    data: bytes

    @property
    def last(self) -> bool:
        """Whether nothing comes after it."""
        return self.kind in LAST


class Ask:
    """One question: what was asked, and the events until now."""

    def __init__(self, task: dict[str, Any], limits: Limits) -> None:
        self.name = secrets.token_urlsafe(12)
        self.task, self.limits = task, limits
        self.events: list[Event] = []
        self.size = len(task["text"])
        self.listeners, self.heard = 0, time.monotonic()
        self.job: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._work: Work | None = None
        self._cancelled = False
        self._solutions = 0

    @property
    def ended(self) -> bool:
        """Whether all events are known."""
        return bool(self.events) and self.events[-1].last

    # ---- Who answers ----------------------------------------------------------------------

    async def run(self, turns: Turns, workers: Workers) -> None:
        """Wait for a turn, run the question, and keep its events."""
        try:
            if turns.must_wait(self.task["client"]):
                self._tell(QUEUED, json.dumps({"ahead": turns.waiting}).encode())
            async with turns.turn(self.task["client"]):
                if not self._cancelled:
                    await self._ask(workers)
        except asyncio.CancelledError:
            pass
        except Busy:
            self._fail("too many questions wait already")
        except Exception as error:
            self._fail(f"internal error: {type(error).__name__}: {error}")
            raise
        finally:
            if not self.ended:
                self._end("before its turn came", "INTERRUPTED")

    async def _ask(self, workers: Workers) -> None:
        self._work = work = workers.begin(self.task["seconds"])
        try:
            limits = {"output": self.limits.output, "memory": self.limits.memory}
            async with aclosing(work.frames({**self.task, **limits})) as frames:
                async for kind, data in frames:
                    self._solutions += kind == SOLUTION
                    self._tell(NAMES[kind], data)
            if self.ended:
                return
            ending = await work.ending()
        finally:
            work.kill()
        if self._cancelled:
            self._end("interrupted", "INTERRUPTED")
        elif work.too_large:
            self._end(f"stopped: the answer has more than {self.limits.output / (1 << 20):.3g} MB")
        elif ending.killed:
            self._end(ending.words(self.task["seconds"], self.limits.memory))
        else:
            self._fail(f"the process that worked on it {ending.words(0, 0)}")

    def cancel(self) -> None:
        """Stop; results so far are still sent."""
        if self._cancelled or self.ended:
            return
        self._cancelled = True
        if self._work is not None:
            self._work.interrupt()
        elif self.job is not None:
            self.job.cancel()

    def _end(self, why: str, status: str = "") -> None:
        """Tell what is known of work that could not say so itself."""
        count = self._solutions
        suffix = f"; {count} solution{'' if count == 1 else 's'} by then" if count else ""
        fields = {
            **UNTOLD,
            "status": status or ("FEASIBLE" if count else "UNKNOWN"),
            "headline": why + suffix,
        }
        self._tell(NAMES[DONE], json.dumps(fields).encode())

    def _fail(self, message: str) -> None:
        fields = {"message": message, "line": None, "column": None}
        self._tell(NAMES[FAILED], json.dumps(fields).encode())

    def _tell(self, kind: str, data: bytes) -> None:
        if self.ended:
            return
        number = self.events[-1].number + 1 if self.events else 1
        if kind == NAMES[PROGRESS] and self.events and self.events[-1].kind == kind:
            self.size -= len(self.events.pop().data)  # of what is past only the last is of use
        self.events.append(Event(number, kind, data))
        self.size += len(data)
        self._changed.set()
        self._changed = asyncio.Event()

    # ---- Who listens ----------------------------------------------------------------------

    async def listen(self, since: int = 0, *, beat: float = 15.0) -> AsyncIterator[Event | None]:
        """Yield the events behind that number until the last; None where nothing came for long."""
        self.listeners += 1
        try:
            while True:
                changed = self._changed
                place = bisect_right(self.events, since, key=lambda event: event.number)
                for event in self.events[place:]:
                    since = event.number
                    yield event
                    if event.last:
                        return
                if changed is self._changed:
                    try:
                        async with asyncio.timeout(beat):
                            await changed.wait()
                    except TimeoutError:
                        yield None
        finally:
            self.listeners -= 1
            self.heard = time.monotonic()

    @property
    def unheard(self) -> float:
        """Seconds since the last listener."""
        return 0.0 if self.listeners else time.monotonic() - self.heard


class Asks:
    """The questions by name."""

    def __init__(self, limits: Limits, workers: Workers) -> None:
        self.limits, self.workers = limits, workers
        self.turns = Turns(limits.questions, limits.waiting, limits.waiting_of_one)
        self._asks: dict[str, Ask] = {}
        self._reaper: asyncio.Task[None] | None = None

    def begin(self, task: dict[str, Any]) -> Ask:
        """Put a question. Raises Busy if too many wait, or too much is kept."""
        self.turns.require_room(task["client"])
        self._make_room()
        ask = Ask(task, self.limits)
        self._asks[ask.name] = ask
        ask.job = asyncio.create_task(ask.run(self.turns, self.workers))
        if self._reaper is None or self._reaper.done():
            self._reaper = asyncio.create_task(self._reap())
        return ask

    def get(self, name: str) -> Ask | None:
        """Return the question of that name, if there is one."""
        return self._asks.get(name)

    def _make_room(self) -> None:
        """Forget ended questions without listeners, the oldest first, if there are many."""

        def full() -> bool:
            size = sum(ask.size for ask in self._asks.values())
            return len(self._asks) >= self.limits.kept or size > ROOM * self.limits.output

        for ask in list(self._asks.values()):
            if not full():
                return
            if ask.ended and not ask.listeners:
                del self._asks[ask.name]
        if full():
            raise Busy

    async def _reap(self) -> None:
        """Forget questions without listeners, now and then, as long as there are any."""
        while self._asks:
            await asyncio.sleep(min(1.0, self.limits.unheard / 4))
            for ask in list(self._asks.values()):
                if ask.unheard > self.limits.unheard:
                    ask.cancel()
                    del self._asks[ask.name]

    async def close(self) -> None:
        """Stop all of them."""
        jobs = [ask.job for ask in self._asks.values() if ask.job is not None]
        jobs += [] if self._reaper is None else [self._reaper]
        for job in jobs:
            job.cancel()
        for job in jobs:
            with suppress(asyncio.CancelledError, Exception):
                await job
        self._asks.clear()
