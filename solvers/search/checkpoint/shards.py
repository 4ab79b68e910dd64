"""Solutions in a folder of Parquet files, the shards, which pandas or pyarrow read as one table.

A shard is a table of some thousand solutions, each a list of its option numbers. The shards are
numbered, and the last one, as long as it is small, is written anew with what comes behind. A
checkpoint knows how many solutions of each shard are done: what a search that is killed wrote
behind that is cut off, or written over, when it goes on. So nothing is there twice.

What begins with `_` is no shard, and readers of a folder leave it out: `_choices.parquet` says what
the options mean, `_manifest.json` how many solutions there are, and whether that is all.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from ....models.errors import CheckpointError, Unavailable
from ....models.matrix.exact_cover import ExactCover
from ...contract.batch import Batch, Options

__all__ = ["ShardFolder", "require_folder"]

MOST = 1 << 17  # solutions of a shard
NAME = re.compile(r"part-[0-9]{5,}\.parquet")
CHOICES, MANIFEST = "_choices.parquet", "_manifest.json"
BEING_WRITTEN = ".minuet-being-written"


def require_folder(folder: Path, checkpoint: Path) -> None:
    """Make the folder where there is none, for the checkpoint may stand in it.

    Raises Unavailable without pyarrow, and CheckpointError where the two cannot go together.
    """
    if find_spec("pyarrow") is None:
        what = "shards: pyarrow is missing, expected it: pip install 'minuet[experiments]'"
        raise Unavailable(what)
    if folder.exists() and not folder.is_dir():
        raise CheckpointError(f"{folder}: no folder, expected one for shards, or none yet")
    if _shards_in(folder) and not (checkpoint.exists() and checkpoint.stat().st_size):
        raise _not_empty(folder, checkpoint)
    folder.mkdir(parents=True, exist_ok=True)


class ShardFolder:
    """A folder of shards, as far as the checkpoint knows of it.

    known  what `told` returned with the last checkpoint; empty: nothing was written yet
    about  what the manifest says besides

    Raises CheckpointError where the shards are not those that the checkpoint knows; OSError, naming
    the file, where one cannot be read or written.
    """

    def __init__(
        self, folder: Path, checkpoint: Path, known: dict[str, Any], about: dict[str, Any]
    ) -> None:
        self._folder, self._checkpoint, self._about = folder, checkpoint, about
        self._pending: list[Batch] = []
        self._waiting = 0
        self._place = os.path.realpath(folder)
        self._rows: list[int] = []  # of each shard
        self.complete, self._is_new = False, not known
        with self._named():
            self._go_on(known)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *exception: object) -> None:
        if self.complete and not self._rows:  # a table without rows
            self._write(_name(0), _table(Batch.of([])))
            self._rows.append(0)
        with suppress(*[OSError] * (kind is not None)):  # that one is told
            shards = [{"file": _name(place), "rows": rows} for place, rows in enumerate(self._rows)]
            told = {"solutions": sum(self._rows), "complete": self.complete, "shards": shards}
            part = self._folder / f"{MANIFEST}{BEING_WRITTEN}"
            with self._named(self._folder / MANIFEST):
                part.write_text(json.dumps(self._about | told, indent=2) + "\n", encoding="utf-8")
                part.replace(self._folder / MANIFEST)

    def add(self, batch: Sequence[Options]) -> None:
        """Take solutions in; where there are many they are written at once."""
        whole = batch if isinstance(batch, Batch) else Batch.of(batch)
        if len(whole):
            self._pending.append(whole.ascending())
            self._waiting += len(whole)
        if self._waiting >= MOST:
            self._flush()

    def told(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of the folder, all of which is on the disk then."""
        self._flush()
        return {"output": self._place, "shards": list(self._rows)}

    def describe(self, matrix: ExactCover) -> None:
        """Write down what the options mean, if that is not there yet."""
        import pyarrow

        if self._is_new or not (self._folder / CHOICES).exists():
            words = [str(one) for one in matrix.labels]
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

    def _go_on(self, known: dict[str, Any]) -> None:
        """Take the shards for one's own, up to where the checkpoint knows them."""
        there = _shards_in(self._folder)
        if not known:
            if there:
                raise _not_empty(self._folder, self._checkpoint)
            return
        if known.get("output") != self._place or "shards" not in known:
            what = f"the checkpoint of what is written to {known.get('output')}"
            raise CheckpointError(f"{self._checkpoint}: {what}, expected no other output")
        for place, rows in enumerate(known["shards"]):
            table = self._read(place) if _name(place) in there else None
            if table is None or table.num_rows < rows:
                what = f"{self._folder / _name(place)} is not what was written there"
                raise CheckpointError(f"{self._checkpoint}: {what}, expected it as it was left")
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
            what = f"{path}: no Parquet ({' '.join(str(error).split())})"
            raise CheckpointError(f"{what}, expected it as it was left") from None

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
    return {one.name for one in folder.glob("part-*.parquet") if NAME.fullmatch(one.name)}


def _table(batch: Batch) -> Any:
    """Return solutions as a table of one column, `options`."""
    import numpy as np
    import pyarrow

    starts, options = batch.starts.astype(np.int32), batch.options.astype(np.int32)
    lists = pyarrow.ListArray.from_arrays(pyarrow.array(starts), pyarrow.array(options))
    return pyarrow.table({"options": lists})


def _not_empty(folder: Path, checkpoint: Path) -> CheckpointError:
    what = f"a new checkpoint, but there are shards in {folder}"
    return CheckpointError(
        f"{checkpoint}: {what}, expected the checkpoint they were written with, or another folder; "
        "or remove them to begin anew"
    )
