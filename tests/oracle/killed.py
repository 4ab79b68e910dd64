"""Work in a child process that is killed in the midst of a checkpoint, again and again."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from typing import Any

from hurried import hurry

__all__ = ["killed_again_and_again", "outcome_of"]

GUARD = 300  # seconds after which a child that hangs ends
SAVED = 2  # transactions: one begins the file or takes it over, the next says how far it is


def killed_again_and_again(work: Callable[[int], object], kills: int) -> int:
    """Fork children that do the work, for which time flies, and kill each while it saves.

    The first dies behind its second transaction, the second in the midst of its third, and so on
    in turn, each a transaction later than the one before it.

    work  is called with its number; return how many were killed before their end
    """
    for number in range(kills):
        status = outcome_of(lambda number=number: _die(work, number))
        assert status in (0, -signal.SIGKILL), status
        if status == 0:
            return number
    return kills


def outcome_of(work: Callable[[], object]) -> int:
    """Return the exit status of a child that does the work; minus the signal that it died of."""
    child = os.fork()
    if child == 0:
        result = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(GUARD)
            work()
            result = 0
        except BaseException as error:
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            os._exit(result)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _die(work: Callable[[int], object], number: int) -> None:
    begun, connect = 0, sqlite3.connect

    def look(statement: str) -> None:
        nonlocal begun
        begun += statement.startswith("BEGIN IMMEDIATE")
        behind, amid = begun > SAVED + number, begun == SAVED + number
        if behind or (amid and number % 2 and statement == "COMMIT"):
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(*arguments: Any, **settings: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **settings)
        connection.set_trace_callback(look)
        return connection

    sqlite3.connect = watched
    hurry()
    work(number)
