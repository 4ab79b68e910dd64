"""The records of a folder, read with care: a report makes no file, and a mistake is one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from ...models.errors import InputError
from ..records.record import Record
from ..records.store import Records

__all__ = ["read_records"]

WORDS = ("key", "instance", "family", "digest", "question", "solver")


def read_records(folder: Path) -> tuple[str, Sequence[Record]]:
    """Return the name of an experiment, its suite's or else its folder's, and its records.

    Raises InputError where there are none: no folder, no file in it, a damaged one, an empty one.
    """
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "no such folder"
        raise InputError(f"{what}, expected one that minuet experiment wrote", file=str(folder))
    path = folder / "records.sqlite"
    if not path.is_file():
        what = "no records.sqlite in it, expected a folder that minuet experiment wrote"
        raise InputError(what, file=str(folder))
    try:
        with Records(folder) as kept:
            name, records = kept.suite, list(kept)
            _require_words(records)
    except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError) as error:
        told = str(error) or type(error).__name__
        raise InputError(f"damaged ({told}), expected records of runs", file=str(path)) from error
    if not records:
        raise InputError("no record in it, expected one run or more", file=str(path))
    return name or folder.resolve().name, records


def _require_words(records: Sequence[Record]) -> None:
    for one in records:
        if not all(isinstance(getattr(one, each), str) for each in WORDS):
            raise ValueError(f"no {' or '.join(WORDS)} in one of {len(records)} records")
