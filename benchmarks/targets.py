"""Target sudoku, the best total proved: `dlx` with prices against SCIP (`mip`) and CP-SAT.

All puzzles of tests/data/target and the blank grid. CP-SAT has one worker; its model's building is
measured, as SCIP's is, and where it comes to its cap the cap counts.
"""

from __future__ import annotations

from .instances import DATA
from .recorded import Found, Recorded
from .report import Section, Table, Target, engine_table, mean_ratio, peer_points

__all__ = ["section"]

BLANK = {"blank-target": 2906}


def optima() -> dict[str, int]:
    """Return the proved optimum of each puzzle, -1 if it has no solution."""
    told = {path.stem: int(path.read_text()) for path in (DATA / "target").glob("*.out")}
    return told | BLANK


def section(recorded: Recorded) -> Section:
    """Return what was measured of target sudokus."""
    found = recorded.found("best", "target sudokus")
    recorded.require(found, optima())
    table = engine_table(found, "puzzle")
    nodes = [str(one["dlx"].extra or "") if "dlx" in one else "" for one in found.values()]
    lines = [[*line, count] for line, count in zip(table.lines, nodes, strict=True)]
    return Section(
        "Target sudoku",
        __doc__ or "",
        [Table([*table.header, "nodes of dlx"], lines)],
        _targets(found),
        [point for name, one in found.items() for point in peer_points(f"target {name}", one)],
    )


def _targets(found: Found) -> list[Target]:
    mine = [one["dlx"] for one in found.values() if "dlx" in one]
    slowest = max((1000 * (one.seconds or 0.0) for one in mine), default=None)
    nodes = max((one.extra or 0 for one in mine), default=None)
    text = "target sudoku: dlx by CP-SAT, geometric mean (at least)"
    return [
        Target("target sudoku: the slowest by dlx", 50, slowest, "ms", below=True),
        Target("target sudoku: the most nodes of dlx", 1000, nodes, "", below=True),
        Target("target sudoku: dlx by mip, geometric mean", 10, mean_ratio(found, "dlx", ["mip"])),
        Target(text, 100, mean_ratio(found, "dlx", ["cpsat"])),
    ]
