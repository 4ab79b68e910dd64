"""Checkpoints that say something else, and are sealed as minuet seals them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

__all__ = ["Known", "Rows", "forge", "opened", "rows_of"]

Known = dict[str, Any]
Rows = Sequence[tuple[str, str, float]]  # open parts: options above, options left out, share


def forge(file: Path, change: Callable[[Known], object], rows: Rows, **key: object) -> None:
    """Change the state and the key of a file, and its open parts; seal it.

    As solvers/search/checkpoint/file.py says, a seal is of the key, the state and the parts.
    """
    with closing(sqlite3.connect(file)) as base:
        key_text, text = base.execute("SELECT key, state FROM search").fetchone()
        known = json.loads(text)
        change(known)
        text = json.dumps(known, sort_keys=True)
        key_text = json.dumps(json.loads(key_text) | key, sort_keys=True)
        hashed = blake2b(f"{key_text}\n{text}\n".encode(), digest_size=16)
        for given, forbidden, share in rows:
            hashed.update(f"{given}|{forbidden}|{share!r}\n".encode())
        seal = hashed.hexdigest()
        base.execute("UPDATE search SET key = ?, state = ?, seal = ?", (key_text, text, seal))
        base.execute("DELETE FROM part")
        base.executemany("INSERT INTO part (given, forbidden, share) VALUES (?, ?, ?)", rows)
        base.commit()


def opened(known: Known) -> None:
    """Say that the search is not complete."""
    known.update(complete=False)


def rows_of(file: Path) -> list[tuple[str, str, float]]:
    """Return the open parts that a file has."""
    with closing(sqlite3.connect(file)) as base:
        return base.execute("SELECT given, forbidden, share FROM part ORDER BY place").fetchall()
