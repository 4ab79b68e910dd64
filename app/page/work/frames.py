"""What goes between the server and a child of the nursery, both ways: frames.

A byte says what it is, then comes the length, then JSON in UTF-8. The server hands on what it is
told without reading it, so that a large answer costs it nothing.
"""

from __future__ import annotations

import struct
from typing import Any

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
]

FRAME = struct.Struct("<BI")
TASK, ANSWER, PROGRESS, SOLUTION, DONE, FAILED = range(6)
LAST = (ANSWER, DONE, FAILED)  # nothing comes after these
NAMES = {PROGRESS: "progress", SOLUTION: "solution", DONE: "done", FAILED: "failed"}

# What the last word on a question says where nothing is known of it.
UNTOLD: dict[str, Any] = dict.fromkeys(("document", "html", "evidence", "reading", "unique"))
