"""Who enforces the limits of a run: runexec, psutil, or the system.

`RunExec` uses runexec of BenchExec, where it is installed and may use control groups. Nothing that
a run begins escapes its control group, and what it took is the system's own sum over all of it
(Beyer, Löwe and Wendler, "Reliable benchmarking: requirements and solutions", 2019). Limits of
seconds count from the question on, which runexec does not know: they are checked here as well, and
runexec's own limits are behind them. The run answers through a file.

`Watched` looks at the whole tree of processes ten times a second, by psutil. It adds up processor
seconds and memory, those of children included. At the limit of seconds the solver should have
stopped by itself; at that of processor seconds it is interrupted. Either way it has a moment to
write what it has found, and is then killed with all its children. One that holds too much memory is
killed at once.

`Bounded` uses `setrlimit`, where there is no psutil. Processor seconds and memory are then those of
single processes and not of all together, and the memory is that of data, not all that is held.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from ...solvers.process.signals import interrupt, kill, kill_group, terminate
from .task import GRACE, ORPHAN, START, Ended, Enforcer, Limit, Task

__all__ = [
    "Bounded",
    "Piped",
    "RunExec",
    "Tree",
    "Watched",
    "command_of",
    "enforcer",
    "watch",
]

CHUNK = 1 << 16  # bytes read at once
MOST_OUTPUT = 1 << 22  # bytes of its output: some lines
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
        self.pid_of_run = 0  # until it is reported
        self.processor_seconds: float | None = None

    def wait(self, seconds: float) -> bool:
        """Read its output for so long; return whether it has ended."""
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
        """Ask it to report what it has found, and to end."""
        if self.status is None:
            interrupt(self.pid)

    def kill(self) -> None:
        """End it, and all of its group."""
        kill_group(self.pid)
        if self.status is None:
            kill(self.pid)

    def close(self) -> None:
        """Kill what is left of it, and read the rest of its output."""
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
        if self._start is None and "\n" in (text := self.output):
            with suppress(ValueError, KeyError, TypeError):
                first = json.loads(text.partition("\n")[0])
                self._start = first["start_seconds"], first["start_processor_seconds"]
                self.pid_of_run = first["pid"]
        return self._start

    @property
    def output(self) -> str:
        """Its output so far."""
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


STEP = 0.1  # seconds between two looks
AT_ONCE = ("memory", "start")  # the limits at which there is nothing to wait for
SECONDS = ("processor_seconds", "seconds")

Look = Callable[[], tuple[float, int]]  # processor seconds and bytes, so far


class Watched:
    """Enforces limits on trees of processes; `psutil` must be installed."""

    name = "psutil"

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        """Run a task; see `Enforcer`."""
        process = Piped(command_of(task))
        tree = Tree(process.pid)
        try:
            return watch(process, task.began, limits, stopped, tree.look, tree.end)
        finally:
            tree.end()
            process.close()


def watch(
    process: Piped,
    began: float,
    limits: Limit,
    stopped: Callable[[], bool],
    look: Look,
    end: Callable[[], None],
) -> Ended:
    """Wait for the end of a process, and bring it about at its limits.

    look  returns what it has used; end: kills it with all its children
    """
    used, most = 0.0, 0
    limit, since, killed = "", 0.0, False
    while not process.wait(STEP):
        seconds = time.monotonic() - began
        now_used, held = look()
        used, most = max(used, now_used), max(most, held)
        if not limit:
            limit = _limit_reached(limits, process.start, seconds, used, held)
            since = seconds
            if limit == "processor_seconds":
                process.interrupt()
        if stopped() or limit in AT_ONCE or (limit and seconds > since + GRACE):
            limit = "stopped" if stopped() else limit
            killed = True
            end()
            process.kill()
    seconds = time.monotonic() - began
    end()
    process.close()
    begun, before = process.start or (0.0, 0.0)
    whole = max(used, process.processor_seconds or 0.0)
    return Ended(
        process.output,
        process.errors,
        process.status or 0,
        seconds - begun,
        max(whole - before, 0.0) if whole else None,
        most or None,
        limit,
        killed,
    )


def _limit_reached(
    limits: Limit, start: tuple[float, float] | None, seconds: float, used: float, held: int
) -> str:
    """Return which limit has come; "" if none has.

    start  the seconds and processor seconds before the question was put; None: it was not yet
    """
    amounts = [("memory", float(held), limits.get("memory"))]
    if start is None:
        amounts.append(("start", seconds, START))
    else:
        for name, value, before in zip(SECONDS, (used, seconds), (start[1], start[0]), strict=True):
            amounts.append((name, value - before, limits.get(name)))
    return next((name for name, value, most in amounts if most is not None and value > most), "")


class Tree:
    """A process and all that descend from it, those too that have ended meanwhile."""

    def __init__(self, pid: int) -> None:
        import psutil

        self._gone = psutil.Error
        self._text: dict[int, Any] = {}
        self._used: dict[int, float] = {}
        with suppress(psutil.Error):
            self._text[pid] = psutil.Process(pid)
        self._root = self._text.get(pid)

    def look(self) -> tuple[float, int]:
        """Return the processor seconds of all, and the bytes that they hold now."""
        if self._root is None:
            return 0.0, 0
        with suppress(self._gone):
            for child in self._root.children(recursive=True):
                self._text.setdefault(child.pid, child)
        held = 0
        for pid, process in self._text.items():
            with suppress(self._gone):
                with process.oneshot():
                    times, memory = process.cpu_times(), process.memory_info().rss
                self._used[pid] = times.user + times.system
                held += memory
        return sum(self._used.values()), held

    def end(self) -> None:
        """Kill those that still run, whatever group they are in."""
        for process in self._text.values():
            with suppress(self._gone, OSError):
                if process.is_running():
                    process.kill()


class Bounded:
    """Enforces limits by the system's own means."""

    name = "rlimit"

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        """Run a task; see `Enforcer`."""
        bounds = {name: limits.get(name) for name in ("processor_seconds", "memory")}
        process = Piped(command_of(replace(task, bounds=bounds)))
        wall = {"seconds": limits.get("seconds")}
        try:
            ended = watch(process, task.began, wall, stopped, lambda: (0.0, 0), process.kill)
        finally:
            process.close()
        used, most = ended.processor_seconds, limits.get("processor_seconds")
        if not ended.limit and most is not None and used is not None and used > most:
            return replace(ended, limit="processor_seconds", killed=ended.status < 0)
        return ended


MOMENT = 30.0  # seconds for a trial
RULE = "-" * 80  # below which stands what a run printed
FALL = 5.0  # seconds in which it ends a run on request
REASONS = {
    "memory": "memory",
    "cputime": "processor_seconds",
    "cputime-soft": "processor_seconds",
    "walltime": "seconds",
}
DIES_WITH_US = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)
os.execv(sys.argv[1], sys.argv[1:])
"""


@cache
def has_runexec() -> bool:
    """Whether runexec is installed and may use control groups; tried once."""
    if sys.platform != "linux" or which("runexec") is None:
        return False
    with TemporaryDirectory(prefix="minuet-") as place:
        command = [*_runexec_command(Path(place), {}), sys.executable, "-c", ""]
        with suppress(OSError, subprocess.SubprocessError):
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=MOMENT, check=False
            )
            return "returnvalue=0" in done.stdout.split() and "cputime=" in done.stdout
    return False


class RunExec:
    """Enforces limits by control groups."""

    name = "runexec"

    def run(self, task: Task, limits: Limit, stopped: Callable[[], bool]) -> Ended:
        """Run a task; see `Enforcer`."""
        with TemporaryDirectory(prefix="minuet-") as folder:
            place = Path(folder)
            output = place / "answers"
            mine = replace(task, parent=ORPHAN)
            process = _Boxed(
                [*_runexec_command(place, limits), *command_of(mine, str(output))], output
            )
            tree = _Later(process)
            try:
                ended = watch(process, task.began, limits, stopped, tree.look, process.kill)
            finally:
                process.kill()
                process.close()
            return _with_figures(ended, dict(_figures(process.runexec_output)), process, place)


def _runexec_command(place: Path, limits: Limit) -> list[str]:
    """Return what runexec is called with, up to the command that it runs."""
    program = which("runexec") or "runexec"
    words = [sys.executable, "-P", "-c", DIES_WITH_US, program, "--quiet", "--no-container"]
    words += ["--output", str(place / "output")]
    seconds, memory = limits.get("seconds"), limits.get("memory")
    if seconds is not None:
        words += ["--walltimelimit", str(int(START + seconds + GRACE) + 1)]
    if memory is not None:
        words += ["--memlimit", str(int(memory))]
    return [*words, "--"]


class _Boxed(Piped):
    """runexec under way; the output of the run itself is in a file."""

    def __init__(self, command: list[str], file: Path) -> None:
        super().__init__(command)
        self._file, self._text = file, ""

    @property
    def output(self) -> str:
        """The output of the run so far."""
        with suppress(OSError):
            self._text = self._file.read_text("utf-8", "replace")
        return self._text

    @property
    def runexec_output(self) -> str:
        """The output of runexec so far."""
        return super().output

    def interrupt(self) -> None:
        """Ask the run, and not runexec, to report what it has found."""
        if self.pid_of_run:
            interrupt(self.pid_of_run)

    def kill(self) -> None:
        """Have runexec end the run, and all that this began."""
        if self.status is None:
            terminate(self.pid)
            end = time.monotonic() + FALL
            while time.monotonic() < end and not self.wait(0.05):
                pass
        super().kill()


class _Later:
    """The tree of processes of the run itself, once its process id is known."""

    def __init__(self, process: _Boxed) -> None:
        self._process = process
        self._tree: Tree | None = None

    def look(self) -> tuple[float, int]:
        """Return the processor seconds of all, and the bytes that they hold now."""
        if find_spec("psutil") is None or not self._process.pid_of_run:
            return 0.0, 0
        self._tree = self._tree or Tree(self._process.pid_of_run)
        return self._tree.look()


def _figures(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals:
            yield name, value


def _with_figures(ended: Ended, figures: dict[str, str], process: _Boxed, place: Path) -> Ended:
    """Return how the run ended, by runexec's own figures."""
    used, most = ended.processor_seconds, ended.peak_memory
    before = (process.start or (0.0, 0.0))[1]
    with suppress(KeyError, ValueError):
        used = max(float(figures["cputime"].removesuffix("s")) - before, 0.0)
    with suppress(KeyError, ValueError):
        most = int(figures["memory"].removesuffix("B"))
    status = ended.status
    with suppress(KeyError, ValueError):
        status = (
            -int(figures["exitsignal"]) if "exitsignal" in figures else int(figures["returnvalue"])
        )
    errors = ended.errors
    with suppress(OSError):
        errors = (place / "output").read_text("utf-8", "replace").partition(RULE)[2]
    limit = ended.limit or REASONS.get(figures.get("terminationreason", ""), "")
    return replace(
        ended,
        errors=errors,
        status=status,
        processor_seconds=used,
        peak_memory=most,
        limit=limit,
        killed=ended.killed or bool(limit),
    )


def enforcer() -> Enforcer:
    """Return runexec's where it works, else psutil's where that is installed, else the system's."""
    if has_runexec():
        return RunExec()
    return Watched() if find_spec("psutil") is not None else Bounded()
