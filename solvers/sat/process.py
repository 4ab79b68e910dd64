"""Start the child process that searches (child.py), and read its lines and its effort."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import Any

from ...models.errors import Unsupported
from ..contract.progress import Progress
from ..process.isolation import is_isolated
from ..process.signals import PAUSE, RESUME
from . import child
from .child import Message, Task, nothing

__all__ = [
    "Child",
    "Effort",
    "asking_child",
    "child_process",
    "complaint",
    "encoding",
    "hand_over",
    "holding",
    "lines",
    "loading",
    "tell_verdict",
]

PART = 4096


class Child(subprocess.Popen[str]):
    """A child process, which is killed at the end of its `with` block."""

    def __exit__(self, *error: Any) -> None:
        self.kill()
        if self.stdin:
            # Drop what is buffered: `Popen` would raise for it and hide the first error.
            with suppress(OSError):
                self.stdin.close()
        super().__exit__(*error)


def child_process(*arguments: str, pass_fds: Sequence[int] = ()) -> Child:
    """Begin the child; it takes its task from standard input."""
    # A group of its own: the terminal's Ctrl-C is for us, who then kill the child. Where we are an
    # isolated child ourselves, we are killed with our whole group.
    return Child(
        [sys.executable, "-P", str(Path(child.__file__)), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=None if sys.platform == "win32" or is_isolated() else 0,
        pass_fds=pass_fds,
    )


def asking_child(stack: ExitStack, begin: Callable[..., Child], work: str) -> tuple[Child, FileIO]:
    """Begin a child that reads more than its task; return it, and the pipe to write that into.

    stack  closes both
    begin  `child_process`
    work   "serve" or "search", see child.py

    Raises Unsupported where no second pipe can be handed to a child.
    """
    if sys.platform == "win32":
        raise Unsupported("solver sat: a child process that asks back is not supported on Windows")
    theirs, ours = os.pipe()
    pipe = stack.enter_context(FileIO(ours, "wb"))
    try:
        child = begin(work, str(theirs), pass_fds=(theirs,))
    finally:
        os.close(theirs)
    return stack.enter_context(child), pipe


def tell_verdict(pipe: FileIO, clauses: list[list[int]]) -> None:
    """Answer a child that asked about a model."""
    left = memoryview(f"{json.dumps(clauses)}\n".encode())
    with suppress(BrokenPipeError):  # its complaint is read where its lines end
        while left:
            left = left[pipe.write(left) :]


def holding(child: Child) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return how the child is held while others are to work, and how it is let go on.

    Windows knows no such thing: there the child works on.
    """
    if sys.platform == "win32":
        return nothing, nothing
    return partial(child.send_signal, PAUSE), partial(child.send_signal, RESUME)


def hand_over(child: Child, task: Task, check: Callable[[], None]) -> None:
    """Write the task to the child, some clauses at a time; calls `check` in between.

    The pipe is left open: the child ends when our end of it is closed, be it by our own death.
    """
    assert child.stdin  # for the type checker
    clauses = iter(task["clauses"])
    with suppress(BrokenPipeError):
        child.stdin.write(json.dumps({**task, "clauses": []}) + "\n")
        while part := list(islice(clauses, PART)):
            check()
            child.stdin.write(json.dumps(part) + "\n")
        child.stdin.write("\n")
        child.stdin.flush()


def lines(child: Child) -> Iterator[Message]:
    """Yield what the child says; not a line that it was killed in the midst of."""
    assert child.stdout  # for the type checker
    for line in child.stdout:
        if line.endswith("\n"):
            kind, *words = line.split()
            yield kind, [int(word) for word in words]


def complaint(child: Child) -> str:
    """Return what to say of a child that ended early."""
    last_line = child.stderr.read().strip().rpartition("\n")[2] if child.stderr else ""
    return f"solver sat: the child process ended early ({last_line or 'no message'})"


# ---- Effort: seconds of encoding and loading, and the work of clause learning --------------------
#
# The effort is noted even if a search is cut short; of a killed child process, what it reported
# before.


Clock = Callable[[], float]


@contextmanager
def encoding(progress: Progress, clock: Clock = time.monotonic) -> Iterator[None]:
    """Note how long the block takes that makes the formula."""
    began = clock()
    try:
        yield
    finally:
        progress.encode_seconds += clock() - began


class Effort:
    """Hears of one solver when it holds the formula, and what it did so far."""

    def __init__(self, progress: Progress, clock: Clock = time.monotonic) -> None:
        self._progress, self._clock = progress, clock
        self._began: float | None = clock()
        self._before = (progress.conflicts, progress.decisions, progress.propagations)

    def take_message(self, kind: str, numbers: list[int]) -> bool:
        """Take a message of the child; False for one that is about something else."""
        if kind == "l":
            self.loaded()
        elif kind == "e":
            self.searched(numbers)
        return kind in ("l", "e")

    def loaded(self) -> None:
        """Note the end of loading; only the first time counts."""
        if self._began is not None:
            self._progress.load_seconds += self._clock() - self._began
            self._began = None

    def searched(self, numbers: list[int]) -> None:
        """Note the solver's conflicts, decisions and propagations so far."""
        progress = self._progress
        progress.conflicts, progress.decisions, progress.propagations = (
            before + now for before, now in zip(self._before, numbers, strict=True)
        )


@contextmanager
def loading(progress: Progress, clock: Clock = time.monotonic) -> Iterator[Effort]:
    """Give the effort of a solver that is loaded, and asked, in the block."""
    effort = Effort(progress, clock)
    try:
        yield effort
    finally:
        effort.loaded()
