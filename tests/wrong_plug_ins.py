"""A solver of another package that lies, crashes or takes what it should not, by its variant."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from minuet.solvers import registry

__all__ = ["plug_in"]

MODULE = '''
import os, signal, subprocess, sys, time
from minuet.solvers import Solver, get_solver

class Odd(Solver):
    """A solver that is wrong in one way."""

    features = frozenset({"colors", "multiplicities", "costs"})

    def __init__(self, variant=""):
        super().__init__(variant)
        self.sound = get_solver("bitmask:python")

    def version(self):
        return "1"

    def solutions(self, query, progress):
        if len(query.matrix.items) > 1 and self.variant in WRONG:
            WRONG[self.variant](progress)
        for batch in self.sound.solutions(query, progress):
            if self.variant == "loses-one":
                batch, self.variant = list(batch)[1:], "lost"
            if self.variant == "breaks":
                batch = [(0, 2)]
            if self.variant == "denies":
                batch = []
            yield batch

    def count(self, query, progress):
        return super().count(query, progress) + (self.variant == "counts-one-more")

def segfault(progress):
    os.kill(os.getpid(), signal.SIGSEGV)

def raises(progress):
    raise KeyError("nothing")

def exits(progress):
    os._exit(3)

def prints(progress):
    print("a line on standard output")
    sys.stderr.write("another\\n")

def hangs(progress):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        time.sleep(1)

def burns(progress):
    progress.found = 7
    while True:
        pass

def hoards(progress):
    held = []
    while True:
        held.append(b"x" * 4_000_000)
        time.sleep(0.002)

def nests(progress):
    code = "import time\\nend = time.time() + 60\\nwhile time.time() < end: pass"
    child = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    with open(os.environ["ODD_PIDS"], "a") as file:
        print(child.pid, file=file)
    while True:
        time.sleep(1)

ALL = segfault, raises, exits, prints, hangs, burns, hoards, nests
WRONG = {one.__name__: one for one in ALL}
'''


def plug_in(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the solver `odd`, for this process and for those that it begins."""
    (place / "odd_solver.py").write_text(MODULE)
    info = place / "odd-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[minuet.solvers]\nodd = odd_solver:Odd\n")
    before = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(place), *([before] if before else [])])
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.syspath_prepend(str(place))
    registry._foreign.cache_clear()
