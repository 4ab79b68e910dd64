"""The records of a folder, read with care: a report makes no file, and a mistake is one line."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from lzma import LZMAError
from pathlib import Path
from tempfile import TemporaryDirectory

from ...models.errors import InputError
from ..records.record import Record
from ..records.store import PLANNED, Records

__all__ = ["packed", "read_records"]

PACKED = "records.sqlite.xz"
LARGEST = 1 << 30  # bytes of records, unpacked onto the disk
CHUNK = 1 << 20

WORDS = ("key", "instance", "family", "digest", "question", "solver")


def read_records(folder: Path) -> tuple[str, Sequence[Record], str]:
    """Return the name of an experiment, its suite's or else its folder's, its records, its text.

    The file may be compressed, `records.sqlite.xz`, as `packed` writes it.

    Raises InputError where there are none: no folder, no file in it, a damaged one, an empty one.
    """
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "no such folder"
        raise InputError(f"{what}, expected one that minuet experiment wrote", file=str(folder))
    path = _kept(folder)
    if not path.is_file():
        what = "no records.sqlite in it, expected a folder that minuet experiment wrote"
        raise InputError(what, file=str(folder))
    try:
        with _unpacked(path) as place, Records(place) as kept:
            name, records, text = kept.suite, list(kept), kept.suite_text
            _require_words(records)
    except (LZMAError, EOFError) as error:
        raise InputError(f"damaged ({error}), expected records of runs", file=str(path)) from error
    except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError) as error:
        told = str(error) or type(error).__name__
        raise InputError(f"damaged ({told}), expected records of runs", file=str(path)) from error
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
        _trim(whole)
        out.mkdir(parents=True, exist_ok=True)
        made = out / f"{PACKED}.new"
        made.write_bytes(lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        return made.replace(out / PACKED)


def _trim(path: Path) -> None:
    """Leave out of a file what no record of its suite needs."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(f"DELETE FROM records WHERE NOT {PLANNED}")
        file.execute("DELETE FROM descriptions WHERE digest NOT IN (SELECT digest FROM records)")
        file.execute("VACUUM")


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
                    what = f"more than {LARGEST >> 20} megabytes unpacked, expected no more"
                    raise InputError(what, file=str(path))
                whole.write(data)
        yield Path(place)


def _require_words(records: Sequence[Record]) -> None:
    for one in records:
        if not all(isinstance(getattr(one, each), str) for each in WORDS):
            raise ValueError(f"no {' or '.join(WORDS)} in one of {len(records)} records")
