"""Counts that need not build solutions: `dlx:memo`, which remembers the states it counted.

Domino tilings are where the memory helps; on pentominoes it cannot, and must then cost little more
than counting without it. The counts are published (OEIS A004003).
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.solvers import count

from .instances import instance
from .measure import Bench, Measurement, Said, Work
from .report import Section, Table, Target, engine_table, in_words

__all__ = ["run"]

TILINGS = {
    "domino8x8": 12988816,
    "domino12x12": 53060477521960000,
    "domino16x16": 2444888770250892795802079170816,
}
PACKINGS = {"pent6x10": 9356}
QUICK = {"domino8x8": 12988816}


def counted(engine: str, name: str) -> Callable[[], Said]:
    """Prepare a count; it also tells the nodes."""
    matrix = instance(name)

    def ask() -> Said:
        result = count(matrix, engine)
        return Said(result.count, result.statistics.nodes)

    return ask


def run(bench: Bench) -> Section:
    """Measure counts."""
    section = Section("Counts", __doc__ or "")
    tilings = QUICK if bench.settings.quick else TILINGS
    found = {
        name: bench.measure(
            name, [Work("dlx:memo", counted, ("dlx:memo", name), number)], fresh=True
        )["dlx:memo"]
        for name, number in tilings.items()
    }
    lines = [
        [name, in_words(one), str(one.extra), f"{one.memory / 1e6:.0f} MB"]
        for name, one in found.items()
    ]
    section.tables.append(Table(["count by dlx:memo", "time", "nodes", "memory"], lines))
    if not bench.settings.quick:
        section.targets += _tiling_targets(found["domino12x12"], found["domino16x16"])
        _packings(bench, section)
    return section


def _tiling_targets(middle: Measurement, large: Measurement) -> list[Target]:
    return [
        Target("count domino12x12 by dlx:memo", 1, middle.seconds, "s", below=True),
        Target("count domino16x16 by dlx:memo", 5, large.seconds, "s", below=True),
        Target(
            "count domino16x16 by dlx:memo: memory",
            400,
            large.memory / 1e6 or None,
            "MB",
            below=True,
        ),
    ]


def _packings(bench: Bench, section: Section) -> None:
    """Count where the memory cannot help, by three engines."""
    engines = ["dlx:memo", "dlx", "bitmask"]
    measured = {
        name: bench.measure(
            name, [Work(engine, counted, (engine, name), number) for engine in engines]
        )
        for name, number in PACKINGS.items()
    }
    section.tables.append(engine_table(measured, "count"))
    for name, found in measured.items():
        for engine in engines[1:]:
            memo, plain = found["dlx:memo"].seconds, found[engine].seconds
            cost = memo / plain if memo and plain else None
            text = f"count {name}: time of dlx:memo by that of {engine}"
            section.targets.append(Target(text, 1.3, cost, below=True))
