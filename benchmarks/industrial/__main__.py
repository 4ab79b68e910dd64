"""Runs both models of each problem in turn: python -m benchmarks.industrial [NAME...].

The times are of the processor, in seconds, from building the model to the proof.
"""

import argparse
import gc
import inspect
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.industrial import Instance, instances

HAND = "by hand"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.industrial", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a problem, or its instance")
    parser.add_argument("--solvers", default="cpsat,auto", help="minuet's, with commas between")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--repeat", type=int, default=1, help="the fastest of so many runs counts")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    named = set(arguments.names)
    chosen = [each for each in instances() if not named or {str(each), each.problem} & named]
    if arguments.one:
        print(json.dumps(_run(chosen[0], arguments.one, arguments.time_limit)))
        return
    _table(chosen, arguments.solvers.split(","), arguments.time_limit, arguments.repeat)


def _run(instance: Instance, way: str, limit: float) -> dict:
    """Return what is found, by hand or by a solver of minuet, and the processor time it takes."""
    from ortools.sat.python import cp_model

    from minuet import Puzzle, solve
    from minuet.models.rules.methods import METHODS, method

    cp_model.CpSolver().solve(cp_model.CpModel())
    for name in METHODS:
        method(name)  # loads its code; that of CP-SAT's constraints is loaded, too
    tiny = Puzzle("tiny")  # a first search loads what a solver needs, before the clock starts
    choice = tiny.choices("choice", n=range(3))
    tiny.at_least(2, choice, weight="n")
    tiny.minimize(choice)
    solve(tiny, "cpsat")
    if way != HAND:
        solve(tiny, way)
    gc.collect()  # what loading left; else whoever is the first to allocate much pays for it
    began = _processor_time()
    found = instance.by_hand(limit) if way == HAND else instance.by_minuet(way, limit)
    return {"found": found, "seconds": _processor_time() - began}


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _best(instance: Instance, way: str, limit: float, repeat: int) -> dict:
    """Return the fastest of several runs, each in a process of its own."""
    # As where minuet is installed, its modules are compiled once and not in each process.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    environment.setdefault("PYTHONPYCACHEPREFIX", str(Path("build/bytecode").resolve()))
    options = "--one", way, "--time-limit", str(limit)
    command = [sys.executable, "-m", "benchmarks.industrial", str(instance), *options]
    runs = []
    for _ in range(repeat):
        output = subprocess.check_output(command, env=environment)
        runs.append(json.loads(output.splitlines()[-1]))
        if runs[-1]["found"] != instance.expected:
            return runs[-1]
    return min(runs, key=lambda run: run["seconds"])


def _table(chosen: list[Instance], solvers: list[str], limit: float, repeat: int) -> None:
    ratios: dict[str, list[float]] = {solver: [] for solver in solvers}
    heads = "".join(f"{solver:>10} {'ratio':>6}" for solver in solvers)
    print(f"{'instance':20} {'finds':>6} {'lines':>7} {HAND:>9}{heads}")
    for instance in chosen:
        module = instance.module
        minuet, hand = (
            len(inspect.getsource(model).strip().splitlines()) - 3  # def, the model, return
            for model in (module.minuet_model, module.cpsat_model)
        )
        runs = {way: _best(instance, way, limit, repeat) for way in (HAND, *solvers)}
        columns = f"{instance!s:20} {instance.expected!s:>6} {f'{minuet}:{hand}':>7}"
        columns += f" {runs[HAND]['seconds']:9.3f}"
        for solver in solvers:
            ratio = runs[solver]["seconds"] / runs[HAND]["seconds"]
            ratios[solver].append(ratio)
            columns += f"{runs[solver]['seconds']:10.3f} {ratio:6.2f}"
        wrong = {
            way: run["found"] for way, run in runs.items() if run["found"] != instance.expected
        }
        print(columns, f"  not as expected: {wrong}" if wrong else "", flush=True)
    for solver, each in ratios.items():
        mean, median = math.exp(sum(map(math.log, each)) / len(each)), statistics.median(each)
        print(f"{solver}: geometric mean {mean:.2f}, median {median:.2f}, worst {max(each):.2f}")


if __name__ == "__main__":
    main()
