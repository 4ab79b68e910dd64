"""The plot of the results page: every engine on every work, as a ratio to the best peer there.

A dot a measurement, a row a work, the ratio on a logarithmic scale: to the right of the line at 1
an engine is faster than the fastest peer. Minuet's engines are filled, the peers hollow.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from .report import Point

__all__ = ["can_plot", "plot"]

COLORS = ["#0072b2", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", "#999999", "#e69f00", "#000000"]
PEERS = "s^vDP"


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def plot(points: Sequence[Point], path: Path) -> None:
    """Draw the plot as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "minuet"
    import matplotlib.pyplot as plt

    works = list(dict.fromkeys(point.work for point in points))
    figure, axes = plt.subplots(figsize=(9, 1.5 + 0.27 * len(works)), layout="constrained")
    engines = sorted({(point.peer, point.engine) for point in points})
    peers = [engine for peer, engine in engines if peer]
    for number, (peer, engine) in enumerate(engines):
        mine = [point for point in points if point.engine == engine and point.peer == peer]
        color = "#666666" if peer else COLORS[number % len(COLORS)]
        axes.scatter(
            [point.ratio for point in mine],
            [works.index(point.work) for point in mine],
            marker=PEERS[peers.index(engine) % len(PEERS)] if peer else "o",
            facecolors="none" if peer else color,
            edgecolors=color,
            s=26 if peer else 40,
            label=engine,
            zorder=2 if peer else 3,
        )
    axes.axvline(1, color="#444444", linewidth=1, zorder=1)
    axes.set_xscale("log")
    axes.set_yticks(range(len(works)), works)
    axes.invert_yaxis()
    axes.grid(axis="x", color="#dddddd", zorder=0)
    axes.set_xlabel("times as fast as the fastest peer (logarithmic)")
    figure.legend(loc="outside upper center", ncols=5, frameon=False, fontsize="small")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
