"""What a child reports to the server: frames of JSON up to a limit, and errors."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any

from ....models.errors import InputError, MinuetError, Unreached
from ....models.spelling import as_json

__all__ = [
    "ANSWER",
    "DONE",
    "FAILED",
    "FRAME",
    "LAST",
    "NAMES",
    "PROGRESS",
    "SOLUTION",
    "TASK",
    "UNTOLD",
    "Output",
    "TooLarge",
    "described",
]

# A frame, in both directions: a byte for its kind, the length, then JSON in UTF-8. The server
# passes frames on without parsing them, so that a large answer costs it nothing.
FRAME = struct.Struct("<BI")
TASK, ANSWER, PROGRESS, SOLUTION, DONE, FAILED = range(6)
LAST = (ANSWER, DONE, FAILED)  # nothing comes after these
NAMES = {PROGRESS: "progress", SOLUTION: "solution", DONE: "done", FAILED: "failed"}

# Keys of the final frame of a question that has no value for them.
UNTOLD: dict[str, Any] = dict.fromkeys(
    ("document", "html", "evidence", "reading", "unique", "options")
)

SPARE = 0.25  # of the bytes that are kept for the last word


class TooLarge(MinuetError):
    """The output exceeds the limit."""


class Output:
    """Sends frames of up to `most` bytes in total; `send` takes a whole frame."""

    def __init__(self, send: Callable[[bytes], object], most: int) -> None:
        self._send, self._most, self._left = send, most, most
        self._spare = int(SPARE * most)

    def send(self, kind: int, fields: dict[str, Any], *, last: bool = False) -> None:
        """Send a frame. Raises TooLarge instead of going beyond the limit.

        last  whether nothing comes after it
        """
        data = json.dumps(as_json(fields), allow_nan=False).encode()
        if len(data) > self._left - (0 if last else self._spare):
            raise TooLarge(f"the answer has more than {self._most / (1 << 20):.3g} MB")
        self._left -= len(data)
        self._send(FRAME.pack(kind, len(data)) + data)


def described(error: BaseException) -> dict[str, Any]:
    """Return an error's message, and its line and column, from 1, where they are known."""
    nowhere = {"line": None, "column": None}
    if isinstance(error, InputError) and error.placed:
        return {"message": error.message, "line": error.line, "column": error.column}
    if isinstance(error, InputError):
        return {"message": error.message, **nowhere}
    if isinstance(error, MemoryError):
        return {"message": "it takes more memory than it may", **nowhere}
    if isinstance(error, Unreached):
        return {"message": str(error).removeprefix("<text>: "), **nowhere}
    if isinstance(error, MinuetError | PermissionError):  # a file that is not opened: closed.py
        return {"message": str(error), **nowhere}
    return {"message": f"internal error: {type(error).__name__}: {error}", **nowhere}
