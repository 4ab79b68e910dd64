"""Serve the page: take the port, print the URL, and run until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import uvicorn

from ...models.errors import ModelError, system_words
from ...solvers.process.signals import STOP_SIGNALS
from .guard import Connection, hosts_of
from .limits import Limits
from .routes import page

__all__ = ["listening", "serve"]

TRACEBACK = "MINUET_TRACEBACK"
CONNECTIONS = 800  # at once
BACKLOG = 512


def listening(port: int) -> socket.socket:
    """Return a socket that listens on 127.0.0.1, at a free port if that is 0.

    Raises ModelError if the port cannot be had.
    """
    # asyncio lets small answers go at once only where a socket names its protocol.
    ours = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ours.bind(("127.0.0.1", port))
        ours.listen(BACKLOG)
    except OSError as error:
        ours.close()
        why = system_words(error)
        raise ModelError(f"port {port}: {why}, expected a free one; --port 0 takes any") from None
    return ours


def serve(ours: socket.socket, limits: Limits, on_ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM.

    on_ready  called with the URL once requests are answered
    """
    port = ours.getsockname()[1]
    # Have room for so many connections, and what stands behind them.
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * CONNECTIONS + 200
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
    shown = logging.ERROR if os.environ.get(TRACEBACK) else logging.CRITICAL
    logging.getLogger("uvicorn.error").setLevel(shown)
    config = uvicorn.Config(
        page(hosts_of(port), limits),
        http=partial(Connection, head_seconds=limits.head_seconds),  # type: ignore[arg-type]
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=0,
        backlog=BACKLOG,
    )
    server = _Server(config, lambda: on_ready(f"http://127.0.0.1:{port}/"))
    asyncio.run(server.serve(sockets=[ours]))


class _Server(uvicorn.Server):
    """Ends at once, and with success, on a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen for signals while it serves."""
        loop = asyncio.get_running_loop()
        for number in STOP_SIGNALS:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._stop)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    def _stop(self) -> None:
        self.should_exit = True
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()
