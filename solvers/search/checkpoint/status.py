"""How far a checkpoint is, read from its file: the search is at work, was killed, or is done."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .file import SearchKey, State, at_work, read_checkpoint

__all__ = ["CheckpointStatus", "checkpoint_status"]

OUTPUT_KEYS = ("output", "written")  # of what a question keeps besides


@dataclass(frozen=True)
class CheckpointStatus:
    """What a checkpoint says; `str()` is some lines.

    path     the file
    key      of which search it is
    state    how far that is
    running  whether a process is at work on it now
    """

    path: Path
    key: SearchKey
    state: State
    running: bool

    @property
    def found(self) -> int:
        """Solutions that were counted or written so far, exactly."""
        return self.state.found

    @property
    def complete(self) -> bool:
        """Whether that is all."""
        return self.state.complete

    @property
    def share(self) -> float:
        """The estimated part of the tree that is done, 0 to 1."""
        return self.state.share

    @property
    def parts_done(self) -> int:
        """Parts of the tree that are done."""
        return self.state.done

    @property
    def parts_open(self) -> int:
        """Parts of the tree that are left; of a search that was not begun the whole."""
        parts = self.state.parts
        return 0 if self.complete else 1 if parts is None else len(parts)

    @property
    def seconds(self) -> float:
        """Seconds of work, of all runs together."""
        return self.state.seconds

    @property
    def seconds_left(self) -> float | None:
        """The seconds left at the rate so far; None if unknown."""
        if self.complete:
            return 0.0
        share = self.share
        return self.seconds * (1.0 - share) / share if share > 0 else None

    @property
    def solver(self) -> str:
        """The solver, with the one that it chose."""
        worker, name = self.state.worker, self.key.solver
        return name if worker in ("", name) else f"{name} ({worker})"

    def to_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        key, state = self.key, self.state
        return {
            "file": str(self.path),
            "question": key.question,
            "puzzle": state.puzzle,
            "digest": key.digest,
            "given": list(key.given),
            "forbidden": list(key.forbidden),
            "solver": key.solver,
            "worker": state.worker or None,
            "version": key.version,
            "complete": self.complete,
            "running": self.running,
            "count": self.found,
            "share": self.share,
            "parts": {"done": self.parts_done, "open": self.parts_open},
            "seconds": state.seconds,
            "seconds_left": self.seconds_left,
            "began": state.began,
            "saved": state.saved or None,
            **{name: state.more[name] for name in OUTPUT_KEYS if name in state.more},
        }


def checkpoint_status(path: str | os.PathLike[str]) -> CheckpointStatus:
    """Return how far a checkpoint is.

    Raises CheckpointError for a file that cannot be read, is no checkpoint, or damaged.
    """
    key, state = read_checkpoint(path)
    return CheckpointStatus(Path(path), key, state, at_work(Path(path)))
