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
        """Begin to wait."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(self._head_seconds, self._lose_patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        if self._patience is not None:
            self._patience.cancel()
        super().connection_lost(exc)

    def _lose_patience(self) -> None:
        """End a connection in which no request has begun; later heads are looked at too."""
        idle = self.cycle is None or self.cycle.response_complete
        if idle and not self.transport.is_closing():
            self.transport.close()
            return
        self._patience = self.loop.call_later(self._head_seconds, self._lose_patience)
