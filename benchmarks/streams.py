"""All solutions as a user gets them, verified: one by one, and in arrays; and those not alike.

Beside them stands `count`, which is the engine alone, and the peers, which check nothing:
exact-cover fills an array with all solutions, xcover yields them one by one. The engine is
`bitmask` throughout. The timetables (four groups of two lessons each, four hours, two rooms) have
768 symmetries.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from minuet.models import Puzzle, Symmetries, distinct
from minuet.solvers import count, solutions

from .instances import instance
from .measure import Bench, Measurement, Work
from .peers import all_solutions
from .report import Section, Target, engine_table, ratio

__all__ = ["run"]

WORKS = {"queens12": 14200, "latin5": 161280, "queens14": 365596}
QUICK = {"queens8": 92}
PEERS = ["exact-cover", "xcover"]
ENGINE = "bitmask"
TIMETABLES, CLASSES = 23040, 36
COUNT, ARRAYS, SINGLY, DISTINCT = "count()", "arrays=True", "solutions()", "distinct()"


def counted(name: str) -> Callable[[], int | None]:
    """Prepare the engine alone."""
    matrix = instance(name)
    return lambda: count(matrix, ENGINE).count


def in_arrays(name: str) -> Callable[[], int]:
    """Prepare the stream of batches."""
    matrix = instance(name)
    return lambda: sum(map(len, solutions(matrix, ENGINE, arrays=True)))


def one_by_one(name: str) -> Callable[[], int | None]:
    """Prepare the stream of tuples."""
    matrix = instance(name)

    def ask() -> int | None:
        stream = solutions(matrix, ENGINE)
        deque(stream, maxlen=0)
        return stream.result().count

    return ask


def timetable() -> tuple[Puzzle, Symmetries]:
    """Return a puzzle, and its symmetries: groups, a group's lessons and rooms are exchanged."""
    puzzle = Puzzle("timetable")
    lesson = puzzle.choices("lesson", group=range(4), number=range(2), hour=range(4), room=range(2))
    puzzle.exactly_one(lesson, by=("group", "number"))
    puzzle.at_most_one(lesson, by=("hour", "room"))
    puzzle.at_most_one(lesson, by=("group", "hour"))
    return puzzle, Symmetries.of(
        puzzle,
        lambda group: {"group": (group + 1) % 4},
        lambda group: {"group": {0: 1, 1: 0}.get(group, group)},
        lambda group, number: {"number": 1 - number if group == 0 else number},
        lambda room: {"room": 1 - room},
    )


def all_timetables(kind: str) -> Callable[[], int | None]:
    """Prepare what is asked about the timetables."""
    puzzle, group = timetable()

    def not_alike() -> int:
        return sum(1 for _ in distinct(solutions(puzzle, ENGINE), group))

    asked: dict[str, Callable[[], int | None]] = {
        COUNT: lambda: count(puzzle, ENGINE).count,
        SINGLY: lambda: sum(1 for _ in solutions(puzzle, ENGINE)),
        DISTINCT: not_alike,
    }
    return asked[kind]


def run(bench: Bench) -> Section:
    """Measure streams of solutions."""
    found = {}
    for name, number in (QUICK if bench.settings.quick else WORKS).items():
        works = [
            Work(COUNT, counted, (name,), number),
            Work(ARRAYS, in_arrays, (name,), number),
            Work(SINGLY, one_by_one, (name,), number),
            *all_solutions(instance, name, number, PEERS),
        ]
        found[name] = bench.measure(name, works)
    expected = {COUNT: TIMETABLES, SINGLY: TIMETABLES, DISTINCT: CLASSES}
    tables = [Work(kind, all_timetables, (kind,), number) for kind, number in expected.items()]
    found["timetables"] = bench.measure("timetables", tables)
    return Section("Streams", __doc__ or "", [engine_table(found, "work")], list(_targets(found)))


def _targets(found: dict[str, dict[str, Measurement]]) -> list[Target]:
    works = [one for one in found.values() if ARRAYS in one]
    by_peers = [ratio(one, ARRAYS) for one in works]
    by_count = [ratio(one, ARRAYS, [COUNT]) for one in works]
    not_alike = found["timetables"].get(DISTINCT)
    return [
        Target("solutions in arrays by the best peer, the least", 5, _least(by_peers)),
        Target("solutions in arrays by the engine's count, the least", 0.25, _least(by_count)),
        Target(
            "23,040 timetables under 768 symmetries, those not alike",
            0.3,
            not_alike and not_alike.seconds,
            "s",
            below=True,
        ),
    ]


def _least(ratios: list[float | None]) -> float | None:
    known = [one for one in ratios if one is not None]
    return min(known, default=None)
