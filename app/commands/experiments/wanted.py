"""What `minuet experiment` was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Wanted"]


@dataclass(frozen=True)
class Wanted:
    """What `minuet experiment` was asked for; `experiment` says what each is."""

    suite: Path
    out: Path | None
    jobs: int
    time_limit: float | None
    only: Sequence[str]
    again: bool
    as_json: bool
    on: str | None = None

    @property
    def at_once(self) -> int | None:
        """How many runs are under way at once; None: that is known to the cluster alone."""
        if self.on is None:
            return self.jobs
        from ....solvers.search.place import processes_of

        return processes_of(self.on)
