"""What a command takes before and after its work: start-up, as a ratio to importing numpy.

Whole processes, measured as a user runs them: user and system time of the child, Python's own start
and end included, with bytecode at hand (in a folder of its own, and written by a first run that is
not counted), numpy's threads as they come. numpy is imported by all but the first three.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from statistics import median

from .measure import Bench
from .report import Section, Table, Target, seconds_in_words

__all__ = ["run"]

RUNS = 15
SUDOKU = "000000010400000000020000000000050407008000300001090000300400200050100000000806000\n"
SOLVED = "693784512487512936125963874932651487568247391741398625319475268856129743274836159\n"
MINUET = ["-m", "minuet.app"]
PEER = "python -c 'import numpy'"
GIVEN = {"contest": SUDOKU.replace("0", ".") + "end\n"}  # else the sudoku itself
# What is run, and what it is to print; None: whatever it does.
COMMANDS: dict[str, tuple[list[str], str | None]] = {
    "python -c pass": (["-c", "pass"], ""),
    "minuet --help": ([*MINUET, "--help"], None),
    "minuet --version": ([*MINUET, "--version"], None),
    PEER: (["-c", "import numpy"], ""),
    "minuet solve < sudoku": ([*MINUET, "solve"], SOLVED),
    "minuet contest acwing-166 < sudoku": ([*MINUET, "contest", "acwing-166"], SOLVED),
    "minuet count gallery:queens-8": ([*MINUET, "count", "gallery:queens-8"], "92\n"),
    "from minuet.models import Sudoku": (["-c", "from minuet.models import Sudoku"], ""),
    "from minuet.solvers import solve": (["-c", "from minuet.solvers import solve"], ""),
}
TARGETS = {"minuet --help": 0.8, "minuet solve < sudoku": 1.6}


def run(bench: Bench) -> Section:
    """Measure the commands in turns."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for turn in range(1 + (1 if bench.settings.quick else RUNS)):
            for name, (arguments, expected) in COMMANDS.items():
                seconds, printed = _child(arguments, environment)
                if expected is not None and printed != expected:
                    bench.wrong.append(f"{name} printed {printed[:100]!r}")
                if turn:
                    times[name].append(seconds)
    taken = {name: median(found) for name, found in times.items()}
    ratios = {name: seconds / taken[PEER] for name, seconds in taken.items()}
    lines = [
        [f"`{name}`", seconds_in_words(taken[name]), f"{ratios[name]:.2f}"] for name in COMMANDS
    ]
    targets = [
        Target(f"{name}: by importing numpy", wanted, ratios[name], below=True)
        for name, wanted in TARGETS.items()
    ]
    table = Table(["command", "processor time, median", "by importing numpy"], lines)
    return Section("Start-up", __doc__ or "", [table], targets)


def _child(arguments: list[str], environment: dict[str, str]) -> tuple[float, str]:
    """Run Python; return its user and system time in seconds, and what it printed."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as printed:
        given.write(next((GIVEN[word] for word in arguments if word in GIVEN), SUDOKU))
        given.seek(0)
        child = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=given,
            stdout=printed,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        _, _, used = os.wait4(child.pid, 0)
        child.returncode = 0
        printed.seek(0)
        return used.ru_utime + used.ru_stime, printed.read()
