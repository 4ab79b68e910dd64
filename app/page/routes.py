"""The requests of the page, their answers, and the fields of their bodies: see docs/page.md."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from .asks import Ask, Asks
from .guard import Guard
from .limits import Limits
from .work.output import ANSWER
from .workers import Busy, Turns, Workers

__all__ = ["asked", "page"]

APP = Path(__file__).parents[1]
STATIC = (APP / "page" / "static", APP / "board" / "static")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}
LIST_SECONDS = 50.0  # for the gallery and the formats, once: few where nothing else is asked


def page(hosts: Collection[str], limits: Limits | None = None) -> ASGIApp:
    """Return the application. `hosts` are the Host headers that are its own."""
    limits = limits or Limits()
    return Guard(Page(limits).application(), hosts=hosts, limits=limits)


class Page:
    """The requests, and what stands behind them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.workers = Workers(limits)
        self.asks = Asks(limits, self.workers)
        self.readings = Turns(limits.readings, limits.waiting, limits.waiting_of_one)
        self._streams: Counter[str] = Counter()  # that are open, by client
        self._lists: dict[tuple[str, str], bytes] = {}  # by what, and of which puzzle
        self._listing = asyncio.Lock()

    def application(self) -> Starlette:
        """Return the application without its guard."""
        get, post = ["GET"], ["POST"]
        return Starlette(
            routes=[
                Route("/", self.index, methods=get),
                Route("/favicon.ico", self.favicon, methods=get),
                Route("/static/{name}", self.static, methods=get),
                Route("/api/gallery", self.gallery, methods=get),
                Route("/api/gallery/{name}", self.described, methods=get),
                Route("/api/formats", self.formats, methods=get),
                Route("/api/read", self.read, methods=post),
                Route("/api/edit", self.edit, methods=post),
                Route("/api/write", self.write, methods=post),
                Route("/api/ask", self.ask, methods=post),
                Route("/api/ask/{ask}/events", self.events, methods=get),
                Route("/api/ask/{ask}/cancel", self.cancel, methods=post),
            ],
            exception_handlers={HTTPException: _refused, Busy: _busy, Exception: _failed},
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.workers.open()
        try:
            yield
        finally:
            self.workers.close()
            await self.asks.close()

    # ---- Files ----------------------------------------------------------------------------

    async def index(self, request: Request) -> Response:
        """Return the page itself."""
        return _file("index.html")

    async def static(self, request: Request) -> Response:
        """Return a file of the page."""
        return _file(request.path_params["name"])

    async def favicon(self, request: Request) -> Response:
        """Return nothing: the page names its icon."""
        return Response(status_code=204)

    # ---- Lists ----------------------------------------------------------------------------

    async def gallery(self, request: Request) -> Response:
        """Return the puzzles of the gallery."""
        return await self._listed("gallery")

    async def described(self, request: Request) -> Response:
        """Return the text of a puzzle of the gallery."""
        return await self._listed("described", name=request.path_params["name"])

    async def formats(self, request: Request) -> Response:
        """Return the formats and the solvers."""
        return await self._listed("formats")

    async def _listed(self, kind: str, name: str = "") -> Response:
        async with self._listing:
            if (kind, name) not in self._lists:
                task = {"do": kind, "name": name, "client": kind, "seconds": LIST_SECONDS}
                self._lists[kind, name] = await self._worked(task)
        return Response(self._lists[kind, name], media_type="application/json")

    # ---- Texts ----------------------------------------------------------------------------

    async def read(self, request: Request) -> Response:
        """Read a text."""
        task = await read_in(request, self.limits)
        return await self._answered(request, task)

    async def edit(self, request: Request) -> Response:
        """Change givens or clues of a text."""
        task = await edited(request, self.limits)
        return await self._answered(request, task)

    async def write(self, request: Request) -> Response:
        """Write a puzzle in another format."""
        task = await written(request, self.limits)
        return await self._answered(request, task)

    async def _answered(self, request: Request, task: dict[str, Any]) -> Response:
        task["client"] = task["client"] or _address(request)
        worked = asyncio.create_task(self._worked(task))
        left = asyncio.create_task(_left(request))
        try:
            await asyncio.wait((worked, left), return_when=asyncio.FIRST_COMPLETED)
            if not worked.done():
                raise HTTPException(408, "nobody waits any more")  # nobody hears it either
            return Response(worked.result(), media_type="application/json")
        finally:
            worked.cancel()
            left.cancel()

    async def _worked(self, task: dict[str, Any]) -> bytes:
        """Return what a short piece of work answers. Raises HTTPException if it does not."""
        async with self.readings.turn(task["client"]):
            work = self.workers.begin(task["seconds"])
            try:
                fields = {**task, "output": self.limits.output}
                async with aclosing(work.frames(fields)) as frames:
                    async for kind, data in frames:
                        if kind == ANSWER:
                            return data
                        raise HTTPException(400, json.loads(data)["message"])
                ending = await work.ending()
            finally:
                work.kill()
        why = ending.words(task["seconds"], self.limits.memory)
        if task["do"] == "read":
            fields = {"ok": False, "line": None, "column": None, "message": f"reading was {why}"}
            return json.dumps(fields).encode()
        raise HTTPException(400, f"nothing was written: {why}")

    # ---- Questions ------------------------------------------------------------------------

    async def ask(self, request: Request) -> Response:
        """Put a question."""
        task = await asked(request, self.limits)
        task["client"] = task["client"] or _address(request)
        return JSONResponse({"id": self.asks.begin(task).name})

    async def events(self, request: Request) -> Response:
        """Stream the events of a question, from the start or after the last received event."""
        ask = self._named(request)
        last = request.headers.get("last-event-id", "")
        since = int(last) if last.isdecimal() and len(last) < 10 else 0
        if ask.ended and since >= ask.events[-1].number:
            return Response(status_code=204)  # a browser then connects no more
        client = ask.task["client"]
        own, all_of_them = self._streams[client], self._streams.total()
        if own >= self.limits.streams_of_one or all_of_them >= self.limits.streams:
            raise Busy
        return StreamingResponse(self._held(ask, since, client), media_type="text/event-stream")

    async def _held(self, ask: Ask, since: int, client: str) -> AsyncIterator[bytes]:
        """Yield a stream, which is counted while it is open."""
        self._streams[client] += 1
        try:
            async with aclosing(_streamed(ask, since)) as stream:
                async for chunk in stream:
                    yield chunk
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]

    async def cancel(self, request: Request) -> Response:
        """Stop a question; its `done` has what was found."""
        self._named(request).cancel()
        return JSONResponse({"cancelled": True})

    def _named(self, request: Request) -> Ask:
        ask = self.asks.get(request.path_params["ask"])
        if ask is None:
            raise HTTPException(404, "no such question, or it is forgotten by now")
        return ask


async def _left(request: Request) -> None:
    """Wait until whoever asked is gone; the body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _streamed(ask: Ask, since: int) -> AsyncGenerator[bytes]:
    yield b"retry: 1000\n\n"
    async for event in ask.listen(since):
        if event is None:
            yield b": still at work\n\n"
        else:
            head = f"id: {event.number}\nevent: {event.kind}\ndata: ".encode()
            yield head + event.data + b"\n\n"


def _address(request: Request) -> str:
    """Return who asks, where it does not say so: a connection."""
    client = request.client
    return "nobody" if client is None else f"{client.host}:{client.port}"


def _file(name: str) -> Response:
    """Return a file of the page; no other can be named."""
    for folder in STATIC:
        path = folder / name
        kind = KINDS.get(path.suffix)
        if kind is not None and path in folder.iterdir():
            headers = {"content-type": kind, "cache-control": "no-cache"}
            return Response(path.read_bytes(), headers=headers)
    raise HTTPException(404, "no such file")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def _busy(request: Request, error: Exception) -> Response:
    message = "too much is asked at once, expected it later"
    return JSONResponse({"error": message}, 429, {"retry-after": "2"})


async def _failed(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"internal error: {type(error).__name__}"}, 500)


# ---- Bodies of requests --------------------------------------------------------------------------


QUESTIONS = ("solve", "count", "all", "best", "check", "explain")
PLAYED = ("whole", "mistake", "hint", "candidates", "twins", "more", "spare")  # of work/playing.py
LISTED = 100  # solutions, by default
LONGEST_NAME = 200
MOST_OPTIONS = 1_000_000  # that a request names


async def read_in(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/read` takes."""
    body = await _body(request)
    return {
        **_described(body),
        "do": "read",
        "board": body.get("board") is not False,
        "seconds": limits.read_seconds,
        **_client(body),
    }


async def edited(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/edit` takes."""
    body = await _body(request)
    return {
        **_described(body),
        "do": "edit",
        "seconds": limits.read_seconds,
        "given": _options(body, "given"),
        "clues": _clues(body),
        **_client(body),
    }


async def written(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/write` takes."""
    body = await _body(request)
    return {
        **_described(body),
        "do": "write",
        "to": _text(body, "to", most=LONGEST_NAME),
        "seconds": limits.read_seconds,
        **_client(body),
    }


async def asked(request: Request, limits: Limits) -> dict[str, Any]:
    """Return what `/api/ask` takes."""
    body = await _body(request)
    question = _text(body, "question")
    if question not in (*QUESTIONS, *PLAYED):
        _refuse(f"question: {question[:40]!r}, expected one of {', '.join((*QUESTIONS, *PLAYED))}")
    usual = 1 if question == "best" else LISTED
    return {
        **_described(body),
        "do": "play" if question in PLAYED else "ask",
        "question": question,
        "solver": _text(body, "solver", "auto", most=LONGEST_NAME),
        "limit": _whole(body, "limit", 1, limits.solutions, usual),
        "seconds": _seconds(body, limits),
        "chosen": _options(body, "chosen"),
        "out": _options(body, "out"),
        **_client(body),
    }


async def _body(request: Request) -> dict[str, Any]:
    data = await request.body()
    try:
        body = json.loads(data, parse_constant=_refuse_constant)
    except RecursionError:
        _refuse("JSON that is nested too deeply, expected an object")
    except ValueError:
        _refuse("the body is no JSON in UTF-8, expected an object")
    if not isinstance(body, dict):
        _refuse("the body is no object, expected one")
    return body


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse(message: str) -> NoReturn:
    raise HTTPException(400, message)


def _described(body: dict[str, Any]) -> dict[str, Any]:
    form = body.get("format")
    return {
        "text": _text(body, "text"),
        "format": None if form in (None, "") else _text(body, "format", most=LONGEST_NAME),
    }


def _client(body: dict[str, Any]) -> dict[str, Any]:
    """Return who asks, if it says so: a page takes turns with the other ones."""
    return {"client": _text(body, "client", "", most=LONGEST_NAME)}


def _text(body: dict[str, Any], name: str, usual: str | None = None, *, most: int = 0) -> str:
    value = body.get(name, usual)
    if not isinstance(value, str):
        _refuse(f"{name}: {_kind(value)}, expected text")
    if most and len(value) > most:
        _refuse(f"{name}: {len(value)} characters, expected {most} at most")
    try:
        value.encode()
    except UnicodeEncodeError:
        _refuse(f"{name}: half of a surrogate pair, expected text")
    return value


def _whole(body: dict[str, Any], name: str, low: int, high: int, usual: int | None = None) -> int:
    value = body.get(name)
    if value is None and usual is not None:
        return usual
    if type(value) is not int or not low <= value <= high:
        shown = value if type(value) is int and abs(value) < 10**12 else _kind(value)
        _refuse(f"{name}: {shown}, expected a whole number from {low} to {high}")
    return value


def _options(body: dict[str, Any], name: str) -> list[int]:
    """Return numbers of options, of which the puzzle decides whether it has them."""
    value = body.get(name, [])
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        _refuse(f"{name}: {_kind(value)}, expected a list of whole numbers")
    if not all(0 <= number < MOST_OPTIONS for number in value) or len(value) > MOST_OPTIONS:
        _refuse(f"{name}: a number beyond {MOST_OPTIONS}, expected numbers of options")
    return value


def _clues(body: dict[str, Any]) -> list[tuple[str, int, int | None, str]]:
    """Return changes of clues, of which the puzzle decides whether it has them."""
    value = body.get("clues", [])
    if not isinstance(value, list) or not all(isinstance(change, dict) for change in value):
        _refuse(f"clues: {_kind(value)}, expected a list of objects")
    return [
        (
            _text(change, "part", most=LONGEST_NAME),
            _whole(change, "line", 0, MOST_OPTIONS),
            None if change.get("word") is None else _whole(change, "word", 0, MOST_OPTIONS),
            _text(change, "mark", most=LONGEST_NAME),
        )
        for change in value
    ]


def _seconds(body: dict[str, Any], limits: Limits) -> float:
    value = body.get("seconds")
    if value is None:
        return limits.seconds
    if type(value) not in (int, float) or not 0 < value <= limits.most_seconds:
        _refuse(f"seconds: expected a number above 0, {limits.most_seconds:g} at most")
    return float(value)


def _kind(value: object) -> str:
    kinds = {type(None): "nothing", bool: "true or false", int: "a number", float: "a number"}
    kinds |= {str: "text", list: "a list", dict: "an object"}
    return kinds.get(type(value), "something else")
