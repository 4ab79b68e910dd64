"""What travels to a worker, whatever it is to do: tasks, and the load that they have in common.

A load travels once to each worker, which keeps what it makes of it. A task is named, so that one
that is done twice is known by its name.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from ...contract.solver import version_of

__all__ = [
    "Load",
    "Missing",
    "Parcel",
    "Refused",
    "Work",
    "fetched",
    "packed",
    "perform",
    "unpacked",
]

KEPT = 4  # loads that a worker has ready

Ready = TypeVar("Ready")


class Load(Protocol):
    """What tasks have in common; `key` tells it from other loads."""

    @property
    def key(self) -> str:
        """Tells it from other loads."""

    @property
    def version(self) -> str:
        """Of minuet, of the one who asks."""


class Work(Protocol):
    """A task, as those see it who bring it to a worker.

    seconds  that it may take, and be behind others
    """

    @property
    def name(self) -> str:
        """Tells it from other tasks."""

    @property
    def version(self) -> str:
        """Of minuet, of the one who asks."""

    @property
    def seconds(self) -> float:
        """How long it may take."""

    def perform(self, source: Any) -> object:
        """Do it. Raises Missing."""


class Missing(Exception):
    """A worker has no load of that key, and cannot read the file that it is in."""


@dataclass(frozen=True)
class Refused:
    """Why a worker does not do the task: it is none of ours, in one line; or it has no load."""

    why: str = ""


@dataclass(frozen=True)
class Parcel:
    """A load on its way to workers that share files with us, or do not.

    path     of the packed load
    payload  the packed load itself, for a worker that cannot read the file
    """

    key: str
    path: str
    payload: bytes | None = None

    def load(self) -> Any:
        """Return the load. Raises Missing."""
        if self.payload is not None:
            return unpacked(self.payload)
        try:
            return unpacked(Path(self.path).read_bytes())
        except OSError:
            raise Missing(self.key) from None


def packed(load: Load) -> bytes:
    """Return a load as it travels."""
    return pickle.dumps(load, pickle.HIGHEST_PROTOCOL)


def unpacked(payload: bytes) -> Any:
    """Return what was packed."""
    return pickle.loads(payload)


def perform(source: Load | Parcel, task: Work) -> object:
    """Do a task."""
    own = version_of("minuet")
    if task.version != own:
        return Refused(f"has minuet {own}, expected {task.version} as here")
    try:
        return task.perform(source)
    except Missing:
        return Refused()


def fetched(source: Load | Parcel, prepare: Callable[[Any], Ready]) -> Ready:
    """Return what `prepare` makes of a load: one of the last ones of this worker, or made anew."""
    with _lock:
        known = _ready.pop(source.key, None)
        if known is None:
            known = prepare(source.load() if isinstance(source, Parcel) else source)
        _ready[source.key] = known
        while len(_ready) > KEPT:
            del _ready[next(iter(_ready))]
    return cast(Ready, known)


_ready: dict[str, object] = {}
_lock = threading.Lock()
