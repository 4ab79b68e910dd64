"""A child of the nursery: gets its task by its socket, does it, and tells what it finds."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from typing import Any

from . import interrupts
from .output import FAILED, FRAME, Output, described

__all__ = ["work"]


def work(number: int) -> None:
    """Do the task that comes by that socket."""
    interrupts.begin()
    # Have what a library prints go nowhere: the terminal is the server's.
    nothing = os.open(os.devnull, os.O_RDWR)
    for index in (1, 2):
        os.dup2(nothing, index)
    server = socket.socket(fileno=number)
    # The task, which comes as one frame.
    _, length = FRAME.unpack(_exactly(server, FRAME.size))
    task: dict[str, Any] = json.loads(_exactly(server, length))
    output = Output(server.sendall, task["output"])
    from .closed import close_files

    close_files()
    try:
        _doers()[task["do"]](task, output)
    except Exception as error:
        # Tell what went wrong, and where, if that is known.
        output.tell(FAILED, described(error), last=True)
    server.shutdown(socket.SHUT_RDWR)


def _doers() -> dict[str, Callable[[dict[str, Any], Output], None]]:
    from .answering import answer
    from .editing import edit
    from .lists import described, formats, gallery
    from .reading import read

    return {
        "read": read,
        "edit": edit,
        "ask": answer,
        "gallery": gallery,
        "described": described,
        "formats": formats,
    }


def _exactly(server: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        part = server.recv(length - len(data))
        if not part:
            os._exit(0)  # nobody wants it any more
        data += part
    return bytes(data)
