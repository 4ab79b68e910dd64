"""What was asked for last, by key, within a bound on what is kept together."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["LastKept"]

Kept = TypeVar("Kept")


class LastKept(Generic[Kept]):
    """Values that were asked for last, by key; several threads may ask.

    room   the size of all together, at most
    most   the size of one, at most: larger ones are not kept
    size   what a value counts for
    """

    def __init__(self, room: int, most: int, size: Callable[[Kept], int]) -> None:
        self.room, self._most, self._size = room, most, size
        self._known: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = Lock()
        self._taken = 0

    def get(self, key: Hashable) -> Kept | None:
        """Return the value of that key; None if it is not known."""
        with self._lock:
            value = self._known.get(key)
            if value is not None:
                self._known.move_to_end(key)
        return value

    def has_room(self, value: Kept) -> bool:
        """Whether a value alone is not too large."""
        return self._size(value) <= self._most

    def keep(self, key: Hashable, value: Kept) -> None:
        """Keep a value, if there is room for it."""
        if not self.has_room(value):
            return
        with self._lock:
            if key in self._known:
                return
            self._known[key] = value
            self._taken += self._size(value)
            while self._taken > self.room:
                _, gone = self._known.popitem(last=False)
                self._taken -= self._size(gone)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._known.clear()
            self._taken = 0

    def __len__(self) -> int:
        return len(self._known)
