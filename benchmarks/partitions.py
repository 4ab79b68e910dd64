"""Set partitions after those of airline crews, the least cost proved: `auto` against SCIP (`mip`).

They are drawn at random, and a solution is planted (the generator `set-partition`).
"""

from __future__ import annotations

from .recorded import Recorded
from .report import Section, Table, Target, engine_table, mean_ratio, peer_points

__all__ = ["section"]


def section(recorded: Recorded) -> Section:
    """Return what was measured of set partitions."""
    found = recorded.found("best", "set partitions")
    table = engine_table(found, "set partition")
    nodes = [str(one["auto"].extra or "") if "auto" in one else "" for one in found.values()]
    lines = [[*line, count] for line, count in zip(table.lines, nodes, strict=True)]
    return Section(
        "Set partitions",
        __doc__ or "",
        [Table([*table.header, "nodes of auto"], lines)],
        [
            Target(
                "set partitions: auto by mip, geometric mean",
                20,
                mean_ratio(found, "auto", ["mip"]),
            )
        ],
        [point for name, one in found.items() for point in peer_points(name, one)],
    )
