"""Counts that need not build solutions: `dlx:memo`, which remembers the states it counted.

Domino tilings are where the memory helps; on pentominoes it cannot, and must then cost little more
than counting without it. Latin squares and sudokus are counted level by level, a state for each
multiset of blocks (solvers/native/levels/blocks.hpp), as `auto` is asked and as `dlx:memo` alone
is, beside ganak, an exact model counter. The counts are published (OEIS A004003, A002860, A000315,
A107739).
"""

from __future__ import annotations

from collections.abc import Callable

from minuet.solvers import count

from .instances import instance
from .measure import Bench, Measurement, Said, Work
from .peers import PACKAGES, model_count
from .report import Section, Table, Target, engine_table, in_words

__all__ = ["run"]

TILINGS = {
    "domino8x8": 12988816,
    "domino12x12": 53060477521960000,
    "domino16x16": 2444888770250892795802079170816,
    "domino20x20": 1269984011256235834242602753102293934298576249856,
}
SQUARES = {  # and the seconds that are aimed at
    "reduced7": (16942080, 0.5),
    "latin6": (812851200, 0.2),
    "latin7": (61479419904000, 4),
    "sudoku2x3": (28200960, 0.1),
    "sudoku2x4": (29136487207403520, 60),
}
PEER_CAP = 10.0  # seconds
PACKINGS = {"pent6x10": 9356}
QUICK = {"domino8x8": 12988816}
CAP = 60.0


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
            name, [Work("dlx:memo", counted, ("dlx:memo", name), number, cap=CAP)], fresh=True
        )["dlx:memo"]
        for name, number in tilings.items()
    }
    lines = [
        [name, in_words(one), str(one.extra), f"{one.memory / 1e6:.0f} MB"]
        for name, one in found.items()
    ]
    section.tables.append(Table(["count by dlx:memo", "time", "nodes", "memory"], lines))
    if not bench.settings.quick:
        section.targets += _tiling_targets(found)
        _squares(bench, section)
        _packings(bench, section)
    return section


def _tiling_targets(found: dict[str, Measurement]) -> list[Target]:
    large = found["domino16x16"]
    aims = {"domino12x12": 1, "domino16x16": 5, "domino20x20": 20}
    return [
        *(
            Target(f"count {name} by dlx:memo", aim, found[name].seconds, "s", below=True)
            for name, aim in aims.items()
        ),
        Target(
            "count domino16x16 by dlx:memo: memory",
            400,
            large.memory / 1e6 or None,
            "MB",
            below=True,
        ),
    ]


def _squares(bench: Bench, section: Section) -> None:
    """Count Latin squares and sudokus."""
    measured = {}
    for name, (number, aim) in SQUARES.items():
        engines = ("dlx:memo", "auto")
        works = [Work(engine, counted, (engine, name), number, cap=CAP) for engine in engines]
        if aim < 1:  # it comes to its cap on these already
            needs = PACKAGES["ganak"]
            works.append(Work("ganak", model_count, (instance, name), number, needs, PEER_CAP))
        found = measured[name] = bench.measure(name, works, fresh=True)
        for engine in engines:
            text = f"count {name} by {engine}"
            section.targets.append(Target(text, aim, found[engine].seconds, "s", below=True))
    section.tables.append(engine_table(measured, "count of squares"))
    memory = measured["sudoku2x4"]["dlx:memo"].memory
    text = "count sudoku2x4 by dlx:memo: memory"
    section.targets.append(Target(text, 2, memory / 1e9 or None, "GB", below=True))


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
