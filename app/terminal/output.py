"""Where answers go with `-o FILE`: into a file instead of onto standard output.

A file that is written whole stands under a name of its own until the last answer is in it, so that
FILE is never half of something: it holds what it held before, or all that was found. Ctrl-C and a
limit end the search and not the file. Answers without end in sight are written as they are found.
What is no plain file, as a pipe or /dev/null, is written as it comes. What is written whole into a
file whose name ends in `.gz` is compressed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TextIO

import click

from .reports import interruptible

__all__ = ["answers_in"]


@contextmanager
def answers_in(path: str | None, *, as_found: bool = False) -> Iterator[None]:
    """A block in which what is shown goes into a file.

    path      None or "-": standard output, as ever
    as_found  whether each answer stands in the file as soon as it is found; else all of them do at
              the end of the block, or none if it fails

    Raises OSError, naming the file, where it cannot be written: at once, and not after the search.
    """
    if path is None or path == "-":
        yield
        return
    target = os.path.realpath(path)
    plain = not os.path.exists(target) or stat.S_ISREG(os.stat(target).st_mode)  # noqa: PTH110, PTH116
    try:
        if as_found or not plain:
            with _opened(target) as file, interruptible(), redirect_stdout(file):
                yield
        else:
            yield from _written_whole(target)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        error.filename = path
        error.filename2 = None
        raise


def _written_whole(target: str) -> Iterator[None]:
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.part")  # noqa: PTH118
    try:
        with _opened(beside, fresh=True) as file:
            try:
                with interruptible(), redirect_stdout(file):
                    yield
            except click.exceptions.Exit:
                _keep(file, beside, target, empty=False)
                raise
            _keep(file, beside, target, empty=True)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(beside)  # noqa: PTH108


def _keep(file: TextIO, beside: str, target: str, *, empty: bool) -> None:
    """Let the file be what was written beside it; empty: even if that is nothing."""
    file.flush()
    if not (empty or file.tell()):
        return
    if target.endswith(".gz"):
        # Let a file be what it holds, compressed with gzip; no time stands in it.
        import gzip

        with open(beside, "rb+") as document:  # noqa: PTH123
            packed = gzip.compress(document.read(), mtime=0)
            document.seek(0)
            document.write(packed)
            document.truncate()
    os.fsync(file.fileno())
    with suppress(FileNotFoundError):
        os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode))  # noqa: PTH101, PTH116
    os.replace(beside, target)  # noqa: PTH105


def _opened(path: str, *, fresh: bool = False) -> TextIO:
    """Open a file for answers, in the encoding that minuet reads."""
    file: TextIO = open(  # noqa: SIM115, PTH123  whoever asks closes it
        path,
        "x" if fresh else "w",
        encoding="utf-8",
        errors="backslashreplace",
        newline="\n",
    )
    return file
