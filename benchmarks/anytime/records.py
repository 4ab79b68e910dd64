"""The records of runs: a line of JSON each, so that a run that was broken off can be gone on with.

A line that was broken off in its midst is no record, and is taken out before the next one is
written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

__all__ = ["Moment", "Records", "Run", "read_runs"]


class Moment(NamedTuple):
    """What was known from a moment on: the objective, None before there is one, and the bound."""

    seconds: float
    objective: int | None
    bound: int | None


@dataclass
class Run:
    """An engine was asked for the best answer to an instance.

    upwards   whether the best is the most, and `known` the optimum where that is published
    seconds   its limit, by the clock that stamps the moments
    complete  whether it proved the best answer, or that there is none
    spent     seconds to its end by that clock, `elapsed` on the wall, and `processor` of all
              threads and children together
    message   what went wrong; empty if nothing did
    """

    instance: str
    family: str
    solver: str
    threads: int
    seconds: float
    upwards: bool = False
    known: int | None = None
    moments: list[Moment] = field(default_factory=list)
    complete: bool = False
    spent: float = 0.0
    elapsed: float = 0.0
    processor: float = 0.0
    version: str = ""
    message: str = ""

    @property
    def key(self) -> tuple[str, str, int, float]:
        """What was asked."""
        return self.instance, self.solver, self.threads, self.seconds

    @property
    def engine(self) -> str:
        """The solver, with the threads where they are several."""
        return self.solver if self.threads == 1 else f"{self.solver}, {self.threads} threads"

    @property
    def last(self) -> Moment:
        """What was known in the end."""
        return self.moments[-1] if self.moments else Moment(self.spent, None, None)

    @property
    def proved(self) -> float | None:
        """Seconds to the proof; None without one."""
        return self.last.seconds if self.complete else None


class Records:
    """A file of records, to which runs are added."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.runs = {run.key: run for run in _whole(path)}

    def add(self, run: Run) -> None:
        """Add a run at the end of the file."""
        self.runs[run.key] = run
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = self._path.read_bytes() if self._path.exists() else b""
        if not text.endswith(b"\n"):
            self._path.write_bytes(text[: text.rfind(b"\n") + 1])
        with self._path.open("a") as file:
            file.write(json.dumps(_told(run)) + "\n")


def read_runs(paths: Iterable[Path]) -> list[Run]:
    """Return the runs of the files; of two that ask the same the later one."""
    return list({run.key: run for path in paths for run in _whole(path)}.values())


def _whole(path: Path) -> Iterator[Run]:
    text = path.read_text() if path.exists() else ""
    for line in text.splitlines(keepends=True):
        if line.endswith("\n"):
            told = json.loads(line)
            yield Run(**told | {"moments": [Moment(*one) for one in told["moments"]]})


def _told(run: Run) -> dict[str, object]:
    moments = [(round(one.seconds, 4), *one[1:]) for one in run.moments]
    seconds = {name: round(getattr(run, name), 4) for name in ("spent", "elapsed", "processor")}
    return asdict(run) | {"moments": moments} | seconds
