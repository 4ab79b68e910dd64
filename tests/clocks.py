"""A clock that can be put forward: what takes a second takes none."""

from __future__ import annotations

import time

__all__ = ["Clock"]


class Clock:
    """What `time.monotonic` is for a test: `ahead` seconds later, and `tick` more at each look.

    stands  whether it goes on by nothing else
    """

    stands = False

    def __init__(self) -> None:
        self.ahead = self.tick = 0.0
        self._now = time.monotonic
        self._began = self._now()

    def __call__(self) -> float:
        self.ahead += self.tick
        return (self._began if self.stands else self._now()) + self.ahead
