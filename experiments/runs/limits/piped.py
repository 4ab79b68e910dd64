"""The process of a run as who began it sees it: what it tells through pipes, and its end.

It leads a group of its own, so that no Ctrl-C of the terminal reaches it and its children can be
killed with it.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from contextlib import suppress

from ....solvers.process.signals import interrupt, kill, kill_group
from ..task import Task

__all__ = ["Piped", "command_of"]

CHUNK = 1 << 16  # bytes read at once
MOST_OUTPUT = 1 << 22  # bytes of what it tells: some lines
MOST_ERRORS = 1 << 14  # bytes of the end of what is printed besides
SOON = 0.002  # seconds between two looks for the end of a process that has closed its pipes
POSIX = hasattr(os, "wait4")


def command_of(task: Task, file: str = "-") -> list[str]:
    """Return the command that does a task; it answers into a file, `-`: on standard output.

    `-P`: Python imports nothing from the current folder, which may be above a clone of minuet.
    """
    return [sys.executable, "-P", "-m", "minuet.experiments.runs.child", task.written(), file]


class Piped:
    """A process under way."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.pid = self._process.pid
        self._output, self._errors = bytearray(), bytearray()
        self._selector = selectors.DefaultSelector()
        for stream, kept in (
            (self._process.stdout, self._output),
            (self._process.stderr, self._errors),
        ):
            assert stream is not None  # for the type checker
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, kept)
        self.status: int | None = None
        self._closed = False
        self._start: tuple[float, float] | None = None
        self.pid_of_run = 0  # once it has told
        self.processor_seconds: float | None = None

    def wait(self, seconds: float) -> bool:
        """Take in what it tells for so long; whether it has ended."""
        end = time.monotonic() + seconds
        while not self._ended():
            left = end - time.monotonic()
            if left <= 0:
                return False
            if self._selector.get_map():
                self._read(left)
            else:
                time.sleep(min(SOON, left))
        return True

    def interrupt(self) -> None:
        """Ask it to tell what it has found, and to end."""
        if self.status is None:
            interrupt(self.pid)

    def kill(self) -> None:
        """End it, and all of its group."""
        kill_group(self.pid)
        if self.status is None:
            kill(self.pid)

    def close(self) -> None:
        """Kill what is left of it, and take in what it told last."""
        if self._closed:
            return
        self._closed = True
        self.kill()
        while not self._ended():
            time.sleep(SOON)
        while self._selector.get_map() and self._read(0.0):
            pass
        for key in list(self._selector.get_map().values()):
            self._drop(key)
        self._selector.close()

    @property
    def start(self) -> tuple[float, float] | None:
        """The seconds and processor seconds before the question was put; None: it was not yet."""
        if self._start is None and "\n" in (told := self.output):
            with suppress(ValueError, KeyError, TypeError):
                first = json.loads(told.partition("\n")[0])
                self._start = first["start_seconds"], first["start_processor_seconds"]
                self.pid_of_run = first["pid"]
        return self._start

    @property
    def output(self) -> str:
        """What it told."""
        return self._output.decode("utf-8", "replace")

    @property
    def errors(self) -> str:
        """The end of what else was printed."""
        return self._errors.decode("utf-8", "replace")

    def _ended(self) -> bool:
        if self.status is not None:
            return True
        if not POSIX:
            self.status = self._process.poll()
            return self.status is not None
        number, status, used = os.wait4(self.pid, os.WNOHANG)
        if number:
            self.status = self._process.returncode = os.waitstatus_to_exitcode(status)
            self.processor_seconds = used.ru_utime + used.ru_stime
        return number != 0

    def _read(self, seconds: float) -> bool:
        """Take in what is there, at most so many seconds from now; whether there was anything."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            try:
                data = os.read(key.fd, CHUNK)
            except OSError:
                data = b""
            if not data:
                self._drop(key)
                continue
            key.data.extend(data)
            if key.data is self._errors:
                del self._errors[:-MOST_ERRORS]
            elif len(self._output) > MOST_OUTPUT:
                self._drop(key)
        return bool(ready)

    def _drop(self, key: selectors.SelectorKey) -> None:
        self._selector.unregister(key.fileobj)
        key.fileobj.close()  # type: ignore[union-attr]
