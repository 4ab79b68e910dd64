"""The file of a checkpoint: one sqlite database, written by one process in whole transactions.

A transaction replaces all that is known, what was found and the parts that are open, and adds to
the states of a counter with memory. So the file is always that of one moment, and sqlite undoes
what a kill has left half-written. A seal over all of it reveals a damaged file, and an owner's
token a second process, where the lock of the file cannot (a network drive, say): a process that
finds another token in the file stops writing.

The parts: the identity of a search, locks, the states of a counter with memory, the file, writing
in the background, the stand-in where nothing is written.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import secrets
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from ....models.errors import CheckpointError, Unsupported, system_words
from ...contract.query import Query
from ...native.engine import OpenPart

__all__ = [
    "Behind",
    "CheckpointFile",
    "Log",
    "Memory",
    "SearchKey",
    "State",
    "Unkept",
    "Words",
    "at_work",
    "locked",
    "read_checkpoint",
    "require_regular",
    "unlock",
]

# ---- The identity: matrix, selection, question and solver ----------------------------------------


SHORT = 12  # digits of a digest, enough to distinguish two
IN_WORDS = {
    "question": "another question",
    "digest": "another matrix",
    "given": "other given options",
    "forbidden": "other forbidden options",
    "solver": "another solver",
    "version": "another version of minuet",
    "settings": "other settings",
}


KEY_OPTIONS = ("given", "forbidden")


@dataclass(frozen=True)
class SearchKey:
    """What must be the same for a search to go on.

    question  "count", "solutions" or "check"
    digest    of the matrix
    given, forbidden  the selection, ascending
    solver    as it was asked for; version: of minuet, of which the engines are part
    settings  what else the answer depends on
    """

    question: str
    digest: str
    given: tuple[int, ...]
    forbidden: tuple[int, ...]
    solver: str
    version: str
    settings: str = ""

    @classmethod
    def of(
        cls, question: str, query: Query, solver: str, version: str, settings: str = ""
    ) -> SearchKey:
        """Return the key of a query.

        Raises Unsupported for statements, whose functions no digest covers.
        """
        if query.matrix.statements:
            raise Unsupported("a checkpoint does not support statements")
        given, forbidden = tuple(sorted(query.given)), tuple(sorted(query.forbidden))
        return cls(question, query.matrix.digest, given, forbidden, solver, version, settings)

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> SearchKey:
        """Return the key that `to_dict` wrote. Raises ValueError, TypeError for anything else."""
        if not isinstance(document, dict):
            raise TypeError("key")
        for entry in fields(cls):
            if not _fits(entry.name, document.get(entry.name)):
                raise ValueError(entry.name)
        numbers = {name: tuple(document[name]) for name in KEY_OPTIONS}
        return cls(**(document | numbers))

    def to_dict(self) -> dict[str, Any]:
        """Return the key as JSON holds it."""
        return asdict(self) | {"given": list(self.given), "forbidden": list(self.forbidden)}

    def difference(self, other: SearchKey) -> str | None:
        """Say in what another key differs, the weightiest first; None: in nothing."""
        for name, words in IN_WORDS.items():
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine == theirs:
                continue
            if name in ("given", "forbidden"):
                return words
            length = SHORT if name == "digest" else 80
            cure = f"; it goes on with that one: --solver {theirs}" if name == "solver" else ""
            return f"{words} ({theirs[:length]}), expected {mine[:length]}{cure}"
        return None


def _fits(name: str, value: Any) -> bool:
    if name not in KEY_OPTIONS:
        return isinstance(value, str)
    if not isinstance(value, list) or not all(
        type(number) is int and number >= 0 for number in value
    ):
        return False
    return value == sorted(set(value))


# ---- Locks: files that one process holds ---------------------------------------------------------
#
# The lock is of the file and not of its name, ends with the process, and is not handed to
# children. Whoever only looks whether a file is held takes a lock for a moment, so one that begins
# waits a little before it gives way.


LOCK_PATIENCE = 1.0  # seconds for one who only looks
PAUSE = 0.02  # seconds between two trials

_held: set[int] = set()  # descriptors of the files that this process has locked


def _let_go() -> None:
    """In a child process: let the lock be the parent's alone, lest it outlives it."""
    for number in _held:
        with suppress(OSError):
            os.close(number)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def locked(path: Path, purpose: str, *, new: bool = True) -> int:
    """Open a file and lock it for this process; return its descriptor.

    purpose  of the file, for messages; new: whether to create a missing file

    Raises CheckpointError for what is no regular file, or held by another; OSError where it cannot
    be opened.
    """
    flags = os.O_RDWR | (os.O_CREAT if new else 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        number = os.open(path, flags, 0o666)
    except IsADirectoryError:
        require_regular(path, path.stat(), purpose)
        raise
    try:
        require_regular(path, os.fstat(number), purpose)
        _lock(path, number)
    except BaseException:
        os.close(number)
        raise
    _held.add(number)
    return number


def unlock(number: int) -> None:
    """Let go of a file; once more is no harm."""
    if number in _held:
        _held.discard(number)
        os.close(number)


def _lock(path: Path, number: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: the owner's token alone keeps two processes apart
        return
    end = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                why = "another process is at work on it"
                raise CheckpointError(f"{path}: {why}, expected one at a time") from None
            time.sleep(PAUSE)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.ENOLCK):
                raise
            return
        else:
            return


def at_work(path: Path) -> bool:
    """Whether a process holds the file now, as far as the system reports."""
    try:
        import fcntl
    except ImportError:
        return False
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
    return False


def require_regular(path: Path, status: os.stat_result, purpose: str = "checkpoint") -> None:
    """Raise CheckpointError for a pipe, a device and the like."""
    if not stat.S_ISREG(status.st_mode):
        raise CheckpointError(f"{path}: no file of its own, expected one for the {purpose}")


# ---- The states of a counter with memory ---------------------------------------------------------
#
# A count with memory describes its position in some words (the head), and its states in logs, one
# for each way in which it searches. The head is written anew each time; to a log new states are
# added, or it is written anew. Each row has a seal of its own, and all of them are part of the seal
# of the file.


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


APPLICATION = 0x6D6E7574  # "mnut", by which a file is known as ours
LAYOUT = 2  # goes up where the tables change
PATIENCE = 10.0  # seconds for one who reads the file meanwhile
TABLES = """
CREATE TABLE search (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key TEXT NOT NULL, state TEXT NOT NULL, seal TEXT NOT NULL, owner TEXT NOT NULL);
CREATE TABLE part (
    place INTEGER PRIMARY KEY,
    given TEXT NOT NULL, forbidden TEXT NOT NULL, share REAL NOT NULL)
"""
COUNT = re.compile("0x(0|[1-9a-f][0-9a-f]*)")
OPTIONS = re.compile("((0|[1-9][0-9]{0,9})( (?=.)|$))*")

# Of what a state says the types, and the least that numbers can be.
KINDS: Mapping[str, tuple[type, int | None]] = {
    "found": (str, None),
    "nodes": (int, 0),
    "updates": (int, 0),
    "seconds": (float, 0),
    "done": (int, 0),
    "complete": (bool, None),
    "worker": (str, None),
    "puzzle": (str, None),
    "began": (float, 0),
    "saved": (float, 0),
    "more": (dict, None),
}


@dataclass
class State:
    """How far a search is.

    found      solutions in the parts that are done, exactly
    nodes, updates  that they took; seconds: of all runs together
    done       parts that are done
    complete   whether there is no open part
    worker     the solver that is at work, where it was chosen on the way
    puzzle     its name, or what there is to say of a bare matrix
    began, saved  when the search began and when this was written, seconds since 1970
    more       what else a question keeps, as JSON holds it
    parts      what is open
    """

    found: int = 0
    nodes: int = 0
    updates: int = 0
    seconds: float = 0.0
    done: int = 0
    complete: bool = False
    worker: str = ""
    puzzle: str = ""
    began: float = field(default_factory=time.time)
    saved: float = 0.0
    more: dict[str, Any] = field(default_factory=dict)
    parts: Sequence[OpenPart] | None = None

    @property
    def share(self) -> float:
        """The estimated part of the tree that is done, 0 to 1."""
        if self.complete:
            return 1.0
        return max(1.0 - sum(part.share for part in self.parts or ()), 0.0) if self.parts else 0.0

    def to_text(self) -> str:
        """Return all but the parts as JSON; counts may be of any size."""
        values = {
            entry.name: getattr(self, entry.name) for entry in fields(self) if entry.name != "parts"
        }
        return json.dumps(values | {"found": hex(self.found)}, sort_keys=True)

    @classmethod
    def of(cls, text: str, parts: Sequence[OpenPart]) -> State:
        """Return what was written. Raises ValueError, TypeError, KeyError for anything else."""
        values = json.loads(text)
        for name, (kind, least) in KINDS.items():
            wrong = type(values[name]) is not kind  # True is no number here
            if wrong or (least is not None and not least <= values[name] < math.inf):
                raise ValueError(name)
        if not COUNT.fullmatch(values["found"]) or (parts and values["complete"]):
            raise ValueError("found")
        begun = parts or values["complete"]  # of what was not begun nothing is listed
        values |= {"found": int(values["found"], 16), "parts": parts if begun else None}
        return cls(**values)


class CheckpointFile:
    """The file of one search, held by this process until it is closed.

    Raises CheckpointError for a file that is no checkpoint, or of another search, or damaged, or
    held by another process; OSError where it cannot be opened.
    """

    kept = True  # whether anything is written

    def __init__(self, path: str | os.PathLike[str], key: SearchKey, puzzle: str = "") -> None:
        self.path = Path(path)
        self.key = key
        self._owner = secrets.token_hex(8)
        self._lock = locked(self.path, "checkpoint")
        try:
            # One thread at a time writes, not always the same one.
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self.state = self._begin(State(puzzle=puzzle))
            self._memory = MemoryRows(self._connection)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        # The lock goes last: to close the file would take sqlite's own locks away.
        if hasattr(self, "_connection"):
            self._connection.close()
        unlock(self._lock)

    def require_options(self, count: int) -> None:
        """Raise CheckpointError if a part has an option that a matrix of so many does not."""
        subtrees = (part.subtree for part in self.state.parts or ())
        if any(option >= count for subtree in subtrees for side in subtree for option in side):
            raise self.damage()

    def damage(self) -> CheckpointError:
        """Return the error of a file that says what no search could have written."""
        return _damaged(self.path)

    def save(self, state: State, memory: Memory | None = None) -> None:
        """Write how far the search is, all of it or nothing.

        memory  what a memo knows; None: nothing, or nothing any more

        Raises CheckpointError if another process took the file, OSError if it cannot be written.
        """
        self._require_file()
        state.saved = time.time()
        parts = [_row(part) for part in state.parts or ()]
        text = state.to_text()
        with self._transaction() as run:
            changed = run.execute(
                "UPDATE search SET state = ? WHERE owner = ?", (text, self._owner)
            )
            if changed.rowcount != 1:
                raise CheckpointError(f"{self.path}: another process has gone on with it")
            run.execute("DELETE FROM part")
            run.executemany("INSERT INTO part (given, forbidden, share) VALUES (?, ?, ?)", parts)
            if memory is None or state.complete:
                self._memory.clear()
            else:
                self._memory.write(memory)
            key = json.dumps(self.key.to_dict(), sort_keys=True)
            seal = _seal(key, text, parts, self._memory.seals())
            run.execute("UPDATE search SET seal = ?", (seal,))
        self.state = state

    def memory(self) -> Memory | None:
        """Return what was saved last of a memo; None: nothing. Raises CheckpointError."""
        with _reading(self.path):
            return self._memory.read()

    def _begin(self, new: State) -> State:
        """Return how far the search is; a new file begins with nothing done."""
        with _reading(self.path):
            empty = _is_empty(self._connection)
        if not empty:
            key, state = _read(self._connection, self.path)
            difference = self.key.difference(key)
            if difference is not None:
                raise CheckpointError(f"{self.path}: the checkpoint of {difference}")
            with self._transaction() as run:
                run.execute("UPDATE search SET owner = ?", (self._owner,))
            return state
        key_text, text = json.dumps(self.key.to_dict(), sort_keys=True), new.to_text()
        with self._transaction() as run:
            run.execute(f"PRAGMA application_id = {APPLICATION}")
            run.execute(f"PRAGMA user_version = {LAYOUT}")
            for table in (*TABLES.split(";"), TABLE):
                run.execute(table)
            seal = _seal(key_text, text, [], {})
            values = (key_text, text, seal, self._owner)
            run.execute("INSERT INTO search VALUES (1, ?, ?, ?, ?)", values)
        return new

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        run = self._connection
        try:
            run.execute("BEGIN IMMEDIATE")
            yield run
            run.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # sqlite itself has undone what did not fit
                if run.in_transaction:
                    run.execute("ROLLBACK")
            if not isinstance(error, sqlite3.Error):
                raise
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise _damaged(self.path) from error
            full = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_FULL
            number = errno.ENOSPC if full else errno.EIO
            raise OSError(number, f"the checkpoint: {error}", str(self.path)) from error

    def _require_file(self) -> None:
        """Raise OSError unless the file still stands where it stood."""
        with suppress(FileNotFoundError):
            if os.path.samestat(self.path.stat(), os.fstat(self._lock)):
                return
        raise OSError(errno.ENOENT, "the checkpoint was taken away", str(self.path))


def read_checkpoint(path: str | os.PathLike[str]) -> tuple[SearchKey, State]:
    """Return of which search a file is and how far it is, be it at work or not.

    Raises CheckpointError for a file that cannot be read, is no checkpoint, or damaged.
    """
    file = Path(path)
    try:
        require_regular(file, file.stat())
        with file.open("rb"):
            pass
    except OSError as error:
        reason = system_words(error)
        raise CheckpointError(f"{file}: {reason}, expected a checkpoint") from None
    # A journal that a kill has left is undone by whoever reads first, so it must be able to write.
    mode = "rw" if os.access(file, os.W_OK) else "ro"
    address = f"file:{quote(str(file.absolute()))}?mode={mode}"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as connection:
        with _reading(file):
            if _is_empty(connection):
                raise _foreign(file)
        return _read(connection, file)


def _read(connection: sqlite3.Connection, path: Path) -> tuple[SearchKey, State]:
    with _reading(path):
        marks = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in MARKS]
        if marks[0] != APPLICATION:
            raise _foreign(path)
        if marks[1] != LAYOUT:
            raise CheckpointError(f"{path}: the checkpoint of another version of minuet")
        connection.execute("BEGIN")  # one moment, for whoever writes meanwhile
        try:
            row = connection.execute("SELECT key, state, seal FROM search").fetchone()
            select = "SELECT given, forbidden, share FROM part ORDER BY place"
            rows = connection.execute(select).fetchall()
            seals = seals_in(connection)
        finally:
            connection.execute("COMMIT")
        if row is None or _seal(row[0], row[1], rows, seals) != row[2]:
            raise _damaged(path)
        return SearchKey.from_dict(json.loads(row[0])), State.of(row[1], [*map(_part, rows)])


MARKS = ("application_id", "user_version")


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn what may go wrong with a file's contents into a CheckpointError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise _foreign(path) from error
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, 0):
            raise _damaged(path) from error
        raise OSError(errno.EIO, f"the checkpoint: {error}", str(path)) from error
    except (ValueError, TypeError, KeyError) as error:
        raise _damaged(path) from error


def _foreign(path: Path) -> CheckpointError:
    return CheckpointError(f"{path}: no checkpoint of minuet, expected one, or a file that is new")


def _damaged(path: Path) -> CheckpointError:
    return CheckpointError(f"{path}: a damaged checkpoint, expected one that is whole, or none")


def _row(part: OpenPart) -> tuple[str, str, float]:
    given, forbidden = part.subtree
    return " ".join(map(str, given)), " ".join(map(str, forbidden)), part.share


def _part(row: tuple[str, str, float]) -> OpenPart:
    given, forbidden, share = row
    if not 0 <= share <= 1:
        raise ValueError("share")
    return OpenPart((_options(given), _options(forbidden)), share)


def _options(text: str) -> tuple[int, ...]:
    """Return the numbers of options. Raises ValueError for what `_row` does not write."""
    options = tuple(map(int, text.split(" "))) if text and OPTIONS.fullmatch(text) else ()
    if (text and not options) or len(set(options)) < len(options):
        raise ValueError(text)
    return options


def _seal(
    key: str,
    state: str,
    rows: Sequence[tuple[str, str, float]],
    memory: Mapping[int, Sequence[str]],
) -> str:
    hashed = blake2b(f"{key}\n{state}\n".encode(), digest_size=16)
    for given, forbidden, share in rows:
        hashed.update(f"{given}|{forbidden}|{share!r}\n".encode())
    for log, seals in sorted(memory.items()):
        hashed.update(f"{log}|{' '.join(seals)}\n".encode())
    return hashed.hexdigest()


# ---- Writing in the background: one checkpoint at a time, on a thread of its own -----------------


class Behind:
    """Who writes behind the back of the search."""

    def __init__(self) -> None:
        self.seconds = 0.0  # that the last one took
        self._thread = threading.Thread()  # one that is never begun
        self._error: BaseException | None = None

    @property
    def busy(self) -> bool:
        """Whether one is being written now."""
        return self._thread.is_alive()

    def write(self, write: Callable[[], None]) -> None:
        """Begin to write; raises what `wait` does of the one before."""
        self.wait()
        self._thread = threading.Thread(target=self._run, args=(write,), name="minuet checkpoint")
        self._thread.start()

    def wait(self) -> None:
        """Wait for the end of it, Ctrl-C or not; raises what kept it from being written, once."""
        interrupt = None
        while self.busy:
            try:
                self._thread.join()
            except BaseException as caught:
                interrupt = caught
        if interrupt is not None:
            raise interrupt
        failed, self._error = self._error, None
        if failed is not None:
            raise failed

    def _run(self, write: Callable[[], None]) -> None:
        began = time.monotonic()
        try:
            write()
        except BaseException as error:
            self._error = error
        self.seconds = time.monotonic() - began


# ---- The stand-in for a file, where nothing is written -------------------------------------------


class Unkept:
    """A search that begins anew and is not written down."""

    kept = False
    path = Path()

    def __init__(self) -> None:
        self.state = State()

    def save(self, state: State, memory: Memory | None = None) -> None:
        """Note how far it is."""
        self.state = state

    def memory(self) -> None:
        """Know of nothing."""
