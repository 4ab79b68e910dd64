"""Runs both models of each problem in turn: python -m benchmarks.industrial [NAME...]."""

import argparse
import importlib
import inspect
import json
import math
import pkgutil
import resource
import subprocess
import sys
import time

import benchmarks.industrial


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.industrial", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--solver", default="cpsat")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--one", choices=("minuet", "hand"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        run = _minuet if arguments.one == "minuet" else _by_hand
        print(json.dumps(run(arguments.names[0], arguments.solver, arguments.time_limit)))
        return
    modules = pkgutil.iter_modules(benchmarks.industrial.__path__)
    names = arguments.names or [each.name for each in modules if each.name != "__main__"]
    _table(names, arguments.solver, arguments.time_limit)


def _minuet(name: str, solver: str, limit: float) -> dict:
    from ortools.sat.python import cp_model  # noqa: F401  loaded before the clock starts

    from minuet import Puzzle, solve

    tiny = Puzzle("tiny")  # a first search loads what a solver needs, before the clock starts
    choice = tiny.choices("choice", n=range(3))
    tiny.at_least(2, choice, weight="n")
    tiny.minimize(choice)
    solve(tiny, solver)
    problem = importlib.import_module(f"benchmarks.industrial.{name}")
    threads = {"threads": 1} if solver == "cpsat" else {}
    began = _processor_time()
    answer = solve(problem.minuet_model(), solver, time_limit=limit, **threads)
    seconds = _processor_time() - began
    return {"status": str(answer.status), "objective": answer.objective, "seconds": seconds}


def _by_hand(name: str, _solver: str, limit: float) -> dict:
    from ortools.sat.python import cp_model

    problem = importlib.import_module(f"benchmarks.industrial.{name}")
    cp_model.CpSolver().solve(cp_model.CpModel())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    began = _processor_time()
    status = solver.status_name(solver.solve(problem.cpsat_model()))
    seconds = _processor_time() - began
    return {"status": status, "objective": solver.objective_value, "seconds": seconds}


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _table(names: list[str], solver: str, limit: float) -> None:
    ratios = []
    print(f"{'problem':12} {'optimum':>8} {'lines':>7} {'minuet':>8} {'by hand':>8} {'ratio':>6}")
    for name in names:
        problem = importlib.import_module(f"benchmarks.industrial.{name}")
        runs = {}
        for model in "minuet", "hand":
            options = "--one", model, "--solver", solver, "--time-limit", str(limit)
            command = [sys.executable, "-m", "benchmarks.industrial", name, *options]
            runs[model] = json.loads(subprocess.check_output(command).splitlines()[-1])
        proved = all(
            run["status"].endswith("OPTIMAL") and run["objective"] == problem.OPTIMUM
            for run in runs.values()
        )
        seconds = [run["seconds"] for run in runs.values()]
        ratio = seconds[0] / seconds[1]
        ratios.append(ratio)
        lines = ":".join(
            str(len(inspect.getsource(model).strip().splitlines()) - 3)  # def, the model, return
            for model in (problem.minuet_model, problem.cpsat_model)
        )
        note = "" if proved else f"  not proved by both: {runs}"
        columns = f"{seconds[0]:8.3f} {seconds[1]:8.3f} {ratio:6.2f}"
        print(f"{name:12} {problem.OPTIMUM:8} {lines:>7} {columns}{note}", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean {mean:.2f}, worst {max(ratios):.2f}")


if __name__ == "__main__":
    main()
