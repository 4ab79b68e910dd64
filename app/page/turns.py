"""Whose turn it is: a few pieces of work at once, and of those who wait each client in turn.

One client never has all places, if there are two or more, so that another one need not wait for
its long questions; and of one that puts a hundred questions the others wait for one at most.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Busy", "Turns"]

Waiting = asyncio.Future[None]


class Busy(Exception):
    """Too many wait already."""


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
            client = next((one for one in self._queues if self._working[one] < self._of_one), None)
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
