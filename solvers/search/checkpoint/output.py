"""The file that solutions are written to, which nobody else may write, move or cut meanwhile.

It is held by one search. With each checkpoint goes how long it was then and a hash of all of it, so
that a search goes on only behind what it has written itself. Everything is appended: were the file
cut by another, it would stay shorter than it should be, and that is looked at with each checkpoint.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Self

from ....models.errors import CheckpointError
from .lock import locked, require_regular, unlock

__all__ = ["OutputFile", "require_output"]

CHUNK = 1 << 20  # bytes that are read at once


def require_output(output: Path, checkpoint: Path) -> None:
    """Raise CheckpointError where the two cannot go together, before either is touched."""
    try:
        status = output.stat()
    except FileNotFoundError:
        if os.path.realpath(output) == os.path.realpath(checkpoint):
            raise _one_for_both(output) from None
        return
    require_regular(output, status, "output")
    try:
        known = checkpoint.stat()
    except FileNotFoundError:
        known = None
    if known is not None and os.path.samestat(status, known):
        raise _one_for_both(output)
    if status.st_size and not (known is not None and known.st_size):
        raise _not_empty(output, checkpoint)


class OutputFile:
    """An output, open behind what the checkpoint knows of it, and held until it is closed.

    known  what `told` returned with the last checkpoint; empty: nothing was written yet

    Raises CheckpointError where the file is not what it was, or is held by another; OSError, naming
    the file, where it cannot be read or written.
    """

    def __init__(self, path: Path, checkpoint: Path, known: dict[str, Any]) -> None:
        self._path, self._checkpoint = path, checkpoint
        self._written, self._hash = 0, blake2b(digest_size=16)
        self._place = os.path.realpath(path)
        self._lock = self._locked(known)
        try:
            with self._named():
                self._stream: BinaryIO = path.open("a+b")
        except BaseException:
            unlock(self._lock)
            raise
        try:
            self._go_on(known)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        try:
            with self._named():
                self._stream.close()
        finally:
            unlock(self._lock)

    def write(self, data: bytes) -> None:
        """Append some bytes. Raises OSError that names the file."""
        with self._named():
            self._stream.write(data)
        self._hash.update(data)
        self._written += len(data)

    def told(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of the file, all of which is on the disk then.

        Raises OSError that names the file where it is not there any more, or not what was written.
        """
        with self._named():
            self._stream.flush()
            os.fsync(self._stream.fileno())  # before the checkpoint says that it is there
            own = os.fstat(self._stream.fileno())
            try:
                there = os.path.samestat(self._path.stat(), own)
            except FileNotFoundError:
                there = False
            if not there:
                raise OSError(errno.ENOENT, "the output was taken away while it was written")
            if own.st_size != self._written:
                what = f"the output was changed by another: {own.st_size} bytes"
                raise OSError(errno.EIO, f"{what}, expected {self._written}")
        return {"output": self._place, "written": self._written, "hash": self._hash.hexdigest()}

    def _locked(self, known: dict[str, Any]) -> int:
        if known and known["output"] != self._place:
            what = f"the checkpoint of what is written to {known['output']}"
            raise CheckpointError(f"{self._checkpoint}: {what}, expected no other output")
        try:
            return locked(self._path, "output", new=not known)
        except FileNotFoundError:
            if not known:
                raise
            what = f"what was written to {self._path} is not there any more"
            raise CheckpointError(f"{self._checkpoint}: {what}") from None

    def _go_on(self, known: dict[str, Any]) -> None:
        """Take what is written for one's own, up to where the checkpoint knows it."""
        stream = self._stream
        if not known:
            if os.fstat(stream.fileno()).st_size:
                raise _not_empty(self._path, self._checkpoint)
            return
        with self._named():
            stream.seek(0)
            while data := stream.read(min(known["written"] - self._written, CHUNK)):
                self._hash.update(data)
                self._written += len(data)
            if (self._written, self._hash.hexdigest()) != (known["written"], known.get("hash")):
                what = f"{self._path} is not what was written there, expected it as it was left"
                raise CheckpointError(f"{self._checkpoint}: {what}")
            stream.truncate(self._written)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """A block whose errors of the system name the file."""
        try:
            yield
        except OSError as error:
            error.filename = str(self._path)
            raise


def _one_for_both(output: Path) -> CheckpointError:
    what = "one file for both the output and the checkpoint, expected two"
    return CheckpointError(f"{output}: {what}")


def _not_empty(output: Path, checkpoint: Path) -> CheckpointError:
    what = f"a new checkpoint, but {output} is not empty"
    return CheckpointError(
        f"{checkpoint}: {what}, expected the checkpoint it was written with, or another output; "
        "or remove it to begin anew"
    )
