"""All solutions, each built as a tuple of option numbers, by minuet's engines and the peers.

`bitmask`, `bitmask:portable` and `dlx` are the engines' own streams, as the peers are measured;
`solutions()` is what a user calls, whose every solution passed `verify` too. The slow peers
(pure Python, python-sat, CP-SAT) do only the small works. Where the environment variable
MINUET_DLX2 names Knuth's program dlx2, it stands beside: its whole process, which reads the matrix
and counts, without telling the solutions.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable

from minuet.models.formats.matrix.dlx_text import write_dlx
from minuet.solvers import Progress, Query, get_solver, solutions
from minuet.solvers._native import simd_paths
from minuet.solvers.contract.batch import one_by_one

from .instances import instance
from .measure import Bench, Measurement, Work
from .peers import all_solutions
from .report import Section, Target, engine_table, least_ratio, mean_ratio, peer_points, ratio

__all__ = ["run"]

# work, its number of solutions, whether it is small enough for the slow peers
WORKS = [
    ("soma", 11520, False),
    ("pent6x10", 9356, False),
    ("langford12", 216288, False),
    ("queens12", 14200, True),
    ("latin5", 161280, False),
    ("rand3_54", 1724, True),
]
QUICK = [("shidoku4", 288, True), ("queens8", 92, True)]
FAST = ["exact-cover", "xcover"]
SLOW = ["dlx (Python)", "python-sat", "CP-SAT"]
AVX2 = "bitmask:avx2"
ENGINES = ["bitmask", AVX2, "bitmask:portable", "dlx"]
# work, its number of solutions, the engines that do it in some seconds
COLORED = [
    ("wordsq600", 0, ENGINES),
    ("gallery:macmahon-squares", 106624, ["bitmask"]),
]
VERIFIED = "solutions()"
DLX2 = "dlx2"
COUNTED = "count by "
VARIABLE = "MINUET_DLX2"  # the program
# work, the engine's time by that of dlx2 at most
BY_DLX2 = [("langford12", 0.10), ("wordsq600", 0.24)]


def stream(engine: str, name: str) -> Callable[[], int]:
    """Prepare an engine's own stream of solutions."""
    matrix, solver = instance(name), get_solver(engine)
    return lambda: len(list(one_by_one(solver.solutions(Query(matrix), Progress()))))


def verified(engine: str, name: str) -> Callable[[], int]:
    """Prepare what a user calls."""
    matrix = instance(name)
    return lambda: len(list(solutions(matrix, engine)))


def counted(engine: str, name: str) -> Callable[[], int]:
    """Prepare an engine's own count: what dlx2 does."""
    matrix, solver = instance(name), get_solver(engine)
    return lambda: solver.count(Query(matrix), Progress())


def knuth(name: str) -> Callable[[], int]:
    """Prepare Knuth's own program."""
    program, text = os.environ[VARIABLE], write_dlx(instance(name))

    def told() -> int:
        said = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
        found = re.search(r"Altogether (\d+) solution", said.stderr)
        if not found:
            raise ValueError(f"{program} does not say how many solutions there are")
        return int(found[1])

    return told


def run(bench: Bench) -> Section:
    """Measure all solutions."""
    works = QUICK if bench.settings.quick else WORKS
    found = {name: _measure(bench, name, number, small) for name, number, small in works}
    points = [point for name in found for point in peer_points(name, found[name])]
    targets = [] if bench.settings.quick else _targets(found)
    measured = dict(found)
    if not bench.settings.quick:
        for name, number, engines in COLORED:
            colored = _engines(name, number, engines)
            colored += all_solutions(instance, name, number, ["xcover"])
            measured[name] = bench.measure(name, colored)
            points += peer_points(name, measured[name])
        words = measured["wordsq600"]
        fastest = max((ratio(words, name, ["xcover"]) or 0 for name in ENGINES), default=0)
        targets.append(Target("wordsq600 (colors): best engine by xcover", 2, fastest or None))
        targets += _by_dlx2(measured)
    return Section(
        "All solutions",
        __doc__ or "",
        [engine_table(measured, "work")],
        targets,
        points,
    )


def _measure(bench: Bench, name: str, number: int, small: bool) -> dict[str, Measurement]:
    works = _engines(name, number, ENGINES)
    works.append(Work(VERIFIED, verified, ("bitmask", name), number))
    works += all_solutions(instance, name, number, FAST + SLOW if small else FAST)
    return bench.measure(name, works)


def _engines(name: str, number: int, engines: list[str]) -> list[Work]:
    """Minuet's engines that this processor has, and dlx2 where it is."""
    there = [one for one in engines if one != AVX2 or "avx2" in simd_paths()]
    works = [Work(engine, stream, (engine, name), number) for engine in there]
    if os.environ.get(VARIABLE) and name in dict(BY_DLX2):
        works.append(Work(DLX2, knuth, (name,), number))
        fast = [one for one in there if one in ("bitmask", AVX2)]
        works += [Work(COUNTED + one, counted, (one, name), number) for one in fast]
    return works


def _by_dlx2(found: dict[str, dict[str, Measurement]]) -> list[Target]:
    targets = []
    for name, most in BY_DLX2:
        for engine in ("bitmask", AVX2):
            faster = ratio(found[name], COUNTED + engine, [DLX2])
            if faster:
                title = f"{name}: count by {engine}, time by that of dlx2"
                targets.append(Target(title, most, 1 / faster, below=True))
    return targets


def _targets(found: dict[str, dict[str, Measurement]]) -> list[Target]:
    against_xcover = least_ratio(found, "dlx", ["xcover"])
    return [
        Target("all solutions: bitmask, geometric mean", 10, mean_ratio(found, "bitmask")),
        Target("all solutions: bitmask, the least", 6, least_ratio(found, "bitmask")),
        Target(
            "all solutions: bitmask:portable, geometric mean",
            4,
            mean_ratio(found, "bitmask:portable"),
        ),
        Target("all solutions: dlx by xcover, the least", 1, against_xcover),
    ]
