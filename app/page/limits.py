"""How much may be asked for, and how much a piece of work may take."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

__all__ = ["Limits", "usual_memory"]

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Limits of the server; sizes are bytes, times are seconds.

    body         of a request
    body_seconds a body takes to arrive, head_seconds the head before it
    read_seconds reading or editing takes; a bit more if it is killed
    seconds      a question takes, unless it asks for less; `most_seconds` at the very most
    grace        that interrupted work has to send its results
    memory       that a piece of work takes, with its own children
    output       of a piece of work
    solutions    that a question lists at most
    readings, questions  pieces of work at once
    waiting      pieces of work in the queue, of all and `waiting_of_one` client
    streams      answers that are listened to at once, of all and `streams_of_one` client
    unheard      a question is kept for so long without listeners
    kept         questions at once
    """

    body: int = MEGABYTE
    body_seconds: float = 15.0
    head_seconds: float = 10.0
    read_seconds: float = 4.0
    seconds: float = 30.0
    most_seconds: float = 600.0
    grace: float = 2.5
    memory: int = 2048 * MEGABYTE
    output: int = 32 * MEGABYTE
    solutions: int = 1000
    readings: int = 3
    questions: int = 4
    waiting: int = 400
    waiting_of_one: int = 200
    streams: int = 400
    streams_of_one: int = 40
    unheard: float = 60.0
    kept: int = 500


def usual_memory() -> int:
    """Return the bytes that a piece of work may take on this machine: an eighth, at most 2 GB."""
    if sys.platform == "win32":
        return Limits.memory
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(256 * MEGABYTE, min(Limits.memory, machine // 8))
