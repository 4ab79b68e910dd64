"""Reads the bytes of a file or a stream, and no more of them than a text may have.

A device such as /dev/zero and a pipe may have no end, so every file that a user names is read here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import InputError, system_words

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["LARGEST", "bytes_of_file", "bytes_of_stream", "too_large"]

LARGEST = 1 << 27  # bytes of a text, unpacked: a million sudokus of 81 cells have 83 million
EXPECTED = "a file that can be read"


def bytes_of_file(file: str | os.PathLike[str], expected: str = EXPECTED) -> bytes:
    """Return the bytes of a file. Raises InputError if it cannot be read or has too many.

    expected  what the message expects instead
    """
    name = os.fspath(file)
    with _named(name, expected), open(name, "rb") as stream:  # noqa: PTH123  pathlib costs an import
        return bytes_of_stream(stream, name, expected)


def bytes_of_stream(stream: BinaryIO, name: str, expected: str = EXPECTED) -> bytes:
    """Return what is left in a stream. Raises InputError, with that name, as `bytes_of_file`."""
    with _named(name, expected):
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError(too_large(), file=name)
    return data


def too_large(name: str = "") -> str:
    """Return the message about more bytes than a text may have; `name` follows the number."""
    return f"more than {LARGEST >> 20} megabytes{name and ' '}{name}, expected no more"


@contextmanager
def _named(name: str, expected: str) -> Iterator[None]:
    """Turn an error of the system into an InputError about the file."""
    try:
        yield
    except (OSError, ValueError) as error:
        problem = system_words(error) if isinstance(error, OSError) else str(error)
        raise InputError(f"{problem}, expected {expected}", file=name or "''") from error
