"""The records of an experiment, in one sqlite file: `records.sqlite` in its folder.

Each record is a transaction of its own, so that whatever kills an experiment costs the runs that
were under way and no other. Big integers stand as digits, mappings as JSON.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any

from .record import Outcome, Record

__all__ = ["Records"]

DIGITS = ("count", "objective", "bound")
MAPPINGS = ("options", "limits", "environment", "features")
COLUMNS = tuple(one.name for one in fields(Record))


class Records:
    """The records in a folder; the file is made where there is none.

        with Records(folder) as records:
            records.add(record)
            for record in records: ...

    Iterating gives the records in the order in which they were added.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "records.sqlite"
        self._file = sqlite3.connect(self.path, isolation_level=None)
        columns = ", ".join(["key PRIMARY KEY", *COLUMNS[1:]])
        self._file.execute(f"CREATE TABLE IF NOT EXISTS records ({columns})")

    def add(self, record: Record) -> None:
        """Add a record, in the place of an earlier one of the same run."""
        places = ", ".join("?" * len(COLUMNS))
        self._file.execute(
            f"INSERT OR REPLACE INTO records VALUES ({places})",
            [_written(name, getattr(record, name)) for name in COLUMNS],
        )

    def keys(self) -> set[str]:
        """Return the keys of all runs that have a record."""
        return {key for (key,) in self._file.execute("SELECT key FROM records")}

    def __iter__(self) -> Iterator[Record]:
        rows = self._file.execute(f"SELECT {', '.join(COLUMNS)} FROM records ORDER BY rowid")
        for row in rows:
            yield Record(**{name: _read(name, one) for name, one in zip(COLUMNS, row, strict=True)})

    def __len__(self) -> int:
        (count,) = self._file.execute("SELECT COUNT(*) FROM records").fetchone()
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


def _read(name: str, value: Any) -> Any:
    if name in MAPPINGS:
        return json.loads(value)
    if name in DIGITS and value is not None:
        return int(value)
    if name == "outcome":
        return Outcome(value)
    return bool(value) if name == "complete" else value
