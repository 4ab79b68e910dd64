"""Counts that need not build solutions: `memo`, which remembers the states it counted.

Domino tilings are where the memory helps; on pentominoes it cannot, and must then cost little more
than counting without it. Latin squares and sudokus are counted level by level, a state for each
multiset of blocks (solvers/native/levels/blocks.hpp), as `auto` is asked and as `memo` alone
is, beside ganak, an exact model counter. The counts are published (OEIS A004003, A002860, A000315,
A107739). The memory is that of the whole process.
"""

from __future__ import annotations

from .recorded import Found, Recorded
from .report import Section, Table, Target, engine_table, in_words

__all__ = ["section"]

TILINGS = {
    "dominoes,rows=8,cols=8": 12988816,
    "dominoes,rows=12,cols=12": 53060477521960000,
    "dominoes,rows=16,cols=16": 2444888770250892795802079170816,
    "dominoes,rows=20,cols=20": 1269984011256235834242602753102293934298576249856,
}
LARGE = "dominoes,rows=16,cols=16"
TILED_IN = dict(zip(list(TILINGS)[1:], (1, 5, 20), strict=True))  # the seconds that are aimed at
SQUARES = {  # and the seconds that are aimed at
    "latin-squares,n=7,reduced=true": (16942080, 0.5),
    "latin-squares,n=6,reduced=false": (812851200, 0.2),
    "latin-squares,n=7,reduced=false": (61479419904000, 4),
    "sudoku-2x3": (28200960, 0.1),
    "sudoku-2x4": (29136487207403520, 60),
}
PACKING = "pent6x10"


def section(recorded: Recorded) -> Section:
    """Return what was measured of counts."""
    tilings = recorded.found("count", "dominoes")
    squares = recorded.found("count", "latin squares") | recorded.found("count", "sudokus")
    packings = {
        name: one
        for name, one in recorded.found("count", "all solutions").items()
        if name == PACKING
    }
    recorded.require(tilings, TILINGS)
    recorded.require(squares, {name: number for name, (number, _) in SQUARES.items()})
    return Section(
        "Counts",
        __doc__ or "",
        [
            _tiling_table(tilings),
            engine_table(squares, "count of squares"),
            engine_table(packings, "count"),
        ],
        [*_tiling_targets(tilings), *_square_targets(squares), *_packing_targets(packings)],
    )


def _tiling_table(found: Found) -> Table:
    lines: list[list[str]] = []
    for name, solvers in found.items():
        lines += [
            [name, in_words(one), str(one.extra or ""), f"{one.memory / 1e6:.0f} MB"]
            for one in solvers.values()
        ]
    return Table(["count by memo", "time", "nodes", "memory"], lines)


def _tiling_targets(found: Found) -> list[Target]:
    memory = found[LARGE]["memo"].memory / 1e6 if LARGE in found else None
    return [
        *(_in_time(found, name, "memo", aim) for name, aim in TILED_IN.items()),
        Target(f"count {LARGE} by memo: memory", 400, memory, "MB", below=True),
    ]


def _square_targets(found: Found) -> list[Target]:
    targets = [
        _in_time(found, name, engine, aim)
        for name, (_, aim) in SQUARES.items()
        for engine in ("memo", "auto")
    ]
    large = found.get("sudoku-2x4", {}).get("memo")
    memory = large.memory / 1e9 if large else None
    return [*targets, Target("count sudoku-2x4 by memo: memory", 2, memory, "GB", below=True)]


def _in_time(found: Found, name: str, engine: str, aim: float) -> Target:
    one = found.get(name, {}).get(engine)
    seconds = one.seconds if one and not one.capped else None
    return Target(f"count {name} by {engine}", aim, seconds, "s", below=True)


def _packing_targets(found: Found) -> list[Target]:
    targets = []
    for name, solvers in found.items():
        for engine in ("dlx", "bitmask"):
            memo, plain = solvers.get("memo"), solvers.get(engine)
            known = memo and plain and memo.seconds and plain.seconds
            cost = memo.seconds / plain.seconds if known else None
            text = f"count {name}: time of memo by that of {engine}"
            targets.append(Target(text, 1.3, cost, below=True))
    return targets
