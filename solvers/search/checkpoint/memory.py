"""What a memo knows, in the file of a checkpoint.

A count with memory tells where it is in some words (the head), and its states in logs, one for each
way in which it searches. The head is written anew each time; to a log is added what is new, or it
is written anew. Each row has a seal of its own, and all of them are part of the seal of the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
import numpy.typing as npt

__all__ = ["TABLE", "Log", "Memory", "MemoryRows", "Words", "seals_in"]

Words = npt.NDArray[np.uint64]
Log = tuple[int, bool, Words]  # its number, whether it is written anew, and states
HEAD = -1  # the number of the head, among those of the logs
ROW = 1 << 24  # bytes of a row at most
WORD = 8  # bytes
TABLE = """CREATE TABLE memory (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    log INTEGER NOT NULL, seal TEXT NOT NULL, states BLOB NOT NULL)"""


@dataclass(frozen=True)
class Memory:
    """What is to be written, or was read; of a log that is not named nothing is kept."""

    head: Words
    logs: Sequence[Log]


class MemoryRows:
    """The rows of a file, as one process writes them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection
        self._seals = {log: list(seals) for log, seals in seals_in(connection).items()}

    def write(self, memory: Memory) -> None:
        """Write in a transaction that was begun.

        What is replaced goes last: pages that the same transaction has freed cannot be used again
        without a copy of what they held.
        """
        last = self._run.execute("SELECT max(place) FROM memory").fetchone()[0] or 0
        kept = {number for number, anew, _ in memory.logs if not anew}
        gone = [number for number in self._seals if number not in kept]
        for number in gone:
            del self._seals[number]
        for number, _, states in ((HEAD, True, memory.head), *memory.logs):
            if len(states):
                self._seals.setdefault(number, []).extend(self._rows(number, states))
        for number in gone:
            self._run.execute("DELETE FROM memory WHERE place <= ? AND log = ?", (last, number))

    def clear(self) -> None:
        """Remove all, in a transaction that was begun."""
        if self._seals:
            self._run.execute("DELETE FROM memory")
            self._seals.clear()

    def seals(self) -> dict[int, list[str]]:
        """Return the seals of all rows, by log."""
        return self._seals

    def read(self) -> Memory | None:
        """Return what was written; None: nothing. Raises ValueError for what is not whole."""
        if HEAD not in self._seals:
            return None
        logs = [(number, False, self._words(number)) for number in self._seals if number != HEAD]
        return Memory(self._words(HEAD), logs)

    def _rows(self, log: int, states: Words) -> Iterator[str]:
        """Insert states, and yield the seals of their rows."""
        data = states.view(np.uint8).data
        for start in range(0, len(data), ROW):
            row = data[start : start + ROW]
            seal = _hashed(row)
            insert = "INSERT INTO memory (log, seal, states) VALUES (?, ?, ?)"
            self._run.execute(insert, (log, seal, row))
            yield seal

    def _words(self, log: int) -> Words:
        select = "SELECT seal, states FROM memory WHERE log = ? ORDER BY place"
        rows = []
        for seal, states in self._run.execute(select, (log,)):
            if _hashed(states) != seal or len(states) % WORD:
                raise ValueError("states that are not whole")
            rows.append(np.frombuffer(states, np.uint64))
        return np.concatenate(rows) if rows else np.empty(0, np.uint64)


def seals_in(connection: sqlite3.Connection) -> dict[int, list[str]]:
    """Return the seals of all rows of a file, by log."""
    seals: dict[int, list[str]] = {}
    for log, seal in connection.execute("SELECT log, seal FROM memory ORDER BY place"):
        seals.setdefault(log, []).append(seal)
    return seals


def _hashed(states: bytes | memoryview) -> str:
    return sha256(states).hexdigest()[:32]
