"""What a command reads: a file, standard input, or a puzzle of the gallery."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..models.formats import Reading

__all__ = ["bytes_of", "read_file", "read_within"]


def read_within(
    file: str, form: str | None, most_choices: int | None, time_limit: float | None
) -> tuple[Reading, float | None]:
    """Return the puzzles of a file, and what is left of the time limit once they are built.

    Raises OutOfTime for a description that takes longer.
    """
    reading = read_file(file, form, most_choices, time_limit)
    return reading, None if time_limit is None else max(time_limit - reading.seconds, 0.0)


def read_file(
    file: str, form: str | None, most_choices: int | None, time_limit: float | None = None
) -> Reading:
    """Return the puzzles of a file; `-` is standard input, `gallery:NAME` one of the gallery."""
    from ..models.formats import MOST_CHOICES, read
    from .gallery import read_entry

    known = read_entry(file)
    if known is not None:
        return known
    name = "<stdin>" if file == "-" else file
    most = MOST_CHOICES if most_choices is None else most_choices
    data = bytes_of(file)
    return read(data, file=name, form=form, most_choices=most, time_limit=time_limit)


def bytes_of(file: str) -> bytes:
    """Return a file's bytes. Raises InputError if it cannot be read."""
    from ..models.errors import InputError

    if file == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed, expected a text", file="<stdin>")
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        what = f"{(error.strerror or str(error)).lower()}, expected a file that can be read"
        raise InputError(what, file=file) from error
