"""Airline crews, set partitions of the least cost, proved: `auto` against SCIP (`mip`).

They are those of OR-Library (J. E. Beasley; Hoffman and Padberg 1993), where the environment
variable MINUET_AIRLINE names a folder of its files, `nw41.txt` or `nw18.txt.gz` each; aa04 is left
out. The optima are the published ones; a time is that of `solve`, without reading and compiling.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from minuet.models import ExactCover
from minuet.solvers import solve

from .measure import Bench, Measurement, Said, Work
from .report import Section, Table, Target, engine_table, mean_ratio, peer_points

__all__ = ["run"]

CAP = 60.0  # SCIP takes some 20 s for nw02
OPTIMA = {
    "nw08": 35894, "nw10": 68271, "nw12": 14118, "nw15": 67743, "nw20": 16812, "nw21": 7408,
    "nw22": 6984, "nw23": 12534, "nw26": 6796, "nw32": 14877, "nw34": 10488, "nw37": 10068,
    "nw39": 10080, "nw40": 10809, "nw41": 11307, "nw42": 7656, "nw43": 8904, "nw18": 340160,
    "nw02": 105444, "kl01": 1086, "us02": 5965,
}  # fmt: skip


def airline(path: str) -> ExactCover:
    """Read a file of OR-Library: rows and columns; for each its cost, its size, its rows."""
    data = Path(path).read_bytes()
    text = gzip.decompress(data) if path.endswith(".gz") else data
    rows, columns, *numbers = map(int, text.split())
    starts, members, costs, at = [0], [], [], 0
    for _ in range(columns):
        costs.append(numbers[at])
        members += numbers[at + 2 : at + 2 + numbers[at + 1]]
        at += 2 + numbers[at + 1]
        starts.append(len(members))
    return _partition(rows, starts, np.array(members) - 1, costs)


def _partition(rows: int, starts: object, members: object, costs: object) -> ExactCover:
    names = [f"row {row}" for row in range(1, rows + 1)]
    return ExactCover(primary=rows, items=names, starts=starts, members=members, costs=costs)  # type: ignore[arg-type]


def optimum(engine: str, path: str) -> Callable[[], Said]:
    """Prepare a proof of the optimum; None: not proved."""
    matrix = airline(path)
    solve(_partition(1, [0, 1], [0], [1]), engine)  # imports OR-Tools

    def ask() -> Said:
        result = solve(matrix, engine)
        return Said(result.objective if result.complete else None, result.statistics.nodes)

    return ask


def run(bench: Bench) -> Section:
    """Measure the airlines' set partitions."""
    found = {} if bench.settings.quick else _airlines(bench)
    targets = [
        Target("airline set partitions: auto by mip, geometric mean", 12, _mean(found)),
        Target("airline set partitions: proved", len(OPTIMA), _proved(found), ""),
    ]
    points = [point for name, one in found.items() for point in peer_points(name, one)]
    tables = [_table(found)] if found else []
    return Section("Airline crews", __doc__ or "", tables, targets, points)


def _airlines(bench: Bench) -> dict[str, dict[str, Measurement]]:
    folder = os.environ.get("MINUET_AIRLINE")
    if folder is None:
        bench.notes.append("MINUET_AIRLINE names no folder: the airlines are left out")
        return {}
    paths = {name: sorted(Path(folder).glob(f"{name}.txt*")) for name in OPTIMA}
    return {
        name: _measured(bench, name, OPTIMA[name], str(found[0]))
        for name, found in paths.items()
        if found
    }


def _measured(bench: Bench, name: str, expected: int, path: str) -> dict[str, Measurement]:
    works = [Work(engine, optimum, (engine, path), expected, cap=CAP) for engine in ("auto", "mip")]
    found = bench.measure(name, works)
    if found["auto"].answer != found["mip"].answer and not found["mip"].capped:
        answers = {engine: one.answer for engine, one in found.items()}
        bench.wrong.append(f"{name}: the optima differ: {answers}")
    return found


def _table(found: dict[str, dict[str, Measurement]]) -> Table:
    table = engine_table(found, "set partition")
    nodes = [str(one["auto"].extra) for one in found.values()]
    lines = [[*line, count] for line, count in zip(table.lines, nodes, strict=True)]
    return Table([*table.header, "nodes of auto"], lines)


def _mean(found: dict[str, dict[str, Measurement]]) -> float | None:
    return mean_ratio(found, "auto", ["mip"]) if found else None


def _proved(found: dict[str, dict[str, Measurement]]) -> int | None:
    return sum(one["auto"].answer is not None for one in found.values()) if found else None
