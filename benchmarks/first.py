"""First solutions of quasigroups with holes: `dlx:weights` against CP-SAT with one worker.

`qwh30` is a file; the others have order 40 and 672 holes, from a seed. The building of CP-SAT's
model is measured, and so are minuet's preparations.
"""

from __future__ import annotations

from .recorded import Recorded
from .report import Section, Target, engine_table, least_ratio, mean_ratio, peer_points

__all__ = ["section"]


def section(recorded: Recorded) -> Section:
    """Return what was measured of first solutions."""
    found = recorded.found("first", "quasigroups")
    recorded.require(found, dict.fromkeys(found, 1))
    mean, least = mean_ratio(found, "dlx:weights"), least_ratio(found, "dlx:weights")
    return Section(
        "First solutions",
        __doc__ or "",
        [engine_table(found, "work")],
        [
            Target("quasigroups: dlx:weights by CP-SAT, geometric mean", 10, mean),
            Target("quasigroups: dlx:weights by CP-SAT, the least", 10, least),
        ],
        [point for name, one in found.items() for point in peer_points(name, one)],
    )
