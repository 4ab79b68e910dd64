"""A child of the nursery: gets its task by its socket, does it, and tells what it finds."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from typing import Any

from ....models.errors import InputError, MinuetError, OutOfTime
from ....models.telling.json_values import as_json
from . import interrupts
from .frames import FAILED, FRAME

__all__ = ["Output", "TooLarge", "described", "work"]

SPARE = 1 << 20  # bytes that are kept for the last word


class TooLarge(MinuetError):
    """What is to be told is larger than the limit."""


class Output:
    """Tells the server what is found, up to `most` bytes."""

    def __init__(self, server: socket.socket, most: int) -> None:
        self._server, self._left = server, most

    def tell(self, kind: int, told: dict[str, Any], *, last: bool = False) -> None:
        """Send a frame. Raises TooLarge instead of going beyond the limit.

        last  whether nothing comes after it
        """
        data = json.dumps(as_json(told), allow_nan=False).encode()
        if len(data) > self._left - (0 if last else SPARE):
            raise TooLarge(f"the answer has more than {self._left >> 20} MB")
        self._left -= len(data)
        self._server.sendall(FRAME.pack(kind, len(data)) + data)


def work(number: int) -> None:
    """Do the task that comes by that socket."""
    interrupts.begin()
    _be_quiet()
    server = socket.socket(fileno=number)
    task = _task(server)
    output = Output(server, task["output"])
    from .closed import close_files

    close_files()
    try:
        _doers()[task["do"]](task, output)
    except Exception as error:
        _fail(output, error)
    server.shutdown(socket.SHUT_RDWR)


def _doers() -> dict[str, Callable[[dict[str, Any], Output], None]]:
    from .answering import answer
    from .editing import edit
    from .lists import formats, gallery
    from .reading import read

    return {"read": read, "edit": edit, "ask": answer, "gallery": gallery, "formats": formats}


def _task(server: socket.socket) -> dict[str, Any]:
    """Return the task, which comes as one frame."""
    _, length = FRAME.unpack(_exactly(server, FRAME.size))
    task: dict[str, Any] = json.loads(_exactly(server, length))
    return task


def _exactly(server: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        part = server.recv(length - len(data))
        if not part:
            os._exit(0)  # nobody wants it any more
        data += part
    return bytes(data)


def _be_quiet() -> None:
    """Have what a library prints go nowhere: the terminal is the server's."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (1, 2):
        os.dup2(nothing, number)


def _fail(output: Output, error: Exception) -> None:
    """Tell what went wrong, and where, if that is known."""
    output.tell(FAILED, described(error), last=True)


def described(error: BaseException) -> dict[str, Any]:
    """Return what an error says: its line and column, from 1, where they are known."""
    if isinstance(error, InputError):
        return {"message": error.what, "line": error.line, "column": error.column}
    nowhere = {"line": None, "column": None}
    if isinstance(error, MemoryError):
        return {"message": "it takes more memory than it may", **nowhere}
    if isinstance(error, OutOfTime):
        return {"message": str(error).removeprefix("<text>: "), **nowhere}
    if isinstance(error, MinuetError):
        return {"message": str(error), **nowhere}
    return {"message": f"internal error: {type(error).__name__}: {error}", **nowhere}
