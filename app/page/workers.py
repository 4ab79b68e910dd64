"""Work for the nursery: start it, receive its frames, interrupt and end it; and whose turn it is.

    work = await workers.begin({"do": "read", ...}, seconds=4)
    async for kind, data in work.frames():
        ...
    ending = await work.ending()

The nursery starts when it is first needed, and again if it dies.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from .limits import Limits
from .nursery import BEGIN, INTERRUPT, KILL, ORDER, READY, REPORT, Left
from .work.output import FRAME, LAST, TASK

__all__ = ["Busy", "Turns", "Work", "Workers"]

AGAIN = 0.25  # seconds until the order is repeated: it may not have listened yet
LATE = 4.0  # seconds behind its limit after which work is killed
VANISHED = 5.0  # seconds in which the nursery says how a child ended
LINGER = 1.0  # seconds that a socket is read whose child has ended


@dataclass(frozen=True)
class Ending:
    """How a piece of work ended: why, if it was killed, and its exit status or minus the signal."""

    why: Left
    code: int

    @property
    def killed(self) -> bool:
        """Whether the nursery ended it, for a limit or on an order."""
        return self.why is not Left.BY_ITSELF

    def words(self, seconds: float, memory: int) -> str:
        """Return what to say of work that ended before it said so itself."""
        match self.why:
            case Left.OUT_OF_TIME:
                return f"stopped at its limit of {seconds:g} s"
            case Left.OUT_OF_MEMORY:
                return f"stopped at its limit of {memory >> 20} MB of memory"
            case Left.KILLED:
                return "stopped"
        return f"ended by signal {-self.code}" if self.code < 0 else "ended without a word"


class Work:
    """A piece of work in a child of the nursery."""

    def __init__(self, workers: Workers, number: int, ours: socket.socket, most: int) -> None:
        self._workers, self._number, self._socket, self._most = workers, number, ours, most
        self.ended: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self.too_large = False
        self._transport: asyncio.WriteTransport | None = None

    async def frames(self, task: Mapping[str, Any]) -> AsyncGenerator[tuple[int, bytes]]:
        """Hand over the task; yield its messages, each a kind and JSON, until it ends."""
        reader, writer = await asyncio.open_connection(sock=self._socket)
        self._transport, left = writer.transport, self._most
        try:
            data = json.dumps(task).encode()
            writer.write(FRAME.pack(TASK, len(data)) + data)
            with suppress(ConnectionError):
                await writer.drain()
            while True:
                kind, length = FRAME.unpack(await reader.readexactly(FRAME.size))
                left -= length
                if left < 0:
                    self.too_large = True
                    return
                yield kind, await reader.readexactly(length)
                if kind in LAST:
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.transport.abort()
            if self.too_large:
                self.kill()

    def interrupt(self) -> None:
        """Ask it to stop and send its results; kill it if it does not."""
        self._insist(asyncio.get_running_loop().time() + self._workers.limits.grace)

    def _insist(self, end: float) -> None:
        loop = asyncio.get_running_loop()
        if self.ended.done():
            return
        if loop.time() >= end:
            self.kill()
            return
        self._workers.order(INTERRUPT, self._number)
        loop.call_later(AGAIN, self._insist, end)

    def kill(self) -> None:
        """End it, if it has not ended."""
        if not self.ended.done():
            self._workers.order(KILL, self._number)

    def end(self, ending: Ending) -> None:
        """Take note of how it ended; should a child of its own hold the socket, that is closed."""
        if not self.ended.done():
            self.ended.set_result(ending)
        if self._transport is not None:
            asyncio.get_running_loop().call_later(LINGER, self._transport.abort)

    async def ending(self) -> Ending:
        """Wait for its end, which is near, and return how it ended."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self.ended), VANISHED)
        self.kill()
        return Ending(Left.KILLED, 0)


class Workers:
    """Begins pieces of work; `close` ends all of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._nursery: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._reports = b""
        self._last = 0
        self._works: dict[int, Work] = {}

    def open(self) -> None:
        """Begin the nursery; it takes a moment until it answers."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._nursery = subprocess.Popen(
                [sys.executable, "-P", "-m", "minuet.app.page.nursery", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "4"},
                process_group=0,  # the terminal's Ctrl-C is for us
            )
        self._socket, self._reports = ours, b""
        asyncio.get_running_loop().add_reader(ours.fileno(), self._hear)

    def close(self) -> None:
        """End the nursery and all of its children."""
        if self._socket is not None:
            with suppress(RuntimeError):  # the loop may be closed by now
                asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
        if self._nursery is not None:
            try:
                self._nursery.wait(1.0)
            except subprocess.TimeoutExpired:
                self._nursery.kill()
                self._nursery.wait()
            self._nursery = None
        for work in self._works.values():
            work.end(Ending(Left.KILLED, 0))
        self._works.clear()

    def begin(self, seconds: float) -> Work:
        """Begin a piece of work that takes so long at most."""
        if self._socket is None:
            self.open()
        self._last += 1
        ours, theirs = socket.socketpair()
        work = self._works[self._last] = Work(self, self._last, ours, self.limits.output)
        with theirs:
            self.order(BEGIN, self._last, seconds + LATE, [theirs.fileno()])
        return work

    def order(
        self, kind: int, number: int, seconds: float = 0.0, given: list[int] | None = None
    ) -> None:
        """Tell the nursery what to do with a child."""
        if self._socket is None:
            return
        data = ORDER.pack(kind, number, seconds, self.limits.memory)
        with suppress(OSError):  # it is gone: `_hear` sees to it
            socket.send_fds(self._socket, [data], given or [])

    def _hear(self) -> None:
        """Take what the nursery says of its children."""
        assert self._socket is not None
        try:
            data = self._socket.recv(1 << 16, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            self.close()
            return
        self._reports += data
        while len(self._reports) >= REPORT.size:
            report, self._reports = self._reports[: REPORT.size], self._reports[REPORT.size :]
            if report == READY:
                continue
            why, number, code = REPORT.unpack(report)
            work = self._works.pop(number, None)
            if work is not None:
                work.end(Ending(Left(why), code))


# ---- Turns ---------------------------------------------------------------------------------------
#
# A few pieces of work run at once, and waiting clients are served in turn. If there are two or more
# places, one client never holds all: others do not wait for its long questions, and wait for at
# most one of its hundred short ones.


Waiting = asyncio.Future[None]


class Busy(Exception):
    """Too many requests wait already."""


class Turns:
    """Places for work.

    places  so many are at work at once
    most    so many wait at most, `most_of_one` of one client
    """

    def __init__(self, places: int, most: int, most_of_one: int) -> None:
        self._free, self._of_one = places, max(places - 1, 1)
        self._most, self._most_of_one = most, most_of_one
        self._queues: dict[str, deque[Waiting]] = {}  # in the order in which they are served
        self._working: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._queues.values()))

    def must_wait(self, client: str) -> bool:
        """Whether there is no place for another piece of that client's work now."""
        return not self._free or self._working[client] >= self._of_one

    def require_room(self, client: str) -> None:
        """Raise Busy if no more may wait."""
        own = len(self._queues.get(client, ()))
        if own >= self._most_of_one or self.waiting >= self._most:
            raise Busy

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait until it is the client's turn; the place is its own for the block.

        Raises Busy if too many wait.
        """
        self.require_room(client)
        place: Waiting = asyncio.get_running_loop().create_future()
        self._queues.setdefault(client, deque()).append(place)
        self._give()
        try:
            await place
            yield
        finally:
            if place.done() and not place.cancelled():
                self._free += 1
                self._working[client] -= 1
            else:
                self._forget(client, place)
            self._give()

    def _forget(self, client: str, place: Waiting) -> None:
        queue = self._queues.get(client)
        if queue is not None and place in queue:
            queue.remove(place)
            if not queue:
                del self._queues[client]

    def _give(self) -> None:
        """Give the free places to those who wait."""
        while self._free:
            client = next((key for key in self._queues if self._working[key] < self._of_one), None)
            if client is None:
                return
            queue = self._queues.pop(client)
            place = queue.popleft()
            if queue:
                self._queues[client] = queue  # behind all others
            if not place.done():
                self._free -= 1
                self._working[client] += 1
                place.set_result(None)
        self._working += Counter()  # drops those at zero
