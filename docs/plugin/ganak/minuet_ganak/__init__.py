"""Ganak as a solver of minuet: a counter of models, which counts and lists nothing.

(Sharma, Roy, Soos and Meel, "GANAK: A scalable probabilistic exact model counter", IJCAI 2019.)
What it counts are the models of the CNF that minuet writes, projected on the choices. It works in a
process of its own, for it hears neither Ctrl-C nor a deadline: that process is killed.
"""

import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile

from minuet.models import ModelError, SolverError, Unavailable, Unsupported
from minuet.models.formats import write
from minuet.solvers import Goal
from minuet.solvers.contract import Solver

COUNTER = Path(__file__).with_name("count_models.py")
STEP = 0.1  # seconds between two looks at the deadline


class Ganak(Solver):
    """Ganak, an exact counter of models: counts alone, with colors and multiplicities."""

    features = frozenset({"colors", "multiplicities"})
    goals = frozenset({Goal.COUNT})

    def version(self):
        try:
            return metadata.version("pyganak")
        except metadata.PackageNotFoundError as error:
            raise Unavailable("solver ganak: pyganak is not installed") from error

    def count(self, query, progress):
        if query.deadline.passed():
            return 0
        began = time.monotonic()
        text = clauses(query)
        progress.encode_seconds += time.monotonic() - began
        number = models(text, query)
        if number is not None:
            progress.found, progress.complete = number, True
        return progress.found


def clauses(query):
    """Return the CNF of a query: that of the matrix, and a clause for each chosen option."""
    matrix = query.matrix
    try:
        text = write(matrix.replaced(costs=None) if matrix.has_costs else matrix, "cnf")
    except ModelError as error:
        raise Unsupported(f"solver ganak: {error}") from error
    chosen = [option + 1 for option in query.given] + [-option - 1 for option in query.forbidden]
    return text + "".join(f"{literal} 0\n" for literal in chosen)


def models(text, query):
    """Return how many models a CNF has, projected; None: the deadline came first."""
    command = [sys.executable, COUNTER, str(query.seed or 0)]
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    with TemporaryFile("w+", encoding="utf-8") as file:  # a pipe is fed by whoever waits
        file.write(text)
        file.seek(0)
        with subprocess.Popen(command, stdin=file, text=True, **pipes) as child:
            try:
                return told(child, query.deadline)
            finally:
                child.kill()
                child.wait()


def told(child, deadline):
    """Return the number that the process tells; None: the deadline came first."""
    while not deadline.passed():
        try:
            said, complaint = child.communicate(timeout=STEP)
        except subprocess.TimeoutExpired:
            continue
        if child.returncode:
            lines = complaint.splitlines() or [f"its process ended with {child.returncode}"]
            raise SolverError(f"solver ganak: {lines[-1]}")
        return int(said.split()[-1], 16)
    return None
