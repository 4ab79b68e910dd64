"""Which requests are accepted, the headers of every answer, and limits for slow connections.

The server is for the browser of this machine alone. It listens on 127.0.0.1; but any page in that
browser can send requests there, and a name whose owner points it at 127.0.0.1 makes them look like
our own (DNS rebinding). So the Host must be ours, a request that changes something must come from
our own page and declare JSON, which no form of another page can, and no header ever permits other
pages to read answers. Bodies are counted as they arrive. A rejected request is read for a moment
longer, because browsers read an answer only after they have sent everything.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Limits

__all__ = ["Connection", "Guard", "hosts_of"]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
CLOSE = {"connection": "close"}  # the rest of a body is not waited for
NAMES = ("127.0.0.1", "localhost", "[::1]")
OWN_SITES = frozenset(("same-origin", "none"))
SAFE = ("GET", "HEAD")
HEARD_OUT = 32  # times the size of the largest body, and
PATIENCE = 2.0  # seconds: so much more is taken of who is refused, before it is cut off


def hosts_of(port: int) -> frozenset[str]:
    """Return the Host headers that name a server of ours at that port."""
    return frozenset(f"{name}:{port}" for name in NAMES) | (
        frozenset(NAMES) if port == 80 else frozenset()
    )


def origins_of(hosts: Collection[str]) -> frozenset[str]:
    """Return the origins of our own pages."""
    return frozenset(f"http://{host}" for host in hosts)


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str], limits: Limits) -> None:
        self.app, self.hosts, self.limits = app, frozenset(hosts), limits
        self.origins = origins_of(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no WebSockets: the connection is closed
        begun, body = False, _Body(receive, Headers(scope=scope), self.limits)

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            elif body.refused and not message.get("more_body", False):
                await send({**message, "more_body": True})
                await body.hear_out()
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        try:
            self._check_origin(scope)
            body.require_size()
            await self.app(scope, body.receive, guarded)
        except HTTPException as refused:
            if not begun:
                body.refused = True
                await _answer(refused, guarded)

    def _check_origin(self, scope: Scope) -> None:
        """Raise HTTPException for a request that is not from our own page, where it matters."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            raise HTTPException(403, "a request for another host, expected this server's own name")
        sites, origins = headers.getlist("sec-fetch-site"), headers.getlist("origin")
        foreign = not (self.origins.issuperset(origins) and OWN_SITES.issuperset(sites))
        if foreign and (scope["method"] not in SAFE or scope["path"].startswith("/api/")):
            raise HTTPException(
                403, "a request from another page, expected one of this server's own"
            )
        if scope["method"] == "POST":
            kinds = headers.getlist("content-type")
            if [kind.partition(";")[0].strip().lower() for kind in kinds] != ["application/json"]:
                raise HTTPException(
                    415, "the body is not said to be JSON, expected application/json"
                )


class _Body:
    """A request's body, which may be neither large nor slow."""

    def __init__(self, receive: Receive, headers: Headers, limits: Limits) -> None:
        self._receive, self._left, self._limits = receive, limits.body, limits
        self._declared = headers.get("content-length", "0")
        self._whole = self.refused = False
        self._end = asyncio.get_running_loop().time() + limits.body_seconds

    def require_size(self) -> None:
        """Raise HTTPException if its declared length is too large."""
        length = self._declared
        if not length.isdecimal() or len(length) > 18 or int(length) > self._limits.body:
            raise self._too_large()

    async def hear_out(self) -> None:
        """Take the rest of a body that was refused, as far as it is neither huge nor slow."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                left = HEARD_OUT * self._limits.body
                while left > 0 and not self._whole:
                    message = await self._receive()
                    left -= len(message.get("body", b""))
                    self._whole = not message.get("more_body", False)

    def _too_large(self) -> HTTPException:
        self.refused = True
        message = f"a body of more than {self._limits.body >> 20} MB, expected less"
        return HTTPException(413, message, CLOSE)

    async def receive(self) -> Message:
        """Return what comes next. Raises HTTPException for a body too large, or too slow."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._end):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, "the body did not come in time", CLOSE) from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise self._too_large()
        self._whole = not message.get("more_body", False)
        return message


async def _answer(refused: HTTPException, send: Send) -> None:
    body = json.dumps({"error": refused.detail}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **CLOSE}
    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refused.status_code, "headers": lines})
    await send({"type": "http.response.body", "body": body})


# ---- Slow connections ----------------------------------------------------------------------------
#
# uvicorn waits forever for the head of a request. Here the head has a time limit of its own, and
# `Guard` limits the body.


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
