"""First solutions of quasigroups with holes: `dlx:weights` against CP-SAT with one worker.

`qwh30` is a file; `qwh40:672:S` has order 40 and 672 holes and is made from seed S. CP-SAT's
building of the model is not measured, minuet's preparations are.
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.solvers import solve

from .instances import instance
from .measure import Bench, Work
from .peers import PACKAGES, cpsat_first
from .report import Section, Target, engine_table, least_ratio, mean_ratio, peer_points

__all__ = ["run"]

WORKS = ["qwh30", "qwh40:672:1", "qwh40:672:2", "qwh40:672:3"]
QUICK = ["qwh20"]


def solved(engine: str, name: str) -> Callable[[], bool]:
    """Prepare the search for one solution; whether there is one."""
    matrix = instance(name)
    return lambda: solve(matrix, engine).options is not None


def run(bench: Bench) -> Section:
    """Measure first solutions."""
    measured = {}
    for name in QUICK if bench.settings.quick else WORKS:
        works = [
            Work("dlx:weights", solved, ("dlx:weights", name), True),
            Work("CP-SAT", cpsat_first, (instance, name), True, PACKAGES["CP-SAT"]),
        ]
        measured[name] = bench.measure(name, works)
    mean = mean_ratio(measured, "dlx:weights")
    least = least_ratio(measured, "dlx:weights")
    return Section(
        "First solutions",
        __doc__ or "",
        [engine_table(measured, "work")],
        [
            Target("quasigroups: dlx:weights by CP-SAT, geometric mean", 10, mean),
            Target("quasigroups: dlx:weights by CP-SAT, the least", 10, least),
        ],
        [point for name, found in measured.items() for point in peer_points(name, found)],
    )
