"""A child of the nursery: receive a task by its socket, do it, report. And a rehearsal before.

The nursery imports this module, and with it all that tasks need, before it forks the first child.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ....models.gallery import entry
from ....solvers.registry import get_solver, solver_names
from . import interrupts, lists
from .answering import answer
from .closed import close_files
from .editing import edit
from .output import FAILED, FRAME, Output, described
from .playing import play
from .reading import read
from .writing import convert

__all__ = ["rehearse", "work"]

TASKS: dict[str, Callable[[dict[str, Any], Output], None]] = {
    "read": read,
    "edit": edit,
    "write": convert,
    "ask": answer,
    "play": play,
    "gallery": lists.gallery,
    "described": lists.described,
    "formats": lists.formats,
}
REHEARSED = ("sudoku-4", "queens-8")
PACKING = "soma"
MOST = 16 << 20  # bytes that a rehearsal sends and keeps


def work(number: int) -> None:
    """Do the task that comes by the socket with that file number."""
    interrupts.begin()
    # Discard what a library prints: the terminal belongs to the server.
    nothing = os.open(os.devnull, os.O_RDWR)
    for index in (1, 2):
        os.dup2(nothing, index)
    server = socket.socket(fileno=number)
    _, length = FRAME.unpack(_exactly(server, FRAME.size))
    task: dict[str, Any] = json.loads(_exactly(server, length))
    output = Output(server.sendall, task["output"])
    close_files()
    try:
        TASKS[task["do"]](task, output)
    except Exception as error:
        output.send(FAILED, described(error), last=True)
    server.shutdown(socket.SHUT_RDWR)


def _exactly(server: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        part = server.recv(length - len(data))
        if not part:
            os._exit(0)  # the server is gone
        data += part
    return bytes(data)


def rehearse() -> None:
    """Do some small tasks in the nursery itself, so that all they import is loaded.

    Only tasks that leave no thread behind, which a fork would lack. Solvers with heavy libraries
    are imported by the children that use them.
    """
    texts = [entry(name).text for name in REHEARSED]
    texts += ["1.....3..4.....2", "11.............."]
    output = Output(lambda data: None, MOST)
    for text in texts:
        task: dict[str, Any] = {
            "text": text,
            "format": None,
            "seconds": 5.0,
            "board": True,
        }
        read(task, output)
        for question in ("solve", "all", "count"):
            fields = {"question": question, "solver": "auto", "limit": 2, "memory": MOST}
            answer({**task, **fields}, output)
    read({**task, "text": entry(PACKING).text}, output)  # whose libraries take most of a second
    edit({**task, "given": [], "clues": []}, output)
    for name in solver_names():
        with suppress(Exception):  # a question to that solver reports it
            get_solver(name)
