"""Limits by runexec of BenchExec, where it is installed and the system lets it have control groups.

Nothing that a run begins escapes its control group, and what it took is the system's own sum over
all of it (Beyer, Löwe and Wendler, "Reliable benchmarking: requirements and solutions", 2019).
Limits of seconds count from the question on, which runexec does not know of: so these are looked
at from here as well, and runexec's own are behind them. What the run tells goes through a file.
"""

from __future__ import annotations

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

from ....solvers.process.signals import interrupt, terminate
from ..task import ORPHAN, Task
from .ended import GRACE, START, Ended, Limit
from .piped import Piped, command_of
from .watched import Tree, watch

__all__ = ["RunExec", "is_there"]

MOMENT = 30.0  # seconds for a trial
RULE = "-" * 80  # below which stands what a run printed
FALL = 5.0  # seconds in which it ends a run when it is told to
LIMITS = {
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
def is_there() -> bool:
    """Whether runexec is installed and may use control groups; tried once."""
    if sys.platform != "linux" or which("runexec") is None:
        return False
    with TemporaryDirectory(prefix="minuet-") as place:
        command = [*_command(Path(place), {}), sys.executable, "-c", ""]
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
            told = place / "told"
            mine = replace(task, parent=ORPHAN)
            process = _Boxed([*_command(place, limits), *command_of(mine, str(told))], told)
            tree = _Later(process)
            try:
                ended = watch(process, task.began, limits, stopped, tree.look, process.kill)
            finally:
                process.kill()
                process.close()
            return _with_figures(ended, dict(_told(process.said)), process, place)


def _command(place: Path, limits: Limit) -> list[str]:
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
    """runexec under way; what the run itself tells is in a file."""

    def __init__(self, command: list[str], file: Path) -> None:
        super().__init__(command)
        self._file, self._known = file, ""

    @property
    def output(self) -> str:
        """What the run told."""
        with suppress(OSError):
            self._known = self._file.read_text("utf-8", "replace")
        return self._known

    @property
    def said(self) -> str:
        """What runexec told."""
        return super().output

    def interrupt(self) -> None:
        """Ask the run, and not runexec, to tell what it has found."""
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
    """The tree of processes of the run itself, once it has told who it is."""

    def __init__(self, process: _Boxed) -> None:
        self._process = process
        self._tree: Tree | None = None

    def look(self) -> tuple[float, int]:
        """Return the processor seconds of all, and the bytes that they hold now."""
        if find_spec("psutil") is None or not self._process.pid_of_run:
            return 0.0, 0
        self._tree = self._tree or Tree(self._process.pid_of_run)
        return self._tree.look()


def _told(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals:
            yield name, value


def _with_figures(ended: Ended, told: dict[str, str], process: _Boxed, place: Path) -> Ended:
    """Return how the run ended, by runexec's own figures."""
    used, most = ended.processor_seconds, ended.peak_memory
    before = (process.start or (0.0, 0.0))[1]
    with suppress(KeyError, ValueError):
        used = max(float(told["cputime"].removesuffix("s")) - before, 0.0)
    with suppress(KeyError, ValueError):
        most = int(told["memory"].removesuffix("B"))
    status = ended.status
    with suppress(KeyError, ValueError):
        status = -int(told["exitsignal"]) if "exitsignal" in told else int(told["returnvalue"])
    errors = ended.errors
    with suppress(OSError):
        errors = (place / "output").read_text("utf-8", "replace").partition(RULE)[2]
    limit = ended.limit or LIMITS.get(told.get("terminationreason", ""), "")
    return replace(
        ended,
        errors=errors,
        status=status,
        processor_seconds=used,
        peak_memory=most,
        limit=limit,
        killed=ended.killed or bool(limit),
    )
