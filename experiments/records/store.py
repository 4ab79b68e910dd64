"""The records of an experiment, in one sqlite file: `records.sqlite` in its folder.

Each record is a transaction of its own, so that whatever kills an experiment costs the runs that
were under way and no other. Big integers are stored as digits, mappings as JSON.

`read_records` reads for a report: it makes no file, and a mistake is one line.
"""

from __future__ import annotations

import json
import lzma
import math
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import MISSING, fields
from lzma import LZMAError
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from ...models.errors import InputError, excerpt
from ...solvers.contract.result import Status
from .contradictions import judged
from .record import DIGITS, QUESTIONS, Description, Outcome, Record

__all__ = ["PLANNED", "Records", "packed", "read_records"]

MAPPINGS = ("settings", "limits", "incumbents", "environment", "features")
COLUMNS = tuple(column.name for column in fields(Record))
TYPES = {column.name: str(column.type) for column in fields(Record)}
DEFAULTS = {column.name: column.default for column in fields(Record)}
SIGNED = ("n", "seed", "shuffle")  # numbers that may be negative
WORDS = {
    "question": QUESTIONS,
    "status": ("", *Status),
}
OWN = {"key", "instance", "question", "solver", "outcome"}  # columns since the first version
PLANNED_TABLE = "planned (key PRIMARY KEY, family, n, expected)"
PLANNED = "(key IN (SELECT key FROM planned) OR NOT EXISTS (SELECT 1 FROM planned))"


class Records:
    """The records in a folder; the file is made where there is none.

        with Records(folder) as records:
            records.add(record)
            for record in records: ...

    Iterating gives the records of the runs that the suite has now (see `plan`), in the order in
    which they were added; those of runs that it had once are kept, for it may have them again. A
    run whose number of solutions is not the one that the suite expects is WRONG there; the file
    keeps its own outcome, because the suite may expect another number later.

    Raises InputError for a file of another program, and for a record that cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "records.sqlite"
        self._file = sqlite3.connect(self.path, isolation_level=None)
        tables = self._file.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        there = {row[1] for row in self._file.execute("PRAGMA table_info(records)")}
        if tables and not there >= OWN:
            self._file.close()
            message = "a database of something else, expected the records of an experiment"
            raise InputError(message, file=str(self.path))
        columns = ", ".join(["key PRIMARY KEY", *COLUMNS[1:]])
        self._file.execute(f"CREATE TABLE IF NOT EXISTS records ({columns})")
        self._file.execute("CREATE TABLE IF NOT EXISTS suite (name, file, text)")
        self._file.execute(f"CREATE TABLE IF NOT EXISTS {PLANNED_TABLE}")
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS descriptions "
            "(digest PRIMARY KEY, seconds, version, features, message)"
        )
        # Add the columns that a file of an earlier version lacks.
        there = {row[1] for row in self._file.execute("PRAGMA table_info(records)")}
        for name in COLUMNS:
            if name not in there:
                empty = " DEFAULT '{}'" if name in MAPPINGS else ""
                self._file.execute(f"ALTER TABLE records ADD COLUMN {name}{empty}")

    def plan(
        self,
        name: str,
        file: str,
        text: str,
        runs: Iterable[tuple[str, str, float | None, int | None]],
    ) -> None:
        """Note which suite the records are of: its name, its file, its text, and all of its runs.

        runs  the key of each, and the family and the size of its instance, and the number of
              solutions that is expected, as the suite has them now
        """
        with self._transaction():
            self._file.execute("DELETE FROM suite")
            self._file.execute("INSERT INTO suite VALUES (?, ?, ?)", (name, file, text))
            self._file.execute("DROP TABLE planned")  # which an earlier version made narrower
            self._file.execute(f"CREATE TABLE {PLANNED_TABLE}")
            self._file.executemany(
                "INSERT OR REPLACE INTO planned VALUES (?, ?, ?, ?)",
                (
                    (key, family, n, _written("expected", expected))
                    for key, family, n, expected in runs
                ),
            )
            self._file.execute(
                "UPDATE records SET (family, n, expected) = (SELECT family, n, expected "
                "FROM planned WHERE planned.key = records.key) "
                "WHERE key IN (SELECT key FROM planned)"
            )

    @property
    def suite(self) -> str:
        """The name of the suite, as it was planned last; "" before that."""
        row = self._file.execute("SELECT name FROM suite").fetchone()
        return "" if row is None else str(row[0])

    @property
    def suite_text(self) -> str:
        """The text of the suite, as it was planned last; "" before that."""
        row = self._file.execute("SELECT text FROM suite").fetchone()
        return "" if row is None else str(row[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):  # a full disk may have ended it already
                self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")

    def add(self, record: Record) -> None:
        """Add a record, in the place of an earlier one of the same run."""
        places = ", ".join("?" * len(COLUMNS))
        self._file.execute(
            f"INSERT OR REPLACE INTO records ({', '.join(COLUMNS)}) VALUES ({places})",
            [_written(name, getattr(record, name)) for name in COLUMNS],
        )

    def describe(self, description: Description) -> None:
        """Keep the features of a matrix, and give them to the records that there are of it."""
        text = _written("features", description.features)
        with self._transaction():
            self._file.execute(
                "INSERT OR REPLACE INTO descriptions VALUES (?, ?, ?, ?, ?)",
                (
                    description.digest,
                    description.seconds,
                    description.version,
                    text,
                    description.message,
                ),
            )
            self._file.execute(
                "UPDATE records SET features = ? WHERE digest = ?", (text, description.digest)
            )

    def descriptions(self) -> dict[str, Description]:
        """Return what is known of matrices, by their digests."""
        rows = self._file.execute(
            "SELECT digest, seconds, version, features, message FROM descriptions"
        )
        return {
            digest: Description(digest, seconds, version, json.loads(text), message)
            for digest, seconds, version, text, message in rows
        }

    def keys(self) -> set[str]:
        """Return the keys of all runs that have a record."""
        return {key for (key,) in self._file.execute("SELECT key FROM records")}

    def __iter__(self) -> Iterator[Record]:
        rows = self._file.execute(
            f"SELECT {', '.join(COLUMNS)} FROM records WHERE {PLANNED} ORDER BY rowid"
        )
        for row in rows:
            values = zip(COLUMNS, row, strict=True)
            try:
                record = Record(**{name: _parsed(name, value) for name, value in values})
            except (ValueError, TypeError) as error:
                message = f"damaged ({error}), expected the records of an experiment"
                raise InputError(message, file=str(self.path)) from error
            yield judged(record)

    def __len__(self) -> int:
        (count,) = self._file.execute(f"SELECT COUNT(*) FROM records WHERE {PLANNED}").fetchone()
        return int(count)

    def __enter__(self) -> Records:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _written(name: str, value: Any) -> Any:
    if name in MAPPINGS:
        return json.dumps(dict(value), sort_keys=True)
    if name in DIGITS and value is not None:
        return str(value)
    return str(value) if name == "outcome" else value


def _parsed(name: str, value: Any) -> Any:
    """Return what `_written` wrote. Raises ValueError, TypeError for anything else."""
    if value is None:  # as in a column that a file of an earlier version lacked
        absent = None if TYPES[name].endswith("None") else DEFAULTS[name]
        if absent is not MISSING:
            return absent
    elif name == "outcome":
        return Outcome(value)
    elif name in MAPPINGS:
        if isinstance(read := json.loads(value), dict):
            return read
    elif name in DIGITS:
        least = "" if name in ("count", "expected") else "-?"
        if re.fullmatch(f"0|{least}[1-9][0-9]*", value):
            return int(value)
    elif _is_plain(name, value):
        return bool(value) if name == "complete" else value
    raise ValueError(f"{name} {excerpt(repr(value))}")


def _is_plain(name: str, value: Any) -> bool:
    """Whether a text, a number or a truth value is one that the field may have."""
    kind = TYPES[name]
    if kind == "bool":
        return type(value) is int and value in (0, 1)
    if kind == "str":
        return isinstance(value, str) and value in WORDS.get(name, (value,))
    if not isinstance(value, int if kind.startswith("int") else int | float):
        return False
    return (-math.inf if name in SIGNED else 0) <= value < math.inf


PACKED = "records.sqlite.xz"
LARGEST = 1 << 30  # bytes of records, unpacked onto the disk
CHUNK = 1 << 20

REQUIRED_WORDS = ("key", "instance", "family", "digest", "question", "solver")


def read_records(folder: Path) -> tuple[str, Sequence[Record], str]:
    """Return the name of an experiment, its records, and the text of its suite.

    Without a suite the name is the folder's.

    The file may be compressed, `records.sqlite.xz`, as `packed` writes it.

    Raises InputError where there are none: no folder, no file in it, a damaged one, an empty one.
    """
    if not folder.is_dir():
        message = "is no folder" if folder.exists() else "no such folder"
        raise InputError(f"{message}, expected one that minuet experiment wrote", file=str(folder))
    path = _kept(folder)
    if not path.is_file():
        message = "no records.sqlite in it, expected a folder that minuet experiment wrote"
        raise InputError(message, file=str(folder))
    try:
        with _unpacked(path) as place, Records(place) as kept:
            name, records, text = kept.suite, list(kept), kept.suite_text
            _require_words(records)
    except (LZMAError, EOFError) as error:
        raise InputError(f"damaged ({error}), expected records of runs", file=str(path)) from error
    except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError) as error:
        reason = str(error) or type(error).__name__
        raise InputError(f"damaged ({reason}), expected records of runs", file=str(path)) from error
    if not records:
        raise InputError("no record in it, expected one run or more", file=str(path))
    return name or folder.resolve().name, records, text


def packed(folder: Path, out: Path) -> Path:
    """Write the records of a folder into another one, compressed, as they are to be kept.

    Those of runs that the suite has no more are left out.
    Returns its path. Raises InputError where there are no records.
    """
    read_records(folder)
    with TemporaryDirectory(prefix="minuet-") as place, _unpacked(_kept(folder)) as source:
        whole = Path(place) / "records.sqlite"
        with closing(sqlite3.connect(source / "records.sqlite")) as file:
            file.execute("VACUUM INTO ?", (str(whole),))
        with closing(sqlite3.connect(whole, isolation_level=None)) as file:
            file.execute(f"DELETE FROM records WHERE NOT {PLANNED}")
            unused = "digest NOT IN (SELECT digest FROM records)"
            file.execute(f"DELETE FROM descriptions WHERE {unused}")
            file.execute("VACUUM")
        out.mkdir(parents=True, exist_ok=True)
        new_file = out / f"{PACKED}.new"
        new_file.write_bytes(lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        return new_file.replace(out / PACKED)


def _kept(folder: Path) -> Path:
    """Return the file of the records of a folder, compressed or not."""
    path = folder / "records.sqlite"
    return path if path.is_file() else folder / PACKED


@contextmanager
def _unpacked(path: Path) -> Iterator[Path]:
    """Give the folder in which the records stand as a file of sqlite."""
    if path.name != PACKED:
        yield path.parent
        return
    with TemporaryDirectory(prefix="minuet-") as place, lzma.open(path) as packed_file:
        left = LARGEST
        with (Path(place) / "records.sqlite").open("wb") as whole:
            while data := packed_file.read(min(CHUNK, left + 1)):
                left -= len(data)
                if left < 0:
                    message = f"more than {LARGEST >> 20} megabytes unpacked, expected no more"
                    raise InputError(message, file=str(path))
                whole.write(data)
        yield Path(place)


def _require_words(records: Sequence[Record]) -> None:
    """Raise ValueError for a record without one of its names."""
    for record in records:
        if not all(isinstance(getattr(record, word), str) for word in REQUIRED_WORDS):
            raise ValueError(f"no {' or '.join(REQUIRED_WORDS)} in one of {len(records)} records")
