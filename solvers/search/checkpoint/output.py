"""Output of solutions, which survives a kill: one file, or a folder of Parquet shards.

The file is held by one search. With each checkpoint goes how long it was then and a hash of all of
it, so that a search goes on only behind what it has written itself. Everything is appended: were
the file cut by another, it would stay shorter than it should be, and that is looked at with each
checkpoint.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Self

from ....models.errors import CheckpointError, Unavailable, WrongAnswer
from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Batch, Options
from ...contract.progress import Progress
from ...contract.verify import Verifier
from ...native.engine import OpenPart
from .engine_run import Record
from .file import State, locked, require_regular, unlock

__all__ = [
    "Emitter",
    "OutputFile",
    "ShardEmitter",
    "ShardFolder",
    "hashed",
    "require_folder",
    "require_output",
]

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
        existing = checkpoint.stat()
    except FileNotFoundError:
        existing = None
    if existing is not None and os.path.samestat(status, existing):
        raise _one_for_both(output)
    if status.st_size and not (existing is not None and existing.st_size):
        raise _not_empty(output, checkpoint)


class OutputFile:
    """An output, open behind what the checkpoint knows of it, and held until it is closed.

    known  what `sync` returned with the last checkpoint; empty: nothing was written yet

    Raises CheckpointError where the file is not what it was, or is held by another; OSError, naming
    the file, where it cannot be read or written.
    """

    def __init__(self, path: Path, checkpoint: Path, saved: dict[str, Any]) -> None:
        self._path, self._checkpoint = path, checkpoint
        self._written, self._hash = 0, blake2b(digest_size=16)
        self._place = os.path.realpath(path)
        self._lock = self._locked(saved)
        try:
            with self._named():
                self._stream: BinaryIO = path.open("a+b")
        except BaseException:
            unlock(self._lock)
            raise
        try:
            self._go_on(saved)
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

    def sync(self) -> dict[str, Any]:
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
                message = f"the output was changed by another: {own.st_size} bytes"
                raise OSError(errno.EIO, f"{message}, expected {self._written}")
        return {"output": self._place, "written": self._written, "hash": self._hash.hexdigest()}

    def _locked(self, saved: dict[str, Any]) -> int:
        if saved and saved["output"] != self._place:
            message = f"the checkpoint of what is written to {saved['output']}"
            raise CheckpointError(f"{self._checkpoint}: {message}, expected no other output")
        try:
            return locked(self._path, "output", new=not saved)
        except FileNotFoundError:
            if not saved:
                raise
            message = f"what was written to {self._path} is not there any more"
            raise CheckpointError(f"{self._checkpoint}: {message}") from None

    def _go_on(self, saved: dict[str, Any]) -> None:
        """Take what is written for one's own, up to where the checkpoint knows it."""
        stream = self._stream
        if not saved:
            if os.fstat(stream.fileno()).st_size:
                raise _not_empty(self._path, self._checkpoint)
            return
        with self._named():
            stream.seek(0)
            while data := stream.read(min(saved["written"] - self._written, CHUNK)):
                self._hash.update(data)
                self._written += len(data)
            if (self._written, self._hash.hexdigest()) != (saved["written"], saved.get("hash")):
                message = f"{self._path} is not what was written there, expected it as it was left"
                raise CheckpointError(f"{self._checkpoint}: {message}")
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
    message = "one file for both the output and the checkpoint, expected two"
    return CheckpointError(f"{output}: {message}")


def _not_empty(output: Path, checkpoint: Path) -> CheckpointError:
    message = f"a new checkpoint, but {output} is not empty"
    return CheckpointError(
        f"{checkpoint}: {message}, expected the checkpoint it was written with, or another output; "
        "or remove it to begin anew"
    )


# ---- Shards: a folder of Parquet files, which pandas or pyarrow read as one table ----------------
#
# A shard is a table of some thousand solutions, each a list of its option numbers. The shards are
# numbered, and the last one, as long as it is small, is written anew with what comes behind. A
# checkpoint knows how many solutions of each shard are done: what a search that is killed wrote
# behind that is cut off, or written over, when it goes on. So nothing is there twice.
#
# What begins with `_` is no shard, and readers of a folder leave it out: `_choices.parquet` says
# what the options mean, `_manifest.json` how many solutions there are, and whether that is all.


MOST = 1 << 17  # solutions of a shard
NAME = re.compile(r"part-[0-9]{5,}\.parquet")
CHOICES, MANIFEST = "_choices.parquet", "_manifest.json"
BEING_WRITTEN = ".minuet-being-written"


def require_folder(folder: Path, checkpoint: Path) -> None:
    """Make the folder where there is none, for the checkpoint may stand in it.

    Raises Unavailable without pyarrow, and CheckpointError where the two cannot go together.
    """
    if find_spec("pyarrow") is None:
        message = "shards: pyarrow is missing, expected it: pip install 'minuet[experiments]'"
        raise Unavailable(message)
    if folder.exists() and not folder.is_dir():
        raise CheckpointError(f"{folder}: no folder, expected one for shards, or none yet")
    if _shards_in(folder) and not (checkpoint.exists() and checkpoint.stat().st_size):
        raise _folder_not_empty(folder, checkpoint)
    folder.mkdir(parents=True, exist_ok=True)


class ShardFolder:
    """A folder of shards, as far as the checkpoint knows of it.

    known  what `sync` returned with the last checkpoint; empty: nothing was written yet
    about  what the manifest says besides

    Raises CheckpointError where the shards are not those that the checkpoint knows; OSError, naming
    the file, where one cannot be read or written.
    """

    def __init__(
        self, folder: Path, checkpoint: Path, saved: dict[str, Any], about: dict[str, Any]
    ) -> None:
        self._folder, self._checkpoint, self._about = folder, checkpoint, about
        self._pending: list[Batch] = []
        self._waiting = 0
        self._place = os.path.realpath(folder)
        self._rows: list[int] = []  # of each shard
        self.complete, self._is_new = False, not saved
        with self._named():
            self._go_on(saved)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        if self.complete and not self._rows:  # a table without rows
            self._write(_name(0), _table(Batch.of([])))
            self._rows.append(0)
        with suppress(*[OSError] * (kind is not None)):  # which is raised anyway
            shards = [{"file": _name(place), "rows": rows} for place, rows in enumerate(self._rows)]
            manifest = {"solutions": sum(self._rows), "complete": self.complete, "shards": shards}
            part = self._folder / f"{MANIFEST}{BEING_WRITTEN}"
            with self._named(self._folder / MANIFEST):
                part.write_text(
                    json.dumps(self._about | manifest, indent=2) + "\n", encoding="utf-8"
                )
                part.replace(self._folder / MANIFEST)

    def add(self, batch: Sequence[Options]) -> None:
        """Take solutions in; where there are many they are written at once."""
        whole = batch if isinstance(batch, Batch) else Batch.of(batch)
        if len(whole):
            self._pending.append(whole.ascending())
            self._waiting += len(whole)
        if self._waiting >= MOST:
            self._flush()

    def sync(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of the folder, all of which is on the disk then."""
        self._flush()
        return {"output": self._place, "shards": list(self._rows)}

    def describe(self, matrix: ExactCover) -> None:
        """Write down what the options mean, if that is not there yet."""
        import pyarrow

        if self._is_new or not (self._folder / CHOICES).exists():
            words = [str(label) for label in matrix.labels]
            columns = {"option": pyarrow.array(range(len(words)), pyarrow.int32()), "choice": words}
            self._write(CHOICES, pyarrow.table(columns))

    def _flush(self) -> None:
        """Write what waits, behind the last shard's solutions where that is not full."""
        if not self._pending:
            return
        import pyarrow

        table = _table(Batch.joined(self._pending))
        self._pending, self._waiting = [], 0
        if self._rows and self._rows[-1] < MOST:
            last = self._read(len(self._rows) - 1).slice(0, self._rows.pop())
            table = pyarrow.concat_tables([last, table]).combine_chunks()
        while table.num_rows:
            head = table.slice(0, MOST)
            self._write(_name(len(self._rows)), head)
            self._rows.append(head.num_rows)
            table = table.slice(MOST)

    def _go_on(self, saved: dict[str, Any]) -> None:
        """Take the shards for one's own, up to where the checkpoint knows them."""
        there = _shards_in(self._folder)
        if not saved:
            if there:
                raise _folder_not_empty(self._folder, self._checkpoint)
            return
        if saved.get("output") != self._place or "shards" not in saved:
            message = f"the checkpoint of what is written to {saved.get('output')}"
            raise CheckpointError(f"{self._checkpoint}: {message}, expected no other output")
        for place, rows in enumerate(saved["shards"]):
            table = self._read(place) if _name(place) in there else None
            if table is None or table.num_rows < rows:
                message = f"{self._folder / _name(place)} is not what was written there"
                raise CheckpointError(f"{self._checkpoint}: {message}, expected it as it was left")
            if table.num_rows > rows:
                self._write(_name(place), table.slice(0, rows))
            self._rows.append(rows)
        for name in there - set(map(_name, range(len(self._rows)))):
            (self._folder / name).unlink()

    def _read(self, place: int) -> Any:
        from pyarrow import ArrowInvalid, parquet

        path = self._folder / _name(place)
        try:
            with self._named(path):
                return parquet.ParquetFile(path).read()
        except ArrowInvalid as error:
            message = f"{path}: no Parquet ({' '.join(str(error).split())})"
            raise CheckpointError(f"{message}, expected it as it was left") from None

    def _write(self, name: str, table: Any) -> None:
        """Write a table, all of it or nothing."""
        from pyarrow import parquet

        part = self._folder / f"{name}{BEING_WRITTEN}"
        with self._named(self._folder / name):
            try:
                with part.open("wb") as file:
                    parquet.write_table(table, file)
                    file.flush()
                    os.fsync(file.fileno())
                part.replace(self._folder / name)
            finally:
                part.unlink(missing_ok=True)

    @contextmanager
    def _named(self, path: Path | None = None) -> Iterator[None]:
        """A block whose errors of the system name the file."""
        try:
            yield
        except OSError as error:
            error.filename = str(path or self._folder)
            if error.errno is None:
                error.errno, error.strerror = errno.EIO, " ".join(str(error).split())
            raise


def _name(place: int) -> str:
    return f"part-{place:05}.parquet"


def _shards_in(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("part-*.parquet") if NAME.fullmatch(path.name)}


def _table(batch: Batch) -> Any:
    """Return solutions as a table of one column, `options`."""
    import numpy as np
    import pyarrow

    starts, options = batch.starts.astype(np.int32), batch.options.astype(np.int32)
    lists = pyarrow.ListArray.from_arrays(pyarrow.array(starts), pyarrow.array(options))
    return pyarrow.table({"options": lists})


def _folder_not_empty(folder: Path, checkpoint: Path) -> CheckpointError:
    message = f"a new checkpoint, but there are shards in {folder}"
    return CheckpointError(
        f"{checkpoint}: {message}, expected the checkpoint they were written with, or another "
        "folder; or remove them to begin anew"
    )


# ---- The emitter: verifies and writes solutions, and knows what a checkpoint keeps ---------------


@dataclass
class Emitter:
    """Who writes solutions into a stream.

    worker   the name of the solver that finds them
    text     returns what is written of a solution
    torn     whether what was found is partly written
    samples  the first and the last solution, with what was written of them, hashed
    """

    worker: str
    verifier: Verifier
    progress: Progress
    text: Callable[[Options], str]
    stream: OutputFile | ShardFolder
    record: Record
    torn: bool = False
    samples: list[Any] = field(default_factory=list)

    def emit(self, batch: Sequence[Options]) -> None:
        """Write some solutions, after they were looked at. Raises WrongAnswer."""
        self.torn = True
        wrong = self.verifier.first_wrong(batch)
        if wrong is not None:
            raise WrongAnswer(f"solver {self.worker}: {wrong[1]}")
        self._write(batch)
        self.progress.found += len(batch)
        self.torn = False

    def _write(self, batch: Sequence[Options]) -> None:
        assert isinstance(self.stream, OutputFile)  # for the type checker
        for options in batch:
            text = self.text(options)
            self.stream.write(text.encode("utf-8", "backslashreplace"))
        if batch:
            self.samples = [*self.samples[:1], [[*map(int, batch[-1])], hashed(text)]]

    def state(self, parts: Sequence[OpenPart] | None, done: int) -> State:
        """Return how far it is; `parts`: what is open, `done`: parts that are done."""
        return self.record.now(
            found=self.progress.found,
            parts=parts,
            complete=parts is not None and not parts,
            done=done,
            worker=self.worker,
            more=self.stream.sync() | {"told": self.samples},
        )


class ShardEmitter(Emitter):
    """Who writes them into shards, as numbers."""

    def _write(self, batch: Sequence[Options]) -> None:
        assert isinstance(self.stream, ShardFolder)  # for the type checker
        self.stream.add(batch)


def hashed(text: str) -> str:
    """Return what is kept of a text, to know it again."""
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()
