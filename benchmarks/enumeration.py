"""All solutions, each built as a tuple of option numbers, by minuet's engines and the peers.

`bitmask`, `bitmask:portable` and `dlx` are the engines' own streams, as the peers are measured;
`solutions()` is what a user calls, whose every solution passed `verify` too. The slow peers
(pure Python, python-sat, CP-SAT) do only the small works.
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.solvers import Progress, Query, get_solver, solutions
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
COLORED = ("wordsq600", 0)
FAST = ["exact-cover", "xcover"]
SLOW = ["dlx (Python)", "python-sat", "CP-SAT"]
ENGINES = ["bitmask", "bitmask:portable", "dlx"]
VERIFIED = "solutions()"


def stream(engine: str, name: str) -> Callable[[], int]:
    """Prepare an engine's own stream of solutions."""
    matrix, solver = instance(name), get_solver(engine)
    return lambda: len(list(one_by_one(solver.solutions(Query(matrix), Progress()))))


def verified(engine: str, name: str) -> Callable[[], int]:
    """Prepare what a user calls."""
    matrix = instance(name)
    return lambda: len(list(solutions(matrix, engine)))


def run(bench: Bench) -> Section:
    """Measure all solutions."""
    works = QUICK if bench.settings.quick else WORKS
    found = {name: _measure(bench, name, number, small) for name, number, small in works}
    points = [point for name in found for point in peer_points(name, found[name])]
    targets = [] if bench.settings.quick else _targets(found)
    measured = dict(found)
    if not bench.settings.quick:
        words = measured["wordsq600"] = _colored(bench)
        points += peer_points("wordsq600", words)
        fastest = max((ratio(words, name, ["xcover"]) or 0 for name in ENGINES), default=0)
        targets.append(Target("wordsq600 (colors): best engine by xcover", 2, fastest or None))
    return Section(
        "All solutions",
        __doc__ or "",
        [engine_table(measured, "work")],
        targets,
        points,
    )


def _measure(bench: Bench, name: str, number: int, small: bool) -> dict[str, Measurement]:
    works = [Work(engine, stream, (engine, name), number) for engine in ENGINES]
    works.append(Work(VERIFIED, verified, ("bitmask", name), number))
    works += all_solutions(instance, name, number, FAST + SLOW if small else FAST)
    return bench.measure(name, works)


def _colored(bench: Bench) -> dict[str, Measurement]:
    name, number = COLORED
    works = [Work(engine, stream, (engine, name), number) for engine in ENGINES]
    works += all_solutions(instance, name, number, ["xcover"])
    return bench.measure(name, works)


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
