"""Solutions on their way into a file: looked at, written, and what a checkpoint keeps of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from ....models.errors import WrongAnswer
from ...contract.batch import Options
from ...contract.progress import Progress
from ...contract.verify import Verifier
from ...native.split import OpenPart
from .engine_run import Record
from .file import State
from .output import OutputFile
from .shards import ShardFolder

__all__ = ["Emitter", "ShardEmitter", "hashed"]


@dataclass
class Emitter:
    """Who writes solutions into a stream.

    worker  the name of the solver that finds them
    text    returns what is written of a solution
    torn    whether what was found is partly written
    told    the first and the last solution, with what was written of them, hashed
    """

    worker: str
    verifier: Verifier
    progress: Progress
    text: Callable[[Options], str]
    stream: OutputFile | ShardFolder
    record: Record
    torn: bool = False
    told: list[Any] = field(default_factory=list)

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
            self.told = [*self.told[:1], [[*map(int, batch[-1])], hashed(text)]]

    def state(self, parts: Sequence[OpenPart] | None, done: int) -> State:
        """Return how far it is; `parts`: what is open, `done`: parts that are done."""
        return self.record.now(
            found=self.progress.found,
            parts=parts,
            complete=parts is not None and not parts,
            done=done,
            worker=self.worker,
            more=self.stream.told() | {"told": self.told},
        )


class ShardEmitter(Emitter):
    """Who writes them into shards, as numbers."""

    def _write(self, batch: Sequence[Options]) -> None:
        assert isinstance(self.stream, ShardFolder)  # for the type checker
        self.stream.add(batch)


def hashed(text: str) -> str:
    """Return what is kept of a text, to know it again."""
    return blake2b(text.encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()
