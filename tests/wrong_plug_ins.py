"""A solver beside a suite that lies, crashes, waits or takes what it should not, by its technique.

hangs     for good, whatever it is told
waits     with its first solutions told, for its deadline
held      as long as there is a file ODD_HELD
deadly    kills the worker that began its process, as often as the file ODD_DEATHS says
nests     in a process of its own, which is noted in the file ODD_PIDS
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["plug_in"]

MODULE = '''
import os, signal, subprocess, sys, time
from minuet.solvers import get_solver
from minuet.solvers.contract import Solver

class Odd(Solver):
    """A solver that is wrong in one way."""

    features = frozenset({"colors", "multiplicities", "costs"})

    @classmethod
    def require_technique(cls, technique):
        pass  # any of them

    def __init__(self, technique=""):
        super().__init__(technique)
        self.sound = get_solver("bitmask:python")

    def version(self):
        return "1"

    def solutions(self, query, progress):
        if len(query.matrix.items) > 1 and self.technique in WRONG:
            WRONG[self.technique](progress)
        for batch in self.sound.solutions(query, progress):
            if self.technique == "loses-one":
                batch, self.technique = list(batch)[1:], "lost"
            if self.technique == "breaks":
                batch = [(0, 2)]
            if self.technique == "denies":
                batch = []
            yield batch
            if self.technique == "waits" and len(query.matrix.items) > 1:
                while not query.deadline.passed():
                    time.sleep(0.01)
                return

    def count(self, query, progress):
        return super().count(query, progress) + (self.technique == "counts-one-more")

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

def held(progress):
    while os.path.exists(os.environ["ODD_HELD"]):
        time.sleep(0.01)

def deadly(progress):
    with open(os.environ["ODD_DEATHS"], "r+") as file:
        deaths = int(file.read())
        file.seek(0)
        file.write(str(deaths - 1))
    if deaths:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)

def nests(progress):
    code = "import time\\nend = time.time() + 60\\nwhile time.time() < end: pass"
    child = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    with open(os.environ["ODD_PIDS"], "a") as file:
        print(child.pid, file=file)
    while True:
        time.sleep(1)

ALL = segfault, raises, exits, prints, hangs, burns, hoards, held, deadly, nests
WRONG = {one.__name__: one for one in ALL}
'''


def plug_in(folder: Path) -> str:
    """Write the solver `odd` into a folder; return what the end of a suite there says of it."""
    (folder / "odd_solver.py").write_text(MODULE)
    return '[plug_ins]\nodd = "odd_solver.py:Odd"\n'
