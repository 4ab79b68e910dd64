"""Connections that say nothing, or say it slowly, are cut off; so they cost next to nothing.

uvicorn waits for ever for the head of a request. Here it has some seconds; the body's are counted
in guard.py.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["Connection"]


class Connection(H11Protocol):
    """A connection that begins a request in `head_seconds`, or ends."""

    def __init__(self, *, head_seconds: float, **more: Any) -> None:
        super().__init__(**more)
        self._head_seconds = head_seconds
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what comes; wait for the rest of a head, as long as it takes from its first byte."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()
        elif self._patience is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(self._head_seconds, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
