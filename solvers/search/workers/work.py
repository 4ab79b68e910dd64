"""What travels to a worker: tasks, and the load that they have in common.

A load travels once to each worker, which keeps what it makes of it. A task is named, so that one
that is done twice is known by its name.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...contract.solver import version_of

__all__ = ["Load", "Missing", "Parcel", "Refused", "Task", "packed", "perform", "unpacked"]

KEPT = 4  # loads that a worker has ready


def _own_version() -> str:
    return version_of("minuet")


@dataclass(frozen=True)
class Task:
    """A function of a module, called with what a worker has made of the load, and an argument.

    name     tells it from other tasks: those that do the same may have the same name
    version  of minuet, of the process that sends it
    seconds  that it may take, and be behind others, before its worker is taken for dead
    """

    name: str
    version: str
    seconds: float
    function: Callable[[Any, Any], object]
    argument: Any


@dataclass(frozen=True)
class Load:
    """What tasks have in common.

    key      tells it from other loads
    content  a `Search` of which tasks search parts, or whatever else tasks are about
    prepare  makes what tasks work with of the content; None: the content itself is that
    """

    key: str
    content: Any
    prepare: Callable[[Any], Any] | None = None

    def task(
        self, name: str, seconds: float, function: Callable[[Any, Any], object], argument: Any
    ) -> Task:
        """Return a task of this load; `name`: what tells it from the load's other tasks."""
        return Task(f"minuet-{self.key}-{name}", _own_version(), seconds, function, argument)

    def prepared(self) -> Any:
        """Return what tasks work with."""
        return self.content if self.prepare is None else self.prepare(self.content)


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

    def load(self) -> Load:
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


def unpacked(payload: bytes) -> Load:
    """Return what was packed."""
    load: Load = pickle.loads(payload)
    return load


def perform(source: Load | Parcel, task: Task) -> object:
    """Do a task, on the worker."""
    own = _own_version()
    if task.version != own:
        return Refused(f"has minuet {own}, expected {task.version} as here")
    try:
        # What tasks work with: of one of the last loads of this worker, or made anew.
        with _lock:
            prepared = _ready.pop(source.key, _NOTHING)
            if prepared is _NOTHING:
                prepared = (source.load() if isinstance(source, Parcel) else source).prepared()
            _ready[source.key] = prepared
            while len(_ready) > KEPT:
                del _ready[next(iter(_ready))]
    except Missing:
        return Refused()
    return task.function(prepared, task.argument)


_NOTHING = object()
_ready: dict[str, object] = {}
_lock = threading.Lock()
