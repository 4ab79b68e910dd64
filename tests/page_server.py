"""A page's server for tests: a process with limits of the test's choice; and its client."""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

__all__ = ["Served", "children_of", "gone", "served"]

# Whoever began the server holds the other end of its standard input: where that dies, in whatever
# way, the server hears the end of it, and goes as by Ctrl-C.
PROGRAM = """
import os, signal, sys, threading

def outlived():
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=outlived, daemon=True).start()
from minuet.app.page.limits import Limits
from minuet.app.page.serving import listening, serve

serve(listening(0), Limits(**eval(sys.argv[1])), lambda url: print(url, flush=True))
"""


class Served:
    """A server under way: its URL, its process, and the requests that a page makes."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process, self.url = process, url
        self.port = int(url.rstrip("/").rpartition(":")[2])
        self.http = httpx.Client(base_url=url, timeout=60)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def read(self, text: str, form: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self.post("/api/read", text=text, format=form).json()
        return found

    def ask(self, text: str, question: str = "solve", **more: Any) -> str:
        told = self.post("/api/ask", text=text, question=question, **more)
        assert told.status_code == 200, told.text
        name: str = told.json()["id"]
        return name

    def events(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what is told of a question until the server ends the stream."""
        with self.http.stream("GET", f"/api/ask/{name}/events") as stream:
            assert stream.status_code == 200
            kind = ""
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield kind, json.loads(line.removeprefix("data: "))

    def answer(self, text: str, question: str = "solve", **more: Any) -> dict[str, list[Any]]:
        """Return what is told of a question, by the kinds of events."""
        found: dict[str, list[Any]] = {}
        for kind, told in self.events(self.ask(text, question, **more)):
            found.setdefault(kind, []).append(told)
        return found


@contextmanager
def served(environment: Mapping[str, str] | None = None, **limits: Any) -> Iterator[Served]:
    """Serve with these limits during the block; nothing is left of it behind.

    environment  of the server's process; None: that of the tests
    """
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, repr(limits)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], 60)[0], "the server did not begin"
        server = Served(process, process.stdout.readline().strip())
        with server.http:
            yield server
    finally:
        family = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        status = process.wait(20)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
    assert status == 0, f"the server ended with {status}"
    assert gone(family)


def children_of(process: int) -> list[int]:
    """Return the children of a process, and theirs."""
    found = [process]
    for one in found:
        with suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found[1:]


def gone(family: list[int], within: float = 10.0) -> bool:
    """Whether none of the processes is left, soon."""
    end = time.monotonic() + within
    while any(map(_lives, family)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _lives(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
